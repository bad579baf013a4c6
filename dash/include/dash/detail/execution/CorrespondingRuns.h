#pragma once

/// \file
/// Divides ranges of equal size, of any distributions, into runs of corresponding elements.

#include <dash/detail/base/GoesOn.h>
#include <dash/detail/execution/OwnPositions.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/WorkAtPlaces.h>
#include <dash/detail/range/NativeRuns.h>
#include <dash/detail/range/OwnRuns.h>
#include <dash/detail/range/ShortRuns.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <type_traits>

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

/// Whether the elements below a view, in their order or in reverse order, lie in many short runs.
template <ComputedValues Iterator>
bool is_over_short_runs(const Iterator& first, const Iterator& last)
{
  const auto begin = container_iterator(first), end = container_iterator(last);
  return (is_interval_of_container(first, last) && has_short_runs(begin, end)) ||
         (is_reversed_interval(first, last) && has_short_runs(end, begin));
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

/// Whether GPU units should work on copies of elements, and CPU units of their host should not:
/// kernels gather and distribute short runs much faster than host code. Collective.
template <class... It>
bool works_on_gpus_alone(AnyWork, Team&, const It&...)
{
  return false;
}

template <class Step, Access... access, class... It>
bool works_on_gpus_alone(StepOn<Step, access...>, Team& team, const It&...)
{
  if constexpr ((CopiedElements<It> && ...)) {
    if (!has_cpus_and_gpus_of_host(team)) return false;
    const auto have_kernel = [] {
      return device_launcher<Step, native_type<It, access>...>() != nullptr;
    };
    return all_units(team, !is_gpu_unit() || have_kernel());
  } else {
    return false;
  }
}

/// What corresponds to an own element of a range in another one, whose elements at these positions
/// follow each other like the own ones.
/// \param counterparts  native elements; the one of the unit's first element is the first of them
template <class T, class Iterator, class U, class Other>
U* counterpart_of(T* element, const Iterator& first, U* counterparts, const Other&)
{
  return counterparts + (element - local_elements(first));
}

template <CopiedElements Iterator, class U, CopiedElements Other>
OwnRuns<Other> counterpart_of(
    const OwnRuns<Iterator>& element, const Iterator&, U*, const Other& other)
{
  return OwnRuns<Other>(other, other + element.size(), element.number());
}

/// Calls \c f(position_of, begin, end, begins of others…) for all elements of [first, last) on
/// which the calling unit works, with the corresponding elements of the other ranges, as native
/// pointers if possible, until it returns false; \c position_of(it) is the position of an element
/// of [begin, end) in the range.
///
/// Units work on their own elements. But if those of any range lie in many short runs, and ranges
/// are distributed differently, units work on equal shares of the positions, whichever units own
/// the elements: a block at a time, of which a copy takes the place of short runs. If all ranges
/// lie in short runs on the GPUs of a host, or on CPU units of several hosts, units work on their
/// own elements of the first one, and on copies of those at the same positions of the others. With
/// matrices of CPU units, of which any lies in short runs, they work on those of the one with the
/// largest blocks (call_with_own_range).
///
/// Without other units in the run, CPU units of one host do without copies if blocks are equal
/// (has_mapped_counterparts). Kernels of the GPUs of a host do so if they can run the step at
/// places (WorkAtPlaces.h): on the units' own elements of any of the ranges. Beside CPU units of
/// their host, GPU units do the work alone if kernels can.
///
/// Elements of other units are read and written in any case, so that callers synchronise unless all
/// ranges are distributed alike. Collective.
/// \tparam Work          the step that \c f runs (StepOn), or AnyWork
/// \tparam first_blocks  small if later runs may need no work
template <
    class Work = AnyWork, FirstBlocks first_blocks = FirstBlocks::full, SegmentedIterator Iterator,
    class F, class... Others>
void for_each_corresponding_run(
    const Iterator& first, const Iterator& last, F f, const Others&... others)
{
  if (first == last) return;
  if constexpr (GlobalIterator<Iterator> && (GlobalIterator<Others> && ...)) {
    const auto work_on_own = [&](auto*... at_own) {
      const auto work = [&](auto begin, auto end, auto&& position_of) {
        return goes_on(f, position_of, begin, end, counterpart_of(begin, first, at_own, others)...);
      };
      if constexpr ((CopiedElements<Others> && ...)) {
        for_each_local_part(first, last, work);
      } else {
        for_each_part_in_place(first, last, work);
      }
    };
    if ((same_distribution(first, others) && ...)) {
      if constexpr (runs_at_places<Work, Iterator, Others...>) {
        const Position n = last - first;
        if (works_at_own_places(Work{}, n, first, others...))
          return work_at_places(Work{}, n, f, first, others...);
      }
      return work_on_own((local_elements(others) + *shift_of_aligned(first, others))...);
    }
    if constexpr (OverDealtBlocks<Iterator> && (OverDealtBlocks<Others> && ...)) {
      if (has_mapped_counterparts(first, others...))
        return work_on_own(mapped_counterparts(first, others)...);
    }
  }
  if constexpr (runs_at_places<Work, Iterator, Others...>) {
    const Position n = last - first;
    if (works_at_places(Work{}, n, first.team(), first, others...))
      return work_at_places(Work{}, n, f, first, others...);
  }
  if constexpr (DealtElements<Iterator> && (DealtAlike<Iterator, Others> && ...)) {
    if (works_at_own_positions(first, last, others...)) {
      const Position n = last - first;
      const auto work_on_parts = [&](const auto& own) {
        for_each_own_part<first_blocks>(own, n, f, first, others...);
      };
      return call_with_own_range(work_on_parts, first, others...);
    }
  }
  if constexpr (CopiedOperand<Iterator> && (CopiedOperand<Others> && ...)) {
    const Position n = last - first;
    if (has_short_runs(first, last) || (has_short_runs(others, others + n) || ...)) {
      const bool by_gpus = works_on_gpus_alone(Work{}, team_of(first), first, others...);
      const Share share = by_gpus ? share_of_gpus(first, last) : share_of(first, last);
      const auto work_on_block = [&](Position begin, Position size) {
        const auto call = [&](auto run_begin, auto... other_begins) {
          const auto position_of = [&](auto it) { return begin + (it - run_begin); };
          return goes_on(f, position_of, run_begin, run_begin + size, other_begins...);
        };
        return call_with_native(size, call, first + begin, (others + begin)...);
      };
      const Position together = copied_together<std::iter_value_t<Iterator>>();
      for_each_block<first_blocks>(share.begin, share.end, together, work_on_block);
      return;
    }
  }
  const auto work_on = [&](const auto& begin, Position n, Position position) {
    const auto call = [&](Position offset, Position size, auto run_begin, auto... other_begins) {
      const auto position_of = [&](auto it) { return position + offset + (it - run_begin); };
      return goes_on(f, position_of, run_begin, run_begin + size, other_begins...);
    };
    return for_each_common_run(n, call, begin, (others + position)...);
  };
  if constexpr (ComputedValues<Iterator>) {
    if (is_over_short_runs(first, last)) {
      const Share share = share_of(first, last);
      work_on(first + share.begin, share.size(), share.begin);
      return;
    }
  }
  for_each_local_run(first, last, [&](auto begin, auto end, Position position) {
    return work_on(begin, end - begin, position);
  });
}

}  // namespace dash::detail
