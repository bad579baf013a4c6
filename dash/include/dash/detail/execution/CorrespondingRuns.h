#pragma once

/// \file
/// Executes plans of work (WorkPlan.h) on ranges of equal size and of any distributions.

#include <dash/detail/base/GoesOn.h>
#include <dash/detail/execution/OwnPositions.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/WorkAtPlaces.h>
#include <dash/detail/execution/WorkDescription.h>
#include <dash/detail/plan/Explain.h>
#include <dash/detail/plan/WorkPlan.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/NativeRuns.h>
#include <dash/detail/range/OwnRuns.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace dash::detail {

/// Calls \c f(offset, size, begins…) for consecutive runs of the \c n elements that begin at each
/// iterator, as native pointers if possible, until it returns false. \return whether it never did
template <class F>
bool for_each_common_run(Position n, F f)
{
  return goes_on(f, Position(0), n);
}

template <class F, class Iterator, class... Others>
bool for_each_common_run(Position n, F f, const Iterator& it, const Others&... others)
{
  return for_each_native_run(it, n, [&](auto begin, auto end, Position offset) {
    const auto call = [&](Position inside, Position size, auto... begins) {
      return goes_on(f, offset + inside, size, begin + inside, begins...);
    };
    return for_each_common_run(end - begin, call, (others + offset)...);
  });
}

/// Returns \c f(begins…), with native pointers for the ranges of which steps can access all \c n
/// elements in place, and iterators for the others.
template <class F>
auto call_with_native(Position, F f)
{
  return f();
}

template <class F, CopiedOperand Iterator, class... Others>
auto call_with_native(Position n, F f, const Iterator& it, const Others&... others)
{
  if constexpr (GlobalIterator<Iterator>) {
    const auto run = first_native_run(it, n);
    if (run.begin != nullptr && run.size == n) {
      const auto call = [&](auto... begins) { return f(run.begin, begins...); };
      return call_with_native(n, call, others...);
    }
  }
  return call_with_native(n, [&](auto... begins) { return f(it, begins...); }, others...);
}

/// Returns \c f(begins…), with the elements of ranges at the positions of the calling unit's
/// elements of one range, from one on: native pointers for ranges that are distributed like that.
/// \param own     begin of that range
/// \param local   local index of the element; none if the own elements have gaps between them
/// \param number  of the element among the own ones
template <DealtElements Own, class F>
auto call_at_own_positions(const Own&, std::optional<Position>, Position, F f)
{
  return f();
}

template <DealtElements Own, class F, DealtElements Iterator, DealtElements... Others>
auto call_at_own_positions(
    const Own& own, std::optional<Position> local, Position number, F f, const Iterator& it,
    const Others&... others)
{
  const auto call_with = [&](const auto& first) {
    const auto call = [&](auto... begins) { return f(first, begins...); };
    return call_at_own_positions(own, local, number, call, others...);
  };
  const auto shift = local ? shift_of_aligned(own, it) : std::nullopt;
  return shift ? call_with(local_elements(it) + *local + *shift)
               : call_with(OwnPositions<Own, Iterator>(own, it, number));
}

/// Copies of own elements should consist of so many, or of a multiple: of whole lines.
/// \param most  of the smallest copy, even if the work may end early: parts of lines take longer
template <DealtElements Own>
Position size_of_own_lines(const OwnBox<Own>& own, Position most)
{
  Position size = 1;
  for (const Position extent : own.extents_of_lines()) {
    if (size * extent > most) break;
    size *= std::max<Position>(1, extent);
  }
  return size;
}

/// Calls \c f(position_of, begin, end, begins of others…) for the elements of \c n positions at
/// which the calling unit has elements of one of the ranges, some at a time, until it returns
/// false.
/// \param own  begin of the range whose elements the unit works on
template <FirstBlocks first_blocks, DealtElements Own, class F, DealtElements... All>
void for_each_own_part(const Own& own, Position n, F f, const All&... all)
{
  const OwnBox<Own> box(own);
  const auto interval = own_interval(own, own + static_cast<typename Own::index_type>(n));
  const auto count = static_cast<Position>(
      interval ? static_cast<std::size_t>(interval->size()) : box.local().size());
  const Position together = copied_together<std::iter_value_t<Own>>();
  const bool ends_early = first_blocks == FirstBlocks::small;
  const Position line = size_of_own_lines(box, ends_early ? together / 8 : together);
  const auto work_on_lines = [&](Position first_line, Position lines) {
    const Position number = first_line * line, size = (std::min)(lines * line, count - number);
    const auto call = [&](auto begin, auto... begins) {
      const auto position_of = [&](auto it) { return box.position(number + (it - begin)); };
      return goes_on(f, position_of, begin, begin + size, begins...);
    };
    const auto local = interval ? std::optional<Position>(interval->begin + number) : std::nullopt;
    return call_at_own_positions(own, local, number, call, all...);
  };
  const Position lines = (count + line - 1) / line;
  for_each_block<first_blocks>(0, lines, std::max<Position>(1, together / line), work_on_lines);
}

/// A range whose elements at the positions of the calling unit's elements of another range follow
/// each other like these.
template <class U, class Other>
struct LikeOwn {
  U* elements;  ///< the native element that corresponds to the unit's first one
  const Other& range;

  /// What corresponds to an own element of the range that begins at \c first.
  template <class T, class Iterator>
  U* counterpart(T* element, const Iterator& first) const
  {
    return elements + (element - local_elements(first));
  }

