#pragma once

/// \file
/// dash::reduce, dash::transform_reduce and dash::accumulate.

#include <dash/Exception.h>
#include <dash/algorithm/Operation.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/Accumulation.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/CorrespondingRuns.h>
#include <dash/detail/execution/Fold.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <concepts>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

/// What stands for an initial value, which units compare: its bits as a double, if it is a number.
template <class T>
std::uint64_t mark_of_initial(const T& init)
{
  if constexpr (std::is_arithmetic_v<T>) {
    const double value = init == T{} ? 0.0 : static_cast<double>(init);  // both zeros are the same
    std::uint64_t mark;
    std::memcpy(&mark, &value, sizeof(mark));
    return mark;
  } else {
    return 0;
  }
}

/// Fold of the elements of a global range in the order of the range, of which \c
/// fold_part(total, begin, end) folds parts; nullopt if it is empty.
///
/// Each unit folds its own elements or, if the order of operands may matter, its share.
/// \throws exception::InvalidArgument on all units if they pass different initial values
template <class T, class Iterator, class Op, class FoldPart>
std::optional<T> fold_global(
    const Iterator& first, const Iterator& last, const T& init, Op& op, const FoldPart& fold_part)
{
  if (first == last) return std::nullopt;
  Team& team = team_of(first);
  std::optional<T> mine;
  const auto fold = [&](auto begin, auto end, auto&&) { fold_part(mine, begin, end); };
  if constexpr (IsCommutative<Op>::value && std::is_arithmetic_v<T>) {
    in_front_of_step(team, [&] { for_each_part_read(first, last, fold); });
    return fold_over_units(team, mine, op, mark_of_initial(init));
  }
  const Share share = share_of(first, last);
  if (!share.is_owned) team.barrier();  // elements of other units are read
  in_front_of_step(team, [&] { for_each_native_run(first + share.begin, share.size(), fold); });
  if (!share.is_owned) team.barrier();  // they may be written again from now on
  return fold_over_units(team, mine, op, mark_of_initial(init));
}

/// What f makes of an element.
template <class F, class Iterator>
using term_of = std::invoke_result_t<F&, const std::iter_value_t<Iterator>&>;

/// Whether folds with \c op accumulate what f makes of elements without a conversion to T.
template <class Op, class T, class F, class Iterator>
concept AccumulatesTerms = Accumulates<Op, T, term_of<F, Iterator>>;

/// Partial results begin with the initial value, so it must not count.
/// \throws exception::InvalidArgument if it shows that it does
template <class T, class Op>
void require_neutral(const char* algorithm, const T& init, Op& op)
{
  if constexpr (std::equality_comparable<T>) {
    T twice = init;
    combine_into(twice, op, init);
    if (twice == init) return;
    DASH_THROW(
        exception::InvalidArgument,
        algorithm << ": the initial value begins each partial result, so it has to be neutral, and "
                     "op(init, init) has to be init");
  }
}

/// Combines init with the terms that f makes of elements, which begin at an \c Iterator.
/// \param fold  calls its argument with a partial result and each operand of the calling unit, and
///   returns the fold over all units; nullopt if there are no elements
template <class Iterator, class T, class Op, class F, class Fold>
T reduce_terms(const char* algorithm, const T& init, Op& op, F& f, const Fold& fold)
{
  if constexpr (AccumulatesTerms<Op, T, F, Iterator>) {
    require_neutral(algorithm, init, op);
    const auto fold_operand = [&](std::optional<T>& total, const auto& operand) {
      accumulate_operand_into(total, init, op, f, operand);
    };
    return fold(fold_operand).value_or(init);
  } else {
    const auto fold_operand = [&](std::optional<T>& total, const auto& operand) {
      fold_operand_into(total, op, f, operand);
    };
    const std::optional<T> total = fold(fold_operand);
    return total ? static_cast<T>(op(init, *total)) : init;
  }
}

}  // namespace detail

/// Computes init o f(first element) o f(second element) o … for a global range.
///
/// Collective over the range's team; returns bit-wise the same result on all units. Operands are
/// combined in the order of the range, so \c op has to be associative but need not be commutative.
/// Floating-point results depend on the distribution, because each unit forms a partial result.
/// Each unit reads its own elements only, unless \c op is not known to commute and elements of
/// different units alternate (then the algorithm synchronises).
///
/// What f returns is converted to T. If it does not convert implicitly, it is accumulated as it is:
/// \c op(T, f(element)) combines a partial result with an element, and \c op(T, T) two partial
/// results. Either call returns the result, or changes its first operand and returns nothing.
/// Partial results begin with \c init and combine adjacent elements in the order of the range; then
/// they are combined in the order of the range. A CPU unit has one; how many a GPU unit has is not
/// specified. So \c init has to be neutral, as the zero of a sum, and op(op(a, x), y) the same as
/// op(a, op(op(init, x), y)).
///
/// \param op  associative function object
/// \param f   function applied to each element
/// \throws exception::InvalidArgument on all units if these pass different numbers as initial
/// values,
///   or if elements are accumulated, T can be compared, and op(init, init) is not init
template <SegmentedIterator Iterator, class T, class Op, class F>
  requires std::invocable<F&, std::iter_reference_t<Iterator>>
