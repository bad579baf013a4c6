// Tier: suite n3; sanitized c2g2

#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Pattern.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/algorithm/SUMMA.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/MakePattern.h>
#include <dash/pattern/PatternProperties.h>
#include <dash/pattern/ShiftTilePattern.h>
#include <dash/pattern/TilePattern.h>
#include <dash/util/PatternMetrics.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <set>
#include <type_traits>

#include "dash_test_base.h"

namespace {

using partitioning = dash::pattern_partitioning_tag;
using mapping = dash::pattern_mapping_tag;
using layout = dash::pattern_layout_tag;
using Rectangular =
    dash::pattern_partitioning_properties<partitioning::rectangular, partitioning::balanced>;
using Balanced = dash::pattern_mapping_properties<mapping::balanced>;
using Diagonal = dash::pattern_mapping_properties<mapping::balanced, mapping::diagonal>;
using AnyMapping = dash::pattern_mapping_default_properties;
using Blocked = dash::pattern_layout_properties<layout::blocked, layout::linear>;
using Canonical = dash::pattern_layout_properties<layout::canonical>;

class MakePattern : public dash::test::TestBase {};

TEST_F(MakePattern, BlockByDefault)
{
  const auto pattern = dash::make_pattern(dash::SizeSpec<2>(20, 30), dash::TeamSpec<2>(5, 1));
  static_assert(std::is_same_v<decltype(pattern), const dash::BlockPattern<2>>);
  EXPECT_EQ(pattern.extents(), (std::array<std::size_t, 2>{20, 30}));
  EXPECT_EQ(pattern.distspec(), (dash::DistributionSpec<2>(dash::BLOCKED, dash::NONE)));
  EXPECT_EQ(pattern.blocksize(0), 4u);
  EXPECT_EQ(pattern.num_units(), 5);
}

TEST_F(MakePattern, CanonicalLayoutGivesBlocks)
{
  const auto pattern = dash::make_pattern<Rectangular, Balanced, Canonical>(
      dash::SizeSpec<2>(20, 30), dash::TeamSpec<2>(2, 3));
  static_assert(std::is_same_v<decltype(pattern), const dash::BlockPattern<2>>);
  EXPECT_EQ(pattern.distspec(), (dash::DistributionSpec<2>(dash::BLOCKED, dash::BLOCKED)));
}

TEST_F(MakePattern, BlockedLayoutGivesTiles)
{
  const auto pattern = dash::make_pattern<Rectangular, Balanced, Blocked>(
      dash::SizeSpec<2>(20, 30), dash::TeamSpec<2>(2, 3));
  static_assert(std::is_same_v<decltype(pattern), const dash::TilePattern<2>>);
  EXPECT_EQ(pattern.distspec(), (dash::DistributionSpec<2>(dash::TILE(10), dash::TILE(10))));
  EXPECT_EQ(pattern.local_size(dash::team_unit_t{5}), 100u);
}

TEST_F(MakePattern, DiagonalMappingGivesShiftedTiles)
{
  const auto pattern = dash::make_pattern<Rectangular, Diagonal, Blocked>(
      dash::SizeSpec<2>(12, 18), dash::TeamSpec<2>(2, 3));
  static_assert(std::is_same_v<decltype(pattern), const dash::ShiftTilePattern<2>>);
  EXPECT_EQ(pattern.distspec(), (dash::DistributionSpec<2>(dash::TILE(2), dash::TILE(3))));
  for (int unit = 0; unit < 6; ++unit) {
    EXPECT_EQ(pattern.local_size(dash::team_unit_t(unit)), 36u);
  }
}

TEST_F(MakePattern, OneDimension)
{
  const dash::SizeSpec<1> sizes(20);
  const dash::TeamSpec<1> units(4);
  const auto balanced = dash::make_pattern<Rectangular, Balanced, Blocked>(sizes, units);
  static_assert(std::is_same_v<decltype(balanced), const dash::ShiftTilePattern<1>>);
  const auto any = dash::make_pattern<Rectangular, AnyMapping, Blocked>(sizes, units);
  static_assert(std::is_same_v<decltype(any), const dash::TilePattern<1>>);
  EXPECT_EQ(any.blocksize(0), 5u);
  EXPECT_EQ(dash::make_pattern(sizes, units).blocksize(0), 5u);
}

TEST_F(MakePattern, IndexTypeOfTheSizeSpec)
{
  const auto pattern =
      dash::make_pattern(dash::SizeSpec<2, unsigned>(20, 30), dash::TeamSpec<2>(5, 1));
  static_assert(
      std::is_same_v<decltype(pattern), const dash::BlockPattern<2, dash::ROW_MAJOR, int>>);
  EXPECT_EQ(pattern.size(), 600);
}

TEST_F(MakePattern, TeamSpec)
{
  const dash::SizeSpec<2> sizes(280, 280);
  const auto grid = [&](int units, std::size_t nodes, std::size_t numa) {
    const auto spec =
        dash::make_team_spec<Rectangular, Diagonal, Blocked>(sizes, units, nodes, numa, 28);
    EXPECT_EQ(spec.size(), static_cast<std::size_t>(units));
    return std::multiset<std::size_t>(spec.extents().begin(), spec.extents().end());
  };
  using Grid = std::multiset<std::size_t>;
  EXPECT_EQ(grid(28, 1, 2), (Grid{2, 14}));
  EXPECT_EQ(grid(28, 1, 4), (Grid{4, 7}));
  EXPECT_EQ(grid(12, 3, 2), (Grid{3, 4}));
  EXPECT_EQ(grid(9, 1, 2), (Grid{3, 3}));
  EXPECT_EQ(grid(16, 1, 1), (Grid{4, 4}));
  EXPECT_EQ(grid(7, 0, 0), (Grid{1, 7}));
  // Units are grouped by NUMA domains if no square is possible.
  for (const std::size_t units : {4, 8, 12, 20, 24, 28}) {
    EXPECT_EQ(grid(static_cast<int>(units), 1, 2), (Grid{2, units / 2}));
  }
  EXPECT_EQ(grid(16, 1, 2), (Grid{4, 4}));
  EXPECT_EQ(grid(36, 1, 2), (Grid{6, 6}));
  EXPECT_EQ(grid(32, 1, 2), (Grid{4, 8}));
  // Several nodes of 28 cores: units of a node are neighbours.
  EXPECT_EQ(grid(28 * 4, 4, 4), (Grid{28, 4}));
  EXPECT_EQ(grid(28 * 8, 8, 4), (Grid{28, 8}));
  EXPECT_EQ(grid(28 * 16, 16, 4), (Grid{28, 16}));
  EXPECT_EQ(grid(28 * 32, 32, 4), (Grid{28, 32}));
  EXPECT_EQ(grid(28 * 64, 64, 4), (Grid{32, 56}));
  EXPECT_EQ(grid(28 * 128, 128, 4), (Grid{64, 56}));
}

TEST_F(MakePattern, ConstraintsOfSummaGiveTiles)
{
  const dash::SizeSpec<2> sizes(40, 60);
  const dash::TeamSpec<2> units(2, 3);
  const auto pattern = dash::make_pattern<
      dash::summa_pattern_partitioning_constraints, dash::summa_pattern_mapping_constraints,
      dash::summa_pattern_layout_constraints>(sizes, units);
  static_assert(std::is_same_v<decltype(pattern), const dash::TilePattern<2>>);
  EXPECT_EQ(pattern.blocksize(0), 20u);
  EXPECT_EQ(pattern.blocksize(1), 20u);
}

TEST_F(MakePattern, TeamSpecOfTheTeam)
{
  EXPECT_EQ((dash::make_team_spec(dash::SizeSpec<3>(4, 4, 4)).size()), dash::size());
  const auto line = dash::make_team_spec(dash::SizeSpec<1>(10), dash::Team::All());
  EXPECT_EQ(line.extents(), (std::array<std::size_t, 1>{dash::size()}));
  const auto pattern = dash::make_pattern(dash::SizeSpec<1>(10), line);
  EXPECT_EQ(pattern.num_units(), static_cast<long>(dash::size()));
}

TEST_F(MakePattern, Metrics)
{
  const dash::TilePattern<2> pattern(
      dash::SizeSpec<2>(6, 9), {dash::TILE(2), dash::TILE(3)}, dash::TeamSpec<2>(2, 1));
  const dash::util::PatternMetrics<dash::TilePattern<2>> metrics(pattern);
  EXPECT_EQ(metrics.num_blocks(), 9u);
  EXPECT_EQ(metrics.min_blocks_per_unit(), 3u);
  EXPECT_EQ(metrics.max_blocks_per_unit(), 6u);
  EXPECT_EQ(metrics.min_elements_per_unit(), 18u);
  EXPECT_EQ(metrics.max_elements_per_unit(), 36u);
  EXPECT_EQ(metrics.num_balanced_units(), 1u);
  EXPECT_EQ(metrics.num_imbalanced_units(), 1u);
  EXPECT_EQ(metrics.unit_local_blocks(dash::team_unit_t{0}), 6u);
  EXPECT_DOUBLE_EQ(metrics.imbalance_factor(), 2.0);
}

}  // namespace
