// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/UnitId.h>
#include <dash/dart/if/dart.h>
#include <dash/detail/team/Combine.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "dash_test_base.h"

namespace {

using dash::BLOCKED;
using dash::NONE;
using dash::TILE;

class TeamSpec : public dash::test::TestBase {
 protected:
  template <std::size_t N>
  static std::array<std::size_t, N> along(std::size_t dimension)
  {
    std::array<std::size_t, N> extents;
    extents.fill(1);
    extents[dimension] = dash::size();
    return extents;
  }
};

TEST_F(TeamSpec, AllUnitsInTheFirstDimension)
{
  const dash::TeamSpec<3> spec;
  EXPECT_EQ(spec.extents(), along<3>(0));
  EXPECT_EQ(spec.size(), dash::size());
  EXPECT_EQ(spec.num_units(0), dash::size());
  EXPECT_EQ(spec.rank(), 1);
  EXPECT_EQ(dash::TeamSpec<2>(dash::Team::Null()).size(), 0u);
}

TEST_F(TeamSpec, AlongTheDistributedDimension)
{
  using Dist = dash::DistributionSpec<3>;
  EXPECT_EQ(dash::TeamSpec<3>(Dist(NONE, BLOCKED, NONE)).extents(), along<3>(1));
  EXPECT_EQ(dash::TeamSpec<3>(Dist(NONE, NONE, TILE(3))).extents(), along<3>(2));
  EXPECT_EQ(dash::TeamSpec<3>(Dist(NONE, TILE(2), TILE(3))).extents(), along<3>(1));
  EXPECT_EQ(dash::TeamSpec<3>(Dist(TILE(1), TILE(2), TILE(3))).extents(), along<3>(0));
  EXPECT_EQ(dash::TeamSpec<3>(Dist(BLOCKED, TILE(2), NONE)).extents(), along<3>(1));
  EXPECT_EQ(dash::TeamSpec<3>(Dist(NONE, NONE, NONE)).size(), 1u);
  EXPECT_EQ(dash::TeamSpec<1>(dash::DistributionSpec<1>(TILE(2))).extents(), along<1>(0));
}

TEST_F(TeamSpec, SeveralDistributedDimensionsNeedAnArrangement)
{
  using Dist = dash::DistributionSpec<2>;
  EXPECT_THROW(dash::TeamSpec<2>(Dist(BLOCKED, BLOCKED)), dash::exception::InvalidArgument);
  EXPECT_THROW(dash::TeamSpec<2>(Dist(TILE(2), BLOCKED)), dash::exception::InvalidArgument);
}

TEST_F(TeamSpec, KeepsTheExtentsOfAnother)
{
  const dash::DistributionSpec<3> dist(NONE, BLOCKED, NONE);
  EXPECT_EQ(dash::TeamSpec<3>(dash::TeamSpec<3>(), dist, dash::Team::All()).extents(), along<3>(0));
  EXPECT_EQ(
      (dash::TeamSpec<3>(dash::TeamSpec<3>(2, 3, 4), dist).extents()),
      (std::array<std::size_t, 3>{2, 3, 4}));
}

TEST_F(TeamSpec, BalanceExtents)
{
  dash::TeamSpec<2> square(144, 1);
  square.balance_extents();
  EXPECT_EQ(square.extents(), (std::array<std::size_t, 2>{12, 12}));
  dash::TeamSpec<3> cube(27, 1, 1);
  cube.balance_extents();
  EXPECT_EQ(cube.extents(), (std::array<std::size_t, 3>{3, 3, 3}));
  EXPECT_EQ(cube.rank(), 3);
  dash::TeamSpec<3> mixed(12, 5, 7);
  mixed.balance_extents();
  EXPECT_EQ(mixed.size(), 420u);
  EXPECT_LE(*std::max_element(mixed.extents().begin(), mixed.extents().end()), 10u);
}

TEST_F(TeamSpec, Coordinates)
{
  const dash::TeamSpec<2> spec(3, 4);
  for (int unit = 0; unit < 12; ++unit) {
    EXPECT_EQ(spec.x(unit), unit / 4);
    EXPECT_EQ(spec.y(unit), unit % 4);
    EXPECT_EQ(spec.at(spec.x(unit), spec.y(unit)), unit);
  }
}

TEST_F(TeamSpec, TeamsOfRowsAndColumns)
{
  dash::Team& all = dash::Team::All();
  const auto reversed = all.split(0, -all.myid().id).dart_id();
  for (const dart_team_t id : {DART_TEAM_ALL, reversed}) {
    dash::Team& team = dash::Team::Get(id);
    const auto units = static_cast<int>(team.size());
    for (const int columns : {1, 2, 3, 4}) {
      const int rows = units / columns;
      if (rows == 0) continue;
      const dash::TeamSpec<2> grid(std::array<int, 2>{rows, columns}, team);
      dash::Team& row = grid.team_along(1);
      dash::Team& column = grid.team_along(0);
      const int me = team.myid().id;
      if (me >= rows * columns) {
        EXPECT_TRUE(row.is_null() && column.is_null());
        continue;
      }
      EXPECT_EQ(columns, static_cast<int>(row.size()));
      EXPECT_EQ(me % columns, row.myid());
      EXPECT_EQ(rows, static_cast<int>(column.size()));
      EXPECT_EQ(me / columns, column.myid());
      EXPECT_EQ(rows, static_cast<int>(row.num_siblings()));
      EXPECT_EQ(me / columns, static_cast<int>(row.position()));
      for (const int unit : column) {
        EXPECT_EQ(
            team.global_id(dash::team_unit_t(unit * columns + me % columns)),
            column.global_id(dash::team_unit_t(unit)));
      }
      EXPECT_EQ(columns * (columns - 1) / 2, dash::detail::sum_over_units(row, row.myid().id));
    }
    const dash::TeamSpec<3> line(std::array<int, 3>{1, units, 1}, team);
    EXPECT_EQ(team.size(), line.team_along(1).size());
    EXPECT_EQ(1u, line.team_along(2).size());
    EXPECT_EQ(static_cast<std::size_t>(team.myid().id), line.team_along(0).position());
    EXPECT_THROW(line.team_along(3), dash::exception::InvalidArgument);
    EXPECT_THROW(line.team_along(-1), dash::exception::InvalidArgument);
    const dash::TeamSpec<2> large(std::array<int, 2>{2, units}, team);
    EXPECT_THROW(large.team_along(0), dash::exception::InvalidArgument);
  }
}

TEST_F(TeamSpec, Resize)
{
  dash::TeamSpec<2> spec;
  spec.resize(3, 2);
  EXPECT_EQ(spec, (dash::TeamSpec<2>(3, 2)));
  spec.resize(std::array<int, 2>{4, 5});
  EXPECT_EQ(spec, (dash::TeamSpec<2>(4, 5)));
  spec.resize_dim(1, 6);
  EXPECT_EQ(spec, (dash::TeamSpec<2>(4, 6)));
  EXPECT_NE(spec, (dash::TeamSpec<2>(4, 5)));
}

// The caller is one of the units of a 3 x 3 grid.
TEST_F(TeamSpec, Neighbors)
{
  const dash::TeamSpec<2> spec(3, 3);
  const int me = dash::Team::All().myid();
  const int x = me / 3;
  const int y = me % 3;
  for (int dx = -7; dx <= 7; ++dx) {
    for (int dy = -7; dy <= 7; ++dy) {
      const bool inside = x + dx >= 0 && x + dx < 3 && y + dy >= 0 && y + dy < 3;
      const int expected = inside ? (x + dx) * 3 + y + dy : -1;
      EXPECT_EQ(spec.neighbor({dx, dy}), expected);
      EXPECT_EQ(spec.neighbor(std::array<int, 2>{dx, dy}), expected);
      const int wrapped = (x + dx + 9) % 3 * 3 + (y + dy + 9) % 3;
      EXPECT_EQ(spec.periodic_neighbor({dx, dy}), wrapped);
      EXPECT_EQ(spec.periodic_neighbor(std::array<int, 2>{dx, dy}), wrapped);
    }
  }
}

TEST_F(TeamSpec, ConvertsBetweenIndexTypes)
{
  const dash::TeamSpec<2, int> narrow(dash::TeamSpec<2>(3, 4));
  EXPECT_EQ(narrow.extents(), (std::array<unsigned, 2>{3, 4}));
}

}  // namespace
