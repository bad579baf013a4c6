#pragma once

/// \file
/// Iterators over the elements of a map.

#include <dash/Exception.h>
#include <dash/GlobPtr.h>
#include <dash/GlobSharedRef.h>
#include <dash/Types.h>
#include <dash/detail/map/MapLink.h>
#include <dash/detail/map/MapParts.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <dash/memory/HostSpace.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ostream>
#include <type_traits>

namespace dash {

/// The elements of a map that an iterator iterates over: those of all units, by global references,
/// or those of the calling unit, by native references.
enum class MapScope { global, local };

/// Random access iterator over the elements of a map: unit by unit, and for each unit in the order
/// of insertion. With \c MapScope::local it iterates over the elements of the calling unit, with
/// native references.
///
/// Positions count places: an element that was erased leaves its place empty until the next
/// \c barrier, and iterators skip it. Iterators stay valid until the next \c barrier when elements
/// are inserted, and when other elements are erased; if nothing was erased, they stay valid beyond
/// it. All functions are local calls.
///
/// \tparam Element  pair of a constant key and a value; constant where the value is not changed
/// \tparam Pred     equality of keys, as of the map
template <class Element, class Pred, MapScope scope>
class UnorderedMapIter {
  static constexpr bool is_local_scope = scope == MapScope::local;
  using Parts = detail::MapParts<
      std::remove_const_t<typename Element::first_type>, typename Element::second_type, Pred>;

 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_const_t<Element>;
  using index_type = dash::default_index_t;
  using difference_type = index_type;
  /// A pointer type for the memory of a heap, in which the elements are.
  using pointer = std::conditional_t<
      is_local_scope, Element*, GlobPtr<Element, GlobLocalMemoryPool<HostSpace>>>;
  using reference = std::conditional_t<
      is_local_scope, Element&,
      GlobSharedRef<Element, GlobPtr<Element, GlobLocalMemoryPool<HostSpace>>>>;
  using local_pointer = Element*;

  struct local_index_t {
    team_unit_t unit;
    index_type index;
  };

  UnorderedMapIter() = default;
  /// An iterator to a place, for which \c link may be given if it is known.
  UnorderedMapIter(
      const Parts* parts, dart_unit_t unit, std::uint64_t place, detail::MapLink link = {}) noexcept
      : parts_(parts),
        unit_(unit),
        place_(place),
        link_(link)
  {}

  template <class Other>
    requires(std::is_const_v<Element> && std::is_same_v<const Other, Element>)
  UnorderedMapIter(const UnorderedMapIter<Other, Pred, scope>& other) noexcept
      : UnorderedMapIter(other.parts_, other.unit_, other.place_, other.link_)
  {}

  static UnorderedMapIter begin(const Parts& parts)
  {
    UnorderedMapIter first(&parts, first_unit(parts), 0);
    first.skip_empty();
    return first;
  }
  /// The end; it is the same regardless of insertions.
  static UnorderedMapIter end(const Parts& parts)
  {
    return UnorderedMapIter(&parts, last_unit(parts), 0);
  }

  /// \throws exception::OutOfRange if there is no element at the place
  reference operator*() const
  {
    const auto link = checked_link();
    auto* const native = native_address(link);
    if constexpr (is_local_scope) {
      return *native;
    } else if (native != nullptr) {
      return reference(native);
    } else {
      return reference(parts_->gptr(link), nullptr);
    }
  }
  reference operator[](difference_type n) const { return *(*this + n); }
  Element* operator->() const
    requires is_local_scope
  {
    return &**this;
  }

  /// Number of preceding places, as the calling unit knows it now.
  index_type pos() const
  {
    if (parts_ == nullptr) return 0;
    auto sum = place_;
    for (auto unit = first_unit(*parts_); unit < unit_; ++unit) sum += parts_->num_places(unit);
    return static_cast<index_type>(sum);
  }
  index_type gpos() const { return pos(); }
  /// Owner, and place at the owner.
  local_index_t lpos() const noexcept
  {
    return {team_unit_t{unit_}, static_cast<index_type>(place_)};
  }

  /// Whether the calling unit owns the element.
  bool is_local() const noexcept { return parts_ != nullptr && unit_ == parts_->me(); }
  /// Native address at the owner; nullptr on other units, and if there is no element.
  Element* local() const
  {
    const auto link = current_link();
    return link ? native_address(link) : nullptr;
  }
  /// Whether both are of the same map.
  bool is_same_sequence(const UnorderedMapIter& other) const noexcept
  {
    return parts_ == other.parts_;
  }
  /// Number of places from here to the end.
  index_type remaining() const
  {
    return parts_ == nullptr ? 0 : static_cast<index_type>(end(*parts_).pos()) - pos();
  }

  /// \throws exception::OutOfRange if there is no element at the place
  dart_gptr_t dart_gptr() const { return parts_->gptr(checked_link()); }

