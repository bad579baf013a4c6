#pragma once

/// \file
/// Describes ranges, and what can be done with their elements, in the form that plans of work need
/// (WorkPlan.h).

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/OwnPositions.h>
#include <dash/detail/execution/StepOn.h>
#include <dash/detail/execution/WorkAtPlaces.h>
#include <dash/detail/plan/Limits.h>
#include <dash/detail/plan/WorkPlan.h>
#include <dash/detail/range/AlignedRanges.h>
#include <dash/detail/range/LocalRuns.h>
#include <dash/detail/range/OwnRuns.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/range/ViewValues.h>
#include <dash/detail/team/TeamKind.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace dash::detail {

/// Whether work is a step that is compiled for elements at places, too, and kernels can run such a
/// step on elements of these ranges.
template <class Work, class... Ranges>
inline constexpr bool runs_at_places = false;
template <class Step, Access... access, class... Ranges>
  requires(requires { Step::runs_at_places; } && sizeof...(access) == sizeof...(Ranges) &&
           (WorkedAtPlaces<Ranges> && ...))
inline constexpr bool runs_at_places<StepOn<Step, access...>, Ranges...> =
    Step::runs_at_places && is_device_call<Step, place_iterator<Ranges, access>...>;

/// Whether work is a step that kernels might run on copies of elements.
template <class Work, class... Ranges>
inline constexpr bool runs_on_copies = false;
template <class Step, Access... access, class... Ranges>
inline constexpr bool runs_on_copies<StepOn<Step, access...>, Ranges...> =
    (CopiedElements<Ranges> && ...);

template <class Work, class First, class... Others>
inline constexpr WorkForms work_forms = {
    (OverDealtBlocks<First> && ... && OverDealtBlocks<Others>),
    (DealtLines<First> && ... && DealtLines<Others>),
    DealtBoxes<First> && (DealtAlike<First, Others> && ...),
    runs_at_places<Work, First, Others...>,
    (CopiedOperand<First> && ... && CopiedOperand<Others>),
    runs_on_copies<Work, First, Others...>};

/// Whether no unit has much more than its equal share of a box.
template <DealtBoxes It>
bool is_shared_equally(const It& first)
{
  const auto box = box_from(first);
  const auto& pattern = first.pattern();
  const auto units = static_cast<std::size_t>(first.team().size());
  std::size_t most = 0;
  for (team_unit_t unit{0}; unit < static_cast<dart_unit_t>(pattern.num_units()); ++unit)
    most = std::max<std::size_t>(most, pattern.local_box(unit, box).size());
  return most <= limits::shared_equally * (box.size() / units + 1);
}

/// Whether a range of \c n elements is a whole section, which has the extents of another one.
template <DealtBoxes It, DealtBoxes Other>
bool is_section_like(const It& first, Position n, const Other& other)
{
  constexpr auto is_same = [](auto a, auto b) { return std::cmp_equal(a, b); };
  const auto section = section_of(first);
  return position_in_section(first) == 0 && std::cmp_equal(section.size(), n) &&
         std::ranges::equal(section.box().extents(), section_of(other).box().extents(), is_same);
}

/// The facts of a range, of which \c n elements correspond to those of the first range.
template <class First, class It>
RangeFacts range_facts(const First& first, const It& it, Position n)
{
  RangeFacts facts;
  if constexpr (OverDealtBlocks<It>) facts.blocks = dealt_blocks(it);
  if constexpr (OverDealtBlocks<It> || DealtElements<It>) {
    facts.is_on_team = it.team() == team_of(first);
    facts.units = static_cast<std::size_t>(it.pattern().num_units());
  }
  if constexpr (DealtBoxes<It> && DealtBoxes<First>) {
    facts.is_whole_section = is_section_like(it, n, first);
  }
  return facts;
}

/// Whether elements can be copied, and lie in many short runs.
template <class It>
bool lies_in_short_runs(const It& it, Position n)
{
  if constexpr (CopiedElements<It> || CopiedBackwards<It>) {
    return has_short_runs(it, it + static_cast<std::iter_difference_t<It>>(n));
  } else {
    return false;
  }
}

/// The size of blocks of which units might work on their own elements (RangeFacts::own_block).
template <class It>
std::size_t own_block_size(const It& it, const RangeFacts& facts)
{
  if constexpr (DealtBoxes<It>) {
    if (facts.is_on_team && facts.is_whole_section && is_shared_equally(it))
      return it.pattern().max_blocksize();
  }
  return 0;
}

