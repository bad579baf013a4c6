#include <dash/detail/map/MapMemory.h>

#include <dash/Exception.h>
#include <dash/detail/base/MemberOffset.h>
#include <dash/detail/memory/GlobalPointer.h>

#include <dash/dart/if/dart_gpu.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace dash::detail {

namespace {

// Bits of a name: unit : 22 | offset / 64 : 40 | host heap : 1 | exists : 1. Blocks of heaps are
// aligned to 64 bytes.
constexpr int unit_shift = 42;
constexpr std::uint64_t exists_bit = 1;
constexpr std::uint64_t host_heap_bit = 2;

dart_gptr_t named(std::uint64_t name)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  gptr.unitid = static_cast<dart_unit_t>(name >> unit_shift);
  gptr.segid = (name & host_heap_bit) != 0 ? DART_SEGMENT_LOCAL_HOST : DART_SEGMENT_LOCAL;
  gptr.teamid = DART_TEAM_ALL;
  gptr.addr_or_offs.offset = ((name & ((std::uint64_t{1} << unit_shift) - 1)) >> 2) * 64;
  return gptr;
}

std::uint64_t name_of_block(dart_gptr_t gptr)
{
  const auto name = (static_cast<std::uint64_t>(gptr.unitid) << unit_shift) |
                    ((gptr.addr_or_offs.offset / 64) << 2) |
                    (gptr.segid == DART_SEGMENT_LOCAL_HOST ? host_heap_bit : 0) | exists_bit;
  DASH_ASSERT_ALWAYS(named(name) == gptr);
  return name;
}

}  // namespace

MapMemory::MapMemory(Team& team, std::size_t node_bytes, const dart_agreement_t* agreement)
    : team_(&team),
      headers_(team),
      item_bytes_{node_bytes, 2 * sizeof(std::uint64_t), sizeof(MapLink), sizeof(MapLink)},
      segments_(std::make_unique<Segment[]>(
          team.size() * MapHeader::num_tables * MapHeader::num_segments))
{
  headers_.allocate(sizeof(MapHeader), alignof(std::max_align_t), agreement);
  std::memset(headers_.local_base(), 0, sizeof(MapHeader));
}

void MapMemory::deallocate()
{
  blocks_.clear();
  headers_.deallocate();
}

SharedWord MapMemory::segment_word(dart_unit_t unit, MapTable table, std::size_t segment) const
{
  const auto row = static_cast<std::size_t>(table);
  const auto entry = row * MapHeader::num_segments + segment;
  return header_word(unit, offset_of(&MapHeader::segments) + entry * sizeof(std::uint64_t));
}

std::uint64_t MapMemory::name_of(dart_unit_t unit, MapTable table, std::size_t k) const
{
  Segment& known = segment(unit, table, k);
  if (const auto name = known.name.load(std::memory_order_acquire)) return name;
  const auto name = atomic_load(segment_word(unit, table, k));
  if (name == 0) return 0;
  known.mapped.store(
      static_cast<std::byte*>(mapped_address(named(name))), std::memory_order_release);
  known.name.store(name, std::memory_order_release);
  return name;
}

std::optional<MapItem> MapMemory::find_segment(
    dart_unit_t unit, MapTable table, SegmentPosition position) const
{
  const auto name = name_of(unit, table, position.segment);
  if (name == 0) return std::nullopt;
  const auto offset = position.offset * item_bytes(table);
  auto* const start = segment(unit, table, position.segment).mapped.load(std::memory_order_acquire);
  if (start != nullptr) return MapItem(start + offset);
  auto gptr = named(name);
  gptr.addr_or_offs.offset += offset;
  return MapItem::unmapped(gptr);
}

void MapMemory::reserve(MapTable table, std::uint64_t n)
{
  for (std::size_t k = 0; n > 0; ++k) {
    const auto size = SegmentPosition::size_of(k);
    make(team_->myid(), table, k == 0 ? 0 : size);
    n -= std::min(n, size);
  }
}

MapItem MapMemory::add_segment(dart_unit_t unit, MapTable table, SegmentPosition position)
{
  const auto nbytes = SegmentPosition::size_of(position.segment) * item_bytes(table);
  HeapBlock block(DART_MEMORY_HOST, nbytes);
  // Nodes are written before others see them, so only other tables are cleared.
  if (table != MapTable::nodes) std::memset(block.address(), 0, nbytes);
  std::uint64_t found = 0;
  if (atomic_compare_exchange(
          segment_word(unit, table, position.segment), found, name_of_block(block.gptr()))) {
    const std::lock_guard guard(blocks_mutex_);
    blocks_.push_back(std::move(block));
  }
  // Else another unit has added the segment meanwhile, and this block goes.
  return *find_segment(unit, table, position);
}

dart_gptr_t MapMemory::gptr_of(MapLink link) const
{
  const auto table = link.is_guard() ? MapTable::guards : MapTable::nodes;
  const auto position = SegmentPosition::of(link.number());
  auto gptr = named(name_of(link.unit(), table, position.segment));
  gptr.addr_or_offs.offset += position.offset * item_bytes(table);
  return gptr;
}

}  // namespace dash::detail
