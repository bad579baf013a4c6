/**
 * \file dash/map/MapNodes.h
 * Nodes in the memory of the calling unit that no list holds.
 */
#ifndef DASH__MAP__MAP_NODES_H__INCLUDED
#define DASH__MAP__MAP_NODES_H__INCLUDED

#include <dash/map/MapMemory.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dash::internal {

/** First words of guards and nodes. */
struct MapListHead {
  static constexpr std::size_t next_offset = 0;
  static constexpr std::size_t order_offset = sizeof(std::uint64_t);

  /** Bits of the link to the successor; atomic while the node is in a list. */
  std::uint64_t next;
  /** Position in the list; constant while the node is in a list. */
  std::uint64_t order;
};

/** Nodes or guards to be taken by the calling unit. Not thread-safe. */
class MapNodes {
 public:
  MapNodes(MapMemory& memory, MapTable table) noexcept
    : _memory(memory), _table(table), _me(memory.team().myid())
  {}

  /** A node in own memory. \throws std::bad_alloc */
  MapLink take()
  {
    if (_free.empty() && _table == MapTable::nodes) collect_returned();
    if (!_free.empty()) {
      const MapLink link = _free.back();
      _free.pop_back();
      return link;
    }
    _memory.make(_me, _table, _fresh);
    const auto number = _fresh++;
    return _table == MapTable::guards ? MapLink::guard(_me, number) : MapLink::node(_me, number);
  }

  /** Gives back what no unit holds any more, to the unit whose memory it is in. */
  void give_back(MapLink link)
  {
    if (link.unit() == _me) {
      _free.push_back(link);
      return;
    }
    const auto top = _memory.word(link.unit(), &MapHeader::returned);
    const auto next = next_of(link);
    std::uint64_t found = atomic_load(top);
    do {
      atomic_store(next, found);
    } while (!atomic_compare_exchange(top, found, link.bits()));
  }

 private:
  SharedWord next_of(MapLink link) const
  {
    return _memory.at(link).member<std::uint64_t>(MapListHead::next_offset);
  }

  /** Takes the whole stack at once, so that no unit can mistake a node for an earlier one. */
  void collect_returned()
  {
    const auto top = _memory.word(_me, &MapHeader::returned);
    const auto taken = atomic_fetch_op(top, dash::second<std::uint64_t>(), std::uint64_t{0});
    for (MapLink link(taken); link; link = MapLink(atomic_load(next_of(link)))) {
      _free.push_back(link);
    }
  }

  MapMemory& _memory;
  MapTable _table;
  dart_unit_t _me;
  /** Number of the first node that was never taken. */
  std::uint64_t _fresh = 0;
  std::vector<MapLink> _free;
};

}  // namespace dash::internal

#endif  // DASH__MAP__MAP_NODES_H__INCLUDED
