#pragma once

/// \file
/// Divides ranges of equal size, of any distributions, into runs of corresponding elements.

#include <dash/detail/execution/OwnPositions.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/WorkAtPlaces.h>
#include <dash/detail/range/NativeRuns.h>
#include <dash/detail/range/ShortRuns.h>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace dash::detail {

/// Calls \c f(offset, size, begins…) for consecutive runs of the \c n elements that begin at each
/// iterator, as native pointers if possible.
template <class F>
void for_each_common_run(Position n, F f)
{
  f(Position(0), n);
}

template <class F, class Iterator, class... Others>
void for_each_common_run(Position n, F f, const Iterator& it, const Others&... others)
{
  for_each_native_run(it, n, [&](auto begin, auto end, Position offset) {
    for_each_common_run(
        end - begin,
        [&](Position inside, Position size, auto... begins) {
          f(offset + inside, size, begin + inside, begins...);
        },
        (others + offset)...);
  });
}

/// Calls \c f(begins…) once, with native pointers for the ranges of which steps can access all \c n
/// elements in place, and iterators for the others.
template <class F>
void call_with_native(Position, F f)
{
  f();
}

template <class F, CopiedOperand Iterator, class... Others>
void call_with_native(Position n, F f, const Iterator& it, const Others&... others)
{
  if constexpr (GlobalIterator<Iterator>) {
    const auto run = first_native_run(it, n);
    if (run.begin != nullptr && run.size == n) {
      const auto call = [&](auto... begins) { f(run.begin, begins...); };
      return call_with_native(n, call, others...);
    }
  }
  call_with_native(n, [&](auto... begins) { f(it, begins...); }, others...);
}

/// Whether the elements below a view, in their order or in reverse order, lie in many short runs.
template <ComputedValues Iterator>
bool is_over_short_runs(const Iterator& first, const Iterator& last)
{
  const auto begin = container_iterator(first), end = container_iterator(last);
  return (is_interval_of_container(first, last) && has_short_runs(begin, end)) ||
         (is_reversed_interval(first, last) && has_short_runs(end, begin));
}

/// Calls \c f(begins…) once, with the elements of other ranges at the positions of the calling
/// unit's elements of the first one, from a local index on: native pointers for ranges that are
/// distributed like the first one.
template <DealtElements Own, class F>
void call_at_own_positions(const Own&, typename Own::index_type, F f)
{
  f();
}

template <DealtElements Own, class F, DealtElements Iterator, DealtElements... Others>
void call_at_own_positions(
    const Own& own, typename Own::index_type local, F f, const Iterator& it,
    const Others&... others)
{
  const auto call_with = [&](const auto& begin) {
    call_at_own_positions(own, local, [&](auto... begins) { f(begin, begins...); }, others...);
  };
  if (const auto shift = shift_of_aligned(own, it)) {
    call_with(local_elements(it) + local + *shift);
  } else {
    call_with(OwnPositions<Own, Iterator>(own, it, local));
  }
}

