#pragma once

/// \file
/// Growing tables of a distributed map in global memory.

#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/base/MemberOffset.h>
#include <dash/detail/map/MapLink.h>
#include <dash/detail/memory/AtomicAccess.h>
#include <dash/detail/memory/HeapBlock.h>
#include <dash/memory/ElementAddress.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/HostSpace.h>

#include <dash/dart/if/dart_gpu.h>

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace dash::detail {

/// A word that all units access atomically.
using SharedWord = AtomicAddress<std::uint64_t>;
/// An entry of a table.
using MapItem = ElementAddress<std::byte>;

/// The tables that each unit's part of a map has.
enum class MapTable : std::size_t {
  /// Nodes in the memory of this unit, which belong to its own part or to another unit's part.
  nodes,
  /// Guards, which mark the beginnings of buckets, in the memory of this unit.
  guards,
  /// Links to the guards of this unit's buckets.
  buckets,
  /// Links to this unit's elements in the order of insertion.
  places
};

/// The data about one unit's part that all units access.
struct MapHeader {
  static constexpr std::size_t num_tables = 4;
  static constexpr std::size_t num_segments = 40;

  /// Number of places in use, and how many of them hold no element any more.
  std::uint64_t places;
  std::uint64_t vacated;
  /// Number of buckets, a power of two.
  std::uint64_t buckets;
  /// Stack of nodes in the memory of this unit that other units have given back.
  std::uint64_t returned;
  /// Names of the memory of the tables' segments; 0: not allocated yet.
  std::uint64_t segments[num_tables][num_segments];
};

/// The position of a table's entry: a table grows by segments that never move, each as large as all
/// preceding ones together. So any unit can add one while others use the table.
struct SegmentPosition {
  static constexpr std::uint64_t first_size = 64;

  std::size_t segment;
  std::uint64_t offset;

  static constexpr SegmentPosition of(std::uint64_t index) noexcept
  {
    const auto segment = static_cast<std::size_t>(std::bit_width(index / first_size));
    return {segment, segment == 0 ? index : index - size_of(segment)};
  }
  static constexpr std::uint64_t size_of(std::size_t segment) noexcept
  {
    return segment == 0 ? first_size : first_size << (segment - 1);
  }
};

/// The headers and tables of all units. A segment is in the heap of the unit that adds it, and each
/// process looks it up once. Thread-safe, except for collective functions.
class DASH_API MapMemory {
 public:
  /// \param node_bytes  size of an entry of MapTable::nodes. Collective.
  /// \param agreement   what has to be the same on all units; nullptr: nothing
  /// \throws exception::InvalidArgument on all units if they do not agree
  MapMemory(Team& team, std::size_t node_bytes, const dart_agreement_t* agreement = nullptr);
  MapMemory(const MapMemory&) = delete;
  MapMemory& operator=(const MapMemory&) = delete;

  /// Frees all memory; after dash::finalize, it only forgets it. Collective; the caller has
  /// synchronised all units.
  void deallocate();

  Team& team() const noexcept { return *team_; }

  /// The word \c member in the header of \c unit.
  SharedWord word(dart_unit_t unit, std::uint64_t MapHeader::* member) const
  {
    return header_word(unit, offset_of(member));
  }

  /// The entry of a table of \c unit; nullopt if the table is not large enough.
  std::optional<MapItem> find(dart_unit_t unit, MapTable table, std::uint64_t index) const
  {
    const auto position = SegmentPosition::of(index);
    const auto& known = segment(unit, table, position.segment);
    auto* const start = known.mapped.load(std::memory_order_acquire);
    if (start == nullptr) [[unlikely]]
      return find_segment(unit, table, position);
    return MapItem(start + position.offset * item_bytes(table));
  }

  /// The entry of a table of \c unit; the table grows if necessary. \throws std::bad_alloc
  MapItem make(dart_unit_t unit, MapTable table, std::uint64_t index)
  {
    if (const auto item = find(unit, table, index)) [[likely]]
      return *item;
    return add_segment(unit, table, SegmentPosition::of(index));
  }

  /// Allocates entries 0 to \c n of a table of the calling unit. \throws std::bad_alloc
  void reserve(MapTable table, std::uint64_t n);

  /// The node or guard that a link identifies.
  MapItem at(MapLink link) const
  {
    return *find(link.unit(), link.is_guard() ? MapTable::guards : MapTable::nodes, link.number());
  }
  dart_gptr_t gptr_of(MapLink link) const;

 private:
  /// What this process knows about a segment.
  struct Segment {
    std::atomic<std::uint64_t> name{0};
    std::atomic<std::byte*> mapped{nullptr};
  };

  SharedWord header_word(dart_unit_t unit, std::size_t offset) const
  {
    if (auto* const header = headers_.mapped_base(team_unit_t{unit})) [[likely]] {
      return SharedWord(reinterpret_cast<std::uint64_t*>(header + offset));
    }
    return SharedWord::unmapped(headers_.gptr(team_unit_t{unit}, offset));
  }
  SharedWord segment_word(dart_unit_t unit, MapTable table, std::size_t segment) const;

  std::size_t item_bytes(MapTable table) const noexcept
  {
    return item_bytes_[static_cast<std::size_t>(table)];
  }
  Segment& segment(dart_unit_t unit, MapTable table, std::size_t segment) const noexcept
  {
    const auto row =
        static_cast<std::size_t>(unit) * MapHeader::num_tables + static_cast<std::size_t>(table);
    return segments_[row * MapHeader::num_segments + segment];
  }

  /// The segment's name, which is looked up if necessary; 0 if there is no segment.
  std::uint64_t name_of(dart_unit_t unit, MapTable table, std::size_t segment) const;
  std::optional<MapItem> find_segment(
      dart_unit_t unit, MapTable table, SegmentPosition position) const;
  MapItem add_segment(dart_unit_t unit, MapTable table, SegmentPosition position);

  Team* team_;
  GlobStaticMem<HostSpace> headers_;
  std::array<std::size_t, MapHeader::num_tables> item_bytes_;
  std::unique_ptr<Segment[]> segments_;
  /// Segments in the heap of this unit, for the tables of any unit.
  std::vector<HeapBlock> blocks_;
  std::mutex blocks_mutex_;
};

}  // namespace dash::detail
