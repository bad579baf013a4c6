#pragma once

/// \file
/// dash::transform of one range or of two.

#include <dash/Exception.h>
#include <dash/algorithm/Operation.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/CorrespondingRuns.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/memory/AccessError.h>
#include <dash/detail/range/RequireRange.h>

#include <algorithm>
#include <concepts>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

/// A function of one operand, or of two, whose elements have the types T.
template <class F, class... T>
struct TransformStep {
  static constexpr auto name = "dash::transform";
  static constexpr bool runs_at_places = true;
  static constexpr bool keeps_state = !std::is_invocable_v<const F&, const T&...>;
  using functions = Functions<F>;
  Callable<F> f;

  template <class Execution, class In, class Out>
  void operator()(const Execution& exec, const In& in, const Out& out) const
  {
    exec.transform(in.begin(), in.end(), out.begin(), exec.function(f));
  }

  template <class Execution, class A, class B, class Out>
  void operator()(const Execution& exec, const A& a, const B& b, const Out& out) const
  {
    exec.transform(a.begin(), a.end(), b.begin(), out.begin(), exec.function(f));
  }
};

/// Calls \c op with the operands in the order of std::transform, except that DASH's store and load
/// get them exchanged: out = op(b, a).
template <class Op>
auto in_operand_order(Op op)
{
  if constexpr (requires { requires Op::op_kind() == OpKind::NOOP; }) {
    return SwappedOperands<Op>{op};
  } else {
    return op;
  }
}

/// Computes target[i] = target[i] o values[i], each atomically, for local values and a global
/// target.
template <DartOperation Op, class T, class GlobOut>
void accumulate_atomically(const T* values, Position n, GlobOut target)
{
  static_assert(
      dart_datatype<T>::value != DART_TYPE_UNDEFINED,
      "dash::transform of local values updates a global range atomically, which needs an "
      "arithmetic type");
  while (n > 0) {
    const Position size = std::min<Position>(n, target.contiguous().size);
    const dart_gptr_t gptr = target.dart_gptr();
    CheckedAccess().result(
        dart_accumulate_blocking_local(
            gptr, values, static_cast<std::size_t>(size), dart_datatype<T>::value,
            Op::dart_operation()),
        "transform", gptr);
    flush(gptr);
    values += size;
    n -= size;
    target += size;
  }
}

}  // namespace detail

/// Computes out[i] = f(a[i]) for a global range and an output of any distribution.
///
/// Collective over the input's team. Each unit computes the results for its own elements of the
/// input if both ranges are distributed alike. Otherwise a plan says who computes which
/// (docs/design.md, "Plans of work"), and DASH_EXPLAIN=1 shows it.
///
/// If its copy of \c f changes its state, it is called in the order of its elements. Does not
/// synchronise if both are distributed alike, otherwise synchronises before and after. The output
/// may be the input, but not overlap it in part.
///
/// \return end of the output
template <SegmentedIterator InputIt, class OutputIt, class UnaryOp>
  requires std::invocable<UnaryOp&, std::iter_reference_t<InputIt>>
OutputIt transform(const InputIt& first, const InputIt& last, OutputIt out, UnaryOp f)
{
  using Step = detail::TransformStep<UnaryOp, std::iter_value_t<InputIt>>;
  const detail::CurrentCall call("dash::transform");
  const detail::Position size = detail::require_range("dash::transform", first, last);
  detail::require_room("dash::transform", size, out);
  detail::require_apart<detail::Overlapping::in_place>("dash::transform", first, size, out, size);
  detail::synchronized_unless_aligned(first, last, out, [&] {
    const auto transform_run = [&](auto&&, auto begin, auto end, auto to) {
      detail::run_step(Step{f}, detail::reads(begin, end), detail::writes(to, to + (end - begin)));
    };
    using Work = detail::StepOn<Step, detail::Access::read, detail::Access::write>;
    detail::for_each_corresponding_run<Work>(first, last, transform_run, out);
  });
  return out + size;
}

