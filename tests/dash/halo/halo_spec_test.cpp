// Tier: suite n3 c2g2; sanitized c2g2

// Points, stencils, boundaries and regions, without an exchange.

#include <dash/Dimensional.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Halo.h>
#include <dash/Matrix.h>
#include <dash/Types.h>
#include <dash/halo/HaloMatrixWrapper.h>
#include <dash/pattern/BlockPattern.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "halo/halo_support.h"

namespace {

using namespace dash::halo;
using dash::test::text_of;

class HaloSpecs : public dash::test::TestBase {};

TEST_F(HaloSpecs, Points)
{
  using Point = StencilPoint<3>;
  constexpr Point point(-1, 2, 0);
  static_assert(point[0] == -1 && point[1] == 2 && point.max() == 2);
  static_assert(point.coefficient() == 1.0 && Point(0.5, 0, 0, 1).coefficient() == 0.5);
  static_assert(Point().max() == 0 && StencilPoint<1>(-3).max() == 3);
  EXPECT_EQ(32767, StencilPoint<1>(32767).max());
  EXPECT_THROW(StencilPoint<2>(0, 40'000), dash::exception::InvalidArgument);
  for (const int width : {65'537, 32'768, -1}) {
    EXPECT_THROW(HaloSpec<1>::full(width), dash::exception::InvalidArgument) << width;
    dash::NArray<int, 2> matrix(10, 10);
    EXPECT_THROW(HaloMatrixWrapper(matrix, width), dash::exception::InvalidArgument) << width;
  }
  EXPECT_EQ(32'767u, HaloSpec<1>::full(32'767).extent(0));
  using Coords = std::array<dash::default_index_t, 3>;
  const dash::ViewSpec<3> view(std::array<std::size_t, 3>{4, 4, 4});
  EXPECT_EQ((Coords{0, 4, 3}), point.stencil_coords(Coords{1, 2, 3}));
  EXPECT_EQ((std::pair(Coords{0, 3, 3}, false)), point.stencil_coords_check(Coords{1, 1, 3}, view));
  EXPECT_EQ((std::pair(Coords{-1, 4, 3}, true)), point.stencil_coords_check(Coords{0, 2, 3}, view));
  EXPECT_TRUE(point.stencil_coords_check_abort(Coords{0, 2, 3}, view).second);
  EXPECT_EQ(
      (std::pair(Coords{0, 3, 3}, false)), point.stencil_coords_check_abort(Coords{1, 1, 3}, view));
  EXPECT_EQ("dash::halo::StencilPoint(-1, 2, 0) * 1", text_of(point));
}

TEST_F(HaloSpecs, Stencils)
{
  using Point = StencilPoint<2>;
  const StencilSpec stencil(Point(-2, 0), Point(0.5, 1, -3), Point(0, 1));
  static_assert(3 == decltype(stencil)::num_stencil_points());
  EXPECT_EQ((std::pair<std::size_t, bool>(1, true)), stencil.index(Point(1, -3)));
  EXPECT_FALSE(stencil.index(Point(1, 1)).second);
  EXPECT_EQ(0.5, stencil[1].coefficient());
  EXPECT_EQ(std::pair(-2, 1), (std::pair<int, int>(stencil.minmax_distances(0))));
  EXPECT_EQ(std::pair(-3, 1), (std::pair<int, int>(stencil.minmax_distances()[1])));
  const auto full = StencilSpecFactory<StencilPoint<3>>::full_stencil_spec<1>();
  static_assert(26 == decltype(full)::num_stencil_points());
  EXPECT_EQ((StencilPoint<3>(-1, -1, -1)), full[0]);
  EXPECT_EQ((StencilPoint<3>(1, 1, 1)), full[25]);
  EXPECT_EQ(24u, StencilSpecFactory<Point>::full_stencil_spec<2>().specs().size());
}

TEST_F(HaloSpecs, Boundaries)
{
  using enum BoundaryProp;
  GlobalBoundarySpec<2> bounds(CYCLIC, CUSTOM);
  EXPECT_EQ(CYCLIC, bounds.side(0, RegionPos::POST));
  bounds.set_side(1, RegionPos::PRE, NONE);
  EXPECT_EQ(NONE, bounds.side(1, RegionPos::PRE));
  EXPECT_EQ(CUSTOM, bounds.side(1, RegionPos::POST));
  EXPECT_EQ("dash::halo::GlobalBoundarySpec(CYCLIC, NONE|CUSTOM)", text_of(bounds));
  EXPECT_THROW(bounds.set_side(0, RegionPos::PRE, NONE), dash::exception::InvalidArgument);
  EXPECT_THROW(bounds.set_side(1, RegionPos::PRE, CYCLIC), dash::exception::InvalidArgument);
  EXPECT_EQ(NONE, GlobalBoundarySpec<1>()[0]);
}

TEST_F(HaloSpecs, Regions)
{
  using Coords = RegionCoords<2>;
  EXPECT_EQ(4u, Coords::center_index());
  EXPECT_EQ(13u, RegionCoords<3>::center_index());
  EXPECT_EQ(4u, Coords().index());
  for (region_index_t r = 0; r < 9; ++r) EXPECT_EQ(r, Coords(r).index());
  EXPECT_EQ(5u, Coords(1, 2).index());
  EXPECT_EQ(1u, Coords::index(0, RegionPos::PRE));
  EXPECT_EQ(5u, Coords::index(1, RegionPos::POST));
  using Numbers = std::vector<region_index_t>;
  EXPECT_EQ((Numbers{0, 3, 1}), Coords::boundary_dependencies(0));
  EXPECT_EQ((Numbers{8, 5, 7}), Coords::boundary_dependencies(8));
  EXPECT_EQ((Numbers{5}), Coords::boundary_dependencies(5));
  EXPECT_EQ(Numbers(), Coords::boundary_dependencies(4));
  EXPECT_EQ((Numbers{0, 9, 12, 10, 3, 4, 1}), RegionCoords<3>::boundary_dependencies(0));
  EXPECT_EQ((Numbers{21, 12, 22}), RegionCoords<3>::boundary_dependencies(21));
  EXPECT_EQ(10u, RegionCoords<3>({1, 0, 1}).index());
  EXPECT_EQ(RegionSpec<3>(10, 2), RegionSpec<3>({1, 0, 1}, 2));
  EXPECT_EQ(StencilPoint<2>(-1, 2), StencilPoint<2>({-1, 2}));
  const RegionSpec<2> corner(6, 3);
  EXPECT_EQ(2, corner.level());
  EXPECT_EQ(2, corner.relevant_dim());
  EXPECT_EQ(1, RegionSpec<2>(Coords(0, 1), 3).level());
  EXPECT_EQ(1, RegionSpec<2>(Coords(0, 1), 3).relevant_dim());
  EXPECT_EQ(0, RegionSpec<2>(Coords(), 3).level());
}

TEST_F(HaloSpecs, WidthsOfRegions)
{
  using Point = StencilPoint<2>;
  const HaloSpec star(StencilSpec(Point(-2, 0), Point(0, 1)), StencilSpec(Point(-1, 0)));
  EXPECT_EQ(2u, star.num_regions());
  EXPECT_EQ(2, star.extent(1));
  EXPECT_EQ(1, star.extent(5));
  // A diagonal neighbour is in a corner region or, for elements at the faces, in a region beside
  // the block.
  const HaloSpec diagonal(StencilSpec(Point(-1, 3)));
  EXPECT_EQ(3u, diagonal.num_regions());
  EXPECT_EQ(3, diagonal.extent(2));
  EXPECT_EQ(1, diagonal.extent(1));
  EXPECT_EQ(3, diagonal.extent(5));
  EXPECT_EQ(std::pair(3, 0), (std::pair<int, int>(diagonal.halo_extension_max(0))));
  EXPECT_EQ(std::pair(0, 3), (std::pair<int, int>(diagonal.halo_extension_max(1))));
  const HaloSpec<2> regions(RegionSpec<2>(0, 2), RegionSpec<2>(0, 1), RegionSpec<2>(4, 5));
  EXPECT_EQ(1u, regions.num_regions());
  EXPECT_EQ(2, regions.extent(0));
  EXPECT_EQ(2, HaloSpec<2>(regions.specs()).extent(0));
  EXPECT_EQ(0u, HaloSpec<2>().num_regions());
}

TEST_F(HaloSpecs, ViewsOfBlocks)
{
  if (dash::size() != 1) GTEST_SKIP() << "one block has all sides";
  using enum BoundaryProp;
  dash::NArray<int, 2> matrix(6, 7);
  const HaloSpec halo(StencilSpec(StencilPoint<2>(-2, 0), StencilPoint<2>(0, 1)));
  const GlobalBoundarySpec<2> bounds(NONE, CYCLIC);
  const HaloBlock<int, dash::Pattern<2>, decltype(matrix)::memory_type> block(
      matrix.globmem(), matrix.pattern(), bounds, halo);
  using View = dash::ViewSpec<2>;
  EXPECT_EQ((View({{0, 0}}, {{6, 7}})), block.view());
  EXPECT_EQ((View({{2, 0}}, {{4, 7}})), block.view_inner_with_boundaries());
  EXPECT_EQ((View({{2, 0}}, {{4, 6}})), block.view_inner());
  EXPECT_EQ((View({{2, 6}}, {{4, 1}})), block.boundary_views()[5]);
  EXPECT_EQ(4u, block.boundary_size());
  EXPECT_EQ(6u, block.halo_size());  // there is nothing before the first row
  EXPECT_EQ(nullptr, block.halo_region(3));
  ASSERT_NE(nullptr, block.halo_region(1));
  EXPECT_EQ(0u, block.halo_region(1)->size());
  ASSERT_NE(nullptr, block.halo_region(5));
  const auto& region = *block.halo_region(5);
  EXPECT_EQ((View({{0, 0}}, {{6, 1}})), region.view());
  EXPECT_TRUE(region.is_border_region());
  EXPECT_TRUE(region.border_dim(1, RegionPos::POST));
  EXPECT_FALSE(region.border_dim(0));
  EXPECT_FALSE(region.is_custom_region());
  EXPECT_EQ(6, region.end() - region.begin());
  ASSERT_NE(nullptr, block.boundary_region(5));
  EXPECT_EQ(4u, block.boundary_region(5)->size());
  EXPECT_EQ(nullptr, block.boundary_region(3));
  EXPECT_EQ(9, block.index_at(View({{1, 1}}, {{4, 4}}), {{3, 2}}));
  // Stencils reach the regions 1 and 5 alone.
  using Numbers = std::vector<region_index_t>;
  EXPECT_EQ((Numbers{5, 1}), block.boundary_dependencies(2));
  EXPECT_EQ((Numbers{5}), block.boundary_dependencies(8));
  EXPECT_EQ((Numbers{1}), block.boundary_dependencies(0));
  EXPECT_EQ(Numbers(), block.boundary_dependencies(6));
}

/// Expects that a region beside the block exists, and is empty if it lies beyond a side.
template <class Block>
void expect_face(const Block& block, dash::dim_t dimension, RegionPos pos, std::size_t rows)
{
  const region_index_t r = RegionCoords<2>::index(dimension, pos);
  const auto range = block.view().range(dimension);
  const bool is_outside =
      pos == RegionPos::PRE ? range.begin == 0 : range.end == block.pattern().extent(dimension);
  const auto size = is_outside ? 0 : rows * block.view().extent(1 - dimension);
  const auto* const region = block.halo_region(r);
  const auto* const boundary = block.boundary_region(r);
  ASSERT_NE(nullptr, region);
  ASSERT_NE(nullptr, boundary);
  EXPECT_EQ(r, region->index());
  EXPECT_EQ(size, region->size());
  EXPECT_EQ(static_cast<std::ptrdiff_t>(size), region->end() - region->begin());
  EXPECT_EQ(is_outside, region->border_dim(dimension, pos));
  EXPECT_EQ(is_outside, region->is_border_region());
  EXPECT_FALSE(region->is_custom_region());
  EXPECT_EQ(is_outside, boundary->size() == 0);
  EXPECT_EQ(is_outside, boundary->border_dim(dimension, pos));
  EXPECT_EQ((std::vector<region_index_t>{r}), block.boundary_dependencies(r));
}

TEST_F(HaloSpecs, RegionsBeyondOpenSidesAreEmpty)
{
  using Point = StencilPoint<2>;
  using Pattern = dash::Pattern<2>;
  const StencilSpec star(Point(-1, 0), Point(1, 0), Point(0, -2), Point(0, 2));
  for (const auto& grid : dash::test::all_grids<2>(dash::size())) {
    dash::Matrix<long, 2, Pattern::index_type, Pattern> matrix(
        dash::test::blocked_pattern<Pattern>({20, 20}, grid, dash::Team::All()));
    HaloMatrixWrapper halo(matrix, star);
    const auto& block = halo.halo_block();
    EXPECT_EQ(4u, block.halo_regions().size());
    for (const RegionPos pos : {RegionPos::PRE, RegionPos::POST}) {
      expect_face(block, 0, pos, 1);
      expect_face(block, 1, pos, 2);
    }
    EXPECT_EQ((std::vector<region_index_t>{3, 1}), block.boundary_dependencies(0));
    std::size_t elements = 0;
    for (const auto& region : block.halo_regions()) {
      EXPECT_NE(nullptr, block.boundary_region(region.index()));
      elements += region.size();
    }
    EXPECT_EQ(elements, block.halo_size());
    // Nothing is exchanged for the regions without elements.
    for (const auto& box : block.halo_boxes()) EXPECT_GT(box.view.size(), 0u);
    halo.update();
    matrix.barrier();
  }
}

TEST_F(HaloSpecs, UnitsWithoutABlockHaveEmptyRegions)
{
  dash::NArray<int, 1> matrix(1);
  HaloMatrixWrapper halo(matrix, 2);
  const auto& block = halo.halo_block();
  EXPECT_EQ(2u, block.halo_regions().size());
  for (const auto& region : block.halo_regions()) {
    EXPECT_EQ(0u, region.size());
    EXPECT_EQ(block.view().size() > 0, region.is_border_region());
  }
  matrix.barrier();
}

TEST_F(HaloSpecs, ManyBlocksAreRefused)
{
  dash::NArray<int, 1> matrix(4 * dash::size(), dash::BLOCKCYCLIC(2));
  EXPECT_THROW(HaloMatrixWrapper(matrix, 1), dash::exception::InvalidArgument);
  matrix.barrier();
}

}  // namespace
