// Tier: suite n3 c2g2

// Halo elements after updates, compared with the whole matrix in one process.

#include <dash/Cartesian.h>
#include <dash/Halo.h>
#include <dash/Matrix.h>
#include <dash/Types.h>
#include <dash/dart/if/dart.h>
#include <dash/detail/pattern/Box.h>
#include <dash/halo/HaloMatrixWrapper.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <random>
#include <thread>
#include <type_traits>
#include <vector>

#include "dash_test_base.h"
#include "halo/halo_support.h"

namespace {

using namespace dash::halo;
using dash::test::boundaries;
using dash::test::custom_value;
using dash::test::expect_halo;
using dash::test::Extents;
using dash::test::for_each_blocked;
using dash::test::Index;
using dash::test::SerialField;
using dash::test::set_own;
using dash::test::text_of;

class HaloUpdate : public dash::test::TestBase {};

bool is_here()
{
  return dart_team_is_on_one_host(DART_TEAM_ALL);
}

/// Rounds of updates without barriers, for all boundaries, with alternating widths.
template <class Pattern>
void test_updates(const std::vector<Extents<Pattern::ndim()>>& sizes)
{
  constexpr dash::dim_t N = Pattern::ndim();
  for_each_blocked<Pattern>(sizes, [&](auto& matrix) {
    spoint_value_t width = 0;
    for (const auto& bounds : boundaries<N>()) {
      width = static_cast<spoint_value_t>(width % 3 + 1);
      SCOPED_TRACE(text_of(bounds) + " width " + std::to_string(width));
      HaloMatrixWrapper wrapper(matrix, bounds, width);
      wrapper.set_custom_halos(custom_value<N>);
      SerialField<N> field{matrix.extents(), bounds};
      for (; field.round < 4; ++field.round) {
        set_own(matrix, field);
        wrapper.update();
        expect_halo(wrapper, field);
        if (testing::Test::HasFailure()) return;
      }
    }
  });
}

TEST_F(HaloUpdate, OneDimension)
{
  test_updates<dash::BlockPattern<1>>({{1}, {2}, {5}, {9}, {16}});
}

TEST_F(HaloUpdate, TwoDimensions)
{
  test_updates<dash::BlockPattern<2>>({{2, 3}, {7, 9}});
  if (!is_here()) return;
  test_updates<dash::BlockPattern<2, dash::COL_MAJOR>>({{7, 9}});
  test_updates<dash::TilePattern<2>>({{8, 8}, {9, 5}});
}

TEST_F(HaloUpdate, ThreeDimensions)
{
  test_updates<dash::BlockPattern<3>>({{5, 4, 6}});
  if (!is_here()) return;
  test_updates<dash::BlockPattern<3, dash::COL_MAJOR>>({{4, 5, 3}});
}

TEST_F(HaloUpdate, ManyRoundsWithoutBarrier)
{
  for_each_blocked<dash::BlockPattern<2>>({{6, 8}}, [](auto& matrix) {
    // Some neighbours only read, some are only read, and some do both.
    const StencilSpec one_sided(StencilPoint<2>(-1, -1), StencilPoint<2>(0, -2));
    const GlobalBoundarySpec<2> bounds(BoundaryProp::NONE, BoundaryProp::CYCLIC);
    HaloMatrixWrapper wrapper(matrix, bounds, one_sided);
    SerialField<2> field{matrix.extents(), bounds};
    for (; field.round < (is_here() ? 100 : 20); ++field.round) {
      set_own(matrix, field);
      wrapper.update_async();
      // Neighbours do not see changes after the start of the update.
      set_own(matrix, SerialField<2>{matrix.extents(), bounds, -1});
      wrapper.wait();
      expect_halo(wrapper, field);
      if (testing::Test::HasFailure()) return;
    }
  });
}

TEST_F(HaloUpdate, WaitsForNoReader)
{
  dash::Matrix<int, 2> matrix(dash::SizeSpec<2>(4 * dash::size(), 500));
  HaloMatrixWrapper wrapper(matrix, StencilSpec(StencilPoint<2>(-1, 0)));
  SerialField<2> field{matrix.extents(), {}};
  for (; field.round < 4; ++field.round) {
    set_own(matrix, field);
    // Each unit returns from its update before the one that reads its elements begins.
    for (int unit = 0; unit < static_cast<int>(dash::size()); ++unit) {
      if (unit == dash::myid()) {
        wrapper.update();
        set_own(matrix, SerialField<2>{matrix.extents(), {}, -1});
      }
      dash::barrier();
    }
    expect_halo(wrapper, field);
  }
}

TEST_F(HaloUpdate, ElementsMayChangeAfterAnUpdate)
{
  dash::Matrix<int, 2> matrix(dash::SizeSpec<2>(4 * dash::size(), 500));
  const GlobalBoundarySpec<2> bounds(BoundaryProp::CYCLIC, BoundaryProp::NONE);
  HaloMatrixWrapper wrapper(
      matrix, bounds, StencilSpec(StencilPoint<2>(-1, 0), StencilPoint<2>(2, 0)));
  std::minstd_rand random(static_cast<unsigned>(dash::myid()) + 1);
  SerialField<2> field{matrix.extents(), bounds};
  for (; field.round < 300; ++field.round) {
    set_own(matrix, field);
    // Sometimes a neighbour reads the elements in place, sometimes it comes too late for that.
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 3 == 0 ? random() % 50 : 0));
    wrapper.update();
    set_own(matrix, SerialField<2>{matrix.extents(), bounds, -1});
    expect_halo(wrapper, field);
    if (testing::Test::HasFailure()) return;
  }
}

