// Tier: suite n3

#include <dash/Cartesian.h>
#include <dash/Dimensional.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Pattern.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/PatternIterator.h>
#include <dash/pattern/SeqTilePattern.h>
#include <dash/pattern/ShiftTilePattern.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <vector>

#include "dash_test_base.h"
#include "pattern/pattern_oracle.h"

namespace {

using dash::BLOCKCYCLIC;
using dash::BLOCKED;
using dash::COL_MAJOR;
using dash::CYCLIC;
using dash::NONE;
using dash::ROW_MAJOR;
using dash::TILE;
using dash::test::Oracle;
using dash::test::Owners;

class PatternND : public dash::test::TestBase {};

template <std::size_t N, class From>
std::array<long, N> to_long(const std::array<From, N>& values)
{
  std::array<long, N> result;
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

long block_of(const dash::Distribution& dist, long extent, long units)
{
  switch (dist.type) {
    case dash::DIST_BLOCKED:
      return std::max(1L, (extent + units - 1) / units);
    case dash::DIST_NONE:
      return std::max(1L, extent);
    default:
      return static_cast<long>(dist.blocksz);
  }
}

/// Compares a pattern with its definition.
template <class Pattern, dash::dim_t N>
void expect_as_defined(
    const std::array<long, N>& extents, const std::array<dash::Distribution, N>& dists,
    const std::array<long, N>& grid, bool tiled, Owners owners, long step)
{
  std::array<long, N> blocks;
  std::array<typename Pattern::size_type, N> sizes;
  for (std::size_t d = 0; d < N; ++d) {
    blocks[d] = block_of(dists[d], extents[d], grid[d]);
    sizes[d] = static_cast<typename Pattern::size_type>(extents[d]);
  }
  const Pattern pattern(
      typename Pattern::sizespec_type(sizes), dists, typename Pattern::teamspec_type(grid));
  EXPECT_EQ(to_long(pattern.extents()), extents);
  for (std::size_t d = 0; d < N; ++d) {
    EXPECT_EQ(static_cast<long>(pattern.blocksize(static_cast<int>(d))), blocks[d]);
  }
  const Oracle<N> oracle(extents, blocks, grid, Pattern::memory_order(), tiled, owners);
  dash::test::expect_pattern(pattern, oracle, step);
}

template <class Pattern>
void expect_all_small_grids(bool tiled)
{
  const std::vector<dash::Distribution> dists{BLOCKED, CYCLIC, BLOCKCYCLIC(2), NONE};
  for (const long rows : {1, 2, 5, 6}) {
    for (const long columns : {1, 3, 4, 5}) {
      for (const long grid_rows : {1, 2, 3}) {
        for (const long grid_columns : {1, 2, 3}) {
          for (const auto& row_dist : dists) {
            for (const auto& column_dist : dists) {
              expect_as_defined<Pattern, 2>(
                  {rows, columns}, {row_dist, column_dist}, {grid_rows, grid_columns}, tiled,
                  Owners::grid, 5);
              ASSERT_FALSE(testing::Test::HasFailure());
            }
          }
        }
      }
    }
  }
}

TEST_F(PatternND, Block)
{
  expect_all_small_grids<dash::BlockPattern<2>>(false);
}
TEST_F(PatternND, BlockColMajor)
{
  expect_all_small_grids<dash::BlockPattern<2, COL_MAJOR, int>>(false);
}
TEST_F(PatternND, Tile)
{
  expect_all_small_grids<dash::TilePattern<2>>(true);
}
TEST_F(PatternND, TileColMajor)
{
  expect_all_small_grids<dash::TilePattern<2, COL_MAJOR, int>>(true);
}

template <template <dash::dim_t, dash::MemArrange, class> class Pattern>
void expect_cubes(bool tiled)
{
  const std::vector<std::array<dash::Distribution, 3>> dists{
      {BLOCKED, NONE, NONE},       {NONE, BLOCKED, NONE},          {NONE, NONE, CYCLIC},
      {BLOCKED, BLOCKED, BLOCKED}, {BLOCKCYCLIC(2), CYCLIC, NONE}, {TILE(3), TILE(2), TILE(2)}};
  const std::vector<std::array<long, 3>> grids{{1, 1, 1}, {2, 1, 1}, {1, 1, 3}, {2, 3, 2}};
  for (const std::array<long, 3> extents : {std::array{6L, 4L, 4L}, std::array{5L, 3L, 7L}}) {
    for (const auto& dist : dists) {
      for (const auto& grid : grids) {
        expect_as_defined<Pattern<3, ROW_MAJOR, long>, 3>(
            extents, dist, grid, tiled, Owners::grid, 17);
        expect_as_defined<Pattern<3, COL_MAJOR, long>, 3>(
            extents, dist, grid, tiled, Owners::grid, 17);
        ASSERT_FALSE(testing::Test::HasFailure());
      }
    }
  }
}

TEST_F(PatternND, BlockInThreeDimensions)
{
  expect_cubes<dash::BlockPattern>(false);
}
TEST_F(PatternND, TileInThreeDimensions)
{
  expect_cubes<dash::TilePattern>(true);
}

TEST_F(PatternND, TileInFourDimensions)
{
  expect_as_defined<dash::TilePattern<4>, 4>(
      {3, 4, 5, 2}, {TILE(2), BLOCKED, TILE(3), NONE}, {2, 2, 1, 1}, true, Owners::grid, 31);
}

template <template <dash::dim_t, dash::MemArrange, class> class Pattern>
void expect_diagonals(Owners owners)
{
  for (const long units : {1, 2, 3, 4}) {
    for (const long tile_rows : {1, 2}) {
      for (const long tile_columns : {1, 3}) {
        const std::array<dash::Distribution, 2> dists{
            TILE(static_cast<int>(tile_rows)), TILE(static_cast<int>(tile_columns))};
        // Square numbers of tiles fit both orders.
        const std::array<long, 2> extents{tile_rows * units, 2 * tile_columns * units};
        expect_as_defined<Pattern<2, ROW_MAJOR, long>, 2>(
            extents, dists, {units, 1}, true, owners, 5);
        expect_as_defined<Pattern<2, COL_MAJOR, long>, 2>(
            extents, dists, {1, units}, true, owners, 5);
        ASSERT_FALSE(testing::Test::HasFailure());
      }
    }
    expect_as_defined<Pattern<3, ROW_MAJOR, long>, 3>(
        {4, 3, 2 * units}, {TILE(2), TILE(1), TILE(2)}, {units, 1, 1}, true, owners, 7);
    expect_as_defined<Pattern<3, COL_MAJOR, int>, 3>(
        {2 * units, 3, 4}, {TILE(2), TILE(1), TILE(2)}, {units, 1, 1}, true, owners, 7);
  }
}

TEST_F(PatternND, ShiftTile)
{
  expect_diagonals<dash::ShiftTilePattern>(Owners::shifted);
}
TEST_F(PatternND, SeqTile)
{
  expect_diagonals<dash::SeqTilePattern>(Owners::sequential);
}

TEST_F(PatternND, SeqTileTakesAnyNumberOfTiles)
{
  for (const long units : {1, 2, 3, 4, 5, 7}) {
    expect_as_defined<dash::SeqTilePattern<2>, 2>(
        {6, 9}, {TILE(2), TILE(3)}, {units, 1}, true, Owners::sequential, 4);
    expect_as_defined<dash::SeqTilePattern<2, COL_MAJOR>, 2>(
        {10, 2}, {TILE(5), TILE(1)}, {units, 1}, true, Owners::sequential, 4);
  }
}

TEST_F(PatternND, ShiftTileTakesAnySlowExtent)
{
  expect_as_defined<dash::ShiftTilePattern<2>, 2>(
      {7, 12}, {TILE(3), TILE(2)}, {3, 1}, true, Owners::shifted, 4);
}

TEST_F(PatternND, TilesMustFit)
{
  const dash::TeamSpec<2> teamspec(3, 1);
  const dash::DistributionSpec<2> tiles(TILE(2), TILE(2));
  EXPECT_THROW(
      dash::ShiftTilePattern<2>(dash::SizeSpec<2>(4, 8), tiles, teamspec),
      dash::exception::InvalidArgument);
  EXPECT_THROW(
      dash::SeqTilePattern<2>(dash::SizeSpec<2>(4, 7), tiles, teamspec),
      dash::exception::InvalidArgument);
  EXPECT_NO_THROW(dash::TilePattern<2>(dash::SizeSpec<2>(5, 7), tiles, teamspec));
}

TEST_F(PatternND, VariadicConstructors)
{
  const dash::SizeSpec<2> sizes(12, 16);
  const dash::TeamSpec<2> grid(2, 2);
  const dash::TilePattern<2> expected(sizes, {TILE(3), TILE(4)}, grid);
  EXPECT_EQ(expected, (dash::TilePattern<2>(12, 16, TILE(3), TILE(4), grid)));
  EXPECT_EQ(expected, (dash::TilePattern<2>(12, TILE(3), 16, TILE(4), grid, dash::Team::All())));
  EXPECT_EQ(
      expected, (dash::TilePattern<2>(12, grid, dash::DistributionSpec<2>(TILE(3), TILE(4)), 16)));
  dash::TilePattern<2> copy(expected);
  dash::TilePattern<2> copy_of_lvalue(copy);
  EXPECT_EQ(copy_of_lvalue, expected);
  const dash::TilePattern<4> interleaved(2, 4, TILE(1), TILE(2), 6, 8, TILE(3), TILE(4));
  EXPECT_EQ(interleaved.extents(), (std::array<std::size_t, 4>{2, 4, 6, 8}));
  EXPECT_EQ(interleaved.blocksize(3), 4u);
  EXPECT_EQ(interleaved.num_units(), static_cast<long>(dash::size()));
}

TEST_F(PatternND, UnitsWithoutTeamSpec)
{
  const auto n = dash::size();
  using Grid = std::array<std::size_t, 3>;
  EXPECT_EQ((dash::Pattern<3>(8, 8, 8).teamspec().extents()), (Grid{n, 1, 1}));
  EXPECT_EQ((dash::Pattern<3>(8, 8, 8, NONE, BLOCKED, NONE).teamspec().extents()), (Grid{1, n, 1}));
  dash::TeamSpec<3> balanced;
  balanced.balance_extents();
  EXPECT_EQ((dash::Pattern<3>(8, 8, 8, BLOCKED, CYCLIC, BLOCKED).teamspec()), balanced);
  EXPECT_THROW(
      (dash::Pattern<3>(8, 8, 8, BLOCKED, NONE, BLOCKED)), dash::exception::AssertionFailed);
  EXPECT_THROW(
      dash::Pattern<2>(dash::SizeSpec<2>(8, 8), {BLOCKED, BLOCKED}),
      dash::exception::InvalidArgument);
  const dash::Pattern<2> columns(dash::SizeSpec<2>(8, 8), {NONE, BLOCKED});
  EXPECT_EQ(columns.teamspec().extents(), (std::array<std::size_t, 2>{1, n}));
  // An arrangement that does not fit the distribution is used nevertheless.
  const dash::Pattern<2> first(dash::SizeSpec<2>(8, 8), {NONE, BLOCKED}, dash::TeamSpec<2>());
  EXPECT_EQ(first.local_size(dash::team_unit_t{0}), 64u);
}

TEST_F(PatternND, VariadicChecksTiles)
{
  using Tiles = dash::TilePattern<2>;
  using Blocks = dash::BlockPattern<2>;
  EXPECT_THROW(Tiles(12, 16, TILE(3), BLOCKED), dash::exception::InvalidArgument);
  EXPECT_THROW(Blocks(12, 16, NONE, TILE(4)), dash::exception::InvalidArgument);
  EXPECT_THROW(Tiles(12, 16, TILE(5), TILE(4)), dash::exception::AssertionFailed);
  EXPECT_THROW(Blocks(12, 16, TILE(3), TILE(5)), dash::exception::AssertionFailed);
}

TEST_F(PatternND, EmptyByDefault)
{
  const dash::TilePattern<3> pattern(
      dash::SizeSpec<3>(), dash::DistributionSpec<3>(), dash::Team::Null());
  EXPECT_EQ(pattern.size(), 0);
  EXPECT_EQ(pattern.local_size(), 0u);
  EXPECT_EQ(pattern.lbegin(), pattern.lend());
  pattern.for_each_local_run(dash::team_unit_t{0}, 0, 0, [](long, long, long) { FAIL(); });
}

TEST_F(PatternND, OneExtentIsZero)
{
  const dash::Pattern<2> pattern(dash::SizeSpec<2>(4, 0), {BLOCKED, NONE}, dash::TeamSpec<2>(2, 1));
  EXPECT_EQ(pattern.size(), 0);
  EXPECT_EQ(pattern.local_size(dash::team_unit_t{0}), 0u);
  EXPECT_EQ(pattern.local_capacity(), 0u);
}

TEST_F(PatternND, IndicesRunTileByTile)
{
  const dash::TilePattern<2> pattern(
      dash::SizeSpec<2>(6, 8), {TILE(3), TILE(4)}, dash::TeamSpec<2>(2, 2));
  long expected = 0;
  for (const long block_row : {0, 1}) {
    for (const long block_column : {0, 1}) {
      for (long row = 0; row < 3; ++row) {
        for (long column = 0; column < 4; ++column) {
          const std::array<long, 2> coords{block_row * 3 + row, block_column * 4 + column};
          EXPECT_EQ(pattern.global_at(coords), expected);
          EXPECT_EQ(pattern.coords(expected), coords);
          EXPECT_EQ(pattern.unit_at(expected), block_row * 2 + block_column);
          ++expected;
        }
      }
    }
  }
}

TEST_F(PatternND, BracedCoordinates)
{
  const dash::Pattern<2> pattern(
      dash::SizeSpec<2>(4, 4), {BLOCKED, BLOCKED}, dash::TeamSpec<2>(2, 2));
  EXPECT_EQ(pattern.local({3, 1}).unit, 2);
  EXPECT_EQ(pattern.global_index(dash::team_unit_t{3}, {{1, 1}}), 15);
  EXPECT_EQ(pattern.unit_at({0, 2}), 1);
  EXPECT_EQ(pattern.at(3, 3), 3);
  EXPECT_EQ(pattern.global(dash::team_unit_t{1}, {0, 0}), (std::array<long, 2>{0, 2}));
}

TEST_F(PatternND, Views)
{
  const dash::TilePattern<2> pattern(
      dash::SizeSpec<2>(6, 8), {TILE(3), TILE(4)}, dash::TeamSpec<2>(2, 2));
  const dash::ViewSpec<2> view({1, 3}, {4, 5});
  for (long row = 0; row < 4; ++row) {
    for (long column = 0; column < 5; ++column) {
      const std::array<long, 2> relative{row, column};
      const std::array<long, 2> absolute{row + 1, column + 3};
      EXPECT_EQ(pattern.coords(row * 5 + column, view), absolute);
      EXPECT_EQ(pattern.unit_at(row * 5 + column, view), pattern.unit_at(absolute));
      EXPECT_EQ(pattern.unit_at(relative, view), pattern.unit_at(absolute));
      EXPECT_EQ(pattern.at(relative, view), pattern.at(absolute));
      EXPECT_EQ(pattern.global_at(relative, view), pattern.global_at(absolute));
    }
  }
}

template <class Pattern>
void expect_local_hyperplanes(const Pattern& pattern)
{
  const dash::ViewSpec<2> view({1, 2}, {6, 5});
  for (int unit = 0; unit < pattern.num_units(); ++unit) {
    for (const int dimension : {0, 1}) {
      for (long offset = 0; offset < static_cast<long>(view.extent(dimension)); ++offset) {
        bool expected = false;
        for (long other = 0; other < static_cast<long>(view.extent(1 - dimension)); ++other) {
          const std::array<long, 2> coords =
              dimension == 0 ? std::array{offset, other} : std::array{other, offset};
          expected |= pattern.unit_at(coords, view) == unit;
        }
        EXPECT_EQ(
            pattern.has_local_elements(dimension, offset, dash::team_unit_t(unit), view), expected);
      }
    }
  }
  EXPECT_FALSE(pattern.has_local_elements(0, 0, dash::team_unit_t{0}, dash::ViewSpec<2>()));
}

TEST_F(PatternND, HasLocalElements)
{
  const dash::SizeSpec<2> sizes(8, 12);
  const dash::DistributionSpec<2> tiles(TILE(2), TILE(1));
  const dash::TeamSpec<2> grid(2, 3);
  expect_local_hyperplanes(dash::BlockPattern<2>(sizes, tiles, grid));
  expect_local_hyperplanes(dash::BlockPattern<2>(sizes, {BLOCKED, BLOCKED}, grid));
  expect_local_hyperplanes(dash::ShiftTilePattern<2>(sizes, tiles, grid));
  expect_local_hyperplanes(dash::SeqTilePattern<2>(sizes, tiles, grid));
}

TEST_F(PatternND, RunsAreAsLargeAsWholeRows)
{
  const dash::Pattern<2> rows(dash::SizeSpec<2>(9, 7), {BLOCKED, NONE}, dash::TeamSpec<2>(3, 1));
  EXPECT_EQ(rows.run_at(25).gbegin, 21);
  EXPECT_EQ(rows.run_at(25).gend, 42);
  const dash::Pattern<2> columns(dash::SizeSpec<2>(9, 7), {NONE, BLOCKED}, dash::TeamSpec<2>(1, 2));
  EXPECT_EQ(columns.run_at(25).gbegin, 25);
  EXPECT_EQ(columns.run_at(25).gend, 28);
  const dash::TilePattern<2> tiles(
      dash::SizeSpec<2>(8, 6), {TILE(4), TILE(3)}, dash::TeamSpec<2>(2, 1));
  EXPECT_EQ(tiles.run_at(30).gbegin, 24);
  EXPECT_EQ(tiles.run_at(30).gend, 48);
}

TEST_F(PatternND, Comparison)
{
  const dash::SizeSpec<2> sizes(8, 8);
  const dash::DistributionSpec<2> dist(BLOCKED, NONE);
  const dash::Pattern<2> pattern(sizes, dist, dash::TeamSpec<2>(2, 1));
  EXPECT_EQ(pattern, (dash::Pattern<2>(sizes, dist, dash::TeamSpec<2>(2, 1))));
  EXPECT_NE(pattern, (dash::Pattern<2>(sizes, dist, dash::TeamSpec<2>(1, 2))));
  EXPECT_NE(pattern, (dash::Pattern<2>(dash::SizeSpec<2>(8, 9), dist, dash::TeamSpec<2>(2, 1))));
  EXPECT_NE(pattern, (dash::Pattern<2>(sizes, {CYCLIC, NONE}, dash::TeamSpec<2>(2, 1))));
}

TEST_F(PatternND, IteratesOverCoordinates)
{
  const dash::TilePattern<2> pattern(
      dash::SizeSpec<2>(4, 6), {TILE(2), TILE(3)}, dash::TeamSpec<2>(2, 1));
  const dash::PatternIterator<dash::TilePattern<2>> begin(pattern);
  const auto end = begin + pattern.size();
  EXPECT_EQ(end - begin, 24);
  EXPECT_EQ(begin[6], (std::array<long, 2>{0, 3}));
  std::set<std::array<long, 2>> seen;
  for (auto it = begin; it != end; ++it) seen.insert(*it);
  EXPECT_EQ(seen.size(), 24u);
}

}  // namespace
