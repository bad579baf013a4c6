#include <dash/detail/plan/WorkPlan.h>

#include <dash/detail/plan/Limits.h>
#include <dash/detail/team/Combine.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace dash::detail {

namespace {

template <class Predicate>
bool all_of(const WorkFacts& facts, Predicate predicate)
{
  return std::all_of(facts.ranges.begin(), facts.ranges.end(), predicate);
}

bool is_short(const RangeFacts& range)
{
  return range.has_short_runs;
}

bool has_short_runs_anywhere(const WorkFacts& facts)
{
  return std::any_of(facts.ranges.begin(), facts.ranges.end(), is_short);
}

bool has_no_gpus(TeamKind team)
{
  return team == TeamKind::cpus_of_host || team == TeamKind::cpus_of_hosts;
}

/// Whether kernels of all units might work at places.
bool might_work_at_places(const WorkFacts& facts)
{
  const auto is_on_all = [&](const RangeFacts& range) {
    return range.is_on_team && range.units == facts.team_size;
  };
  return facts.forms.at_places && facts.team == TeamKind::gpus_of_host && all_of(facts, is_on_all);
}

/// Whether units might copy, of arrays of which all lie in short runs, what corresponds to their
/// own elements of the first one: kernels do that fast, and so do units of several hosts, which
/// send each other few descriptions of many runs.
bool might_copy_lines(const WorkFacts& facts)
{
  if (facts.team != TeamKind::gpus_of_host && facts.team != TeamKind::cpus_of_hosts) return false;
  const std::size_t units = facts.ranges.front().units;
  return facts.forms.own_lines && all_of(facts, [&](const RangeFacts& range) {
           return range.is_on_team && range.units == units && range.has_short_runs;
         });
}

/// The same of matrices, of CPU units, of which any lies in short runs: coordinates correspond, so
/// that few descriptions are enough. CPU units of one host gain from it, too, as they copy less.
bool should_copy_boxes(const WorkFacts& facts)
{
  const auto has_no_blocks = [](const RangeFacts& range) { return range.own_block == 0; };
  return asks_for_blocks(facts) && !all_of(facts, has_no_blocks);
}

/// The matrix with the largest blocks: smaller ones meet several units in each of these, so that
/// units need each other's elements at the same times.
std::size_t range_with_largest_blocks(const WorkFacts& facts)
{
  const auto largest = std::max_element(
      facts.ranges.begin(), facts.ranges.end(),
      [](const RangeFacts& a, const RangeFacts& b) { return a.own_block < b.own_block; });
  return static_cast<std::size_t>(largest - facts.ranges.begin());
}

/// Whether GPU units might work alone: kernels gather and distribute short runs much faster than
/// host code does.
bool might_leave_cpus_out(const WorkFacts& facts)
{
  return facts.forms.on_copies && facts.team == TeamKind::cpus_and_gpus_of_host;
}

}  // namespace

WorkPlan plan_of_aligned(bool at_places)
{
  if (at_places)
    return {
        Worked::own, Reached::places, 0,
        "ranges are distributed alike, and elements lie in many runs of the GPU's memory"};
  return {Worked::own, Reached::in_place, 0, "ranges are distributed alike"};
}

std::optional<WorkPlan> plan_of_equal_blocks(const WorkFacts& facts)
{
  const DealtBlocks& blocks = facts.ranges.front().blocks;
  const auto corresponds = [&](const RangeFacts& range) {
    return range.is_on_team && have_equal_blocks(blocks, range.blocks);
  };
  const bool has_counterparts = facts.forms.dealt_lines && facts.is_all_mapped &&
                                blocks.units == static_cast<Position>(facts.team_size) &&
                                all_of(facts, corresponds);
  if (!has_counterparts) return std::nullopt;
  return WorkPlan{
      Worked::own, Reached::counterparts, 0,
      "equal blocks: what corresponds to a unit's elements lies in one piece of host memory"};
}

bool asks_for_blocks(const WorkFacts& facts)
{
  const auto is_suited = [](const RangeFacts& range) {
    return range.is_on_team && range.is_whole_section;
  };
  return facts.forms.own_boxes && has_no_gpus(facts.team) && has_short_runs_anywhere(facts) &&
         all_of(facts, is_suited);
}

UnitSkills asked_skills(const WorkFacts& facts)
{
  if (has_no_gpus(facts.team) || !has_short_runs_anywhere(facts)) return {};
  return {
      might_work_at_places(facts), facts.team == TeamKind::gpus_of_host && might_copy_lines(facts),
      might_leave_cpus_out(facts)};
}

UnitSkills skills_of_all(Team& team, const UnitSkills& asked, const UnitSkills& mine)
{
  const auto bits_of = [](const UnitSkills& skills) {
    return unsigned{skills.runs_at_places} | unsigned{skills.moves} << 1 |
           unsigned{skills.runs_copies} << 2;
  };
  if (bits_of(asked) == 0) return {};
  const unsigned all = reduce_over_units(team, bits_of(mine), DART_OP_BAND);
  return {(all & 1) != 0, (all & 2) != 0, (all & 4) != 0};
}

WorkPlan plan_of_work(const WorkFacts& facts, const UnitSkills& skills)
{
  if (has_short_runs_anywhere(facts)) {
    if (might_work_at_places(facts) && skills.runs_at_places)
      return {
          Worked::own, Reached::places, 0, "short runs in memory that kernels of all units reach"};
    if (might_copy_lines(facts) && (has_no_gpus(facts.team) || skills.moves))
      return {Worked::own, Reached::copies, 0, "all ranges lie in short runs"};
    if (should_copy_boxes(facts))
      return {
          Worked::own, Reached::copies, range_with_largest_blocks(facts),
          "matrices with short runs: of the one with the largest blocks no element is copied"};
    if (might_leave_cpus_out(facts) && skills.runs_copies)
      return {
          Worked::shares_of_gpus, Reached::blocks, 0,
          "short runs, which GPUs gather much faster than CPU units"};
    if (facts.forms.as_copies)
      return {
          Worked::shares, Reached::blocks, 0,
          "short runs: a copy of many takes less time than to work on each"};
  }
  if (facts.is_view_of_short_runs)
    return {Worked::shares, Reached::runs, 0, "a view of elements that lie in short runs"};
  return {Worked::own, Reached::runs, 0, "runs are long, or elements cannot be copied as bytes"};
}

bool is_better_to_work_on(const OwnPartFacts& a, const OwnPartFacts& b)
{
  const auto is_balanced = [](const OwnPartFacts& part) {
    return limits::balanced_denominator * part.largest * part.units <=
           limits::balanced_numerator * part.size;
  };
  if (is_balanced(a) != is_balanced(b)) return is_balanced(a);
  return is_balanced(a) ? a.run > b.run : a.largest < b.largest;
}

const char* name_of(Worked worked)
{
  switch (worked) {
    case Worked::own:
      return "units work on their own elements";
    case Worked::shares:
      return "units work on their shares of the positions";
    case Worked::shares_of_gpus:
      return "GPU units work on equal shares of the positions";
  }
  return "";
}

const char* name_of(Reached reached)
{
  switch (reached) {
    case Reached::in_place:
      return "in place";
    case Reached::counterparts:
      return "with those of other units in place";
    case Reached::places:
      return "by kernels, at the places of all elements";
    case Reached::copies:
      return "with copies of those of other ranges";
    case Reached::blocks:
      return "block by block, with copies of short runs";
    case Reached::runs:
      return "run by run";
  }
  return "";
}

}  // namespace dash::detail