/// Computes out[i] = f(proj(a[i])). Collective, with the same guarantees.
/// \param proj  a function object or a pointer to a member
template <
    SegmentedIterator InputIt, std::random_access_iterator OutputIt, class UnaryOp, class Proj>
  requires(!std::random_access_iterator<UnaryOp>)
OutputIt transform(const InputIt& first, const InputIt& last, OutputIt out, UnaryOp f, Proj proj)
{
  return dash::transform(
      first, last, out,
      detail::projected<std::iter_value_t<InputIt>>(std::move(f), std::move(proj)));
}

/// Computes out[i] = f(a[i]) for a function that is a pointer to a member.
template <SegmentedIterator InputIt, class OutputIt, class Member>
  requires std::is_member_pointer_v<Member>
OutputIt transform(const InputIt& first, const InputIt& last, OutputIt out, Member f)
{
  return dash::transform(first, last, out, std::identity(), f);
}

template <SegmentedRange Range, class OutputIt, class UnaryOp>
  requires(!SegmentedRange<OutputIt>)
OutputIt transform(Range&& range, OutputIt out, UnaryOp f)
{
  return dash::transform(range.begin(), range.end(), out, std::move(f));
}
template <SegmentedRange Range, std::random_access_iterator OutputIt, class UnaryOp, class Proj>
  requires(!SegmentedRange<OutputIt>)
OutputIt transform(Range&& range, OutputIt out, UnaryOp f, Proj proj)
{
  return dash::transform(range.begin(), range.end(), out, std::move(f), std::move(proj));
}
/// The output may also be a range, which begins where the results are written.
template <SegmentedRange Range, SegmentedRange Output, class UnaryOp>
auto transform(Range&& range, Output&& out, UnaryOp f)
{
  return dash::transform(range.begin(), range.end(), out.begin(), std::move(f));
}
template <SegmentedRange Range, SegmentedRange Output, class UnaryOp, class Proj>
  requires(!std::random_access_iterator<UnaryOp> && !SegmentedRange<UnaryOp>)
auto transform(Range&& range, Output&& out, UnaryOp f, Proj proj)
{
  return dash::transform(range.begin(), range.end(), out.begin(), std::move(f), std::move(proj));
}

/// Computes out[i] = op(a[i], b[i]) for global ranges of any distribution.
///
/// Collective over the first input's team; which unit computes which result is as for one input.
/// Does not synchronise if all ranges are distributed alike, otherwise synchronises before and
/// after. The output may be one of the inputs. With dash::second (store)
/// and dash::first the operands are exchanged, as in DASH 0.4.
///
/// With projections (function objects or pointers to members), it computes
/// out[i] = op(proj_a(a[i]), proj_b(b[i])).
///
/// \return end of the output
template <
    SegmentedIterator InputIt, std::random_access_iterator OtherIt,
    std::random_access_iterator OutputIt, class BinaryOp>
  requires(!std::is_pointer_v<InputIt>)
OutputIt transform(
    const InputIt& a_first, const InputIt& a_last, const OtherIt& b_first, OutputIt out,
    BinaryOp op)
{
  auto ordered = detail::in_operand_order(op);
  using Step = detail::TransformStep<
      decltype(ordered), std::iter_value_t<InputIt>, std::iter_value_t<OtherIt>>;
  const detail::CurrentCall call("dash::transform");
  const detail::Position size = detail::require_range("dash::transform", a_first, a_last);
  detail::require_room("dash::transform", size, b_first);
  detail::require_room("dash::transform", size, out);
  detail::require_apart<detail::Overlapping::in_place>("dash::transform", a_first, size, out, size);
  detail::require_apart<detail::Overlapping::in_place>("dash::transform", b_first, size, out, size);
  const auto transform_run = [&](auto&&, auto a, auto a_end, auto b, auto to) {
    const auto n = a_end - a;
    detail::run_step(
        Step{ordered}, detail::reads(a, a_end), detail::reads(b, b + n),
        detail::writes(to, to + n));
  };
  const auto transform_own = [&] {
    using Work =
        detail::StepOn<Step, detail::Access::read, detail::Access::read, detail::Access::write>;
    detail::for_each_corresponding_run<Work>(a_first, a_last, transform_run, b_first, out);
  };
  detail::synchronized_unless_aligned(a_first, a_last, b_first, [&] {
    detail::synchronized_unless_aligned(a_first, a_last, out, transform_own);
  });
  return out + size;
}

