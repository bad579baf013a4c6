#ifndef DASH__ALGORITHM__SCAN_H__INCLUDED
#define DASH__ALGORITHM__SCAN_H__INCLUDED

#include <dash/internal/Share.h>

#include <functional>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace dash {

namespace internal {

/** Whether the result at a position includes the element at it. */
enum class ScanKind { inclusive, exclusive };

/** Fold of what the units before the caller contribute, in unit order. Collective over \c team. */
template <class T, class Op>
std::optional<T> fold_before(Team& team, const std::optional<T>& mine, Op& op)
{
  const auto partials = gather_partials(team, mine);
  std::optional<T> before;
  for (std::size_t unit = 0; unit < static_cast<std::size_t>(team.myid().id); ++unit) {
    fold_into(before, partials[unit], op);
  }
  return before;
}

/** Results for [begin, end), given the fold of all that is before; returns the fold up to the end. */
template <ScanKind kind, class T, class Iterator, class Out, class Op, class F>
std::optional<T> scan_stretch(
    Iterator begin, Iterator end, Out out, std::optional<T> total, Op& op, F& f)
{
  for (; begin != end; ++begin, ++out) {
    // The output may be the input, so the element is read first.
    const T element = static_cast<T>(f(*begin));
    if constexpr (kind == ScanKind::exclusive) *out = *total;
    total = total ? static_cast<T>(op(*total, element)) : element;
    if constexpr (kind == ScanKind::inclusive) *out = *total;
  }
  return total;
}

/**
 * Scan in two passes: each unit folds its share, learns the fold of all shares before, and computes
 * the results of its share.
 */
template <ScanKind kind, class T, class Iterator, class Out, class Op, class F>
Out scan(
    const Iterator& first, const Iterator& last, const Out& out, std::optional<T> init, Op op, F f)
{
  if (first == last) return out;
  Team& team = team_of(first);
  const Share share = share_of(first, last);
  const bool local = share.is_owned && same_distribution(first, out);
  if (!local) team.barrier();
  std::optional<T> mine;
  for_each_stretch(first + share.begin, share.size(), [&](auto begin, auto end, Position) {
    fold_into(mine, fold<T>(begin, end, op, f), op);
  });
  std::optional<T> total = init;
  fold_into(total, fold_before(team, mine, op), op);
  for_each_stretch(first + share.begin, share.size(), [&](auto begin, auto end, Position offset) {
    for_each_stretch(
        out + (share.begin + offset), end - begin, [&](auto to, auto to_end, Position inside) {
          const auto from = begin + inside;
          total = scan_stretch<kind>(from, from + (to_end - to), to, total, op, f);
        });
  });
  if (!local) team.barrier();
  return out + (last - first);
}

}  // namespace internal

/**
 * out[i] = init o f(in[0]) o … o f(in[i]).
 *
 * Collective over the input's team. \c op is associative, it need not be commutative; roundings
 * depend on the distribution. Where each unit owns one stretch of the input, in unit order, and the
 * output is distributed alike, units touch their own elements only; otherwise the algorithm
 * synchronises before and after. The output may be the input.
 *
 * \return end of the output
 */
template <SegmentedIterator Iterator, class Out, class Op, class F, class T>
Out transform_inclusive_scan(
    const Iterator& first, const Iterator& last, Out out, Op op, F f, T init)
{
  return internal::scan<internal::ScanKind::inclusive>(
      first, last, out, std::optional<T>(init), std::move(op), std::move(f));
}

/** out[i] = in[0] o … o in[i]. As transform_inclusive_scan. */
template <SegmentedIterator Iterator, class Out, class Op = std::plus<>>
Out inclusive_scan(const Iterator& first, const Iterator& last, Out out, Op op = {})
{
  using T = std::remove_const_t<std::iter_value_t<Iterator>>;
  return internal::scan<internal::ScanKind::inclusive>(
      first, last, out, std::optional<T>(), std::move(op), std::identity{});
}

/** out[i] = init o in[0] o … o in[i]. As transform_inclusive_scan. */
template <SegmentedIterator Iterator, class Out, class Op, class T>
Out inclusive_scan(const Iterator& first, const Iterator& last, Out out, Op op, T init)
{
  return dash::transform_inclusive_scan(first, last, out, std::move(op), std::identity{}, init);
}

template <SegmentedRange Range, class Out>
Out inclusive_scan(Range&& range, Out out)
{
  return dash::inclusive_scan(range.begin(), range.end(), out);
}

/** out[i] = init o f(in[0]) o … o f(in[i - 1]). As transform_inclusive_scan. */
template <SegmentedIterator Iterator, class Out, class T, class Op, class F>
Out transform_exclusive_scan(
    const Iterator& first, const Iterator& last, Out out, T init, Op op, F f)
{
  return internal::scan<internal::ScanKind::exclusive>(
      first, last, out, std::optional<T>(init), std::move(op), std::move(f));
}

/** out[i] = init o in[0] o … o in[i - 1]. As transform_inclusive_scan. */
template <SegmentedIterator Iterator, class Out, class T, class Op = std::plus<>>
Out exclusive_scan(const Iterator& first, const Iterator& last, Out out, T init, Op op = {})
{
  return dash::transform_exclusive_scan(first, last, out, init, std::move(op), std::identity{});
}

template <SegmentedRange Range, class Out, class T>
Out exclusive_scan(Range&& range, Out out, T init)
{
  return dash::exclusive_scan(range.begin(), range.end(), out, init);
}

}  // namespace dash

#endif  // DASH__ALGORITHM__SCAN_H__INCLUDED
