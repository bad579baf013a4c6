#ifndef DASH__ALGORITHM__COUNT_H__INCLUDED
#define DASH__ALGORITHM__COUNT_H__INCLUDED

#include <dash/internal/Combine.h>
#include <dash/internal/Execution.h>
#include <dash/internal/FunctionObjects.h>
#include <dash/internal/LocalParts.h>

#include <cstddef>
#include <utility>

namespace dash {

namespace internal {

template <class Predicate>
struct CountStep {
  static constexpr auto name = "dash::count_if";
  using functions = Functions<Predicate>;
  Callable<Predicate> pred;

  template <class Execution, class In>
  Position operator()(const Execution& exec, const In& in) const
  {
    return exec.count_if(in.begin(), in.end(), exec.function(pred));
  }
};

}  // namespace internal

/**
 * Number of elements of a global range that fulfil a predicate.
 *
 * Collective over the range's team; the same result on all units. Each unit reads its own elements.
 */
template <SegmentedIterator Iterator, class Predicate>
std::ptrdiff_t count_if(Iterator first, Iterator last, Predicate pred)
{
  if (first == last) return 0;
  std::ptrdiff_t mine = 0;
  internal::for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
    mine += internal::run_step(internal::CountStep<Predicate>{pred}, internal::reads(begin, end));
  });
  return internal::sum_over_units(internal::team_of(first), mine);
}

template <SegmentedRange Range, class Predicate>
std::ptrdiff_t count_if(Range&& range, Predicate pred)
{
  return dash::count_if(range.begin(), range.end(), std::move(pred));
}

/** Number of elements that equal \c value. As count_if. */
template <SegmentedIterator Iterator, class T>
std::ptrdiff_t count(Iterator first, Iterator last, const T& value)
{
  return dash::count_if(first, last, internal::EqualsValue{value});
}

template <SegmentedRange Range, class T>
std::ptrdiff_t count(Range&& range, const T& value)
{
  return dash::count(range.begin(), range.end(), value);
}

}  // namespace dash

#endif  // DASH__ALGORITHM__COUNT_H__INCLUDED
