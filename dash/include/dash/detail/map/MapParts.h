#pragma once

/// \file
/// The elements of a map, on the units that own them.

#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/MemberOffset.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/map/MapMemory.h>
#include <dash/detail/map/MapNodes.h>
#include <dash/detail/map/MapPlaces.h>
#include <dash/detail/map/SplitOrderedList.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/team/Combine.h>
#include <dash/memory/ElementAddress.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// One hash table for each unit of a team; all units can access all of them.
///
/// A unit that inserts an element takes a node of its own memory and links it into the list of the
/// owner, so insertion never waits for another unit, nor for memory of another unit. In \c commit,
/// each owner takes over the nodes of others, and the memory of erased elements becomes free.
///
/// Thread-safe, except for \c commit and \c deallocate.
template <class Key, class Mapped, class Equal>
class MapParts {
 public:
  using Value = std::pair<const Key, Mapped>;

  /// An element that was found or inserted.
  struct Element {
    dart_unit_t unit;
    std::uint64_t place;
    MapLink link;

    explicit operator bool() const noexcept { return static_cast<bool>(link); }
  };

  /// \param capacity  number of elements for which the calling unit reserves memory. Collective.
  /// \param agreement  what has to be the same on all units; nullptr: nothing
  /// \throws exception::RuntimeError on all units if one of them has not enough memory
  /// \throws exception::InvalidArgument on all units if they do not agree
  MapParts(
      Team& team, std::uint64_t capacity, Equal equal, const dart_agreement_t* agreement = nullptr)
      : memory_(team, sizeof(Node), agreement),
        nodes_(memory_, MapTable::nodes),
        guards_(memory_, MapTable::guards),
        equal_(std::move(equal)),
        me_(team.myid()),
        known_(std::make_unique<Known[]>(team.size()))
  {
    const auto buckets = std::bit_ceil(std::max<std::uint64_t>(16, capacity / 2));
    atomic_store(memory_.word(me_, &MapHeader::buckets), buckets);
    const bool is_short = !starts_with(capacity, buckets);
    // All units begin together here.
    if (!any_unit(team, is_short)) return;
    deallocate();
    DASH_THROW(
        dash::exception::RuntimeError,
        "UnorderedMap: not enough memory for " << capacity << " elements at each unit");
  }

  /// Frees all memory. Collective; the caller has synchronised all units.
  void deallocate() { memory_.deallocate(); }

  Team& team() const noexcept { return memory_.team(); }
  const MapMemory& memory() const noexcept { return memory_; }
  dart_unit_t num_units() const { return static_cast<dart_unit_t>(team().size()); }
  dart_unit_t me() const noexcept { return me_; }

  /* ---- elements by key -------------------------------------------------------------------- */

  /// The element with a key at \c unit, if there is one.
  Element find(dart_unit_t unit, std::uint64_t hash, const Key& key) const
  {
    const auto link = list(unit).lookup(hash, matches(key));
    return link ? element(unit, link) : Element{};
  }

  /// The element with the value's key, which is inserted if it does not exist, and whether it was
  /// inserted. \throws std::bad_alloc
  std::pair<Element, bool> insert(dart_unit_t unit, std::uint64_t hash, const Value& value)
  {
    const std::lock_guard lock(mutex_);
    const auto spot = list(unit).search(hash, matches(value.first));
    if (spot.found) return {element(unit, spot.current), false};
    MapPlaces places(memory_, unit);
    MapPlaces::Claim claim(places, 1);
    return insert_at(unit, hash, value, claim);
  }

  /// Inserts the values from \c first to \c last at one unit, in consecutive places.
  /// \param hash_of  returns the hash value of an iterator's value
  template <class Iterator, class HashOf>
  void insert_all(dart_unit_t unit, Iterator first, Iterator last, HashOf hash_of)
  {
    const std::lock_guard lock(mutex_);
    std::vector<std::pair<Iterator, std::uint64_t>> missing;
    for (; first != last; ++first) {
      const auto hash = hash_of(first);
      if (!list(unit).lookup(hash, matches((*first)->first))) missing.emplace_back(first, hash);
    }
    if (missing.empty()) return;
    MapPlaces places(memory_, unit);
    MapPlaces::Claim claim(places, missing.size());
    for (const auto& [value, hash] : missing) insert_at(unit, hash, **value, claim);
  }

