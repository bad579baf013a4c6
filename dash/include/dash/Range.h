#pragma once

/// \file
/// Ranges: types with begin() and end().

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/RangeKind.h>

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

/// Whether X has an iterator type, begin() and end(), like containers, views and index sets.
template <class X>
    struct is_range : std::bool_constant < requires(std::remove_cvref_t<X>& x) {
  typename std::remove_cvref_t<X>::iterator;
  x.begin();
  x.end();
}>{};

/// Iterator to the first element of a range.
template <class Range>
  requires is_range<Range>::value
constexpr auto begin(Range&& range)
{
  return range.begin();
}

/// Iterator behind the last element of a range.
template <class Range>
  requires is_range<Range>::value
constexpr auto end(Range&& range)
{
  return range.end();
}

/// Number of elements of a range.
template <class Range>
  requires is_range<Range>::value
constexpr auto size(Range&& range)
{
  return range.size();
}

/// Range between two iterators, which it holds by value.
template <class Iterator, class Sentinel = Iterator>
class IteratorRange {
 public:
  using range_kind = BorrowedRange;
  using iterator = Iterator;
  using const_iterator = Iterator;
  using sentinel = Sentinel;
  using value_type = std::iter_value_t<Iterator>;
  using reference = std::iter_reference_t<Iterator>;
  using difference_type = std::iter_difference_t<Iterator>;
  using size_type = std::make_unsigned_t<difference_type>;

  IteratorRange() = default;
  constexpr IteratorRange(Iterator first, Sentinel last)
      : first_(std::move(first)),
        last_(std::move(last))
  {}

  constexpr Iterator begin() const { return first_; }
  constexpr Sentinel end() const { return last_; }
  constexpr bool empty() const { return first_ == last_; }

  constexpr size_type size() const
    requires std::sized_sentinel_for<Sentinel, Iterator>
  {
    return static_cast<size_type>(last_ - first_);
  }
  constexpr reference operator[](difference_type n) const
    requires std::random_access_iterator<Iterator>
  {
    if constexpr (std::sized_sentinel_for<Sentinel, Iterator>) {
      DASH_ASSERT_LE(0, n, "position is outside of the range");
      DASH_ASSERT_LT(n, size(), "position is outside of the range");
    }
    return first_[n];
  }

 private:
  Iterator first_{};
  [[no_unique_address]] Sentinel last_{};
};

/// The range [first, last).
template <class Iterator, class Sentinel>
constexpr auto make_range(Iterator first, Sentinel last)
{
  return IteratorRange<Iterator, Sentinel>(std::move(first), std::move(last));
}

/// Creates a range like make_range. Pairs of global iterators can be viewed by \c sub, \c local and
/// \c blocks.
template <class Iterator, class Sentinel>
constexpr auto make_view(Iterator first, Sentinel last)
{
  return dash::make_range(std::move(first), std::move(last));
}

}  // namespace dash
