#pragma once

/// \file
/// dash::UnorderedMap, a distributed hash table that all units can change at the same time.

#include <dash/Atomic.h>
#include <dash/Exception.h>
#include <dash/GlobPtr.h>
#include <dash/GlobSharedRef.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/MemberOffset.h>
#include <dash/detail/map/MapParts.h>
#include <dash/detail/memory/CallAgreement.h>
#include <dash/detail/memory/Granule.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/TeamOwned.h>
#include <dash/map/KeyHash.h>
#include <dash/map/UnorderedMapIter.h>
#include <dash/map/UnorderedMapLocalRef.h>
#include <dash/memory/HostSpace.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

/// Hash table that is distributed over the units of a team: the hash policy determines which unit
/// owns a key.
///
/// Any unit inserts, finds, updates and erases elements of any unit at any time, without the owner
/// taking part and without locks between units; the time does not depend on the number of elements.
/// A unit sees its own changes immediately. Others see them after \c barrier at the latest, also in
/// \c size and in iteration; they see updates of elements that they know already immediately. If
/// several units insert the same key, one of them succeeds.
///
/// Parts grow as needed. The memory of erased elements is reused after the next \c barrier.
///
/// Constructors (while DASH is running), \c allocate, \c deallocate, \c barrier, move assignment
/// and destruction are collective; all other functions are local and thread-safe. When the map is
/// moved, iterators stay valid, and \c local is that of the new owner.
///
/// \tparam Key, Mapped  trivially copyable; \c Mapped may be \c Atomic of an arithmetic type
/// \tparam Hash  constructed from a \c Team&; returns the unit (\c team_unit_t) that owns a key,
///   which must not depend on the caller. The default spreads keys over the units by their hash
///   values. With \c HashLocal, the unit that inserts a key owns it; then several units may have an
///   element each with the same key. A
///   member function <tt>std::size_t hash(key)</tt> determines where keys are placed within a unit;
///   fast access needs it if \c Pred is not std::equal_to, or if \c Key has padding and no
///   std::hash
template <
    class Key, class Mapped, class Hash = HashOverUnits<Key>, class Pred = std::equal_to<Key>,
    class LocalMem = HostSpace>
class UnorderedMap {
  static_assert(
      is_bytewise_copyable_v<Key> && is_bytewise_copyable_v<Mapped>,
      "keys and values of dash::UnorderedMap are copied between processes as bytes: both types "
      "must be trivially copyable (dash::FixedString in place of std::string)");
  static_assert(
      !std::is_same_v<Hash, HashOverUnits<Key>> || detail::compares_all_of_key<Pred, Key>,
      "keys that this equality considers equal may have different hash values, and thus different "
      "owners: give dash::UnorderedMap a hash policy that fits the equality");
  static_assert(
      detail::memory_choice<LocalMem> == DART_MEMORY_HOST,
      "host code searches and links the elements of dash::UnorderedMap: it needs host memory");

  using Parts = detail::MapParts<Key, Mapped, Pred>;
  using Element = typename Parts::Element;
  template <class T>
  using HeapPtr = GlobPtr<T, GlobLocalMemoryPool<HostSpace>>;

 public:
  using key_type = Key;
  using mapped_type = Mapped;
  using value_type = std::pair<const Key, Mapped>;
  using hasher = Hash;
  using key_equal = Pred;
  using size_type = dash::default_size_t;
  using index_type = dash::default_index_t;
  using difference_type = index_type;
  using memory_type = detail::MapMemory;

  using iterator = UnorderedMapIter<value_type, Pred, MapScope::global>;
  using const_iterator = UnorderedMapIter<const value_type, Pred, MapScope::global>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using local_iterator = UnorderedMapIter<value_type, Pred, MapScope::local>;
  using const_local_iterator = UnorderedMapIter<const value_type, Pred, MapScope::local>;
  using pointer = typename iterator::pointer;
  using const_pointer = typename const_iterator::pointer;
  using local_pointer = local_iterator;
  using const_local_pointer = const_local_iterator;
  using reference = typename iterator::reference;
  using const_reference = typename const_iterator::reference;
  using mapped_type_reference = std::conditional_t<
      is_atomic<Mapped>::value, GlobRef<Mapped>, GlobSharedRef<Mapped, HeapPtr<Mapped>>>;
  using const_mapped_type_reference = typename mapped_type_reference::const_type;
  using local_mapped_type_reference =
      std::conditional_t<is_atomic<Mapped>::value, GlobRef<Mapped>, Mapped&>;
  using local_type = UnorderedMapLocalRef<UnorderedMap>;