  UnorderedMapIter& operator++()
  {
    move_to(unit_, place_ + 1);
    skip_empty();
    return *this;
  }
  UnorderedMapIter& operator--()
  {
    do {
      while (place_ == 0) move_to(unit_ - 1, parts_->num_places(unit_ - 1));
      move_to(unit_, place_ - 1);
    } while (!current_link());
    return *this;
  }
  UnorderedMapIter operator++(int)
  {
    auto old = *this;
    ++*this;
    return old;
  }
  UnorderedMapIter operator--(int)
  {
    auto old = *this;
    --*this;
    return old;
  }
  /// Advances by \c n places, including empty ones.
  UnorderedMapIter& operator+=(difference_type n)
  {
    auto rest = static_cast<std::uint64_t>(pos() + n);
    const auto last = last_unit(*parts_);
    auto unit = first_unit(*parts_);
    for (; unit < last && rest >= parts_->num_places(unit); ++unit) {
      rest -= parts_->num_places(unit);
    }
    move_to(unit, unit == last ? 0 : rest);
    return *this;
  }
  UnorderedMapIter& operator-=(difference_type n) { return *this += -n; }

  friend UnorderedMapIter operator+(UnorderedMapIter it, difference_type n) { return it += n; }
  friend UnorderedMapIter operator+(difference_type n, UnorderedMapIter it) { return it += n; }
  friend UnorderedMapIter operator-(UnorderedMapIter it, difference_type n) { return it -= n; }

 private:
  template <class, class, MapScope>
  friend class UnorderedMapIter;

  static dart_unit_t first_unit(const Parts& parts) noexcept
  {
    return is_local_scope ? parts.me() : 0;
  }
  static dart_unit_t last_unit(const Parts& parts) noexcept
  {
    return is_local_scope ? parts.me() + 1 : parts.num_units();
  }

  void move_to(dart_unit_t unit, std::uint64_t place) noexcept
  {
    unit_ = unit;
    place_ = place;
    link_ = {};
  }

  /// Advances to the next place with an element, or to the end.
  void skip_empty()
  {
    for (const auto last = last_unit(*parts_); unit_ < last; move_to(unit_ + 1, 0)) {
      for (const auto places = parts_->num_places(unit_); place_ < places; ++place_) {
        if (current_link()) return;
      }
    }
  }

  /// The place has the current link, except for elements that are being inserted.
  detail::MapLink current_link() const
  {
    if (parts_ == nullptr || unit_ >= parts_->num_units()) return {};
    auto link = parts_->at(unit_, place_);
    if (link == detail::MapLink()) link = link_;
    // The node is still in the memory of another host; the owner takes it over at the next barrier.
    if (is_local_scope && link && native_address(link) == nullptr) return {};
    return link;
  }
  detail::MapLink checked_link() const
  {
    const auto link = current_link();
    if (!link) [[unlikely]]
      throw_empty();
    return link;
  }
  Element* native_address(detail::MapLink link) const
  {
    return is_local() ? parts_->value(link).mapped() : nullptr;
  }

  [[noreturn]] void throw_empty() const
  {
    DASH_THROW(
        dash::exception::OutOfRange, "UnorderedMap: there is no element at place "
                                         << place_ << " of unit " << unit_
                                         << "; it was erased, or is yet to come here"
                                         << " with the next barrier");
  }

  const Parts* parts_ = nullptr;
  dart_unit_t unit_ = 0;
  std::uint64_t place_ = 0;
  detail::MapLink link_;
};

/// Equality and order of iterators are those of their places.
template <class A, class B, class Pred, MapScope scope>
bool operator==(
    const UnorderedMapIter<A, Pred, scope>& lhs, const UnorderedMapIter<B, Pred, scope>& rhs)
{
  return (lhs <=> rhs) == 0;
}

template <class A, class B, class Pred, MapScope scope>
std::strong_ordering operator<=>(
    const UnorderedMapIter<A, Pred, scope>& lhs, const UnorderedMapIter<B, Pred, scope>& rhs)
{
  const auto a = lhs.lpos();
  const auto b = rhs.lpos();
  return a.unit != b.unit ? a.unit.id <=> b.unit.id : a.index <=> b.index;
}

/// Distance in places, including empty ones.
template <class A, class B, class Pred, MapScope scope>
dash::default_index_t operator-(
    const UnorderedMapIter<A, Pred, scope>& lhs, const UnorderedMapIter<B, Pred, scope>& rhs)
{
  return lhs.pos() - rhs.pos();
}

template <class Element, class Pred, MapScope scope>
dash::default_index_t distance(
    const UnorderedMapIter<Element, Pred, scope>& first,
    const UnorderedMapIter<Element, Pred, scope>& last)
{
  return last - first;
}

/// Prints the place.
template <class Element, class Pred, MapScope scope>
std::ostream& operator<<(std::ostream& os, const UnorderedMapIter<Element, Pred, scope>& it)
{
  return os << "dash::UnorderedMapIter(unit " << it.lpos().unit << ", place " << it.lpos().index
            << ")";
}

}  // namespace dash
