// Tier: suite n3 c2g2

// Algorithms on a range of a part of the units, and ranges of all of them, give the results that
// they give if all ranges belong to all units.

#include <dash/Exception.h>
#include <dash/Team.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "dash_test_base.h"
#include "distribution_cases.h"
#include "distribution_outcome.h"
#include "sweep.h"

namespace dash::test {
namespace {

class TwoTeams : public TestBase, public testing::WithParamInterface<DistributionCase> {};

/// \param is_caller  whether this unit calls what one unit calls
Outcome call_on_team(
    const DistributionCase& test, DistributedData& data, Team& team, bool is_caller)
{
  std::int64_t answer = 0;
  if (test.by == CalledBy::all_units || is_caller) answer = test.call(data);
  team.barrier();
  const Outcome outcome = outcome_of(test, answer, data);
  team.barrier();
  return outcome;
}

TEST_P(TwoTeams, SameResultsAsOneTeam)
{
  constexpr std::ptrdiff_t n = 2'003;
  const DistributionCase& test = GetParam();
  Team& all = Team::All();
  if (all.size() < 2) GTEST_SKIP() << "needs two units";
  Team& part = all.split(2);
  // The second part works alone: its units have other numbers in it.
  const bool is_second = part.position() == 1, is_caller = is_second && part.myid() == 0;
  for_each_combination(test, [&](const Distribution& from, const Distribution& to) {
    DistributedData of_all(n, from, to), of_part(n, from, to, part);
    all.barrier();
    const Outcome expected = call_on_team(test, of_all, all, is_caller);
    if (is_second && test.needs_one_team) {
      EXPECT_THROW(test.call(of_part), exception::InvalidArgument);
    } else if (is_second) {
      const Outcome found = call_on_team(test, of_part, part, is_caller);
      EXPECT_EQ(expected.answer, found.answer);
      EXPECT_EQ(expected.elements, found.elements);
    }
    all.barrier();
  });
}

INSTANTIATE_TEST_SUITE_P(
    All, TwoTeams, testing::ValuesIn(distribution_cases()), name_of<DistributionCase>);

}  // namespace
}  // namespace dash::test