template <
    SegmentedIterator InputIt, std::random_access_iterator OtherIt,
    std::random_access_iterator OutputIt, class BinaryOp, class ProjA, class ProjB = std::identity>
OutputIt transform(
    const InputIt& a_first, const InputIt& a_last, const OtherIt& b_first, OutputIt out,
    BinaryOp op, ProjA proj_a, ProjB proj_b = {})
{
  return dash::transform(
      a_first, a_last, b_first, out,
      detail::projected_pair<std::iter_value_t<InputIt>, std::iter_value_t<OtherIt>>(
          std::move(op), std::move(proj_a), std::move(proj_b)));
}

template <
    SegmentedRange Range, SegmentedRange OtherRange, std::random_access_iterator OutputIt,
    class BinaryOp>
  requires(!SegmentedRange<OutputIt>)
OutputIt transform(Range&& a, OtherRange&& b, OutputIt out, BinaryOp op)
{
  detail::require_as_long("dash::transform", a, b);
  return dash::transform(a.begin(), a.end(), b.begin(), out, std::move(op));
}
template <
    SegmentedRange Range, SegmentedRange OtherRange, std::random_access_iterator OutputIt,
    class BinaryOp, class ProjA, class ProjB = std::identity>
  requires(!SegmentedRange<OutputIt>)
OutputIt transform(
    Range&& a, OtherRange&& b, OutputIt out, BinaryOp op, ProjA proj_a, ProjB proj_b = {})
{
  detail::require_as_long("dash::transform", a, b);
  return dash::transform(
      a.begin(), a.end(), b.begin(), out, std::move(op), std::move(proj_a), std::move(proj_b));
}
/// The output may also be a range, which begins where the results are written.
template <
    SegmentedRange Range, SegmentedRange OtherRange, SegmentedRange Output, class BinaryOp,
    class... Projections>
auto transform(Range&& a, OtherRange&& b, Output&& out, BinaryOp op, Projections... projections)
{
  return dash::transform(a, b, out.begin(), std::move(op), std::move(projections)...);
}

/// Computes out[i] = out[i] o values[i], each atomically, for values in local memory and a global
/// range, which may extend over several units. Several units may call this at the same time. Local
/// call; remotely complete on return.
///
/// \param b_first   the output once more: an accumulation has no other operand
/// \tparam BinaryOp operation of namespace dash on an arithmetic type
/// \throws exception::InvalidArgument if \c b_first is not the output
template <class T, GlobalIterator GlobIt, DartOperation BinaryOp>
GlobIt transform(T* first, T* last, GlobIt b_first, GlobIt out, BinaryOp /*op*/)
{
  bool is_output = b_first == out;  // at the same position
  if constexpr (detail::KnowsSequence<GlobIt>)
    is_output = is_output && detail::is_same_sequence(b_first, out);
  if (!is_output) {
    DASH_THROW(
        dash::exception::InvalidArgument,
        "dash::transform of local values accumulates into the output: pass it as second input, "
        "too");
  }
  const detail::CurrentCall call("dash::transform");
  const detail::Position size = detail::require_range("dash::transform", first, last);
  detail::require_room("dash::transform", size, out);
  detail::accumulate_atomically<BinaryOp>(first, size, out);
  return out + size;
}

DASH_READS_VIEWS(transform)
DASH_NEEDS_TWO_RANGES(transform)

}  // namespace dash
