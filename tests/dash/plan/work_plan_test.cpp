// Tier: suite n1; sanitized n1

// The table of plans: what is known of ranges, teams and steps, and the plan that follows.

#include <dash/detail/plan/WorkPlan.h>

#include <array>
#include <cstddef>
#include <iterator>
#include <vector>

#include "dash_test_base.h"

namespace {

using dash::detail::DealtBlocks;
using dash::detail::RangeFacts;
using dash::detail::Reached;
using dash::detail::TeamKind;
using dash::detail::UnitSkills;
using dash::detail::Worked;
using dash::detail::WorkFacts;
using dash::detail::WorkForms;
using dash::detail::WorkPlan;

class WorkPlanTest : public dash::test::TestBase {};

constexpr std::size_t units = 4;

constexpr TeamKind all_teams[] = {
    TeamKind::cpus_of_host, TeamKind::cpus_of_hosts, TeamKind::gpus_of_host,
    TeamKind::cpus_and_gpus_of_host, TeamKind::gpus_of_hosts};

/// What can be done with the elements of two arrays by a step that is compiled for places.
constexpr WorkForms arrays_and_step{true, true, false, true, true, true};
/// With those of matrices, by a step that is not.
constexpr WorkForms matrices_and_step{false, false, true, false, true, true};
/// With those of arrays, by code of which nothing is known.
constexpr WorkForms arrays_and_code{true, true, false, false, true, false};
/// With elements that are no numbers.
constexpr WorkForms other_elements{};

constexpr UnitSkills all_skills{true, true, true};
constexpr UnitSkills no_skills{};

RangeFacts array_of(dash::detail::Position block, bool has_short_runs)
{
  RangeFacts facts;
  facts.blocks = DealtBlocks{block, units, 0};
  facts.units = units;
  facts.has_short_runs = has_short_runs;
  return facts;
}

RangeFacts matrix_of(std::size_t own_block, bool has_short_runs)
{
  RangeFacts facts;
  facts.units = units;
  facts.has_short_runs = has_short_runs;
  facts.is_whole_section = true;
  facts.own_block = own_block;
  return facts;
}

struct Case {
  const char* what;
  WorkForms forms;
  std::vector<TeamKind> teams;
  bool is_all_mapped;
  UnitSkills skills;
  std::array<RangeFacts, 2> ranges;
  WorkPlan plan;
};

const RangeFacts blocked = array_of(250, false), cyclic = array_of(1, true),
                 blockcyclic = array_of(7, true);

const Case cases[] = {
    {"equal blocks in mapped memory",
     arrays_and_step,
     {TeamKind::cpus_of_host},
     true,
     no_skills,
     {cyclic, cyclic},
     {Worked::own, Reached::counterparts}},
    {"different blocks in mapped memory",
     arrays_and_step,
     {TeamKind::cpus_of_host},
     true,
     no_skills,
     {cyclic, blockcyclic},
     {Worked::shares, Reached::blocks}},
    {"short and long runs on GPUs, which can run the step",
     arrays_and_step,
     {TeamKind::gpus_of_host},
     false,
     all_skills,
     {cyclic, blocked},
     {Worked::own, Reached::places}},
    {"short runs on GPUs, of which some cannot run the step, but move elements",
     arrays_and_step,
     {TeamKind::gpus_of_host},
     false,
     {false, true, true},
     {cyclic, blockcyclic},
     {Worked::own, Reached::copies}},
    {"code of which nothing is known, on GPUs that move elements",
     arrays_and_code,
     {TeamKind::gpus_of_host},
     false,
     all_skills,
     {cyclic, blockcyclic},
     {Worked::own, Reached::copies}},
    {"short and long runs on GPUs that can do nothing",
     arrays_and_step,
     {TeamKind::gpus_of_host},
     false,
     no_skills,
     {cyclic, blocked},
     {Worked::shares, Reached::blocks}},
    {"short runs over hosts",
     arrays_and_step,
     {TeamKind::cpus_of_hosts},
     false,
     no_skills,
     {cyclic, blockcyclic},
     {Worked::own, Reached::copies}},
    {"short and long runs over hosts",
     arrays_and_step,
     {TeamKind::cpus_of_hosts, TeamKind::gpus_of_hosts},
     false,
     all_skills,
     {cyclic, blocked},
     {Worked::shares, Reached::blocks}},
    {"short runs beside CPU units, with GPUs that run the step",
     arrays_and_step,
     {TeamKind::cpus_and_gpus_of_host},
     false,
     all_skills,
     {blocked, cyclic},
     {Worked::shares_of_gpus, Reached::blocks}},
    {"the same with GPUs that do not",
     arrays_and_step,
     {TeamKind::cpus_and_gpus_of_host},
     false,
     no_skills,
     {blocked, cyclic},
     {Worked::shares, Reached::blocks}},
    {"the same with code of which nothing is known",
     arrays_and_code,
     {TeamKind::cpus_and_gpus_of_host},
     false,
     all_skills,
     {blocked, cyclic},
     {Worked::shares, Reached::blocks}},
    {"long runs",
     arrays_and_step,
     {std::begin(all_teams), std::end(all_teams)},
     false,
     all_skills,
     {blocked, array_of(260, false)},
     {Worked::own, Reached::runs}},
    {"elements that are no numbers",
     other_elements,
     {std::begin(all_teams), std::end(all_teams)},
     false,
     all_skills,
     {blockcyclic, cyclic},
     {Worked::own, Reached::runs}},
    {"matrices of CPU units",
     matrices_and_step,
     {TeamKind::cpus_of_host, TeamKind::cpus_of_hosts},
     true,
     no_skills,
     {matrix_of(4, true), matrix_of(100, false)},
     {Worked::own, Reached::copies, 1}},
    {"matrices with equal blocks",
     matrices_and_step,
     {TeamKind::cpus_of_host},
     true,
     no_skills,
     {matrix_of(100, true), matrix_of(100, false)},
     {Worked::own, Reached::copies, 0}},
    {"matrices of which some unit has too much",
     matrices_and_step,
     {TeamKind::cpus_of_host},
     true,
     no_skills,
     {matrix_of(0, true), matrix_of(0, false)},
     {Worked::shares, Reached::blocks}},
    {"matrices in long runs",
     matrices_and_step,
     {TeamKind::cpus_of_host},
     true,
     no_skills,
     {matrix_of(4, false), matrix_of(100, false)},
     {Worked::own, Reached::runs}},
    {"matrices on GPUs",
     matrices_and_step,
     {TeamKind::gpus_of_host, TeamKind::gpus_of_hosts},
     false,
     all_skills,
     {matrix_of(4, true), matrix_of(100, false)},
     {Worked::shares, Reached::blocks}},
};

WorkPlan plan_of(const WorkFacts& facts, const UnitSkills& skills)
{
  return dash::detail::plan_of_equal_blocks(facts).value_or(
      dash::detail::plan_of_work(facts, skills));
}

TEST_F(WorkPlanTest, Table)
{
  for (const Case& c : cases) {
    for (const TeamKind team : c.teams) {
      const WorkFacts facts{c.forms, team, units, c.is_all_mapped, false, c.ranges};
      const WorkPlan plan = plan_of(facts, c.skills);
      EXPECT_EQ(c.plan, plan) << c.what << ": " << name_of(plan.worked) << ", "
                              << name_of(plan.reached) << ", range " << plan.own_range;
      EXPECT_NE('\0', *plan.why) << c.what;
    }
  }
}

/// A plan that depends on a skill asks for it: with the other answer there is another plan, and
/// without a question there is the same one, whatever units can do.
TEST_F(WorkPlanTest, AsksWhatItDependsOn)
{
  for (const Case& c : cases) {
    for (const TeamKind team : all_teams) {
      const WorkFacts facts{c.forms, team, units, c.is_all_mapped, false, c.ranges};
      const UnitSkills asked = dash::detail::asked_skills(facts);
      const auto known = [&](bool a, bool b, bool on) {
        return UnitSkills{a && asked.runs_at_places, b && asked.moves, on && asked.runs_copies};
      };
      for (unsigned bits = 0; bits < 8; ++bits) {
        const bool a = (bits & 1) != 0, b = (bits & 2) != 0, on = (bits & 4) != 0;
        EXPECT_EQ(
            dash::detail::plan_of_work(facts, known(a, b, on)),
            dash::detail::plan_of_work(facts, UnitSkills{a, b, on}))
            << c.what;
      }
    }
  }
}

TEST_F(WorkPlanTest, RangesOfAnotherTeam)
{
  RangeFacts foreign = cyclic;
  foreign.is_on_team = false;
  for (const TeamKind team : all_teams) {
    const std::array ranges{cyclic, foreign};
    const WorkFacts facts{arrays_and_step, team, units, true, false, ranges};
    const WorkPlan plan = plan_of(facts, all_skills);
    EXPECT_EQ(Reached::blocks, plan.reached) << name_of(plan.reached);
  }
}

TEST_F(WorkPlanTest, Views)
{
  const std::array ranges{RangeFacts{}, blocked};
  WorkFacts facts{other_elements, TeamKind::cpus_of_host, units, true, true, ranges};
  EXPECT_EQ((WorkPlan{Worked::shares, Reached::runs}), dash::detail::plan_of_work(facts, {}));
  facts.is_view_of_short_runs = false;
  EXPECT_EQ((WorkPlan{Worked::own, Reached::runs}), dash::detail::plan_of_work(facts, {}));
}

TEST_F(WorkPlanTest, RangesDistributedAlike)
{
  EXPECT_EQ((WorkPlan{Worked::own, Reached::in_place}), dash::detail::plan_of_aligned(false));
  EXPECT_EQ((WorkPlan{Worked::own, Reached::places}), dash::detail::plan_of_aligned(true));
}

/// The range with the longest runs, unless some unit has much more of it than the others.
TEST_F(WorkPlanTest, WhoseElementsUnitsWorkOn)
{
  using dash::detail::is_better_to_work_on;
  using dash::detail::OwnPartFacts;
  const OwnPartFacts long_runs{100, 25, 100, 4}, short_runs{1, 25, 100, 4};
  const OwnPartFacts unequal{100, 50, 100, 4}, more_unequal{1, 60, 100, 4};
  EXPECT_TRUE(is_better_to_work_on(long_runs, short_runs));
  EXPECT_FALSE(is_better_to_work_on(short_runs, long_runs));
  EXPECT_TRUE(is_better_to_work_on(short_runs, unequal));
  EXPECT_FALSE(is_better_to_work_on(unequal, short_runs));
  EXPECT_TRUE(is_better_to_work_on(unequal, more_unequal));
  EXPECT_FALSE(is_better_to_work_on(long_runs, long_runs));
}

}  // namespace
