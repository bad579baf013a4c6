#include <dash/detail/memory/HostScratch.h>

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <new>

namespace dash::detail {

namespace {

/// Smaller blocks the C library keeps itself.
constexpr std::size_t smallest_kept = std::size_t(32) << 10;

/// Larger blocks consist of huge pages: the system provides one of 2 MiB in a fraction of the time
/// that it needs for the 512 small ones.
constexpr std::size_t largest_chunk = std::size_t(4) << 20, huge_page = std::size_t(2) << 20;

bool is_large(std::size_t nbytes)
{
  return nbytes > largest_chunk;
}

std::align_val_t alignment_of(std::size_t nbytes)
{
  return std::align_val_t{is_large(nbytes) ? huge_page : scratch_alignment};
}

/// The size of the block for a request, so that blocks serve others of about the same size.
std::size_t block_size(std::size_t nbytes)
{
  if (nbytes < smallest_kept) return nbytes;
  if (!is_large(nbytes)) return std::bit_ceil(nbytes);
  return (nbytes + huge_page - 1) / huge_page * huge_page;
}

struct Block {
  void* address = nullptr;
  std::size_t nbytes = 0;
};

Block allocate(std::size_t nbytes)
{
  void* const address = ::operator new(nbytes, alignment_of(nbytes));
  // Where there are no huge pages, the block has small ones.
  if (is_large(nbytes)) madvise(address, nbytes, MADV_HUGEPAGE);
  return {address, nbytes};
}

void release(const Block& block) noexcept
{
  ::operator delete(block.address, alignment_of(block.nbytes));
}

/// The blocks that a thread keeps, the one that has been kept for the longest time in front.
template <std::size_t most>
class KeptBlocks {
 public:
  KeptBlocks() = default;
  ~KeptBlocks() { clear(); }
  KeptBlocks(const KeptBlocks&) = delete;
  KeptBlocks& operator=(const KeptBlocks&) = delete;

  /// A block of this size, or of up to twice the size, whose end costs nothing while it is not
  /// used. \return no address if there is none
  Block take(std::size_t nbytes) noexcept
  {
    const auto found = std::find_if(blocks_.begin(), end(), [nbytes](const Block& block) {
      return nbytes <= block.nbytes && block.nbytes / 2 <= nbytes;
    });
    return found == end() ? Block{} : remove(found);
  }

  void clear() noexcept
  {
    while (size_ > 0) release(blocks_[--size_]);
  }

  /// Keeps a block, in place of the oldest one if there are too many.
  void keep(const Block& block) noexcept
  {
    if (size_ == most) release(remove(blocks_.begin()));
    blocks_[size_++] = block;
  }

 private:
  using Iterator = typename std::array<Block, most>::iterator;

  Iterator end() { return blocks_.begin() + static_cast<std::ptrdiff_t>(size_); }

  Block remove(Iterator it)
  {
    const Block block = *it;
    std::move(it + 1, end(), it);
    --size_;
    return block;
  }

  std::array<Block, most> blocks_{};
  std::size_t size_ = 0;
};

/// Algorithms use several chunks at a time, and seldom more than two copies of a unit's part.
thread_local KeptBlocks<4> kept_chunks;
thread_local KeptBlocks<2> kept_parts;

}  // namespace

void* take_host_scratch(std::size_t nbytes)
{
  const std::size_t size = block_size(nbytes);
  if (size < smallest_kept) return allocate(size).address;
  const Block kept = is_large(size) ? kept_parts.take(size) : kept_chunks.take(size);
  if (kept.address != nullptr) return kept.address;
  try {
    return allocate(size).address;
  } catch (const std::bad_alloc&) {
    kept_parts.clear();  // they may be what is missing, where memory is counted before it is used
    return allocate(size).address;
  }
}

void free_host_scratch(void* address, std::size_t nbytes) noexcept
{
  const Block block{address, block_size(nbytes)};
  if (block.nbytes < smallest_kept) {
    release(block);
  } else if (!is_large(block.nbytes)) {
    kept_chunks.keep(block);
  } else if (madvise(address, block.nbytes, MADV_FREE) == 0) {
    kept_parts.keep(block);
  } else {
    release(block);  // memory that is locked would be missing elsewhere
  }
}

}  // namespace dash::detail
