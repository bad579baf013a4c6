#pragma once

/// \file
/// dash::min_element, dash::max_element and dash::minmax_element.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Candidate.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/NumberOrder.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <functional>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

/// The first of the best elements; there is at least one element.
template <class T, class Better>
struct BestElementStep {
  static constexpr auto name = "dash::min_element";
  static constexpr bool stores_elements = true;
  using functions = Functions<Better>;
  Callable<Better> better;

  template <class Execution, class In>
  Candidate<T> operator()(const Execution& exec, const In& in) const
  {
    return exec.min_element(in.begin(), in.end(), exec.function(better));
  }
};

/// The first native element that is not worse than any other.
template <class T, class Better>
const T* best_native_element(const char* algorithm, const T* first, const T* last, Better better)
{
  const CurrentCall call(algorithm);
  if (require_range(algorithm, first, last) == 0) return last;
  const BestElementStep<T, Better> step{better};
  const auto best = run_step(step, reads(first, last));
  if (holds_for_itself(better, best.value)) throw_not_strict(algorithm);
  return first + best.position;
}

/// The first element that is not worse than any other.
template <SegmentedIterator Iterator, class Better>
Iterator best_element(
    const char* algorithm, const Iterator& first, const Iterator& last, Better better)
{
  using T = std::iter_value_t<Iterator>;
  const CurrentCall call(algorithm);
  if (require_range(algorithm, first, last) == 0) return last;
  std::optional<Candidate<T>> mine;
  auto is_better = order_of_extremes<T>(better);
  Team& team = team_of(first);
  in_front_of_step(team, [&] {
    for_each_part_read(first, last, [&](auto begin, auto end, auto&& position_of) {
      const bool is_refused = mine && mine->position < 0;
      if (begin == end || is_refused) return;
      auto best = run_step(BestElementStep<T, Better>{better}, reads(begin, end));
      if (mine && !is_better(best.value, mine->value)) return;
      best.position = Position(position_of(begin + best.position));
      // A negative position tells all units that the comparison is refused.
      if (holds_for_itself(better, best.value)) best.position = -1;
      mine = best;
    });
  });
  const auto best = fold_over_units(team, mine, [&](const Candidate<T>& a, const Candidate<T>& b) {
    if (a.position < 0) return a;
    if (b.position < 0 || is_better(b.value, a.value)) return b;
    if (is_better(a.value, b.value)) return a;
    return a.position < b.position ? a : b;
  });
  if (best->position < 0) throw_not_strict_together(team, algorithm);
  return first + best->position;
}

}  // namespace detail

/// First smallest of the native elements [first, last); \c last if the range is empty. Local call.
template <class T, class Compare = std::less<const T&>>
const T* min_element(const T* first, const T* last, Compare compare = {})
{
  return detail::best_native_element("dash::min_element", first, last, compare);
}

/// First smallest element of a global range, or \c last if it is empty.
///
/// Collective over the range's team; returns the same result on all units. Each unit reads its own
/// elements. With std::less or std::greater, the result is a number unless all elements are none
/// (NaN).
///
/// \param compare  whether the first argument is smaller
/// \param proj     what to compare of each element: a function object or a pointer to a member
template <SegmentedIterator Iterator, class Compare = std::less<>, class Proj = std::identity>
  requires(!std::is_pointer_v<Iterator>)
Iterator min_element(
    const Iterator& first, const Iterator& last, Compare compare = {}, Proj proj = {})
{
  return detail::best_element(
      "dash::min_element", first, last,
      detail::projected<std::iter_value_t<Iterator>>(std::move(compare), std::move(proj)));
}

template <SegmentedRange Range, class Compare = std::less<>, class Proj = std::identity>
auto min_element(Range&& range, Compare compare = {}, Proj proj = {})
{
  return dash::min_element(range.begin(), range.end(), std::move(compare), std::move(proj));
}

/// First largest of the native elements [first, last); \c compare tells which element is better.
/// Local call.
template <class T, class Compare = detail::Greater<T>>
const T* max_element(const T* first, const T* last, Compare compare = {})
{
  return detail::best_native_element("dash::max_element", first, last, compare);
}

/// First largest element of a global range. Collective, with the same guarantees as min_element.
///
/// \param compare  whether the first argument is \e better, as in DASH 0.4: greater by default;
///   std::less would give the minimum
template <
    SegmentedIterator Iterator, class Compare = detail::Greater<std::iter_value_t<Iterator>>,
    class Proj = std::identity>
  requires(!std::is_pointer_v<Iterator>)
Iterator max_element(
    const Iterator& first, const Iterator& last, Compare compare = {}, Proj proj = {})
{
  return detail::best_element(
      "dash::max_element", first, last,
      detail::projected<std::iter_value_t<Iterator>>(std::move(compare), std::move(proj)));
}

template <
    SegmentedRange Range, class Compare = detail::Greater<std::ranges::range_value_t<Range>>,
    class Proj = std::identity>
auto max_element(Range&& range, Compare compare = {}, Proj proj = {})
{
  return dash::max_element(range.begin(), range.end(), std::move(compare), std::move(proj));
}

/// First smallest and first largest element of a global range, as min_element and max_element give
/// them; std::minmax_element gives the last largest one. Collective, with the same guarantees as
/// min_element.
///
/// \param less  whether the first argument is smaller
/// \param proj  what to compare of each element: a function object or a pointer to a member
template <SegmentedIterator Iterator, class Compare = std::less<>, class Proj = std::identity>
std::pair<Iterator, Iterator> minmax_element(
    const Iterator& first, const Iterator& last, Compare less = {}, Proj proj = {})
{
  const detail::CurrentCall call("dash::minmax_element");
  detail::require_range("dash::minmax_element", first, last);
  using T = std::iter_value_t<Iterator>;
  const auto compare = [&](auto better) {
    return detail::best_element(
        "dash::minmax_element", first, last, detail::projected<T>(std::move(better), proj));
  };
  const Iterator smallest = compare(less);
  if constexpr (std::is_same_v<Compare, std::less<>>) {
    return {smallest, compare(detail::Greater<T>{})};
  } else {
    return {smallest, compare(detail::SwappedOperands<Compare>{less})};
  }
}

template <SegmentedRange Range, class Compare = std::less<>, class Proj = std::identity>
auto minmax_element(Range&& range, Compare less = {}, Proj proj = {})
{
  return dash::minmax_element(range.begin(), range.end(), std::move(less), std::move(proj));
}

DASH_NEEDS_POSITIONS(min_element)
DASH_NEEDS_POSITIONS(max_element)
DASH_NEEDS_POSITIONS(minmax_element)

}  // namespace dash
