#pragma once

/// \file
/// Makes views of this library views of range-v3, and views of range-v3 sources of algorithms.
///
/// Include it in sources that pass views such as \c dash::sub(1,n,array) to \c ranges::views, or
/// views of range-v3 to algorithms: \c filter, \c take_while, \c zip_with, \c enumerate and
/// \c concat of range-v3 do not show what algorithms need, such as the predicate, or where elements
/// lie. Over ranges of this library, they do so if this header is included in front of their first
/// use. Arrays as arguments of other views do not need it. This is the only header of the library
/// that includes range-v3.

#if defined(__CUDACC__)
#error "nvcc does not compile range-v3; use the views of std or of dash in this file"
#endif

#include <dash/RangeKind.h>
#include <dash/View.h>
#include <dash/detail/algorithm/SourceViews.h>

#include <range/v3/functional/not_fn.hpp>
#include <range/v3/iterator/unreachable_sentinel.hpp>
#include <range/v3/range/concepts.hpp>
#include <range/v3/view/concat.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/take_while.hpp>
#include <range/v3/view/transform.hpp>
#include <range/v3/view/zip.hpp>
#include <range/v3/view/zip_with.hpp>

#include <concepts>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

/// \cond
template <class X>
  requires dash::LightRange<X>
inline constexpr bool ranges::enable_view<X> = true;

template <class X>
  requires dash::FreeRange<X>
inline constexpr bool ranges::enable_borrowed_range<X> = true;

/// Views of this library copy those of range-v3, as they do with those of std.
template <class X>
  requires std::derived_from<X, ranges::view_base>
inline constexpr bool std::ranges::enable_view<X> = true;

namespace dash::detail {

/// Ranges that algorithms work on, and views that they can make such a range of.
template <class Range>
concept SourceRange = SegmentedRange<Range> || SourceView<Range>;

template <>
inline constexpr bool is_endless<ranges::unreachable_sentinel_t> = true;

/// Ranges of any kind that can be beside or behind global ones: they have positions, and a size or
/// no end.
template <class Range>
concept IndexedRange = requires(const Range& range) {
  { range.begin() } -> std::random_access_iterator;
  requires is_endless<decltype(range.end())> || requires { range.end() - range.begin(); };
};

/// Ranges side by side, of which at least one is global.
template <class... Ranges>
concept ZippedRanges = (SegmentedRange<Ranges> || ...) && (IndexedRange<Ranges> && ...);

/// Global ranges with references of one type.
template <class... Ranges>
concept JoinedRanges =
    ((SegmentedRange<Ranges> && IndexedRange<Ranges>) && ...) &&
    (std::same_as<
         ranges::range_reference_t<Ranges>,
         ranges::range_reference_t<std::tuple_element_t<0, std::tuple<Ranges...>>>> &&
     ...);

/// Calls a function with the members of a tuple.
template <class F>
struct Spread {
  F function;

  template <class Tuple>
  decltype(auto) operator()(Tuple&& tuple) const
  {
    return std::apply(function, std::forward<Tuple>(tuple));
  }
};

}  // namespace dash::detail

namespace ranges {

/// What filter selects from a range of this library, with the predicate.
template <dash::detail::SourceRange Range, class Predicate>
struct filter_view<Range, Predicate> : remove_if_view<Range, logical_negate<Predicate>> {
  filter_view() = default;
  constexpr filter_view(Range range, Predicate pred)
      : filter_view::remove_if_view{std::move(range), not_fn(pred)},
        pred_(std::move(pred))
  {}
  constexpr const Predicate& pred() const { return pred_; }

 private:
  semiregular_box_t<Predicate> pred_;
};

/// The first elements of a range of this library, with the predicate.
template <dash::detail::SourceRange Range, class Predicate>
struct take_while_view<Range, Predicate> : iter_take_while_view<Range, indirected<Predicate>> {
  take_while_view() = default;
  constexpr take_while_view(Range range, Predicate pred)
      : take_while_view::iter_take_while_view{std::move(range), indirect(pred)},
        pred_(std::move(pred))
  {}
  constexpr const Predicate& pred() const { return pred_; }

 private:
  semiregular_box_t<Predicate> pred_;
};

/// Ranges of this library beside others: what a function makes of their elements is where the
/// elements are.
template <class Function, class... Ranges>
  requires dash::detail::ZippedRanges<Ranges...>
struct zip_with_view<Function, Ranges...>
    : transform_view<dash::ZipView<Ranges...>, dash::detail::Spread<Function>> {
  zip_with_view() = default;
  explicit zip_with_view(Ranges... ranges) : zip_with_view(Function{}, std::move(ranges)...) {}
  explicit zip_with_view(Function function, Ranges... ranges)
      : zip_with_view::transform_view{
            dash::ZipView<Ranges...>(dash::StoredDomain<Ranges>(std::move(ranges))...),
            {std::move(function)}}
  {}
};

/// Ranges of this library beside some without an end, such as those of enumerate: there is an end,
/// and it is an iterator.
template <class... Ranges>
  requires(
      dash::detail::ZippedRanges<Ranges...> &&
      (dash::detail::is_endless<sentinel_t<Ranges>> || ...))
struct zip_view<Ranges...> : dash::ZipView<Ranges...> {
  zip_view() = default;
  explicit zip_view(Ranges... ranges)
      : dash::ZipView<Ranges...>(dash::StoredDomain<Ranges>(std::move(ranges))...)
  {}
};

/// Ranges of this library one after the other.
template <class... Ranges>
  requires dash::detail::JoinedRanges<Ranges...>
struct concat_view<Ranges...> : dash::ConcatView<Ranges...> {
  concat_view() = default;
  explicit concat_view(Ranges... ranges)
      : dash::ConcatView<Ranges...>(dash::StoredDomain<Ranges>(std::move(ranges))...)
  {}
};

}  // namespace ranges
/// \endcond
