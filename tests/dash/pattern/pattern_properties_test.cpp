// Tier: suite n3

#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Pattern.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/CSRPattern.h>
#include <dash/pattern/DynamicPattern.h>
#include <dash/pattern/LoadBalancePattern.h>
#include <dash/pattern/PatternProperties.h>
#include <dash/pattern/PatternTraits.h>
#include <dash/pattern/SeqTilePattern.h>
#include <dash/pattern/ShiftTilePattern.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <type_traits>

#include "dash_test_base.h"

namespace {

using partitioning = dash::pattern_partitioning_tag;
using mapping = dash::pattern_mapping_tag;
using layout = dash::pattern_layout_tag;

class PatternProperties : public dash::test::TestBase {};

TEST_F(PatternProperties, LayoutDefaults)
{
  using Default = dash::pattern_layout_default_properties;
  EXPECT_TRUE(Default::row_major);
  EXPECT_TRUE(Default::canonical);
  EXPECT_FALSE(Default::col_major);
  EXPECT_FALSE(Default::blocked);
  EXPECT_FALSE(Default::linear);
  EXPECT_FALSE(dash::pattern_layout_properties<layout::blocked>::canonical);
  EXPECT_TRUE(dash::pattern_layout_properties<layout::blocked>::blocked);
}

TEST_F(PatternProperties, NoTagSwallowsOthers)
{
  using Any = dash::pattern_layout_properties<
      layout::any, layout::col_major, layout::blocked, layout::linear>;
  EXPECT_TRUE(Any::any);
  EXPECT_TRUE(Any::col_major);
  EXPECT_FALSE(Any::row_major);
  EXPECT_TRUE(Any::blocked);
  EXPECT_TRUE(Any::linear);
}

TEST_F(PatternProperties, MappingAndPartitioning)
{
  using Mapping = dash::pattern_mapping_properties<mapping::balanced, mapping::diagonal>;
  EXPECT_TRUE(Mapping::balanced);
  EXPECT_TRUE(Mapping::diagonal);
  EXPECT_FALSE(Mapping::unbalanced);
  EXPECT_FALSE(Mapping::cyclic);
  EXPECT_FALSE(dash::pattern_mapping_default_properties::balanced);
  using Partitioning = dash::pattern_partitioning_properties<partitioning::dynamic>;
  EXPECT_TRUE(Partitioning::dynamic);
  EXPECT_FALSE(Partitioning::rectangular);
}

template <class Pattern>
void expect_traits(bool blocked, bool diagonal, bool minimal)
{
  using traits = dash::pattern_traits<Pattern>;
  static_assert(std::is_same_v<typename traits::index_type, typename Pattern::index_type>);
  static_assert(std::is_same_v<typename traits::size_type, typename Pattern::size_type>);
  static_assert(std::is_class_v<typename traits::blockspec_type>);
  static_assert(std::is_class_v<typename traits::local_blockspec_type>);
  EXPECT_EQ(traits::layout::blocked, blocked);
  EXPECT_EQ(traits::layout::canonical, !blocked);
  EXPECT_TRUE(traits::layout::linear);
  EXPECT_EQ(traits::mapping::diagonal, diagonal);
  EXPECT_EQ(traits::partitioning::minimal, minimal);
  EXPECT_TRUE(traits::partitioning::rectangular);
}

TEST_F(PatternProperties, Traits)
{
  expect_traits<dash::BlockPattern<1>>(false, false, false);
  expect_traits<dash::BlockPattern<3>>(false, false, false);
  expect_traits<dash::TilePattern<2>>(true, false, false);
  expect_traits<dash::ShiftTilePattern<2>>(true, true, false);
  expect_traits<dash::SeqTilePattern<2>>(true, true, true);
  expect_traits<dash::CSRPattern<1>>(true, false, true);
  expect_traits<dash::DynamicPattern<1>>(true, false, true);
  expect_traits<dash::LoadBalancePattern<1>>(true, false, true);
  EXPECT_TRUE(dash::pattern_partitioning_traits<dash::LoadBalancePattern<1>>::type::dynamic);
  EXPECT_TRUE((dash::pattern_layout_traits<dash::Pattern<2, dash::COL_MAJOR>>::type::col_major));
}

// Kernels take patterns by value.
TEST_F(PatternProperties, TriviallyCopyable)
{
  static_assert(std::is_trivially_copyable_v<dash::BlockPattern<1>>);
  static_assert(std::is_trivially_copyable_v<dash::TilePattern<2>>);
  static_assert(std::is_trivially_copyable_v<dash::ShiftTilePattern<2>>);
  static_assert(std::is_trivially_copyable_v<dash::SeqTilePattern<3, dash::COL_MAJOR>>);
}

TEST_F(PatternProperties, Constraints)
{
  using Rectangular = dash::pattern_partitioning_properties<partitioning::rectangular>;
  using Diagonal = dash::pattern_mapping_properties<mapping::diagonal>;
  using Any = dash::pattern_mapping_default_properties;
  using Blocked = dash::pattern_layout_properties<layout::blocked, layout::linear>;
  using Shift = dash::ShiftTilePattern<2>;
  using Tile = dash::TilePattern<2>;
  using Block = dash::BlockPattern<2, dash::COL_MAJOR>;
  using Canonical = dash::pattern_layout_default_properties;
  static_assert(dash::pattern_constraints<Rectangular, Diagonal, Blocked, Shift>::satisfied::value);
  static_assert(!dash::pattern_constraints<Rectangular, Diagonal, Blocked, Tile>::satisfied::value);
  static_assert(dash::pattern_constraints<Rectangular, Any, Blocked, Tile>::satisfied::value);
  static_assert(!dash::pattern_constraints<Rectangular, Any, Blocked, Block>::satisfied::value);
  static_assert(dash::pattern_constraints<Rectangular, Any, Canonical, Block>::satisfied::value);
  const dash::DistributionSpec<2> tiles(dash::TILE(2), dash::TILE(2));
  const Shift pattern(dash::SizeSpec<2>(4, 4), tiles, dash::TeamSpec<2>(2, 1));
  EXPECT_TRUE((dash::check_pattern_constraints<Rectangular, Diagonal, Blocked>(pattern)));
}

}  // namespace
