#pragma once

/// \file
/// Host memory that the units of a host share.

#include <cstdint>
#include <vector>

#include "memory/arena.h"
#include "memory/memory_space.h"

namespace dart {

/// Host memory: the units' slots of the arena. What changes the own slot is called by one thread at
/// a time: the heap's lock sees to that.
class HostSpace final : public MemorySpace {
 public:
  explicit HostSpace(const Arena& arena) : arena_(arena) {}

  std::byte* slot(std::uint32_t unit_on_host) const override
  {
    return arena_.unit_slot(unit_on_host);
  }
  /// Ordinary pages are allocated when they are first written; reserved ones are taken here.
  bool commit(std::uint64_t offset, std::uint64_t bytes) override
  {
    return !arena_.has_reserved_pages() || bytes == 0 || take_pages(offset, bytes);
  }
  void report_exhausted(std::uint64_t bytes) override;
  void release(std::uint64_t offset, std::uint64_t bytes) override;

 private:
  bool take_pages(std::uint64_t offset, std::uint64_t bytes);

  const Arena& arena_;
  std::vector<bool> is_taken_;  // for each reserved page of the own slot
};

}  // namespace dart
