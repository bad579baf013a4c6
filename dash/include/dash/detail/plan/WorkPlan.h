#pragma once

/// \file
/// Plans of work: who works on which positions of several ranges of equal size, and how the
/// elements there reach the step that works on them.
///
/// Algorithms describe their ranges in a form without types, and execute the plan that comes back
/// (CorrespondingRuns.h). The decisions are in WorkPlan.cpp alone. docs/design.md explains the
/// plans.

#include <dash/Team.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/plan/DealtBlocks.h>
#include <dash/detail/team/TeamKind.h>

#include <cstddef>
#include <optional>
#include <span>

namespace dash::detail {

/// On which positions a unit works.
enum class Worked {
  own,            ///< those of its own elements of one of the ranges
  shares,         ///< its share of all positions: what it owns if that is one run, in unit order on
                  ///< all units; otherwise an equal part (Share.h)
  shares_of_gpus  ///< its equal share, of which CPU units have none
};

/// How the elements at these positions reach the step.
enum class Reached {
  in_place,      ///< in the unit's memory
  counterparts,  ///< in the memory of other units, where they follow each other like own ones
  places,        ///< where they are: a kernel computes the place of each
  copies,        ///< as copies of those that correspond to some own ones
  blocks,        ///< block by block: one run in place, others as copies
  runs           ///< run by run
};

/// What can be done with the elements of ranges, by their types and the type of the step.
struct WorkForms {
  bool dealt_lines = false;  ///< all ranges are dealt in blocks of equal size, in one dimension
  bool own_lines = false;    ///< and their elements are numbers, so that they can be copied
  bool own_boxes = false;    ///< the same of matrices, in the same number and order of dimensions
  bool at_places = false;    ///< the step is compiled for elements at places
  bool as_copies = false;    ///< the step can get copies of all ranges
  bool on_copies = false;    ///< and it is known, so that kernels might run it on them
};

/// What plans depend on in a range.
struct RangeFacts {
  DealtBlocks blocks{};    ///< if it is dealt in blocks of equal size, in one dimension
  bool is_on_team = true;  ///< whether it belongs to the team of the first range
  std::size_t units = 0;   ///< to which it is dealt
  bool has_short_runs = false;
  bool is_whole_section = false;  ///< of a matrix, with the extents of the first range's section
  /// Size of the blocks of a matrix of which units might work on their own elements: 0 if that is
  /// no whole section, or some unit has much more of it than the others.
  std::size_t own_block = 0;
};

/// What units can do, which all units of a team have to know before they decide.
struct UnitSkills {
  bool runs_at_places = false;  ///< whether kernels run the step, and reach all elements
  bool moves = false;           ///< whether kernels copy the elements of all units
  bool runs_copies = false;     ///< whether kernels run the step on copies; true for CPU units
};

/// What plans depend on. The same on all units of the team.
struct WorkFacts {
  WorkForms forms;
  TeamKind team = TeamKind::cpus_of_host;
  std::size_t team_size = 1;
  bool is_all_mapped = true;  ///< whether host code can access all memory of the run
  bool is_view_of_short_runs =
      false;  ///< whether the first range is a view of elements in short runs
  std::span<const RangeFacts> ranges;  ///< all ranges, the first one first
};

struct WorkPlan {
  Worked worked = Worked::own;
  Reached reached = Reached::runs;
  /// The range whose own elements a unit works on; for Reached::places, is_better_to_work_on() says
  /// which.
  std::size_t own_range = 0;
  const char* why = "";  ///< for DASH_EXPLAIN

  friend bool operator==(const WorkPlan& a, const WorkPlan& b)
  {
    return a.worked == b.worked && a.reached == b.reached && a.own_range == b.own_range;
  }
};

/// The plan for ranges that are distributed alike; each unit may choose for itself.
/// \param at_places  whether the unit's elements lie in many runs of its memory, at whose places
/// its
///   kernels run the step
DASH_API WorkPlan plan_of_aligned(bool at_places);

/// The plan for ranges of equal blocks, in memory that is all mapped; nullopt if they are no such
/// ranges. It does not depend on how long runs are.
DASH_API std::optional<WorkPlan> plan_of_equal_blocks(const WorkFacts& facts);

/// Whether the plan depends on the blocks of matrices, which take a look at all units.
DASH_API bool asks_for_blocks(const WorkFacts& facts);

/// Which skills of units the plan depends on. The same on all units of the team.
DASH_API UnitSkills asked_skills(const WorkFacts& facts);

/// What all units can do of that which is asked; unless that is nothing, collective.
DASH_API UnitSkills skills_of_all(Team& team, const UnitSkills& asked, const UnitSkills& mine);

/// The plan for other ranges that are distributed differently.
/// \param skills  what all units can do, of that which was asked
DASH_API WorkPlan plan_of_work(const WorkFacts& facts, const UnitSkills& skills);

/// What units have of a range on whose elements they might work at places.
struct OwnPartFacts {
  std::ptrdiff_t run;      ///< number of elements of its runs
  std::ptrdiff_t largest;  ///< size of the largest part of a unit
  std::ptrdiff_t size;     ///< of the range
  std::ptrdiff_t units;
};

/// Whether units should rather work on their own elements of the first one of two ranges.
DASH_API bool is_better_to_work_on(const OwnPartFacts& a, const OwnPartFacts& b);

/// What a plan says, in words.
DASH_API const char* name_of(Worked worked);
DASH_API const char* name_of(Reached reached);

}  // namespace dash::detail
