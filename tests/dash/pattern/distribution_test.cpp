// Tier: suite n3; sanitized c2g2

#include <dash/Dimensional.h>
#include <dash/Distribution.h>
#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "dash_test_base.h"

namespace {

class Distribution : public dash::test::TestBase {};

TEST_F(Distribution, Constants)
{
  EXPECT_EQ(dash::BLOCKED.type, dash::DIST_BLOCKED);
  EXPECT_EQ(dash::CYCLIC.type, dash::DIST_CYCLIC);
  EXPECT_EQ(dash::CYCLIC.blocksz, 1u);
  EXPECT_EQ(dash::NONE.type, dash::DIST_NONE);
  EXPECT_EQ(dash::TILE(7).type, dash::DIST_TILE);
  EXPECT_EQ(dash::TILE(7).blocksz, 7u);
  EXPECT_EQ(dash::BLOCKCYCLIC(5).type, dash::DIST_BLOCKCYCLIC);
  EXPECT_EQ(dash::BLOCKCYCLIC(5).blocksz, 5u);
  EXPECT_EQ(dash::Distribution().type, dash::DIST_NONE);
  EXPECT_EQ(dash::Distribution().blocksz, 0u);
}

TEST_F(Distribution, Comparison)
{
  EXPECT_EQ(dash::TILE(3), dash::TILE(3));
  EXPECT_NE(dash::TILE(3), dash::TILE(4));
  EXPECT_NE(dash::TILE(3), dash::BLOCKCYCLIC(3));
  EXPECT_NE(dash::BLOCKED, dash::NONE);
}

TEST_F(Distribution, MaxBlocksizeInRange)
{
  EXPECT_EQ(dash::NONE.max_blocksize_in_range(10, 3), 10);
  EXPECT_EQ(dash::BLOCKED.max_blocksize_in_range(10, 3), 4);
  EXPECT_EQ(dash::BLOCKED.max_blocksize_in_range(9, 3), 3);
  EXPECT_EQ(dash::BLOCKED.max_blocksize_in_range(2, 3), 1);
  EXPECT_EQ(dash::BLOCKED.max_blocksize_in_range(0, 3), 0);
  EXPECT_EQ(dash::CYCLIC.max_blocksize_in_range(10, 3), 1);
  EXPECT_EQ(dash::TILE(6).max_blocksize_in_range(10, 3), 6);
  EXPECT_EQ(dash::BLOCKCYCLIC(6).max_blocksize_in_range(10, 3), 6);
}

TEST_F(Distribution, LocalIndexToBlockCoord)
{
  EXPECT_EQ(dash::BLOCKED.local_index_to_block_coord(2, 5, 4), 2);
  EXPECT_EQ(dash::NONE.local_index_to_block_coord(0, 5, 4), 0);
  EXPECT_EQ(dash::CYCLIC.local_index_to_block_coord(2, 5, 4), 22);
  EXPECT_EQ(dash::BLOCKCYCLIC(2).local_index_to_block_coord(1, 5, 4), 9);
  EXPECT_EQ(dash::TILE(3).local_index_to_block_coord(1, 2, 4), 1);
}

TEST_F(Distribution, Output)
{
  std::ostringstream os;
  os << dash::BLOCKED << ' ' << dash::CYCLIC << ' ' << dash::TILE(4) << ' ' << dash::NONE;
  EXPECT_EQ(os.str(), "BLOCKED CYCLIC TILE(4) NONE");
}

TEST_F(Distribution, SpecByDefaultBlocksTheFirstDimension)
{
  const dash::DistributionSpec<3> spec;
  EXPECT_EQ(spec[0], dash::BLOCKED);
  EXPECT_EQ(spec[1], dash::NONE);
  EXPECT_EQ(spec.dim(2), dash::NONE);
  EXPECT_EQ(spec.rank(), 3);
  EXPECT_EQ(dash::DistributionSpec<3>::ndim(), 3);
}

TEST_F(Distribution, SpecFromDistributions)
{
  const dash::DistributionSpec<2> spec(dash::NONE, dash::TILE(3));
  const std::array<dash::Distribution, 2> values{dash::NONE, dash::TILE(3)};
  EXPECT_EQ(spec, dash::DistributionSpec<2>(values));
  EXPECT_NE(spec, (dash::DistributionSpec<2>(dash::NONE, dash::TILE(4))));
  EXPECT_TRUE(spec.is_tiled());
  EXPECT_FALSE(spec.is_tiled_in_dimension(0));
  EXPECT_TRUE(spec.is_tiled_in_dimension(1));
  EXPECT_TRUE((dash::DistributionSpec<2>(dash::TILE(3), dash::NONE).is_tiled()));
  EXPECT_FALSE((dash::DistributionSpec<2>(dash::BLOCKED, dash::CYCLIC).is_tiled()));
}

TEST_F(Distribution, SpecOfOneDimensionFromDistribution)
{
  const dash::DistributionSpec<1> spec = dash::CYCLIC;
  EXPECT_EQ(spec[0], dash::CYCLIC);
  const auto first = [](const dash::DistributionSpec<1>& s) { return s[0]; };
  EXPECT_EQ(first(dash::TILE(2)), dash::TILE(2));
}

TEST_F(Distribution, DimensionalHoldsValues)
{
  dash::Dimensional<int, 3> values(1, 2, 3);
  values[1] = 5;
  EXPECT_EQ(values.values(), (std::array<int, 3>{1, 5, 3}));
  EXPECT_EQ(values.dim(2), 3);
  EXPECT_EQ(dash::ndim(values), 3);
  EXPECT_EQ(dash::rank(values), 3);
  EXPECT_EQ(values, (dash::Dimensional<int, 3>(std::array<int, 3>{1, 5, 3})));
  EXPECT_NE(values, (dash::Dimensional<int, 3>(1, 2, 3)));
}

}  // namespace
