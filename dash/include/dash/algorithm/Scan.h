#pragma once

/// \file
/// Inclusive and exclusive scans.

#include <dash/algorithm/Operation.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/Fold.h>
#include <dash/detail/execution/ScanKind.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/plan/Limits.h>
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

/// Fold of the contributions of all preceding units, in unit order. Collective over \c team.
template <class T, class Op>
std::optional<T> fold_before(Team& team, const std::optional<T>& mine, Op& op)
{
  const GatheredPartials<T> partials(team, mine);
  std::optional<T> before;
  for (std::size_t unit = 0; unit < static_cast<std::size_t>(team.myid().id); ++unit) {
    fold_into(before, partials[unit], op);
  }
  return before;
}

/// Computes the results for an operand from the fold of everything before it; returns the fold up
/// to its end if it is needed.
template <ScanKind kind, class T, class Op, class F>
struct ScanStep {
  static constexpr auto name = "dash::scan";
  using stored_in_kernels = T;
  using functions = Functions<Op, F>;
  Callable<Op> op;
  Callable<F> f;
  std::optional<T> total;
  /// Whether another operand of the share follows.
  bool continues;

  template <class Execution, class In, class Out>
  std::optional<T> operator()(const Execution& exec, const In& in, const Out& out) const
  {
    return exec.template scan<kind, T>(
        in.begin(), in.end(), out.begin(), total, continues, exec.function(op), exec.function(f));
  }
};

/// Fold of \c n elements; nullopt if there are none.
template <class T, class Iterator, class Op, class F>
std::optional<T> fold_elements(const Iterator& first, Position n, Op& op, F& f)
{
  std::optional<T> total;
  for_each_native_run(first, n, [&](auto begin, auto end, Position) {
    fold_operand_into(total, op, f, reads(begin, end));
  });
  return total;
}

/// Calls \c f(elements) with the elements of a share, for a function that reads them several times:
/// with copies if they lie in short runs of other units, unless these would need much memory.
template <class Iterator, class F>
void call_with_share(const Iterator& first, const Iterator& last, const Share& share, F f)
{
  if constexpr (CopiedElements<Iterator>) {
    constexpr auto most_kept = elements_in<std::iter_value_t<Iterator>>(limits::kept_by_scan);
    if (!share.is_owned && share.size() <= most_kept && has_short_runs(first, last)) {
      const auto copy =
          in_front_of_step(team_of(first), [&] { return copy_of_share(first, share); });
      return f(std::as_const(copy).data());
    }
  }
  f(first + share.begin);
}

/// Computes a scan in two passes: each unit folds its share, gets the fold of all preceding shares,
/// and computes the results of its share. This reads elements twice and writes results once. The
/// alternative, adding the fold of the preceding shares to finished results, would move a quarter
/// more data. A single unit needs no fold.
template <ScanKind kind, class T, class Iterator, class Out, class Op, class F>
Out scan(
    const Iterator& first, const Iterator& last, const Out& out, std::optional<T> init, Op op, F f)
{
  constexpr const char* name =
      kind == ScanKind::inclusive ? "dash::inclusive_scan" : "dash::exclusive_scan";
  const CurrentCall call(name);
  const Position size = require_range(name, first, last);
  require_room(name, size, out);
  require_apart<Overlapping::in_place>(name, first, size, out, size);
  if (size == 0) return out;
  Team& team = team_of(first);
  const Share share = share_of(first, last);
  const bool local = share.is_owned && same_distribution(first, out);
  if (!local) team.barrier();
  std::optional<T> total = init;
  const auto scan_elements = [&](const auto& elements) {
    for_each_common_native_run(
        elements, out + share.begin, share.size(),
        [&](auto begin, auto end, auto to, Position offset) {
          const bool continues = offset + (end - begin) < share.size();
          total = run_step(
              ScanStep<kind, T, Op, F>{op, f, total, continues}, reads(begin, end),
              writes(to, to + (end - begin)));
        });
  };
  call_with_share(first, last, share, [&](const auto& elements) {
    if (team.size() > 1) {
      const auto mine =
          in_front_of_step(team, [&] { return fold_elements<T>(elements, share.size(), op, f); });
      const auto add_preceding = [&] { fold_into(total, fold_before(team, mine, op), op); };
      local ? add_preceding() : in_front_of_step(team, add_preceding);
    }
    if (local) return scan_elements(elements);
    in_front_of_step(team, [&] { scan_elements(elements); });
    team.barrier();
  });
  return out + size;
}

}  // namespace detail

