#pragma once

/// \file
/// The calling unit's elements of a global range, on which algorithms work.

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/GoesOn.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/plan/Limits.h>
#include <dash/detail/range/Backwards.h>
#include <dash/detail/range/BlockSizes.h>
#include <dash/detail/range/LocalRuns.h>
#include <dash/detail/range/OwnElements.h>
#include <dash/detail/range/OwnRuns.h>
#include <dash/detail/range/Transfer.h>
#include <dash/detail/range/ViewValues.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace dash::detail {

/// Calls \c f(begin, end, position_of) for the calling unit's elements of a reversed range, some at
/// a time, until it returns false, by native reverse iterators, which may refer to device memory.
/// \return false if they are not one interval of local indices
template <ReverseGlobalIterator Iterator, class F>
bool for_each_local_part_backwards(const Iterator& first, const Iterator& last, F f)
{
  const auto base = last.base();
  const auto part = own_interval(base, first.base());
  if (!part) return false;
  auto* const elements = local_elements(base);
  const auto position_of = [&](auto it) {
    using Index = typename std::remove_cvref_t<decltype(base)>::index_type;
    const auto lidx = static_cast<Index>(it.base() - elements - 1);
    return (last - first) - 1 - position_of_local(base, lidx);
  };
  const Position together = copied_together<std::iter_value_t<Iterator>>();
  for_each_block<FirstBlocks::small>(0, part->size(), together, [&](Position done, Position size) {
    auto* const end = elements + (part->end - done);
    return goes_on(f, std::reverse_iterator(end), std::reverse_iterator(end - size), position_of);
  });
  return true;
}

/// Whether all iterators of containers in a view's iterator proceed with it, element by element.
template <class Iterator>
bool are_inner_intervals(const Iterator& first, const Iterator& last)
{
  bool all = true;
  for_each_inner(
      [&, n = last - first](const auto& inner, const auto& inner_last) {
        all = all && static_cast<Position>(inner_last - inner) == n;
      },
      first, last);
  return all;
}

/// Whether \c f says so of any iterator of a container in a view's iterator.
template <class Iterator, class F>
bool any_inner(const Iterator& it, F f)
{
  bool any = false;
  for_each_inner([&](const auto& inner) { any = any || f(inner); }, it);
  return any;
}

/// Whether host code might not be able to read the \c n elements in place, or they lie in many
/// short runs.
template <GlobalIterator Iterator>
bool needs_copies(const Iterator& it, Position n)
{
  const auto [element, available] = it.contiguous();
  if (element == nullptr || is_device_memory(element)) return true;
  return available < n && (run_has_unmapped_memory || available < limits::short_run_elements);
}

/// The same for a reversed range.
template <ReverseGlobalIterator Iterator>
bool needs_copies(const Iterator& it, Position n)
{
  return needs_copies(it.base() - static_cast<std::iter_difference_t<Iterator>>(n), n);
}

/// The calling unit's elements of a view that is an interval of a container, or one in reverse
/// order; nullopt if they are not one interval of local indices, or none.
template <class Iterator>
std::optional<OwnElements<Iterator>> own_elements(const Iterator& first, const Iterator& last)
{
  constexpr bool backwards = goes_backwards<Iterator>();
  if (!are_inner_intervals(first, last)) return std::nullopt;
  if (!(backwards ? is_reversed_interval(first, last) : is_interval_of_container(first, last))) {
    return std::nullopt;
  }
  const auto part = own_interval(
      container_iterator(backwards ? last : first), container_iterator(backwards ? first : last));
  if (!part || part->empty()) return std::nullopt;
  return std::optional<OwnElements<Iterator>>(std::in_place, first, last, *part);
}

/// Calls \c f(number) for blocks of the calling unit's elements, which \c own has read, until it
/// returns false.
template <class Iterator, class F>
void for_each_own_block(OwnElements<Iterator>& own, Position together, F f)
{
  for_each_block<FirstBlocks::small>(0, own.count(), together, [&](Position number, Position size) {
    own.read(number, size);
    return f(number);
  });
}

/// Calls \c f(begin, end, position_of) for the values of a view at the calling unit's elements,
/// which are computed first, if elements below them lie in many short runs, or in memory that host
/// code cannot read; until \c f returns false. \return false if they need not be computed first
template <ComputedValues Iterator, class F>
bool for_each_local_value(const Iterator& first, const Iterator& last, F f)
{
  auto own = own_elements(first, last);
  if (!own) return false;
  const auto& base = own->base();
  // Several iterators that go backwards take native loops longer than their values.
  const bool computes =
      (goes_backwards<Iterator>() && !IsOverOne<Iterator>::value) ||
      is_device_memory(local_elements(base)) ||
      base.owned_run().size < limits::short_run_elements ||
      any_inner(
          own->iterator_at(0), [&](const auto& it) { return needs_copies(it, own->count()); });
  if (!computes) return false;
  ValueBlock<std::iter_value_t<Iterator>> values(own->count());
  for_each_own_block(*own, values.capacity(), [&](Position number) {
    Position size = 0;
    own->for_each_part([&](const Iterator& it, Position n, Position offset) {
      values.compute(it, 0, n, offset);
      size += n;
    });
    const auto* const computed = values.data();
    const auto position_of = [&](auto it) { return own->position_of(number + (it - computed)); };
    return goes_on(f, computed, computed + size, position_of);
  });
  return true;
}