T transform_reduce(const Iterator& first, const Iterator& last, T init, Op op, F f)
{
  const detail::CurrentCall call("dash::transform_reduce");
  detail::require_range("dash::transform_reduce", first, last);
  const auto fold = [&](const auto& fold_operand) {
    const auto fold_part = [&](std::optional<T>& total, auto begin, auto end) {
      fold_operand(total, detail::reads(begin, end));
    };
    return detail::fold_global<T>(first, last, init, op, fold_part);
  };
  return detail::reduce_terms<Iterator>("dash::transform_reduce", init, op, f, fold);
}

/// The same for a function that is a pointer to a member.
template <SegmentedIterator Iterator, class T, class Op, class Member>
  requires std::is_member_pointer_v<Member>
T transform_reduce(const Iterator& first, const Iterator& last, T init, Op op, Member f)
{
  return dash::transform_reduce(
      first, last, init, std::move(op),
      detail::projected<std::iter_value_t<Iterator>>(std::identity(), f));
}

template <SegmentedRange Range, class T, class Op, class F>
  requires(!SegmentedRange<T>)
T transform_reduce(Range&& range, T init, Op op, F f)
{
  return dash::transform_reduce(range.begin(), range.end(), init, std::move(op), std::move(f));
}

/// Reduction of a global range: init o first element o second element o …. Collective, with the
/// same guarantees as transform_reduce.
///
/// As with std::reduce, the type of \c init is the type of the accumulation and of the result: with
/// 0L, integers are added as long, and with 0, doubles are added as int. Without \c init it is the
/// elements' type. Elements that do not convert to it are accumulated by \c op(Init, element), and
/// partial results combined by \c op(Init, Init): see transform_reduce.
template <
    SegmentedIterator Iterator, class Init = std::iter_value_t<Iterator>, class Op = std::plus<>>
  requires(!std::is_pointer_v<Iterator>)
Init reduce(const Iterator& first, const Iterator& last, Init init = Init{}, Op op = {})
{
  const detail::CurrentCall call("dash::reduce");
  detail::require_range("dash::reduce", first, last);
  return dash::transform_reduce(first, last, init, std::move(op), std::identity{});
}

template <SegmentedRange Range>
auto reduce(Range&& range)
{
  return dash::reduce(range.begin(), range.end());
}

template <SegmentedRange Range, class Init>
  requires(!std::same_as<std::remove_cvref_t<Init>, decltype(std::declval<Range&>().end())>)
auto reduce(Range&& range, Init init)
{
  return dash::reduce(range.begin(), range.end(), init);
}

template <SegmentedRange Range, class Init, class Op>
  requires(!std::same_as<std::remove_cvref_t<Init>, decltype(std::declval<Range&>().end())>)
auto reduce(Range&& range, Init init, Op op)
{
  return dash::reduce(range.begin(), range.end(), init, std::move(op));
}

/// Reduction over the native ranges of all units of a team: init o all elements, in the order of
/// units. The type of \c init is that of the accumulation and of the result.
///
/// Collective over \c team; returns the same result on all units; \c init is applied once. Ranges
/// may be empty. Elements that do not convert to \c Init are accumulated, with a neutral \c init,
/// as in transform_reduce.
template <std::forward_iterator LocalIterator, class Init, class Op = std::plus<>>
  requires(
      !SegmentedIterator<LocalIterator> &&
      (std::invocable<Op&, Init, Init> ||
       detail::AccumulatesTerms<Op, Init, std::identity, LocalIterator>))
Init reduce(
    LocalIterator first, LocalIterator last, Init init, Op op = {}, bool /*non_empty*/ = true,
    Team& team = Team::All())
{
  std::identity self;
  const detail::CurrentCall call("dash::reduce");
  if constexpr (std::random_access_iterator<LocalIterator>) {
    detail::require_range("dash::reduce", first, last);
  }
  const auto fold = [&](const auto& fold_operand) {
    std::optional<Init> mine;
    detail::in_front_of_step(team, [&] { fold_operand(mine, detail::reads(first, last)); });
    return detail::fold_over_units(team, mine, op);
  };
  return detail::reduce_terms<LocalIterator>("dash::reduce", init, op, self, fold);
}

