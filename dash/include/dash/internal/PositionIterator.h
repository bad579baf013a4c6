/**
 * \file dash/internal/PositionIterator.h
 * Random access iterator over anything that has a subscript operator.
 */
#ifndef DASH__INTERNAL__POSITION_ITERATOR_H__INCLUDED
#define DASH__INTERNAL__POSITION_ITERATOR_H__INCLUDED

#include <compare>
#include <cstddef>
#include <iterator>
#include <ostream>
#include <type_traits>
#include <utility>

namespace dash::internal {

/**
 * Yields \c sequence[pos], \c sequence[pos + stride], …
 *
 * Holds the sequence by value, so it stays valid when the sequence was a temporary: for sequences
 * that are cheap to copy, such as index sets and views.
 */
template <class Sequence>
class PositionIterator {
 public:
  using index_type = typename Sequence::index_type;
  using difference_type = std::ptrdiff_t;
  using reference = decltype(std::declval<const Sequence&>()[index_type{}]);
  using value_type = std::remove_cvref_t<reference>;
  using iterator_category = std::random_access_iterator_tag;
  using pointer = void;

  PositionIterator() = default;
  constexpr PositionIterator(Sequence sequence, index_type pos, index_type stride = 1)
    : _sequence(std::move(sequence)), _pos(pos), _stride(stride)
  {}

  constexpr reference operator*() const { return _sequence[_pos]; }
  constexpr reference operator[](difference_type n) const { return *(*this + n); }

  /** Position in the sequence. */
  constexpr index_type pos() const noexcept { return _pos; }

  /** Index of the element in the origin of the sequence. */
  constexpr index_type gpos() const
    requires requires(const Sequence& sequence) { sequence.index_set(); }
  {
    return _sequence.index_set()[_pos];
  }

  constexpr PositionIterator& operator+=(difference_type n)
  {
    _pos += static_cast<index_type>(n) * _stride;
    return *this;
  }
  constexpr PositionIterator& operator-=(difference_type n) { return *this += -n; }
  constexpr PositionIterator& operator++() { return *this += 1; }
  constexpr PositionIterator& operator--() { return *this += -1; }
  constexpr PositionIterator operator++(int)
  {
    auto old = *this;
    ++*this;
    return old;
  }
  constexpr PositionIterator operator--(int)
  {
    auto old = *this;
    --*this;
    return old;
  }

  friend constexpr PositionIterator operator+(PositionIterator it, difference_type n)
  {
    return it += n;
  }
  friend constexpr PositionIterator operator+(difference_type n, PositionIterator it)
  {
    return it += n;
  }
  friend constexpr PositionIterator operator-(PositionIterator it, difference_type n)
  {
    return it -= n;
  }

  /** Distance, equality and order look at positions only. */
  friend constexpr difference_type operator-(
      const PositionIterator& lhs, const PositionIterator& rhs)
  {
    return static_cast<difference_type>((lhs._pos - rhs._pos) / lhs._stride);
  }
  friend constexpr bool operator==(const PositionIterator& lhs, const PositionIterator& rhs)
  {
    return lhs._pos == rhs._pos;
  }
  friend constexpr std::strong_ordering operator<=>(
      const PositionIterator& lhs, const PositionIterator& rhs)
  {
    return lhs._stride > 0 ? lhs._pos <=> rhs._pos : rhs._pos <=> lhs._pos;
  }

  friend std::ostream& operator<<(std::ostream& os, const PositionIterator& it)
  {
    return os << "dash::PositionIterator(" << it._pos << ")";
  }

 private:
  Sequence _sequence{};
  index_type _pos = 0;
  index_type _stride = 1;
};

}  // namespace dash::internal

#endif  // DASH__INTERNAL__POSITION_ITERATOR_H__INCLUDED