  /// Erases the element with a key, if there is one. \return whether there was one
  bool erase(dart_unit_t unit, std::uint64_t hash, const Key& key)
  {
    const std::lock_guard lock(mutex_);
    auto spot = list(unit).search(hash, matches(key));
    while (spot.found && !list(unit).mark(spot.current)) {
      spot = list(unit).search(hash, matches(key));
    }
    if (!spot.found) return false;
    MapPlaces(memory_, unit).vacate(place_of(spot.current));
    // Unlinks the node from the list.
    list(unit).search(hash, matches(key));
    erased_.push_back(spot.current);
    if (unit != me_) known_[unit].size.fetch_sub(1, std::memory_order_relaxed);
    return true;
  }

  /* ---- elements by place ------------------------------------------------------------------ */

  /// Number of places at a unit. It is current for the calling unit; for others it dates from the
  /// last commit or own insertion.
  std::uint64_t num_places(dart_unit_t unit) const
  {
    return unit == me_ ? MapPlaces(memory_, unit).size()
                       : known_[unit].places.load(std::memory_order_relaxed);
  }
  MapLink at(dart_unit_t unit, std::uint64_t place) const
  {
    return MapPlaces(memory_, unit).at(place);
  }

  /// Number of elements at a unit, with the same restrictions as num_places.
  std::uint64_t size(dart_unit_t unit) const
  {
    if (unit == me_) return MapPlaces(memory_, unit).num_elements();
    const auto size = known_[unit].size.load(std::memory_order_relaxed);
    return static_cast<std::uint64_t>(std::max<std::int64_t>(size, 0));
  }

  ElementAddress<Value> value(MapLink link) const
  {
    return memory_.at(link).template member<Value>(value_offset);
  }
  dart_gptr_t gptr(MapLink link) const
  {
    auto gptr = memory_.gptr_of(link);
    gptr.addr_or_offs.offset += value_offset;
    return gptr;
  }

  /// Makes all changes known to all units. Calls \c capacity when the calling unit's part is
  /// complete; \c capacities receives the results of all units. Collective; synchronises.
  template <class Capacity>
  void commit(std::vector<std::uint64_t>& capacities, Capacity capacity)
  {
    // From now on each unit changes only its own part, until all have published their sizes.
    team().barrier();
    settle();
    for (const MapLink link : std::exchange(erased_, {})) nodes_.give_back(link);
    const Summary mine{num_places(me_), size(me_), capacity()};
    const auto all = gather_from_all(team(), mine);
    capacities.resize(all.size());
    for (std::size_t unit = 0; unit < all.size(); ++unit) {
      known_[unit].places.store(all[unit].places, std::memory_order_relaxed);
      known_[unit].size.store(static_cast<std::int64_t>(all[unit].size), std::memory_order_relaxed);
      capacities[unit] = all[unit].capacity;
    }
  }

 private:
  struct Node {
    MapListHead head;
    /// Position in the order of insertion; constant between commits.
    std::uint64_t place;
    Value value;
  };
  static constexpr std::size_t place_offset = sizeof(MapListHead);
  static constexpr std::size_t value_offset =
      (place_offset + sizeof(std::uint64_t) + alignof(Value) - 1) / alignof(Value) * alignof(Value);

  /// What this unit knows of another unit: the state at the last commit, and the changes that this
  /// unit has made since.
  struct Known {
    std::atomic<std::uint64_t> places{0};
    /// Negative if this unit has erased elements that others have inserted since.
    std::atomic<std::int64_t> size{0};
  };

  struct Summary {
    std::uint64_t places;
    std::uint64_t size;
    std::uint64_t capacity;
  };

