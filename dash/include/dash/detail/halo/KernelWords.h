#pragma once

/// \file
/// Words by which the thread blocks of a stencil's kernels know how far the others are.

#include <dash/detail/memory/WorkBuffer.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dash::halo::detail {

/// Memory of the calling GPU unit that exists as long as the stencil: kernels that were added to a
/// stream use it later.
class KernelWords {
 public:
  /// Address of that many words for kernels. Kernels of one launch after the other use them.
  std::uint64_t* room(std::size_t count)
  {
    const auto found = std::find_if(blocks_.begin(), blocks_.end(), [count](const Block& block) {
      return block.count >= count;
    });
    if (found != blocks_.end()) return found->words.data();
    blocks_.push_back({count, {dash::detail::MemoryKind::device, count}});
    return blocks_.back().words.data();
  }

 private:
  struct Block {
    std::size_t count;
    dash::detail::WorkBuffer<std::uint64_t> words;
  };
  std::vector<Block> blocks_;
};

}  // namespace dash::halo::detail