  /// The calling unit's elements.
  local_type local{this};

  /// Before dash::init this allocates nothing: call \c allocate later.
  /// \param nelem  number of elements on all units together for which memory is reserved
  explicit UnorderedMap(size_type nelem = 0, Team& team = Team::All())
      : UnorderedMap(nelem, detail::Granule::default_size<value_type>(), team)
  {}
  /// \param nlbuf  number of elements by which the capacity of the calling unit grows; may differ
  ///   between units
  UnorderedMap(size_type nelem, size_type nlbuf, Team& team = Team::All())
      : parts_(team),
        granule_(nlbuf)
  {
    if (dash::is_initialized()) allocate(nelem, team);
  }

  UnorderedMap(const UnorderedMap&) = delete;
  UnorderedMap& operator=(const UnorderedMap&) = delete;

  UnorderedMap(UnorderedMap&& other)
      : parts_(std::move(other.parts_)),
        hash_(std::move(other.hash_)),
        granule_(other.granule_),
        lcapacity_(other.lcapacity_),
        capacities_(std::move(other.capacities_))
  {}
  UnorderedMap& operator=(UnorderedMap&& other)
  {
    if (this == &other) return *this;
    parts_ = std::move(other.parts_);
    hash_ = std::move(other.hash_);
    granule_ = other.granule_;
    lcapacity_ = other.lcapacity_;
    capacities_ = std::move(other.capacities_);
    return *this;
  }
  ~UnorderedMap() = default;

  /// Allocates an empty map, after freeing what was allocated before. Collective; synchronises at
  /// its end.
  /// \throws exception::RuntimeError    before dash::init, or if there is not enough memory
  /// \throws exception::InvalidArgument for the null team
  void allocate(size_type nelem = 0, Team& team = Team::All())
  {
    const detail::CurrentCall call("dash::UnorderedMap");
    parts_.allocate(team, "dash::UnorderedMap", [&] {
      hash_ = std::make_unique<Hash>(team);
      lcapacity_ = granule_.first_capacity(nelem, team.size());
      const auto agreement =
          detail::growing_agreement("dash::UnorderedMap", typeid(UnorderedMap), nelem);
      return OwnParts{std::make_unique<Parts>(team, lcapacity_, Pred(), agreement.get())};
    });
    barrier();
  }

  /// Waits for all units, then frees the memory. Collective. Has no effect if nothing is allocated.
  void deallocate() { parts_.deallocate(); }

  /// Makes the changes of all units known to all, and moves elements that other units have inserted
  /// into the memory of their owners. References to these elements are invalid afterwards.
  /// Collective. Has no effect if nothing is allocated.
  void barrier()
  {
    const detail::CurrentCall call("dash::UnorderedMap::barrier");
    if (parts_.is_allocated()) parts_->all->commit(capacities_, [this] { return lcapacity(); });
  }

  /* ---- elements by key -------------------------------------------------------------------- */

  /// Inserts an element unless there is one with the same key.
  /// \return the element with the key, and whether it was inserted
  /// \throws exception::InvalidArgument if the hash policy returns a unit that is not in the team
  /// \throws std::bad_alloc             if the heap of the calling unit is exhausted; nothing is
  ///   changed then
  std::pair<iterator, bool> insert(const value_type& value)
  {
    const auto [element, inserted] = insert_element(value);
    return {iterator_to(element), inserted};
  }
  /// Inserts an element; the hint is ignored.
  iterator insert(const_iterator /*hint*/, const value_type& value) { return insert(value).first; }

  /// Inserts a range of pairs, one unit after the other, in the order of the range for each unit.
  template <class InputIterator>
  void insert(InputIterator first, InputIterator last)
  {
    const std::vector<value_type> values(first, last);
    std::vector<std::vector<const value_type*>> batches(
        static_cast<std::size_t>(parts().num_units()));
    for (const auto& value : values) {
      if constexpr (detail::is_caller_dependent<Hash>) {
        if (find_element(value.first)) continue;
      }
      batches[static_cast<std::size_t>(owner(value.first))].push_back(&value);
    }
    for (std::size_t unit = 0; unit < batches.size(); ++unit) {
      parts().insert_all(
          static_cast<dart_unit_t>(unit), batches[unit].begin(), batches[unit].end(),
          [this](auto it) { return hash_of((*it)->first); });
    }
  }

