#ifndef DASH__ALGORITHM__COPY_IF_H__INCLUDED
#define DASH__ALGORITHM__COPY_IF_H__INCLUDED

#include <dash/internal/Execution.h>
#include <dash/internal/Share.h>

#include <iterator>
#include <utility>

namespace dash {

namespace internal {

/** \return number of elements copied */
template <class Predicate>
struct CopyIfStep {
  static constexpr auto name = "dash::copy_if";
  using functions = Functions<Predicate>;
  Callable<Predicate> pred;

  template <class Execution, class In, class Out>
  Position operator()(const Execution& exec, const In& in, const Out& out) const
  {
    return exec.copy_if(in.begin(), in.end(), out.begin(), exec.function(pred)) - out.begin();
  }
};

}  // namespace internal

/**
 * Copies the elements that fulfil a predicate, in their order, to a global range that does not
 * overlap the input.
 *
 * Collective over the input's team; moves elements between units, so it synchronises before and
 * after.
 *
 * \return end of the output, the same on all units
 */
template <SegmentedIterator Iterator, SegmentedIterator Out, class Predicate>
Out copy_if(const Iterator& first, const Iterator& last, Out out, Predicate pred)
{
  if (first == last) return out;
  Team& team = internal::team_of(first);
  const internal::ExchangePhase phase(team);
  const internal::Share share = internal::share_of(first, last);
  const internal::UnitBuffer<std::iter_value_t<Iterator>> buffer(share.size());
  auto* kept_end = buffer.begin();
  internal::for_each_stretch(first + share.begin, share.size(), [&](auto begin, auto end, auto) {
    kept_end += internal::run_step(
        internal::CopyIfStep<Predicate>{pred}, internal::reads(begin, end),
        internal::writes(kept_end, kept_end + (end - begin)));
  });
  return internal::assign_in_unit_order(team, buffer.begin(), kept_end, out);
}

template <SegmentedRange Range, SegmentedIterator Out, class Predicate>
Out copy_if(Range&& range, Out out, Predicate pred)
{
  return dash::copy_if(range.begin(), range.end(), out, std::move(pred));
}

}  // namespace dash

#endif  // DASH__ALGORITHM__COPY_IF_H__INCLUDED
