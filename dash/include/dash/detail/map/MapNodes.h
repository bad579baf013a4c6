#pragma once

/// \file
/// Nodes in the memory of the calling unit that are not in a list.

#include <dash/detail/map/MapMemory.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dash::detail {

/// The first words of guards and nodes.
struct MapListHead {
  static constexpr std::size_t next_offset = 0;
  static constexpr std::size_t order_offset = sizeof(std::uint64_t);

  /// Bits of the link to the successor; atomic while the node is in a list.
  std::uint64_t next;
  /// Order in the list; constant while the node is in a list.
  std::uint64_t order;
};

/// Free nodes or guards for the calling unit. Not thread-safe.
class MapNodes {
 public:
  MapNodes(MapMemory& memory, MapTable table) noexcept
      : memory_(memory),
        table_(table),
        me_(memory.team().myid())
  {}

  /// Takes a node in the calling unit's memory. \throws std::bad_alloc
  MapLink take()
  {
    if (free_.empty() && table_ == MapTable::nodes) collect_returned();
    if (!free_.empty()) {
      const MapLink link = free_.back();
      free_.pop_back();
      return link;
    }
    memory_.make(me_, table_, fresh_);
    const auto number = fresh_++;
    return table_ == MapTable::guards ? MapLink::guard(me_, number) : MapLink::node(me_, number);
  }

  /// Gives a node that no unit uses any more back to the unit whose memory it is in.
  void give_back(MapLink link)
  {
    if (link.unit() == me_) {
      free_.push_back(link);
      return;
    }
    const auto top = memory_.word(link.unit(), &MapHeader::returned);
    const auto next = next_of(link);
    std::uint64_t found = atomic_load(top);
    do {
      atomic_store(next, found);
    } while (!atomic_compare_exchange(top, found, link.bits()));
  }

 private:
  SharedWord next_of(MapLink link) const
  {
    return memory_.at(link).member<std::uint64_t>(MapListHead::next_offset);
  }

  /// Takes the whole stack at once, so that no unit can mistake a node for an earlier one (ABA
  /// problem).
  void collect_returned()
  {
    const auto top = memory_.word(me_, &MapHeader::returned);
    const auto taken = atomic_fetch_op(top, dash::second<std::uint64_t>(), std::uint64_t{0});
    for (MapLink link(taken); link; link = MapLink(atomic_load(next_of(link)))) {
      free_.push_back(link);
    }
  }

  MapMemory& memory_;
  MapTable table_;
  dart_unit_t me_;
  /// Number of the first node that was never taken.
  std::uint64_t fresh_ = 0;
  std::vector<MapLink> free_;
};

}  // namespace dash::detail