/// Computes out[i] = init o f(in[0]) o … o f(in[i]).
///
/// Collective over the input's team. \c op has to be associative but need not be commutative;
/// floating-point results depend on the distribution. If each unit owns one run of the input, in
/// unit order, and the output is distributed alike, units access their own elements only; otherwise
/// the algorithm synchronises before and after. The output may be the input.
///
/// \return end of the output
template <SegmentedIterator Iterator, class Out, class Op, class F, class T>
Out transform_inclusive_scan(
    const Iterator& first, const Iterator& last, Out out, Op op, F f, T init)
{
  return detail::scan<detail::ScanKind::inclusive>(
      first, last, out, std::optional<T>(init), std::move(op), std::move(f));
}

/// Computes out[i] = f(in[0]) o … o f(in[i]), accumulated in the type of f's results. Collective,
/// with the same guarantees.
template <SegmentedIterator Iterator, class Out, class Op, class F>
Out transform_inclusive_scan(const Iterator& first, const Iterator& last, Out out, Op op, F f)
{
  using T = std::remove_cvref_t<std::invoke_result_t<F&, const std::iter_value_t<Iterator>&>>;
  return detail::scan<detail::ScanKind::inclusive>(
      first, last, out, std::optional<T>(), std::move(op), std::move(f));
}

/// Computes out[i] = in[0] o … o in[i]. Collective, with the same guarantees as
/// transform_inclusive_scan.
template <SegmentedIterator Iterator, class Out, class Op = std::plus<>>
Out inclusive_scan(const Iterator& first, const Iterator& last, Out out, Op op = {})
{
  using T = std::remove_const_t<std::iter_value_t<Iterator>>;
  return detail::scan<detail::ScanKind::inclusive>(
      first, last, out, std::optional<T>(), std::move(op), std::identity{});
}

/// Computes out[i] = init o in[0] o … o in[i]. Collective, with the same guarantees as
/// transform_inclusive_scan.
template <SegmentedIterator Iterator, class Out, class Op, class T>
Out inclusive_scan(const Iterator& first, const Iterator& last, Out out, Op op, T init)
{
  return dash::transform_inclusive_scan(first, last, out, std::move(op), std::identity{}, init);
}

template <SegmentedRange Range, class Out, class Op = std::plus<>>
Out inclusive_scan(Range&& range, Out out, Op op = {})
{
  return dash::inclusive_scan(range.begin(), range.end(), out, std::move(op));
}
template <SegmentedRange Range, class Out, class Op, class T>
Out inclusive_scan(Range&& range, Out out, Op op, T init)
{
  return dash::inclusive_scan(range.begin(), range.end(), out, std::move(op), init);
}
template <SegmentedRange Range, class Out, class Op, class F, class T>
Out transform_inclusive_scan(Range&& range, Out out, Op op, F f, T init)
{
  return dash::transform_inclusive_scan(
      range.begin(), range.end(), out, std::move(op), std::move(f), init);
}
template <SegmentedRange Range, class Out, class Op, class F>
Out transform_inclusive_scan(Range&& range, Out out, Op op, F f)
{
  return dash::transform_inclusive_scan(
      range.begin(), range.end(), out, std::move(op), std::move(f));
}

/// Computes out[i] = init o f(in[0]) o … o f(in[i - 1]). Collective, with the same guarantees as
/// transform_inclusive_scan.
template <SegmentedIterator Iterator, class Out, class T, class Op, class F>
Out transform_exclusive_scan(
    const Iterator& first, const Iterator& last, Out out, T init, Op op, F f)
{
  return detail::scan<detail::ScanKind::exclusive>(
      first, last, out, std::optional<T>(init), std::move(op), std::move(f));
}

/// Computes out[i] = init o in[0] o … o in[i - 1]. Collective, with the same guarantees as
/// transform_inclusive_scan.
template <SegmentedIterator Iterator, class Out, class T, class Op = std::plus<>>
Out exclusive_scan(const Iterator& first, const Iterator& last, Out out, T init, Op op = {})
{
  return dash::transform_exclusive_scan(first, last, out, init, std::move(op), std::identity{});
}

template <SegmentedRange Range, class Out, class T, class Op = std::plus<>>
Out exclusive_scan(Range&& range, Out out, T init, Op op = {})
{
  return dash::exclusive_scan(range.begin(), range.end(), out, init, std::move(op));
}
template <SegmentedRange Range, class Out, class T, class Op, class F>
Out transform_exclusive_scan(Range&& range, Out out, T init, Op op, F f)
{
  return dash::transform_exclusive_scan(
      range.begin(), range.end(), out, init, std::move(op), std::move(f));
}

DASH_READS_VIEWS(inclusive_scan)
DASH_READS_VIEWS(exclusive_scan)
DASH_READS_VIEWS(transform_inclusive_scan)
DASH_READS_VIEWS(transform_exclusive_scan)

}  // namespace dash
