// Tier: suite n3

#include <dash/Cartesian.h>
#include <dash/Dimensional.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Pattern.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/SeqTilePattern.h>
#include <dash/pattern/ShiftTilePattern.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "dash_test_base.h"
#include "pattern/pattern_oracle.h"

namespace {

using dash::BLOCKCYCLIC;
using dash::BLOCKED;
using dash::CYCLIC;
using dash::NONE;
using dash::TILE;

class Pattern1D : public dash::test::TestBase {};

template <class Pattern>
void expect_all_small_patterns()
{
  const std::vector<dash::Distribution> distributions{
      BLOCKED,        CYCLIC,          NONE,    BLOCKCYCLIC(2), BLOCKCYCLIC(3),
      BLOCKCYCLIC(5), BLOCKCYCLIC(30), TILE(1), TILE(4)};
  for (int size = 0; size <= 17; ++size) {
    for (int units = 1; units <= 5; ++units) {
      for (const auto& dist : distributions) {
        const long block = dist == BLOCKED ? (size + units - 1) / units
                           : dist == NONE  ? size
                                           : static_cast<long>(dist.blocksz);
        const auto n = static_cast<typename Pattern::size_type>(size);
        const typename Pattern::teamspec_type teamspec(
            static_cast<typename Pattern::size_type>(units));
        const Pattern pattern(typename Pattern::sizespec_type(n), dist, teamspec);
        const dash::test::Oracle<1> oracle(
            {size}, {std::max(1L, block)}, {units}, dash::ROW_MAJOR, false,
            dash::test::Owners::grid);
        dash::test::expect_pattern(pattern, oracle);
        ASSERT_FALSE(testing::Test::HasFailure());
        EXPECT_EQ(pattern.local_capacity(), [&]() -> std::size_t {
          if (size == 0) return 0;
          const long blocks = (size + block - 1) / block;
          return static_cast<std::size_t>((blocks + units - 1) / units * block);
        }());
      }
    }
  }
}

TEST_F(Pattern1D, Block)
{
  expect_all_small_patterns<dash::BlockPattern<1>>();
}
TEST_F(Pattern1D, BlockOfInt)
{
  expect_all_small_patterns<dash::BlockPattern<1, dash::ROW_MAJOR, int>>();
}
TEST_F(Pattern1D, BlockColMajor)
{
  expect_all_small_patterns<dash::BlockPattern<1, dash::COL_MAJOR>>();
}
TEST_F(Pattern1D, Tile)
{
  expect_all_small_patterns<dash::TilePattern<1>>();
}
TEST_F(Pattern1D, ShiftTile)
{
  expect_all_small_patterns<dash::ShiftTilePattern<1>>();
}
TEST_F(Pattern1D, SeqTile)
{
  expect_all_small_patterns<dash::SeqTilePattern<1>>();
}

TEST_F(Pattern1D, LargeIndices)
{
  const long size = 3'000'000'000'007;
  const dash::Pattern<1> pattern(dash::SizeSpec<1>(size), BLOCKCYCLIC(1000), dash::TeamSpec<1>(7));
  for (const long gidx : {0L, 999L, 1000L, 7000L, 123'456'789'012L, size - 1}) {
    const auto [unit, lidx] = pattern.local(gidx);
    EXPECT_EQ(unit, gidx / 1000 % 7);
    EXPECT_EQ(lidx, gidx / 7000 * 1000 + gidx % 1000);
    EXPECT_EQ(pattern.global(unit, lidx), gidx);
  }
}

TEST_F(Pattern1D, OneUnitHasASingleRun)
{
  const dash::Pattern<1> pattern(dash::SizeSpec<1>(100), CYCLIC, dash::TeamSpec<1>(1));
  const auto run = pattern.run_at(42);
  EXPECT_EQ(run.gbegin, 0);
  EXPECT_EQ(run.gend, 100);
  EXPECT_EQ(run.local(42), 42);
}

TEST_F(Pattern1D, VariadicConstructors)
{
  const auto units = static_cast<long>(dash::size());
  dash::Pattern<1> plain(100);
  EXPECT_EQ(plain.distspec()[0], BLOCKED);
  EXPECT_EQ(plain.num_units(), units);
  EXPECT_EQ(plain.size(), 100);
  dash::Pattern<1> copy(plain);
  EXPECT_EQ(copy, plain);
  const dash::Pattern<1> cyclic(100, CYCLIC);
  EXPECT_NE(cyclic, plain);
  copy = cyclic;
  EXPECT_EQ(copy, cyclic);
  EXPECT_EQ(cyclic, (dash::Pattern<1>(100, dash::DistributionSpec<1>(CYCLIC), dash::Team::All())));
  EXPECT_EQ(cyclic, (dash::Pattern<1>(100, dash::Team::All(), dash::TeamSpec<1>(), CYCLIC)));
  EXPECT_EQ(cyclic, (dash::Pattern<1>(dash::SizeSpec<1>(100), CYCLIC)));
  EXPECT_EQ(cyclic, (dash::Pattern<1>(dash::SizeSpec<1>(100), CYCLIC, dash::Team::All())));
  EXPECT_EQ((dash::Pattern<1>(100, dash::TeamSpec<1>(9)).num_units()), 9);
  EXPECT_EQ((dash::Pattern<1>(0).size()), 0);
}

TEST_F(Pattern1D, NullTeam)
{
  const dash::Pattern<1> pattern(dash::SizeSpec<1>(), {}, dash::Team::Null());
  EXPECT_EQ(pattern.size(), 0);
  EXPECT_EQ(pattern.num_units(), 0);
  EXPECT_EQ(pattern.local_size(), 0u);
  EXPECT_EQ(pattern.local_capacity(), 0u);
}

/// Which of the constructors makes a pattern does not matter: the last tile may be smaller.
template <class Pattern>
void expect_smaller_last_tile()
{
  using Size = typename Pattern::size_type;
  for (const int tile : {1, 3, 7, 99, 100, 101}) {
    SCOPED_TRACE(tile);
    const Pattern pattern(100, TILE(tile));
    EXPECT_EQ((Pattern(typename Pattern::sizespec_type(100), TILE(tile))), pattern);
    EXPECT_EQ((Pattern(100, dash::DistributionSpec<1>(TILE(tile)), dash::Team::All())), pattern);
    EXPECT_EQ(static_cast<Size>(tile), pattern.blocksize(0));
    EXPECT_EQ(99 / tile % static_cast<int>(dash::size()), pattern.unit_at(99).id);
    const dash::test::Oracle<1> oracle(
        {100}, {tile}, {static_cast<int>(dash::size())}, dash::ROW_MAJOR, false,
        dash::test::Owners::grid);
    dash::test::expect_pattern(pattern, oracle);
  }
}

TEST_F(Pattern1D, ExtentNeedNotBeMultipleOfTile)
{
  expect_smaller_last_tile<dash::Pattern<1>>();
  expect_smaller_last_tile<dash::Pattern<1, dash::COL_MAJOR, int>>();
  expect_smaller_last_tile<dash::TilePattern<1>>();
}

TEST_F(Pattern1D, RejectsWhatCannotBe)
{
  using Spec = dash::SizeSpec<1>;
  EXPECT_THROW(dash::Pattern<1>(10, TILE(0)), dash::exception::InvalidArgument);
  EXPECT_THROW(dash::Pattern<1>(Spec(10), TILE(0)), dash::exception::InvalidArgument);
  EXPECT_THROW(dash::Pattern<1>(Spec(10), BLOCKCYCLIC(-1)), dash::exception::InvalidArgument);
  EXPECT_THROW(dash::Pattern<1>(10).extent(1), dash::exception::OutOfRange);
  EXPECT_THROW(dash::Pattern<1>(10).blocksize(-1), dash::exception::OutOfRange);
}

TEST_F(Pattern1D, Names)
{
  EXPECT_EQ(std::string(dash::Pattern<1>::PatternName), "BlockPattern1D");
  EXPECT_EQ(std::string(dash::Pattern<2>::PatternName), "BlockPattern");
  EXPECT_EQ(std::string(dash::TilePattern<1>::PatternName), "TilePattern1D");
  EXPECT_EQ(std::string(dash::TilePattern<2>::PatternName), "TilePattern");
  EXPECT_EQ(std::string(dash::ShiftTilePattern<1>::PatternName), "ShiftTilePattern<1>");
  EXPECT_EQ(std::string(dash::SeqTilePattern<2>::PatternName), "SeqTilePattern");
}

TEST_F(Pattern1D, Views)
{
  const dash::Pattern<1> pattern(dash::SizeSpec<1>(20), BLOCKCYCLIC(3), dash::TeamSpec<1>(3));
  const dash::ViewSpec<1> view({5}, {10});
  for (long i = 0; i < 10; ++i) {
    const std::array<long, 1> coords{i};
    EXPECT_EQ(pattern.coords(i, view)[0], i + 5);
    EXPECT_EQ(pattern.unit_at(i, view), pattern.unit_at(i + 5));
    EXPECT_EQ(pattern.unit_at(coords, view), pattern.unit_at(i + 5));
    EXPECT_EQ(pattern.at(coords, view), pattern.at(i + 5));
    EXPECT_EQ(pattern.global_at(coords, view), i + 5);
  }
}

}  // namespace