  template <CopiedElements Iterator>
    requires CopiedElements<Other>
  OwnRuns<Other> counterpart(const OwnRuns<Iterator>& element, const Iterator&) const
  {
    return OwnRuns<Other>(range, range + element.size(), element.number());
  }
};

/// Executes plans with Reached::in_place and Reached::counterparts.
template <class Iterator, class F, class... U, class... Others>
void work_on_own_elements(
    const Iterator& first, const Iterator& last, F f, const LikeOwn<U, Others>&... others)
{
  const auto work = [&](auto begin, auto end, auto&& position_of) {
    return goes_on(f, position_of, begin, end, others.counterpart(begin, first)...);
  };
  if constexpr ((CopiedElements<Others> && ...)) {
    for_each_local_part(first, last, work);
  } else {
    for_each_part_in_place(first, last, work);
  }
}

/// Executes plans with Reached::copies: units work on their own elements of the given range.
template <FirstBlocks first_blocks, class F, class... Ranges>
void work_on_own_positions(std::size_t own_range, Position n, F f, const Ranges&... ranges)
{
  std::size_t range = 0;
  const auto work_if_own = [&](const auto& own) {
    if (range++ == own_range) for_each_own_part<first_blocks>(own, n, f, ranges...);
  };
  (work_if_own(ranges), ...);
}

/// Executes plans with Reached::blocks.
template <FirstBlocks first_blocks, class F, class Iterator, class... Others>
void work_on_blocks(const Share& share, F f, const Iterator& first, const Others&... others)
{
  const auto work_on_block = [&](Position begin, Position size) {
    const auto call = [&](auto run_begin, auto... other_begins) {
      const auto position_of = [&](auto it) { return begin + (it - run_begin); };
      return goes_on(f, position_of, run_begin, run_begin + size, other_begins...);
    };
    return call_with_native(size, call, first + begin, (others + begin)...);
  };
  const Position together = copied_together<std::iter_value_t<Iterator>>();
  for_each_block<first_blocks>(share.begin, share.end, together, work_on_block);
}

/// Executes plans with Reached::runs.
template <class F, class Iterator, class... Others>
void work_on_runs(
    Worked worked, const Iterator& first, const Iterator& last, F f, const Others&... others)
{
  const auto work_on = [&](const auto& begin, Position n, Position position) {
    const auto call = [&](Position offset, Position size, auto run_begin, auto... other_begins) {
      const auto position_of = [&](auto it) { return position + offset + (it - run_begin); };
      return goes_on(f, position_of, run_begin, run_begin + size, other_begins...);
    };
    return for_each_common_run(n, call, begin, (others + position)...);
  };
  if constexpr (ComputedValues<Iterator>) {
    if (worked == Worked::shares) {
      const Share share = division_of(first, last);
      work_on(first + share.begin, share.size(), share.begin);
      return;
    }
  }
  for_each_local_run(first, last, [&](auto begin, auto end, Position position) {
    return work_on(begin, end - begin, position);
  });
}

/// Calls \c f(position_of, begin, end, begins of others…) for all elements of [first, last) on
/// which the calling unit works, with the corresponding elements of the other ranges, as native
/// pointers if possible, until it returns false; \c position_of(it) is the position of an element
/// of [begin, end) in the range.
///
/// Who works on which positions, and how elements are reached, is what WorkPlan.h plans. Elements
/// of other units are read and written in any case, so that callers synchronise unless all ranges
/// are distributed alike. Collective.
/// \tparam Work          the step that \c f runs (StepOn), or AnyWork
/// \tparam first_blocks  small if later runs may need no work
template <
    class Work = AnyWork, FirstBlocks first_blocks = FirstBlocks::full, SegmentedIterator Iterator,
    class F, class... Others>
void for_each_corresponding_run(
    const Iterator& first, const Iterator& last, F f, const Others&... others)
{
  if (first == last) return;
  constexpr WorkForms forms = work_forms<Work, Iterator, Others...>;
  const WorkPlan plan = plan_work<Work>(first, last, others...);
  explain(plan);
  const Position n = last - first;
  if constexpr (GlobalIterator<Iterator> && (GlobalIterator<Others> && ...)) {
    if (plan.reached == Reached::in_place)
      return work_on_own_elements(
          first, last, f,
          LikeOwn{local_elements(others) + *shift_of_aligned(first, others), others}...);
  }
  if constexpr (forms.dealt_lines) {
    if (plan.reached == Reached::counterparts)
      return work_on_own_elements(
          first, last, f, LikeOwn{mapped_counterparts(first, others), others}...);
  }
  if constexpr (forms.at_places) {
    if (plan.reached == Reached::places) return work_at_places(Work{}, n, f, first, others...);
  }
  if constexpr (forms.own_lines || forms.own_boxes) {
    if (plan.reached == Reached::copies)
      return work_on_own_positions<first_blocks>(plan.own_range, n, f, first, others...);
  }
  if constexpr (forms.as_copies) {
    if (plan.reached == Reached::blocks) {
      const bool by_gpus = plan.worked == Worked::shares_of_gpus;
      const Share share = by_gpus ? share_of_gpus(first, last) : division_of(first, last);
      return work_on_blocks<first_blocks>(share, f, first, others...);
    }
  }
  work_on_runs(plan.worked, first, last, f, others...);
}

}  // namespace dash::detail