TEST_F(HaloUpdate, SingleRegions)
{
  for_each_blocked<dash::BlockPattern<2>>({{5, 7}}, [](auto& matrix) {
    const GlobalBoundarySpec<2> bounds(BoundaryProp::CYCLIC, BoundaryProp::CYCLIC);
    HaloMatrixWrapper wrapper(matrix, bounds, 2);
    SerialField<2> field{matrix.extents(), bounds};
    set_own(matrix, field);
    for (region_index_t r = 0; r < 9; r += 2) wrapper.update_async_at(r);
    for (region_index_t r = 1; r < 9; r += 2) wrapper.update_at(r);
    for (region_index_t r = 0; r < 9; r += 2) wrapper.wait(r);
    expect_halo(wrapper, field);
    // One region is in a different round than the others.
    ++field.round;
    set_own(matrix, field);
    wrapper.update_at(1);
    const auto& memory = wrapper.halo_memory();
    const auto& first_rows = memory.view_at(1);
    for (std::size_t i = 0; i < first_rows.size(); ++i) {
      auto at = dash::detail::coords_in<dash::ROW_MAJOR>(first_rows, static_cast<Index>(i));
      for (std::size_t d = 0; d < 2; ++d) at[d] += wrapper.halo_block().view().offsets()[d];
      EXPECT_EQ(field(at), memory.data_at(1)[i]);
    }
    wrapper.update();
    expect_halo(wrapper, field);
    // A second start ends the preceding round.
    wrapper.update_async();
    wrapper.update_async();
    wrapper.wait();
    wrapper.wait();
    expect_halo(wrapper, field);
  });
}

TEST_F(HaloUpdate, UnitsUpdateRegionsInDifferentOrders)
{
  for_each_blocked<dash::BlockPattern<2>>({{5, 7}, {8, 6}}, [](auto& matrix) {
    const GlobalBoundarySpec<2> bounds(BoundaryProp::CYCLIC, BoundaryProp::CYCLIC);
    HaloMatrixWrapper wrapper(matrix, bounds, 1);
    SerialField<2> field{matrix.extents(), bounds};
    set_own(matrix, field);
    // Two rounds: some units do both for one region after the other.
    if (dash::myid() % 2 == 0) {
      wrapper.update_async();
      wrapper.update_async();
      wrapper.wait();
    } else {
      for (region_index_t r = 0; r < 9; ++r) {
        wrapper.update_at(r);
        wrapper.update_at(r);
      }
    }
    expect_halo(wrapper, field);
  });
}

TEST_F(HaloUpdate, HaloElements)
{
  for_each_blocked<dash::BlockPattern<2>>({{6, 8}}, [](auto& matrix) {
    const GlobalBoundarySpec<2> bounds(BoundaryProp::CUSTOM, BoundaryProp::CYCLIC);
    HaloMatrixWrapper wrapper(matrix, bounds, 1);
    static_assert(std::is_same_v<int*, decltype(wrapper.halo_element_at_global({0, 0}))>);
    wrapper.set_custom_halos(custom_value<2>);
    const SerialField<2> field{matrix.extents(), bounds};
    set_own(matrix, field);
    wrapper.update();
    const auto& view = wrapper.halo_block().view();
    if (view.size() == 0) return;
    EXPECT_EQ(nullptr, wrapper.halo_element_at_local({0, 0}));
    EXPECT_EQ(nullptr, wrapper.halo_element_at_local({-2, 0}));
    EXPECT_EQ(nullptr, wrapper.halo_element_at_global({view.offset(0) - 2, view.offset(1)}));
    for (Index row = view.offset(0) - 1; row <= view.range(0).end; ++row) {
      const Index before = view.offset(1) - 1;
      EXPECT_EQ(field({row, before}), *wrapper.halo_element_at_global({row, before}));
      // Coordinates beyond a cyclic side also stand for those at the opposite side.
      const Index opposite = (before + 8) % 8;
      EXPECT_EQ(field({row, before}), *wrapper.halo_element_at_global({row, opposite}));
    }
    auto [begin, end] = wrapper.halo_memory().range_at(1);
    EXPECT_EQ(static_cast<Index>(view.extent(1)), end - begin);
    EXPECT_EQ(field({view.offset(0) - 1, view.offset(1)}), *begin);
  });
}

TEST_F(HaloUpdate, SeveralWrappersOfOneMatrix)
{
  dash::Matrix<int, 2> matrix(dash::SizeSpec<2>(4 * dash::size(), 5));
  const SerialField<2> field{matrix.extents(), {}};
  set_own(matrix, field);
  const StencilSpec up(StencilPoint<2>(-1, 0));
  const StencilSpec down(StencilPoint<2>(2, 0));
  HaloMatrixWrapper both(matrix, up, down);
  HaloMatrixWrapper upper(matrix, up);
  both.update_async();
  upper.update_async();
  upper.wait();
  both.wait();
  const bool is_first = dash::myid() == 0;
  const bool is_last = dash::myid() + 1 == static_cast<int>(dash::size());
  EXPECT_EQ(is_first ? 0u : 5u, expect_halo(upper, field));
  EXPECT_EQ((is_first ? 0u : 5u) + (is_last ? 0u : 10u), expect_halo(both, field));
}

}  // namespace
