#include <dash/detail/memory/HostScratch.h>

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <utility>

namespace dash::detail {

namespace {

/// Blocks of these sizes are kept: smaller ones the C library keeps itself, and chunks of elements
/// are not larger.
constexpr std::size_t smallest_kept = std::size_t(32) << 10, largest_kept = std::size_t(4) << 20;

/// That of the largest vectors of processors, for which programs align elements.
constexpr std::align_val_t alignment{64};

void* allocate(std::size_t nbytes)
{
  return ::operator new(nbytes, alignment);
}

void release(void* address) noexcept
{
  ::operator delete(address, alignment);
}

/// The blocks that a thread keeps.
class KeptBlocks {
 public:
  KeptBlocks() = default;
  ~KeptBlocks()
  {
    for (const Block& block : blocks_) release(block.address);
  }
  KeptBlocks(const KeptBlocks&) = delete;
  KeptBlocks& operator=(const KeptBlocks&) = delete;

  /// \return nullptr if there is none of this size
  void* take(std::size_t nbytes)
  {
    const auto found = std::find_if(blocks_.begin(), blocks_.end(), [nbytes](const Block& block) {
      return block.address != nullptr && block.nbytes == nbytes;
    });
    return found == blocks_.end() ? nullptr : std::exchange(found->address, nullptr);
  }

  /// Keeps a block, in place of none or of the one that has been kept for the longest time.
  void keep(void* address, std::size_t nbytes)
  {
    auto place = std::find_if(blocks_.begin(), blocks_.end(), [](const Block& block) {
      return block.address == nullptr;
    });
    if (place == blocks_.end()) place = blocks_.begin();
    release(place->address);
    *place = {address, nbytes};
    std::rotate(place, place + 1, blocks_.end());
  }

 private:
  struct Block {
    void* address = nullptr;
    std::size_t nbytes = 0;
  };

  std::array<Block, 4> blocks_;
};

thread_local KeptBlocks kept_blocks;

bool is_kept(std::size_t nbytes)
{
  return nbytes >= smallest_kept && nbytes <= largest_kept;
}

}  // namespace

void* take_host_scratch(std::size_t nbytes)
{
  if (!is_kept(nbytes)) return allocate(nbytes);
  const std::size_t rounded = std::bit_ceil(nbytes);
  void* const kept = kept_blocks.take(rounded);
  return kept != nullptr ? kept : allocate(rounded);
}

void free_host_scratch(void* address, std::size_t nbytes) noexcept
{
  if (is_kept(nbytes)) {
    kept_blocks.keep(address, std::bit_ceil(nbytes));
  } else {
    release(address);
  }
}

}  // namespace dash::detail