  /// Allocates memory for the start of the list and for everything that has to exist from the
  /// beginning.
  bool starts_with(std::uint64_t capacity, std::uint64_t buckets)
  {
    try {
      guards_.take();
      memory_.reserve(MapTable::nodes, capacity);
      keep_near(capacity, buckets);
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  /// Allocates tables that units of other hosts would otherwise put into their memory, far from the
  /// owner.
  void keep_near(std::uint64_t places, std::uint64_t buckets)
  {
    if (!run_has_unmapped_memory) return;
    memory_.reserve(MapTable::places, places);
    memory_.reserve(MapTable::buckets, buckets);
  }

  SplitOrderedList list(dart_unit_t unit) const { return SplitOrderedList(memory_, guards_, unit); }

  auto matches(const Key& key) const
  {
    return [this, &key](MapLink, const MapItem& item) {
      const auto found = item.member<Key>(value_offset + key_offset());
      if (const Key* const mapped = found.mapped()) return bool(equal_(*mapped, key));
      return bool(equal_(read_value<Key>(found.gptr()), key));
    };
  }
  static std::size_t key_offset() noexcept { return offset_of(&Value::first); }

  GlobRef<std::uint64_t> place_of(MapLink link) const
  {
    return GlobRef<std::uint64_t>(memory_.at(link).template member<std::uint64_t>(place_offset));
  }
  Element element(dart_unit_t unit, MapLink link) const { return {unit, place_of(link), link}; }

  static Node* own_node(const MapItem& item) { return reinterpret_cast<Node*>(item.mapped()); }

  /// Inserts at the next place of \c claim, unless another unit inserts the key first.
  std::pair<Element, bool> insert_at(
      dart_unit_t unit, std::uint64_t hash, const Value& value, MapPlaces::Claim& claim)
  {
    const auto place = claim.next();
    const MapLink link = nodes_.take();
    Node* const node = own_node(memory_.at(link));
    node->head.order = SplitOrderedList::node_order(hash);
    node->place = place;
    std::construct_at(&node->value, value);
    for (;;) {
      const auto spot = list(unit).search(hash, matches(value.first));
      if (spot.found) {
        nodes_.give_back(link);
        return {element(unit, spot.current), false};
      }
      if (list(unit).link(spot, link)) break;
    }
    claim.fill(place, link);
    count_inserted(unit, place);
    return {Element{unit, place, link}, true};
  }

  void count_inserted(dart_unit_t unit, std::uint64_t place)
  {
    list(unit).grow_for(place + 1);
    if (unit == me_) return;
    auto& known = known_[unit];
    if (known.places.load(std::memory_order_relaxed) <= place) {
      known.places.store(place + 1, std::memory_order_relaxed);
    }
    known.size.fetch_add(1, std::memory_order_relaxed);
  }

  /// Takes over the nodes of other units, and closes the gaps between the places.
  void settle()
  {
    MapPlaces places(memory_, me_);
    const bool has_gaps = places.num_elements() != places.size();
    places.close_gaps(
        has_gaps ? 0 : known_[me_].places.load(std::memory_order_relaxed),
        [this](MapLink link, std::uint64_t place) {
          const MapLink settled = link.unit() == me_ ? link : taken_over(link);
          place_of(settled) = place;
          return settled;
        });
    try {
      keep_near(2 * places.size(), 2 * list(me_).num_buckets());
    } catch (const std::bad_alloc&) {
      // Other units allocate the memory when it is needed.
    }
  }

  /// A copy of the node in own memory; the foreign one if there is not enough memory.
  MapLink taken_over(MapLink foreign)
  try {
    const auto spot = list(me_).search(
        hash_in(foreign), [foreign](MapLink link, const MapItem&) { return link == foreign; });
    const MapLink own = nodes_.take();
    read_node(own_node(memory_.at(own)), foreign);
    list(me_).replace(spot, own);
    erased_.push_back(foreign);
    return own;
  } catch (const std::bad_alloc&) {
    return foreign;
  }

  /// The part of the hash value that follows from the node's order: all bits except one that no
  /// bucket needs.
  std::uint64_t hash_in(MapLink link) const
  {
    const auto order = memory_.at(link).template member<std::uint64_t>(MapListHead::order_offset);
    return reversed(GlobRef<std::uint64_t>(order));
  }

  void read_node(Node* copy, MapLink link) const
  {
    const MapItem item = memory_.at(link);
    if (item.mapped() != nullptr) {
      std::memcpy(static_cast<void*>(copy), item.mapped(), sizeof(Node));
    } else {
      read_bytes(copy, item.gptr(), sizeof(Node));
    }
  }

  // Mutable because lists are also made from them for look-ups, which change nothing.
  mutable MapMemory memory_;
  MapNodes nodes_;
  mutable MapNodes guards_;
  /// Mutable because comparisons may change it.
  mutable Equal equal_;
  dart_unit_t me_;
  std::unique_ptr<Known[]> known_;
  /// Nodes that the calling unit has erased since the last commit. Other units may access them
  /// until then.
  std::vector<MapLink> erased_;
  /// Protects the free nodes: only one thread of the calling unit takes nodes at a time.
  std::mutex mutex_;
};

}  // namespace dash::detail