  /// The element with a key; \c end if there is none.
  iterator find(const key_type& key) { return iterator_or_end(find_element(key)); }
  const_iterator find(const key_type& key) const { return iterator_or_end(find_element(key)); }
  size_type count(const key_type& key) const { return find_element(key) ? 1 : 0; }

  /// The value of a key; inserts a value-initialised one if there is none. Throws like \c insert.
  mapped_type_reference operator[](const key_type& key)
  {
    const Element known = find_element(key);
    return mapped_reference<mapped_type_reference, Mapped>(
        known ? known : insert_element(value_type(key, mapped_type())).first);
  }
  /// The value of a key. \throws exception::InvalidArgument if there is none
  mapped_type_reference at(const key_type& key)
  {
    return mapped_reference<mapped_type_reference, Mapped>(existing(key));
  }
  const_mapped_type_reference at(const key_type& key) const
  {
    return mapped_reference<const_mapped_type_reference, const Mapped>(existing(key));
  }

  /// Erases the element with a key. \return the number of elements erased: 0 or 1
  size_type erase(const key_type& key)
  {
    if constexpr (detail::is_caller_dependent<Hash>) {
      const Element known = find_element(key);
      return known && parts().erase(known.unit, hash_of(key), key) ? 1 : 0;
    } else {
      return parts().erase(owner(key), hash_of(key), key) ? 1 : 0;
    }
  }
  /// Erases the element at a position. \return iterator to the next element
  iterator erase(const_iterator position)
  {
    const value_type value = *position;
    const auto place = position.lpos();
    parts().erase(place.unit, hash_of(value.first), value.first);
    iterator next(&parts(), place.unit, static_cast<std::uint64_t>(place.index));
    return ++next;
  }
  /// Erases the elements of a range. \return iterator to the element behind
  /// \throws exception::InvalidArgument if the range runs backwards, or is of two maps
  iterator erase(const_iterator first, const_iterator last)
  {
    detail::require_range("UnorderedMap::erase", first, last);
    while (first != last) first = erase(first);
    const auto place = last.lpos();
    return iterator(&parts(), place.unit, static_cast<std::uint64_t>(place.index));
  }

  /* ---- sizes ------------------------------------------------------------------------------ */

  /// Number of elements: those of other units as of the last \c barrier and with the caller's own
  /// changes, and the unit's own ones now.
  size_type size() const
  {
    size_type sum = 0;
    for (dart_unit_t unit = 0; unit < num_units(); ++unit) sum += parts_->all->size(unit);
    return sum;
  }
  bool empty() const { return size() == 0; }
  /// Number of elements that the calling unit owns.
  size_type lsize() const
  {
    return parts_.is_allocated() ? parts_->all->size(parts_->all->me()) : 0;
  }
  size_type max_size() const noexcept { return (std::numeric_limits<index_type>::max)(); }

  /// Number of elements for which memory is allocated, on all units and on the calling unit.
  size_type capacity() const
  {
    size_type sum = lcapacity();
    for (dart_unit_t unit = 0; unit < num_units(); ++unit) {
      if (unit != parts_->all->me()) sum += capacities_[static_cast<std::size_t>(unit)];
    }
    return sum;
  }
  size_type lcapacity() const
  {
    return parts_.is_allocated() ? granule_.grown_capacity(lcapacity_, lsize()) : 0;
  }

  /* ---- iteration -------------------------------------------------------------------------- */

  iterator begin() { return iterator::begin(parts()); }
  iterator end() { return iterator::end(parts()); }
  const_iterator begin() const { return const_iterator::begin(parts()); }
  const_iterator end() const { return const_iterator::end(parts()); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }

  local_iterator lbegin() { return local_iterator::begin(parts()); }
  local_iterator lend() { return local_iterator::end(parts()); }
  const_local_iterator lbegin() const { return const_local_iterator::begin(parts()); }
  const_local_iterator lend() const { return const_local_iterator::end(parts()); }
  const_local_iterator clbegin() const { return lbegin(); }
  const_local_iterator clend() const { return lend(); }

  /* ---- observers -------------------------------------------------------------------------- */

