#pragma once

/// \file
/// The hash table of one unit's part of a map.

#include <dash/detail/map/MapMemory.h>
#include <dash/detail/map/MapNodes.h>
#include <dash/detail/memory/ByteAccess.h>

#include <bit>
#include <cstdint>
#include <optional>

namespace dash::detail {

/// The bits of a word in reverse order.
constexpr std::uint64_t reversed(std::uint64_t bits) noexcept
{
  const auto exchange = [&bits](std::uint64_t mask, int distance) {
    bits = ((bits >> distance) & mask) | ((bits & mask) << distance);
  };
  exchange(0x5555555555555555, 1);
  exchange(0x3333333333333333, 2);
  exchange(0x0F0F0F0F0F0F0F0F, 4);
  return __builtin_bswap64(bits);
}

/// All nodes of a unit's part in one linked list, and a table of guards as shortcuts into it
/// (Shalev and Shavit, Split-Ordered Lists, 2006).
///
/// The list is ordered by the reversed bits of the hash values. When the number of buckets doubles,
/// each bucket is divided into two parts of the list, and no node moves. The list is that of Harris
/// and Michael: a node is erased by a mark in its link to the successor, and any later traversal
/// unlinks it. Any unit may do all this to the list of any unit, without locks. Nodes that were
/// unlinked must not be reused while operations run; a map waits for its barrier.
/// were taken out must not be used again while operations run; a map waits for its barrier.
class SplitOrderedList {
 public:
  /// The position of a node in the list, or the position where it would be.
  struct Spot {
    MapLink before;
    MapLink current;
    bool found;
  };

  /// \param unit    owner of the list
  /// \param guards  guards in the memory of the calling unit
  SplitOrderedList(MapMemory& memory, MapNodes& guards, dart_unit_t unit) noexcept
      : memory_(memory),
        guards_(guards),
        unit_(unit)
  {}

  /// The order of a node, which is odd, and of a bucket's guard, which is even.
  static constexpr std::uint64_t node_order(std::uint64_t hash) noexcept
  {
    return reversed(hash) | 1;
  }
  static constexpr std::uint64_t guard_order(std::uint64_t bucket) noexcept
  {
    return reversed(bucket);
  }

  /// The node with a hash value for which \c matches holds; no link if there is none. Changes
  /// nothing.
  template <class Match>
  MapLink lookup(std::uint64_t hash, Match match) const
  {
    const auto order = node_order(hash);
    MapLink current = next(memory_.at(nearest_guard(hash & (num_buckets() - 1)))).unmarked();
    while (current) {
      const MapItem node = memory_.at(current);
      const auto found_order = order_of(node);
      if (found_order > order) break;
      const MapLink after = next(node);
      if (found_order == order && !after.is_marked() && match(current, node)) return current;
      current = after.unmarked();
    }
    return {};
  }

  /// Searches a node like lookup, and also returns its position for changes of the list.
  template <class Match>
  Spot search(std::uint64_t hash, Match match)
  {
    return search_from(guard_of(hash & (num_buckets() - 1)), node_order(hash), match);
  }

  /// Links an own node, whose order is set, at the position. Returns false if the list has changed
  /// there.
  bool link(const Spot& spot, MapLink node)
  {
    atomic_store(next_word(memory_.at(node)), spot.current.bits());
    return exchange_next(spot.before, spot.current, node);
  }

  /// Marks the node as erased. Returns false if it is marked already, or its successor has changed.
  bool mark(MapLink link)
  {
    const MapLink after = next(memory_.at(link));
    return !after.is_marked() && exchange_next(link, after, after.marked());
  }

  /// Replaces a node, while no other unit uses the list.
  void replace(const Spot& spot, MapLink by)
  {
    const MapLink after = next(memory_.at(spot.current));
    atomic_store(next_word(memory_.at(by)), after.bits());
    atomic_store(next_word(memory_.at(spot.before)), by.bits());
  }