/// Calls \c f(position_of, begin, end, begins of others…) for the calling unit's elements of
/// [first, last), some at a time, with the elements of the others at their positions.
template <FirstBlocks first_blocks, DealtElements Iterator, class F, DealtElements... Others>
void for_each_own_part(const Iterator& first, const Iterator& last, F f, const Others&... others)
{
  using Index = typename Iterator::index_type;
  const auto part = own_interval(first, last);
  auto* const elements = local_elements(first);
  const auto position_of = [&](auto it) {
    return position_of_local(first, static_cast<Index>(it - elements));
  };
  const Position together = copied_together<std::iter_value_t<Iterator>>();
  for_each_block<first_blocks>(part->begin, part->end, together, [&](Position begin, Position n) {
    const auto call = [&](auto... begins) {
      f(position_of, elements + begin, elements + (begin + n), begins...);
    };
    call_at_own_positions(first, static_cast<Index>(begin), call, others...);
    return true;
  });
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

/// What corresponds to an own element of a range in another one that is distributed alike.
/// \param aligned  the native elements of the other range
template <class T, class Iterator, class U, class Other>
U* aligned_with(T* element, const Iterator& first, U* aligned, const Other&)
{
  return aligned + (element - local_elements(first));
}

template <CopiedElements Iterator, class U, CopiedElements Other>
OwnRuns<Other> aligned_with(
    const OwnRuns<Iterator>& element, const Iterator&, U*, const Other& other)
{
  return OwnRuns<Other>(other, other + element.size(), element.number());
}

/// Calls \c f(position_of, begin, end, begins of others…) for all elements of [first, last) on
/// which the calling unit works, with the corresponding elements of the other ranges, as native
/// pointers if possible; \c position_of(it) is the position of an element of [begin, end) in the
/// range.
///
/// Units work on their own elements. But if those of any range lie in many short runs, and ranges
/// are distributed differently, units work on equal shares of the positions, whichever units own
/// the elements: a block at a time, of which a copy takes the place of short runs. If all ranges
/// lie in short runs on the GPUs of a host, or on CPU units of several hosts, units work on their
/// own elements of the first one, and on copies of those at the same positions of the others.
/// Kernels of the GPUs of a host do without copies if they can run the step at places
/// (WorkAtPlaces.h): on the units' own elements of any of the ranges.
/// Beside CPU units of their host, GPU units do the work alone if kernels can.
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
    if ((same_distribution(first, others) && ...)) {
      if constexpr (runs_at_places<Work, Iterator, Others...>) {
        const Position n = last - first;
        if (works_at_own_places(Work{}, n, first, others...))
          return work_at_places(Work{}, n, f, first, others...);
      }
      const auto call = [&](auto*... aligned) {
        const auto work = [&](auto begin, auto end, auto&& position_of) {
          f(position_of, begin, end, aligned_with(begin, first, aligned, others)...);
        };
        if constexpr ((CopiedElements<Others> && ...)) {
          for_each_local_part(first, last, work);
        } else {
          for_each_part_in_place(first, last, work);
        }
      };
      return call((local_elements(others) + *shift_of_aligned(first, others))...);
    }
  }
  if constexpr (runs_at_places<Work, Iterator, Others...>) {
    const Position n = last - first;
    if (works_at_places(Work{}, n, first.team(), first, others...))
      return work_at_places(Work{}, n, f, first, others...);
  }
  if constexpr (DealtElements<Iterator> && (DealtElements<Others> && ...)) {
    if (works_at_own_positions(first, last, others...))
      return for_each_own_part<first_blocks>(first, last, f, others...);
  }
  if constexpr (CopiedOperand<Iterator> && (CopiedOperand<Others> && ...)) {
    const Position n = last - first;
    if (has_short_runs(first, last) || (has_short_runs(others, others + n) || ...)) {
      const bool by_gpus = works_on_gpus_alone(Work{}, team_of(first), first, others...);
      const Share share = by_gpus ? share_of_gpus(first, last) : share_of(first, last);
      const auto work_on_block = [&](Position begin, Position size) {
        const auto call = [&](auto run_begin, auto... other_begins) {
          const auto position_of = [&](auto it) { return begin + (it - run_begin); };
          f(position_of, run_begin, run_begin + size, other_begins...);
        };
        call_with_native(size, call, first + begin, (others + begin)...);
        return true;
      };
      const Position together = copied_together<std::iter_value_t<Iterator>>();
      for_each_block<first_blocks>(share.begin, share.end, together, work_on_block);
      return;
    }
  }
  const auto work_on = [&](const auto& begin, Position n, Position position) {
    for_each_common_run(
        n,
        [&](Position offset, Position size, auto run_begin, auto... other_begins) {
          const auto position_of = [&](auto it) { return position + offset + (it - run_begin); };
          f(position_of, run_begin, run_begin + size, other_begins...);
        },
        begin, (others + position)...);
  };
  if constexpr (ComputedValues<Iterator>) {
    if (is_over_short_runs(first, last)) {
      const Share share = share_of(first, last);
      work_on(first + share.begin, share.size(), share.begin);
      return;
    }
  }
  for_each_local_run(first, last, [&](auto begin, auto end, Position position) {
    work_on(begin, end - begin, position);
  });
}

}  // namespace dash::detail