/// Sum over the native ranges of all units of a team. Collective over \c team.
template <std::forward_iterator LocalIterator, class Init>
  requires(!SegmentedIterator<LocalIterator>)
Init reduce(
    LocalIterator first, LocalIterator last, Init init, bool non_empty, Team& team = Team::All())
{
  return dash::reduce(first, last, init, std::plus<>{}, non_empty, team);
}

/// Reduction of a global range, like reduce. Collective, with the same guarantees.
template <SegmentedIterator Iterator, class T, class Op = std::plus<>>
T accumulate(const Iterator& first, const Iterator& last, T init, Op op = {})
{
  const detail::CurrentCall call("dash::accumulate");
  detail::require_range("dash::accumulate", first, last);
  return dash::transform_reduce(first, last, init, std::move(op), std::identity{});
}

template <SegmentedRange Range, class T, class Op = std::plus<>>
T accumulate(Range&& range, T init, Op op = {})
{
  return dash::accumulate(range.begin(), range.end(), init, std::move(op));
}

/// Computes init o (a0 * b0) o (a1 * b1) o … for two ranges; the second one may have any
/// distribution or be native.
///
/// Collective over the first range's team; returns the same result on all units. Units compute the
/// terms of their own elements of the first range or, if the ranges are distributed differently and
/// elements of one of them lie in many short runs, of some of the positions, as transform
/// describes. Synchronises before and after unless both ranges are distributed alike, because it
/// then reads elements of other units.
///
/// \param op       associative and commutative operation
/// \param product  any function of two elements
template <
    SegmentedIterator Iterator, std::random_access_iterator Other, class T, class Op = std::plus<>,
    class Product = std::multiplies<>>
  requires(!std::invocable<Product&, std::iter_reference_t<Iterator>>)
T transform_reduce(
    const Iterator& first, const Iterator& last, const Other& other, T init, Op op = {},
    Product product = {})
{
  const detail::CurrentCall call("dash::transform_reduce");
  const auto size = detail::require_range("dash::transform_reduce", first, last);
  detail::require_room("dash::transform_reduce", size, other);
  if (size == 0) return init;
  Team& team = detail::team_of(first);
  std::optional<T> mine;
  detail::in_front_of_step(team, [&] {
    detail::synchronized_unless_aligned(first, last, other, [&] {
      const auto fold_run = [&](auto&&, auto a, auto end, auto b) {
        detail::fold_operand_into(
            mine, op, product, detail::reads(a, end), detail::reads(b, b + (end - a)));
      };
      using Step = detail::FoldStep<T, Op, Product>;
      using Work = detail::StepOn<Step, detail::Access::read, detail::Access::read>;
      detail::for_each_corresponding_run<Work>(first, last, fold_run, other);
    });
  });
  const auto total = detail::fold_over_units(team, mine, op, detail::mark_of_initial(init));
  return static_cast<T>(op(init, *total));
}

template <
    SegmentedRange Range, SegmentedRange OtherRange, class T, class Op = std::plus<>,
    class Product = std::multiplies<>>
T transform_reduce(Range&& range, OtherRange&& other, T init, Op op = {}, Product product = {})
{
  detail::require_as_long("dash::transform_reduce", range, other);
  return dash::transform_reduce(
      range.begin(), range.end(), other.begin(), init, std::move(op), std::move(product));
}

/// Computes transform_reduce over two ranges; this is the name in the standard library. Collective.
template <
    SegmentedIterator Iterator, std::random_access_iterator Other, class T, class Op = std::plus<>,
    class Product = std::multiplies<>>
T inner_product(
    const Iterator& first, const Iterator& last, const Other& other, T init, Op op = {},
    Product product = {})
{
  const detail::CurrentCall call("dash::inner_product");
  detail::require_range("dash::inner_product", first, last);
  return dash::transform_reduce(first, last, other, init, std::move(op), std::move(product));
}

template <
    SegmentedRange Range, class OtherRange, class T, class Op = std::plus<>,
    class Product = std::multiplies<>>
  requires(!detail::SourceView<OtherRange>)
T inner_product(Range&& range, OtherRange&& other, T init, Op op = {}, Product product = {})
{
  detail::require_as_long("dash::inner_product", range, other);
  return dash::transform_reduce(
      range.begin(), range.end(), other.begin(), init, std::move(op), std::move(product));
}

DASH_READS_VIEWS(reduce)
DASH_READS_VIEWS(transform_reduce)
DASH_READS_VIEWS(accumulate)
DASH_READS_VIEWS(inner_product)
DASH_NEEDS_TWO_RANGES(inner_product)

}  // namespace dash
