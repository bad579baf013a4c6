#pragma once

/// \file
/// dash::for_each, dash::for_each_n and dash::for_each_with_index.

#include <dash/Iterator.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/range/IndexedParts.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Unwinding.h>

#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

template <class T, class Function>
struct ForEachStep {
  static constexpr auto name = "dash::for_each";
  static constexpr bool keeps_state = !std::is_invocable_v<const Function&, T&>;
  using functions = Functions<Function>;
  Callable<Function> f;

  template <class Execution, class InOut>
  void operator()(const Execution& exec, const InOut& elements) const
  {
    exec.for_each(elements.begin(), elements.end(), exec.function(f));
  }
};

template <class T, class Index, class Indices, class Function>
struct ForEachWithIndexStep {
  static constexpr auto name = "dash::for_each_with_index";
  static constexpr bool keeps_state = !std::is_invocable_v<const Function&, T&, Index>;
  using functions = Functions<Function>;
  Callable<Function> f;
  Indices indices;

  template <class Execution, class InOut>
  void operator()(const Execution& exec, const InOut& elements) const
  {
    using Called = decltype(exec.function(f));
    exec.for_each_with_index(
        elements.begin(), elements.end(), Index(0),
        AtIndices<Called, Indices>{exec.function(f), indices});
  }
};

/// Calls a function with the projection of an element, which it may change.
template <class F, class Proj>
struct CallsWithProjection {
  F f;
  Proj proj;

  DASH_NO_EXECUTION_CHECK
  template <class Element>
  DASH_HOST_DEVICE void operator()(Element&& element) const
    requires(std::is_invocable_v<const F&, std::invoke_result_t<const Proj&, Element>>)
  {
    f(std::invoke(proj, static_cast<Element&&>(element)));
  }

  /// Called with functions that change their state.
  template <class Element>
  void operator()(Element&& element)
    requires(!std::is_invocable_v<const F&, std::invoke_result_t<const Proj&, Element>>)
  {
    f(std::invoke(proj, static_cast<Element&&>(element)));
  }
};

/// Calls a function for the calling unit's elements of a range. Local: an error concerns no other
/// unit.
template <SegmentedIterator Iterator, class Function>
void for_each_own(const Iterator& first, const Iterator& last, Function f)
{
  const ForEachStep<std::iter_value_t<Iterator>, Function> step{f};
  for_each_part_in_place(
      first, last, [&](auto begin, auto end, auto&&) { run_step(step, updates(begin, end)); });
}

}  // namespace detail

/// Calls \c f(element) for all elements of a global range, with a native reference or, for views,
/// the value of dereferenced iterators.
///
/// Collective, owner-computes: each unit calls its own copy of \c f for its elements. Ends with a
/// barrier of the range's team, as in DASH 0.4.
template <SegmentedIterator Iterator, class Function>
void for_each(const Iterator& first, const Iterator& last, Function f)
{
  const detail::CurrentCall call("dash::for_each");
  if (detail::require_range("dash::for_each", first, last) == 0) return;
  Team& team = detail::team_of(first);
  detail::in_front_of_step(team, [&] { detail::for_each_own(first, last, std::move(f)); });
  team.barrier();
}

/// Calls \c f(proj(element)) for all elements; the projection, a function object or a pointer to a
/// member, may refer to a part of the element, which \c f changes then. Collective, with the same
/// guarantees.
template <SegmentedIterator Iterator, class Function, class Proj>
void for_each(const Iterator& first, const Iterator& last, Function f, Proj proj)
{
  dash::for_each(
      first, last, detail::CallsWithProjection<Function, Proj>{std::move(f), std::move(proj)});
}

template <SegmentedRange Range, class Function>
void for_each(Range&& range, Function f)
{
  dash::for_each(range.begin(), range.end(), std::move(f));
}
template <SegmentedRange Range, class Function, class Proj>
void for_each(Range&& range, Function f, Proj proj)
{
  dash::for_each(range.begin(), range.end(), std::move(f), std::move(proj));
}

/// Calls \c f(proj(element)) for \c n elements from \c first on. Collective, with the same
/// guarantees.
/// \return the position behind them
template <SegmentedIterator Iterator, class Function, class... Proj>
Iterator for_each_n(
    const Iterator& first, std::iter_difference_t<Iterator> n, Function f, Proj... proj)
{
  dash::for_each(first, first + n, std::move(f), std::move(proj)...);
  return first + n;
}

/// Calls \c f(element, index) for all elements of a global range; the index is the global one in
/// the container. Collective, with the same guarantees as for_each.
template <GlobalIterator Iterator, class Function>
void for_each_with_index(const Iterator& first, const Iterator& last, Function f)
{
  using index_type = typename Iterator::index_type;
  using T = std::iter_value_t<Iterator>;
  const detail::CurrentCall call("dash::for_each_with_index");
  if (detail::require_range("dash::for_each_with_index", first, last) == 0) return;
  Team& team = detail::team_of(first);
  detail::in_front_of_step(team, [&] {
    detail::for_each_indexed_part_in_place(first, last, [&](auto begin, auto end, auto indices) {
      using Step = detail::ForEachWithIndexStep<T, index_type, decltype(indices), Function>;
      detail::run_step(Step{f, indices}, detail::updates(begin, end));
    });
  });
  team.barrier();
}

template <SegmentedRange Range, class Function>
void for_each_with_index(Range&& range, Function f)
{
  dash::for_each_with_index(range.begin(), range.end(), std::move(f));
}

DASH_READS_VIEWS(for_each)
DASH_NEEDS_POSITIONS(for_each_with_index)

}  // namespace dash