  /// Doubles the number of buckets if there are too few for \c size nodes.
  void grow_for(std::uint64_t size)
  {
    std::uint64_t buckets = num_buckets();
    if (size > max_load * buckets) {
      atomic_compare_exchange(memory_.word(unit_, &MapHeader::buckets), buckets, 2 * buckets);
    }
  }

  std::uint64_t num_buckets() const
  {
    return atomic_load(memory_.word(unit_, &MapHeader::buckets));
  }

  static constexpr std::uint64_t max_load = 2;

 private:
  static SharedWord next_word(const MapItem& item)
  {
    return item.member<std::uint64_t>(MapListHead::next_offset);
  }
  static MapLink next(const MapItem& item) { return MapLink(atomic_load(next_word(item))); }
  static std::uint64_t order_of(const MapItem& item)
  {
    if (auto* const head = reinterpret_cast<const MapListHead*>(item.mapped())) return head->order;
    auto order = item.gptr();
    order.addr_or_offs.offset += MapListHead::order_offset;
    return read_value<std::uint64_t>(order);
  }

  bool exchange_next(MapLink of, MapLink expected, MapLink desired)
  {
    std::uint64_t found = expected.bits();
    return atomic_compare_exchange(next_word(memory_.at(of)), found, desired.bits());
  }

  /// The guard of a bucket; no link if the bucket has none yet.
  MapLink known_guard(std::uint64_t bucket) const
  {
    if (bucket == 0) return MapLink::guard(unit_, 0);
    const auto item = memory_.find(unit_, MapTable::buckets, bucket);
    return item ? MapLink(atomic_load(item->member<std::uint64_t>(0))) : MapLink();
  }

  /// The guard of the bucket or, if there is none, of the bucket from which it was split off.
  MapLink nearest_guard(std::uint64_t bucket) const
  {
    MapLink guard = known_guard(bucket);
    while (!guard) {
      bucket ^= std::bit_floor(bucket);
      guard = known_guard(bucket);
    }
    return guard;
  }

  MapLink guard_of(std::uint64_t bucket)
  {
    const MapLink known = known_guard(bucket);
    return known ? known : add_guard(bucket);
  }

  MapLink add_guard(std::uint64_t bucket)
  {
    const auto entry = memory_.make(unit_, MapTable::buckets, bucket).member<std::uint64_t>(0);
    const MapLink start = nearest_guard(bucket);
    MapLink guard = guards_.take();
    reinterpret_cast<MapListHead*>(memory_.at(guard).mapped())->order = guard_order(bucket);
    for (;;) {
      const Spot spot =
          search_from(start, guard_order(bucket), [](MapLink, const MapItem&) { return true; });
      if (spot.found) {
        guards_.give_back(guard);
        guard = spot.current;
        break;
      }
      if (link(spot, guard)) break;
    }
    atomic_store(entry, guard.bits());
    return guard;
  }

  template <class Match>
  Spot search_from(MapLink start, std::uint64_t order, Match match)
  {
    for (;;) {
      if (const auto spot = try_search(start, order, match)) return *spot;
    }
  }

  /// Unlinks marked nodes on the way; returns nullopt if another unit changes the list there.
  template <class Match>
  std::optional<Spot> try_search(MapLink start, std::uint64_t order, Match match)
  {
    Spot spot{start, next(memory_.at(start)), false};
    while (spot.current) {
      const MapItem node = memory_.at(spot.current);
      const MapLink after = next(node);
      if (after.is_marked()) {
        if (!exchange_next(spot.before, spot.current, after.unmarked())) return std::nullopt;
        spot.current = after.unmarked();
        continue;
      }
      const auto found_order = order_of(node);
      if (found_order > order) break;
      if (found_order == order && match(spot.current, node)) {
        spot.found = true;
        break;
      }
      spot.before = spot.current;
      spot.current = after;
    }
    return spot;
  }

  MapMemory& memory_;
  MapNodes& guards_;
  dart_unit_t unit_;
};

}  // namespace dash::detail
