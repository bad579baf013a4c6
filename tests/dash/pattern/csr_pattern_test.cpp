// Tier: suite n3

#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Pattern.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/pattern/CSRPattern.h>
#include <dash/pattern/DynamicPattern.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "dash_test_base.h"
#include "pattern/pattern_oracle.h"

namespace {

using Sizes = std::vector<std::size_t>;

class CSRPattern : public dash::test::TestBase {};

/// The definition of a pattern with explicit sizes as an oracle with one block per unit.
dash::test::Oracle<1> oracle_of(const Sizes& sizes)
{
  const auto total = std::accumulate(sizes.begin(), sizes.end(), 0L);
  dash::test::Oracle<1> oracle(
      {total}, {std::max(1L, total)}, {static_cast<long>(sizes.size())}, dash::ROW_MAJOR, false,
      dash::test::Owners::grid);
  oracle.locals.assign(sizes.size(), {});
  std::size_t gidx = 0;
  for (std::size_t unit = 0; unit < sizes.size(); ++unit) {
    for (std::size_t lidx = 0; lidx < sizes[unit]; ++lidx, ++gidx) {
      auto& e = oracle.elements[gidx];
      e.unit = static_cast<int>(unit);
      e.block = {static_cast<long>(unit)};
      e.phase = e.local = {static_cast<long>(lidx)};
      e.lidx = static_cast<long>(lidx);
      oracle.locals[unit].push_back(static_cast<long>(gidx));
    }
  }
  return oracle;
}

template <class Pattern>
void expect_small_sizes()
{
  const std::vector<Sizes> all{{5},       {3, 4},       {0, 7},          {7, 0},
                               {0, 0, 3}, {2, 0, 0, 5}, {1, 1, 1, 1, 1}, {4, 0, 2, 0}};
  for (const Sizes& sizes : all) {
    const Pattern pattern(sizes, dash::TeamSpec<1>(sizes.size()));
    dash::test::expect_pattern(pattern, oracle_of(sizes));
    EXPECT_EQ(pattern.local_capacity(), *std::max_element(sizes.begin(), sizes.end()));
    EXPECT_EQ(pattern.blockspec().size(), sizes.size());
    EXPECT_EQ(pattern.local_blockspec().size(), 1u);
  }
}

TEST_F(CSRPattern, SmallSizes)
{
  expect_small_sizes<dash::CSRPattern<1>>();
}

TEST_F(CSRPattern, DynamicSmallSizes)
{
  expect_small_sizes<dash::DynamicPattern<1>>();
}

TEST_F(CSRPattern, OneSizeForEachUnit)
{
  const auto n = dash::size();
  Sizes sizes;
  for (std::size_t unit = 0; unit < n; ++unit) sizes.push_back(unit * 2 + 1);
  const dash::CSRPattern<1> pattern(sizes);
  EXPECT_EQ(pattern.size(), static_cast<long>(n * n));
  EXPECT_EQ(pattern.local_size(), static_cast<std::size_t>(dash::myid()) * 2 + 1);
  EXPECT_EQ(pattern.lend() - pattern.lbegin(), static_cast<long>(pattern.local_size()));
  EXPECT_EQ(pattern, (dash::CSRPattern<1>(sizes, dash::Team::All())));
  EXPECT_EQ(pattern, (dash::CSRPattern<1>(sizes, n * n, dash::Team::All())));
  EXPECT_THROW(
      (dash::CSRPattern<1>(sizes, n * n + 1, dash::Team::All())), dash::exception::InvalidArgument);
  sizes.push_back(1);
  EXPECT_THROW(dash::CSRPattern<1>{sizes}, dash::exception::InvalidArgument);
}

TEST_F(CSRPattern, EqualSplit)
{
  const dash::CSRPattern<1> pattern(
      dash::SizeSpec<1>(10), dash::BLOCKED, dash::TeamSpec<1>(4), dash::Team::All());
  EXPECT_EQ(pattern.local_size(dash::team_unit_t{0}), 3u);
  EXPECT_EQ(pattern.local_size(dash::team_unit_t{1}), 3u);
  EXPECT_EQ(pattern.local_size(dash::team_unit_t{2}), 2u);
  EXPECT_EQ(pattern.local_size(dash::team_unit_t{3}), 2u);
  const dash::CSRPattern<1> usual(dash::SizeSpec<1>(10), dash::BLOCKED, dash::Team::All());
  EXPECT_EQ(usual.num_units(), static_cast<long>(dash::size()));
  const dash::CSRPattern<1> empty(dash::SizeSpec<1>(), dash::BLOCKED, dash::Team::Null());
  EXPECT_EQ(empty.size(), 0);
  EXPECT_EQ(empty.local_size(), 0u);
}

TEST_F(CSRPattern, Names)
{
  EXPECT_EQ(std::string(dash::CSRPattern<1>::PatternName), "CSRPattern1D");
  EXPECT_EQ(std::string(dash::DynamicPattern<1>::PatternName), "DynamicPattern1D");
}

TEST_F(CSRPattern, DynamicResize)
{
  dash::DynamicPattern<1> pattern(Sizes{3, 4, 5}, dash::TeamSpec<1>(3));
  pattern.local_resize(dash::team_unit_t{1}, 0);
  dash::test::expect_pattern(pattern, oracle_of({3, 0, 5}));
  pattern.balance();
  dash::test::expect_pattern(pattern, oracle_of({3, 3, 2}));
  EXPECT_THROW(pattern.local_resize(dash::team_unit_t{3}, 1), dash::exception::OutOfRange);
  dash::DynamicPattern<1> own(Sizes(dash::size(), 2));
  own.local_resize(7);
  EXPECT_EQ(own.local_size(), 7u);
  EXPECT_EQ(own.size(), static_cast<long>(2 * dash::size() + 5));
}

}  // namespace
