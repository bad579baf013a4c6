#ifndef DASH__ALGORITHM__FIND_H__INCLUDED
#define DASH__ALGORITHM__FIND_H__INCLUDED

#include <dash/internal/Combine.h>
#include <dash/internal/Execution.h>
#include <dash/internal/FunctionObjects.h>
#include <dash/internal/LocalParts.h>

#include <utility>

namespace dash {

namespace internal {

/** Offset of the first element that fulfils the predicate, or the number of elements. */
template <class Predicate>
struct FindStep {
  static constexpr auto name = "dash::find_if";
  using functions = Functions<Predicate>;
  Callable<Predicate> pred;

  template <class Execution, class In>
  Position operator()(const Execution& exec, const In& in) const
  {
    return exec.find_if(in.begin(), in.end(), exec.function(pred)) - in.begin();
  }
};

}  // namespace internal

/**
 * First element of a global range that fulfils a predicate, or \c last.
 *
 * Collective over the range's team; the same result on all units. Each unit reads its own elements
 * up to its first hit.
 */
template <SegmentedIterator Iterator, class Predicate>
Iterator find_if(Iterator first, Iterator last, Predicate pred)
{
  if (first == last) return last;
  const internal::Position none = last - first;
  internal::Position hit = none;
  internal::for_each_local_part(first, last, [&](auto begin, auto end, auto&& position_of) {
    if (hit != none) return;
    const auto found =
        internal::run_step(internal::FindStep<Predicate>{pred}, internal::reads(begin, end));
    if (found != end - begin) hit = position_of(begin + found);
  });
  return first + internal::min_over_units(internal::team_of(first), hit);
}

template <SegmentedRange Range, class Predicate>
auto find_if(Range&& range, Predicate pred)
{
  return dash::find_if(range.begin(), range.end(), std::move(pred));
}

/** First element that does not fulfil a predicate. As find_if. */
template <SegmentedIterator Iterator, class Predicate>
Iterator find_if_not(Iterator first, Iterator last, Predicate pred)
{
  return dash::find_if(first, last, internal::Negated<Predicate>{std::move(pred)});
}

template <SegmentedRange Range, class Predicate>
auto find_if_not(Range&& range, Predicate pred)
{
  return dash::find_if_not(range.begin(), range.end(), std::move(pred));
}

/** First element that equals \c value. As find_if. */
template <SegmentedIterator Iterator, class T>
Iterator find(Iterator first, Iterator last, const T& value)
{
  return dash::find_if(first, last, internal::EqualsValue{value});
}

template <SegmentedRange Range, class T>
auto find(Range&& range, const T& value)
{
  return dash::find(range.begin(), range.end(), value);
}

}  // namespace dash

#endif  // DASH__ALGORITHM__FIND_H__INCLUDED