/// What the calling unit's kernels can do with the elements of ranges.
template <class First, class... Others>
UnitSkills unit_skills(AnyWork, const UnitSkills& asked, const First&, const Others&... others)
{
  UnitSkills skills;
  if constexpr (DealtLines<First> && (DealtLines<Others> && ...))
    skills.moves = asked.moves && (kernels_move(others) && ...);
  return skills;
}

template <class Step, Access... access, class... Ranges>
UnitSkills unit_skills(StepOn<Step, access...>, const UnitSkills& asked, const Ranges&... ranges)
{
  UnitSkills skills = unit_skills(AnyWork{}, asked, ranges...);
  if constexpr (runs_at_places<StepOn<Step, access...>, Ranges...>) {
    skills.runs_at_places = asked.runs_at_places &&
                            device_launcher<Step, place_iterator<Ranges, access>...>() != nullptr &&
                            (kernels_reach(ranges) && ...);
  }
  if constexpr (runs_on_copies<StepOn<Step, access...>, Ranges...>) {
    const auto have_kernel = [] {
      return device_launcher<Step, native_type<Ranges, access>...>() != nullptr;
    };
    skills.runs_copies = asked.runs_copies && (!is_gpu_unit() || have_kernel());
  }
  return skills;
}

/// Whether a step should run at the places of the calling unit's elements, of ranges that are
/// distributed alike, because they lie in many runs of its memory.
template <class Work, class... Ranges>
bool runs_at_own_places(Work, Position, const Ranges&...)
{
  return false;
}

template <class Step, Access... access, WorkedAtPlaces... Ranges>
  requires runs_at_places<StepOn<Step, access...>, Ranges...>
bool runs_at_own_places(StepOn<Step, access...>, Position n, const Ranges&... ranges)
{
  return (should_copy_own_runs(ranges, ranges + n) && ...) &&
         (has_small_extents(ranges.pattern()) && ...) &&
         device_launcher<Step, place_iterator<Ranges, access>...>() != nullptr;
}

/// Whether a range is a view, and the elements below it, in their order or in reverse order, lie in
/// many short runs.
template <class Iterator>
bool is_view_of_short_runs(const Iterator& first, const Iterator& last)
{
  if constexpr (ComputedValues<Iterator>) {
    const auto begin = container_iterator(first), end = container_iterator(last);
    return (is_interval_of_container(first, last) && has_short_runs(begin, end)) ||
           (is_reversed_interval(first, last) && has_short_runs(end, begin));
  } else {
    return false;
  }
}

/// The plan of work on the elements of [first, last) and of others at the same positions. The same
/// on all units of the team, except between two ways of work in a unit's own memory. Collective
/// unless the ranges are distributed alike.
template <class Work, class Iterator, class... Others>
WorkPlan plan_work(const Iterator& first, const Iterator& last, const Others&... others)
{
  const Position n = last - first;
  if constexpr (GlobalIterator<Iterator> && (GlobalIterator<Others> && ...)) {
    if ((same_distribution(first, others) && ...))
      return plan_of_aligned(runs_at_own_places(Work{}, n, first, others...));
  }
  constexpr WorkForms forms = work_forms<Work, Iterator, Others...>;
  Team& team = team_of(first);
  std::array ranges{range_facts(first, first, n), range_facts(first, others, n)...};
  const WorkFacts facts{forms,
                        kind_of(team),
                        team.size(),
                        !run_has_unmapped_memory,
                        is_view_of_short_runs(first, last),
                        ranges};
  if constexpr (forms.dealt_lines) {
    if (const auto plan = plan_of_equal_blocks(facts)) return *plan;
  }
  RangeFacts* range = ranges.data();
  range++->has_short_runs = lies_in_short_runs(first, n);
  ((range++->has_short_runs = lies_in_short_runs(others, n)), ...);
  if constexpr (forms.own_boxes) {
    if (asks_for_blocks(facts)) {
      range = ranges.data();
      const auto note_block = [&](const auto& it) {
        range->own_block = own_block_size(it, *range);
        ++range;
      };
      note_block(first);
      (note_block(others), ...);
    }
  }
  const UnitSkills asked = asked_skills(facts);
  return plan_of_work(
      facts, skills_of_all(team, asked, unit_skills(Work{}, asked, first, others...)));
}

}  // namespace dash::detail
