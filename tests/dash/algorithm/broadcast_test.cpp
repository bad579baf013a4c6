// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Shared.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/algorithm/Bcast.h>
#include <gtest/gtest.h>

#include <list>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

using dash::team_unit_t;

class Broadcast : public dash::test::TestBase {};

TEST_F(Broadcast, FromEachUnit)
{
  for (const int root : dash::Team::All()) {
    std::vector<int> values(5, dash::myid().id);
    dash::broadcast(values.begin(), values.end(), team_unit_t(root));
    EXPECT_EQ(values, std::vector<int>(5, root));
    double number = 0.5 + dash::myid().id;
    dash::broadcast(&number, &number + 1, team_unit_t(root));
    EXPECT_EQ(number, 0.5 + root);
  }
}

TEST_F(Broadcast, PartOfALocalRange)
{
  std::vector<int> values(6, dash::myid().id);
  dash::broadcast(values.begin() + 2, values.begin() + 4, team_unit_t{0});
  const int me = dash::myid().id;
  EXPECT_EQ(values, (std::vector<int>{me, me, 0, 0, me, me}));
  dash::broadcast(values.begin(), values.begin(), team_unit_t{0});
  EXPECT_EQ(values, (std::vector<int>{me, me, 0, 0, me, me}));
}

TEST_F(Broadcast, NodesOfAList)
{
  const team_unit_t last(static_cast<int>(dash::size()) - 1);
  std::list<long> values{dash::myid().id, 7, 8};
  dash::broadcast(values.begin(), values.end(), last);
  EXPECT_EQ(values, (std::list<long>{last.id, 7, 8}));
}

TEST_F(Broadcast, StructsAndManyValues)
{
  using dash::test::Particle;
  std::vector<Particle> values(20000);
  if (dash::myid() == 0) values = dash::test::sequence<Particle>(values.size());
  dash::broadcast(values.begin(), values.end(), team_unit_t{0});
  EXPECT_EQ(values, dash::test::sequence<Particle>(values.size()));
}

TEST_F(Broadcast, WithinATeam)
{
  dash::Team& half = dash::test::teams().back();
  const team_unit_t root(static_cast<int>(half.size()) - 1);
  std::vector<int> values(3, dash::myid().id);
  dash::broadcast(values.begin(), values.end(), root, half);
  EXPECT_EQ(values, std::vector<int>(3, half.global_id(root).id));
}

TEST_F(Broadcast, ValueOfAShared)
{
  const team_unit_t owner(static_cast<int>(dash::size()) - 1);
  dash::Shared<int> shared(owner);
  if (dash::myid() == owner.id) shared.set(42);
  EXPECT_EQ(dash::broadcast(shared), 42);
  dash::barrier();
}

}  // namespace