  /// The unit that owns a key.
  size_type bucket(const key_type& key) const
  {
    if constexpr (detail::is_caller_dependent<Hash>) {
      if (const Element known = find_element(key)) return static_cast<size_type>(known.unit);
    }
    return static_cast<size_type>(owner(key));
  }
  /// Number of elements of a unit, with the same restriction as \c size. \throws
  /// exception::OutOfRange
  size_type bucket_size(size_type unit) const
  {
    if (unit >= static_cast<size_type>(num_units())) {
      DASH_THROW(
          dash::exception::OutOfRange, "UnorderedMap: unit " << unit << " of " << num_units());
    }
    return parts_->all->size(static_cast<dart_unit_t>(unit));
  }
  key_equal key_eq() const { return Pred(); }
  /// \throws exception::RuntimeError if nothing is allocated
  hasher hash_function() const
  {
    parts();
    return *hash_;
  }
  Team& team() const noexcept { return parts_.team(); }
  const memory_type& globmem() const { return parts().memory(); }

 private:
  friend local_type;

  /// The parts in memory that does not move with the map, because iterators refer to them.
  struct OwnParts {
    std::unique_ptr<Parts> all;

    bool is_allocated() const noexcept { return all != nullptr; }
    void flush() const noexcept {}  // operations are complete when they return
    void deallocate()
    {
      all->deallocate();
      all.reset();
    }
  };

  Parts& parts() const
  {
    if (!parts_.is_allocated()) [[unlikely]] {
      DASH_THROW(
          dash::exception::RuntimeError,
          "UnorderedMap: access to a map that was not allocated; call allocate after dash::init");
    }
    return *parts_->all;
  }
  dart_unit_t num_units() const { return parts_.is_allocated() ? parts_->all->num_units() : 0; }

  dart_unit_t owner(const key_type& key) const
  {
    const auto units = parts().num_units();
    const team_unit_t unit = (*hash_)(key);
    if (unit.id < 0 || unit.id >= units) [[unlikely]] {
      DASH_THROW(
          dash::exception::InvalidArgument,
          "UnorderedMap: the hash policy names unit " << unit << " of a team of " << units);
    }
    return unit;
  }
  std::uint64_t hash_of(const key_type& key) const
  {
    return detail::bucket_hash<Pred>(*hash_, key);
  }

  Element find_element(const key_type& key) const
  {
    const auto unit = owner(key);
    const auto hash = hash_of(key);
    Element element = parts().find(unit, hash, key);
    if constexpr (detail::is_caller_dependent<Hash>) {
      for (dart_unit_t other = 0; !element && other < num_units(); ++other) {
        if (other != unit) element = parts().find(other, hash, key);
      }
    }
    return element;
  }
  Element existing(const key_type& key) const
  {
    const Element element = find_element(key);
    if (!element) {
      DASH_THROW(dash::exception::InvalidArgument, "UnorderedMap: there is no such key");
    }
    return element;
  }

  std::pair<Element, bool> insert_element(const value_type& value)
  {
    if constexpr (detail::is_caller_dependent<Hash>) {
      if (const Element known = find_element(value.first)) return {known, false};
    }
    return parts().insert(owner(value.first), hash_of(value.first), value);
  }

  iterator iterator_to(const Element& element) const
  {
    return iterator(&parts(), element.unit, element.place, element.link);
  }
  iterator iterator_or_end(const Element& element) const
  {
    return element ? iterator_to(element) : iterator::end(parts());
  }
  local_iterator as_local(const iterator& it) const
  {
    const auto place = it.lpos();
    return it.is_local()
               ? local_iterator(&parts(), place.unit, static_cast<std::uint64_t>(place.index))
               : local_iterator::end(parts());
  }
  local_iterator local_find(const key_type& key) const
  {
    const auto me = parts().me();
    const Element element = parts().find(me, hash_of(key), key);
    return element && parts().value(element.link).mapped() != nullptr
               ? local_iterator(&parts(), me, element.place, element.link)
               : local_iterator::end(parts());
  }

  template <class Reference, class T>
  Reference mapped_reference(const Element& element) const
  {
    const auto value = parts().value(element.link);
    const auto offset = detail::offset_of(&value_type::second);
    if constexpr (is_atomic<Mapped>::value) {
      return Reference(value.template member<T>(offset));
    } else {
      auto* const mapped = value.template member<T>(offset).mapped();
      if (mapped != nullptr && element.unit == parts().me()) return Reference(mapped);
      auto gptr = parts().gptr(element.link);
      gptr.addr_or_offs.offset += offset;
      return Reference(gptr, nullptr);
    }
  }

  detail::TeamOwned<OwnParts> parts_;
  /// not const, because policies may change with each call
  std::unique_ptr<Hash> hash_;
  detail::Granule granule_;
  /// number of elements of the calling unit for which memory was reserved
  size_type lcapacity_ = 0;
  /// one for each unit, as of the last barrier
  std::vector<std::uint64_t> capacities_;
};

}  // namespace dash
