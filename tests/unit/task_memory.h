#pragma once

/// \file
/// Memory for pools of tasks without a run.

#include <memory>
#include <vector>

#include "tasks/task_pool.h"

namespace dart::test {

class TaskMemory final : public ChunkSource {
 public:
  std::size_t chunks_left = ~std::size_t{0};

  void* allocate(std::size_t bytes) override
  {
    if (chunks_left == 0) return nullptr;
    --chunks_left;
    chunks_.push_back(std::make_unique<Line[]>(bytes / sizeof(Line) + 1));
    return chunks_.back().get();
  }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::vector<std::unique_ptr<Line[]>> chunks_;
};

}  // namespace dart::test