/// The same for references to elements, which are read first, for a step that only reads.
template <RefersToInner Iterator, class F>
bool for_each_local_reference(const Iterator& first, const Iterator& last, F f)
{
  if constexpr (goes_backwards<Iterator>()) return false;  // parts would be in descending order
  auto own = own_elements(first, last);
  if (!own) return false;
  const Position together = values_together<std::iter_value_t<Iterator>>();
  for_each_own_block(*own, together, [&](Position number) {
    bool more = true;
    own->for_each_part([&](const Iterator& begin, Position n, Position offset) {
      const auto position_of = [&](const Iterator& it) {
        return own->position_of(number + offset + (it - begin));
      };
      const auto end = begin + static_cast<std::iter_difference_t<Iterator>>(n);
      more = more && goes_on(f, begin, end, position_of);
    });
    return more;
  });
  return true;
}

/// Calls \c f(begin, end, position_of) for the calling unit's elements of [first, last), in
/// ascending order, until it returns false; each call gets a line of its memory, whatever the
/// positions of the elements.
template <GlobalIterator Iterator, class F>
void for_each_own_line(const Iterator& first, const Iterator& last, F f)
{
  using Index = typename Iterator::index_type;
  auto* const elements = local_elements(first);
  first.for_each_line_at(
      first.team().myid(), static_cast<Index>(last - first), [&](const DealtLine<Index>& line) {
        return goes_on(f, elements + line.lbegin, elements + (line.lbegin + line.n), [=](auto it) {
          return static_cast<Position>(line.index_at(static_cast<Index>(it - elements)));
        });
      });
}

/// Calls \c f(begin, end, position_of) for the calling unit's elements of [first, last), in
/// ascending order and in as few calls as possible, until it returns false; \c position_of(it) is
/// the position of an element in the range. The iterators are native ones. Local call.
template <SegmentedIterator Iterator, class F>
void for_each_part_in_place(const Iterator& first, const Iterator& last, F f)
{
  if (first == last) return;
  if constexpr (GlobalIterator<Iterator>) {
    const auto part = own_interval(first, last);
    if constexpr (!LinearIterator<Iterator>) {
      if (!part) return for_each_own_line(first, last, f);
    }
    if (part->empty()) return;
    auto* elements = local_elements(first);
    f(elements + part->begin, elements + part->end,
      [&, elements](auto it) { return position_of_local(first, it - elements); });
  } else {
    if constexpr (ComputedValues<Iterator>) {
      if (for_each_local_value(first, last, f)) return;
    } else if constexpr (ReverseGlobalIterator<Iterator> && CopiedBackwards<Iterator>) {
      if (for_each_local_part_backwards(first, last, f)) return;
    }
    for_each_local_run(first, last, [&](auto begin, auto end, Position position) {
      return goes_on(f, begin, end, [=](auto it) { return position + (it - begin); });
    });
  }
}

/// The same for steps that may get copies of the elements: the iterators are native ones, or those
/// of OwnRuns.
template <SegmentedIterator Iterator, class F>
void for_each_local_part(const Iterator& first, const Iterator& last, F f)
{
  if constexpr (CopiedElements<Iterator> && !LinearIterator<Iterator>) {
    if (should_copy_own_runs(first, last)) {
      return for_each_of_own_runs(first, last, [&](const auto& begin, const auto& end) {
        return goes_on(f, begin, end, [](const auto& it) { return it.position(); });
      });
    }
  }
  for_each_part_in_place(first, last, f);
}

/// The same for a step that only reads the elements: it may get references to copies.
template <SegmentedIterator Iterator, class F>
void for_each_part_read(const Iterator& first, const Iterator& last, F f)
{
  if constexpr (RefersToInner<Iterator>) {
    if (first == last || for_each_local_reference(first, last, f)) return;
  }
  for_each_local_part(first, last, f);
}

/// Whether each unit has at most one run of the range, and the runs are in unit order.
template <SegmentedIterator Iterator>
bool units_follow_positions(const Iterator& first, const Iterator& last)
{
  if (first == last) return true;
  if constexpr (GlobalIterator<Iterator>) {
    dart_unit_t previous = -1;
    for (auto it = first; it < last;) {
      const auto run = it.owned_run();
      if (run.unit.id <= previous) return false;
      previous = run.unit.id;
      it += run.size;
    }
    return true;
  } else {
    if constexpr (IsOverContainer<Iterator>::value) {
      if (is_interval_of_container(first, last)) {
        return units_follow_positions(container_iterator(first), container_iterator(last));
      }
    }
    const Position end = last - first;
    const Team& team = team_of(first);
    team_unit_t previous{-1};
    for (Position pos = 0; pos < end; pos = end_of_run(first, pos, end)) {
      const global_unit_t owner(dart_owner_of_mapped(locate_element(first + pos).address));
      const team_unit_t unit = team.relative_id(owner);
      if (unit <= previous) return false;
      previous = unit;
    }
    return true;
  }
}

}  // namespace dash::detail
