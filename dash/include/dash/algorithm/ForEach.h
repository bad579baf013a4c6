#ifndef DASH__ALGORITHM__FOR_EACH_H__INCLUDED
#define DASH__ALGORITHM__FOR_EACH_H__INCLUDED

#include <dash/Iterator.h>
#include <dash/internal/Execution.h>
#include <dash/internal/IndexedParts.h>
#include <dash/internal/LocalParts.h>

#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

namespace internal {

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

}  // namespace internal

/**
 * Calls \c f(element) for all elements of a global range: a native reference, or what the iterators
 * of a view yield.
 *
 * Collective, owner-computes: each unit calls its own copy of \c f for its elements. Ends with a
 * barrier of the range's team, as in DASH 0.4.
 */
template <SegmentedIterator Iterator, class Function>
void for_each(const Iterator& first, const Iterator& last, Function f)
{
  const internal::ForEachStep<std::iter_value_t<Iterator>, Function> step{f};
  internal::for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
    internal::run_step(step, internal::updates(begin, end));
  });
  if (first != last) internal::team_of(first).barrier();
}

template <SegmentedRange Range, class Function>
void for_each(Range&& range, Function f)
{
  dash::for_each(range.begin(), range.end(), std::move(f));
}

/** As for_each, with \c f(element, global index); the index is that in the container. */
template <GlobalIterator Iterator, class Function>
void for_each_with_index(const Iterator& first, const Iterator& last, Function f)
{
  using index_type = typename Iterator::index_type;
  using T = std::iter_value_t<Iterator>;
  internal::for_each_indexed_part(first, last, [&](auto begin, auto end, auto indices) {
    using Step = internal::ForEachWithIndexStep<T, index_type, decltype(indices), Function>;
    internal::run_step(Step{f, indices}, internal::updates(begin, end));
  });
  if (first != last) internal::team_of(first).barrier();
}

template <SegmentedRange Range, class Function>
void for_each_with_index(Range&& range, Function f)
{
  dash::for_each_with_index(range.begin(), range.end(), std::move(f));
}

}  // namespace dash

#endif  // DASH__ALGORITHM__FOR_EACH_H__INCLUDED
