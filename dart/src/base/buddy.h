#pragma once

/// \file
/// Buddy allocation of offsets.

#include <cstddef>
#include <cstdint>

#include "base/optional_offset.h"

namespace dart {

/// Buddy allocator over a range of offsets [0, capacity). It never accesses the memory that it
/// manages, which may be another unit's or a device's.
///
/// Block sizes are powers of two, and blocks are aligned to their size. Freed small blocks are kept
/// in short lists for each size before they are merged (a lazy buddy system: Barkley and Lee, "A
/// Lazy Buddy System Bounded by Two Coalescing Delays per Class", SOSP 1989); they are merged when
/// memory runs short. The object and its table may be in memory that several processes share at the
/// same address; they have to synchronise their calls.
class Buddy {
 public:
  static constexpr std::uint64_t max_granules = std::uint64_t(1) << 31;

  /// Size in bytes of the table for \c granules granules.
  static constexpr std::size_t table_bytes(std::uint64_t granules)
  {
    return granules * (sizeof(Link) + 1);
  }

  /// \param capacity  size of the range, a power of two
  /// \param granule   size of the smallest block, a power of two, at least capacity / max_granules
  /// \param table     table_bytes(capacity / granule) bytes, zero-filled; only pages that describe
  ///   blocks in use are ever accessed
  Buddy(std::uint64_t capacity, std::uint64_t granule, void* table);

  Buddy(const Buddy&) = delete;
  Buddy& operator=(const Buddy&) = delete;

  /// Offset of a block of at least \c bytes bytes; nullopt if no block is large enough.
  OptionalOffset allocate(std::uint64_t bytes);

  /// Frees the block at \c offset. \return its size; 0 if no allocated block starts there
  std::uint64_t free(std::uint64_t offset);

  /// Size of the allocated block that starts at \c offset; 0 if there is none.
  std::uint64_t block_size(std::uint64_t offset) const;

  /// Size of the block that allocate(bytes) would take.
  std::uint64_t rounded(std::uint64_t bytes) const { return granule() << order_for(bytes); }

  std::uint64_t capacity() const { return granule() << top_order_; }
  std::uint64_t granule() const { return std::uint64_t(1) << granule_shift_; }

 private:
  using Index = std::uint32_t;  // number of a granule
  using Order = unsigned;       // log2 of a block's size in granules

  static constexpr Index none = ~Index(0);
  static constexpr Order orders = 32;
  // largest number of blocks that are kept unmerged, for each small order
  static constexpr unsigned recent_blocks = 14;
  static constexpr Order recent_orders = 16;

  // State of a granule: 0 inside a block; at the start of a block, one of these values plus the
  // order.
  enum : std::uint8_t { is_allocated = 0x40, is_free = 0x80, is_recent = 0xc0, order_mask = 0x3f };

  struct Link {
    Index next, previous;
  };

  struct RecentList {
    Index count = 0;
    Index block[recent_blocks];
  };

  Order order_for(std::uint64_t bytes) const;
  Index take(Order order);
  void give(Index block, Order order);
  void merge_recent();
  void push(Index block, Order order);
  void unlink(Index block, Order order);

  unsigned granule_shift_;
  Order top_order_;
  Link* links_;
  std::uint8_t* states_;
  std::uint32_t nonempty_ = 0;  // bit k is set if there is a free block of order k
  Index heads_[orders];
  RecentList recent_[recent_orders];
};

}  // namespace dart
