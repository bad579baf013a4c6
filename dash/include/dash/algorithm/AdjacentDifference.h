#pragma once

/// \file
/// dash::adjacent_difference.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>

#include <functional>
#include <iterator>
#include <optional>
#include <utility>

namespace dash {

namespace detail {

/// Computes differences within an operand, and from its first element to the preceding one. \return
/// the last element
template <class T, class Op>
struct AdjacentDifferenceStep {
  static constexpr auto name = "dash::adjacent_difference";
  static constexpr bool stores_elements = true;
  using functions = Functions<Op>;
  Callable<Op> op;
  std::optional<T> previous;

  template <class Execution, class In, class Out>
  T operator()(const Execution& exec, const In& in, const Out& out) const
  {
    // read before the output is written, because the output may be the input
    const T last = exec.value(in.end() - 1);
    exec.adjacent_difference(in.begin(), in.end(), out.begin(), previous, exec.function(op));
    return last;
  }
};

}  // namespace detail

/// Computes out[0] = in[0] and out[i] = op(in[i], in[i - 1]).
///
/// Collective over the input's team. Reads elements of other units, so it synchronises before and
/// after. The output may be the input.
///
/// \return end of the output
template <SegmentedIterator Iterator, class Out, class Op = std::minus<>>
Out adjacent_difference(const Iterator& first, const Iterator& last, Out out, Op op = {})
{
  using T = std::iter_value_t<Iterator>;
  using detail::Position;
  const detail::CurrentCall call("dash::adjacent_difference");
  const Position size = detail::require_range("dash::adjacent_difference", first, last);
  detail::require_room("dash::adjacent_difference", size, out);
  detail::require_apart<detail::Overlapping::in_place>(
      "dash::adjacent_difference", first, size, out, size);
  if (size == 0) return out;
  detail::ExchangePhase phase(detail::team_of(first));
  const detail::Share share = detail::share_of(first, last);
  std::optional<T> previous = detail::element_before(first, share);
  phase.all_have_read();
  detail::for_each_common_native_run(
      first + share.begin, out + share.begin, share.size(),
      [&](auto begin, auto end, auto to, Position) {
        previous = detail::run_step(
            detail::AdjacentDifferenceStep<T, Op>{op, previous}, detail::reads(begin, end),
            detail::writes(to, to + (end - begin)));
      });
  return out + size;
}

template <SegmentedRange Range, class Out, class Op = std::minus<>>
Out adjacent_difference(Range&& range, Out out, Op op = {})
{
  return dash::adjacent_difference(range.begin(), range.end(), out, std::move(op));
}

DASH_READS_VIEWS(adjacent_difference)

}  // namespace dash
