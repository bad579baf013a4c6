#pragma once

/// \file
/// dash::dot.

#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

struct DotFunction {
  template <
      SegmentedIterator Iterator, std::random_access_iterator Other,
      class T = std::remove_cvref_t<
          decltype(std::declval<std::iter_value_t<Iterator>>() * std::declval<std::iter_value_t<Other>>())>>
  T operator()(const Iterator& first, const Iterator& last, const Other& other, T init = T{}) const
  {
    const CurrentCall call("dash::dot");
    const auto size = require_range("dash::dot", first, last);
    require_room("dash::dot", size, other);
    // Products of the elements' own type might be too large for it.
    using Product = std::conditional_t<
        std::is_same_v<T, std::iter_value_t<Iterator>> &&
            std::is_same_v<T, std::iter_value_t<Other>>,
        std::multiplies<>, dash::multiply<T>>;
    return dash::transform_reduce(first, last, other, init, std::plus<>{}, Product{});
  }

  template <SegmentedRange Range, SegmentedRange OtherRange>
  auto operator()(Range&& range, OtherRange&& other) const
  {
    require_as_long("dash::dot", range, other);
    return (*this)(range.begin(), range.end(), other.begin());
  }

  template <SegmentedRange Range, SegmentedRange OtherRange, class T>
  T operator()(Range&& range, OtherRange&& other, T init) const
  {
    require_as_long("dash::dot", range, other);
    return (*this)(range.begin(), range.end(), other.begin(), init);
  }

  template <class Range, class OtherRange, class... Init>
    requires(detail::SourceView<Range> || detail::SourceView<OtherRange>)
  auto operator()(Range&& range, OtherRange&& other, Init... init) const
  {
    auto&& source = detail::as_source(range);
    auto&& other_source = detail::as_source(other);
    return (*this)(source, other_source, init...);
  }
};

}  // namespace detail

/// The sum of the products of corresponding elements of two ranges: <tt>dot(first, last, other,
/// init)</tt> or <tt>dot(range, other, init)</tt>. Multiplies and adds in the type of \c init or,
/// by default, of a product. Collective, with the same guarantees as transform_reduce of two
/// ranges.
///
/// It is a function object, so that it does not hide a function \c dot of the program for arrays.
inline constexpr detail::DotFunction dot{};

}  // namespace dash
