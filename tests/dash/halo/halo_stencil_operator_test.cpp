// Tier: suite n3 c2g2

// Stencil operators, compared with loops over a field in one process.

#include <dash/Exception.h>
#include <dash/Halo.h>
#include <dash/Matrix.h>
#include <dash/Types.h>
#include <dash/halo/HaloMatrixWrapper.h>
#include <dash/memory/HostSpace.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <iterator>
#include <set>
#include <vector>

#include "dash_test_base.h"
#include "halo/halo_support.h"

namespace {

using namespace dash::halo;
using dash::test::boundaries;
using dash::test::Coords;
using dash::test::custom_value;
using dash::test::Extents;
using dash::test::for_each_blocked;
using dash::test::for_each_coords;
using dash::test::Index;
using dash::test::SerialField;
using dash::test::set_own;
using dash::test::text_of;

class HaloStencilOperator : public dash::test::TestBase {};

template <class View, class Local>
Local global_coords(const View& block, Local local)
{
  for (std::size_t d = 0; d < local.size(); ++d) local[d] += block.offsets()[d];
  return local;
}

/// Expects that the iterator's center and neighbours agree with the field.
template <class Iterator, class Stencil, class View, class Field>
void expect_neighbors(
    const Iterator& it, const Stencil& stencil, const View& block, const Field& field)
{
  const auto at = global_coords(block, it.coords());
  ASSERT_EQ(field(at), *it);
  for (std::size_t i = 0; i < Stencil::num_stencil_points(); ++i) {
    ASSERT_EQ(field(stencil[i].stencil_coords(at)), it.value_at(i)) << stencil[i];
    ASSERT_EQ(it.value_at(i), it.value_at(stencil[i]));
  }
}

/// The elements for which all points of the stencil exist.
template <class Stencil, class Field, class At>
bool is_updated(const Stencil& stencil, const Field& field, const At& at)
{
  const auto distances = stencil.minmax_distances();
  for (std::size_t d = 0; d < at.size(); ++d) {
    auto before = at, behind = at;
    before[d] += distances[d].first;
    behind[d] += distances[d].second;
    if (!field.has(before) || !field.has(behind)) return false;
  }
  return true;
}

template <class Operator, class View, class Field>
void expect_all_elements(const Operator& op, const View& block, const Field& field)
{
  std::set<Index> seen;
  const auto visit = [&](const auto& part, bool is_inner) {
    for (auto it = part.begin(); it != part.end(); ++it) {
      expect_neighbors(it, op.stencil_spec(), block, field);
      EXPECT_TRUE(seen.insert(it.lpos()).second);
      EXPECT_EQ(it.rpos(), it - part.begin());
      EXPECT_EQ(it.coords(), (part.begin() + it.rpos()).coords());
      bool stays = true;
      for (const auto& point : op.stencil_spec().specs()) {
        stays &= !point.stencil_coords_check(it.coords(), op.view_local()).second;
      }
      EXPECT_TRUE(stays || !is_inner);
    }
  };
  visit(op.inner, true);
  visit(op.boundary, false);
  std::size_t expected = 0;
  for_each_coords(op.view_local(), [&](const auto& local) {
    expected += is_updated(op.stencil_spec(), field, global_coords(block, local));
  });
  EXPECT_EQ(expected, seen.size());
  EXPECT_EQ(expected, op.inner.view().size() + op.boundary.boundary_size());
  std::size_t count = 0;
  for (auto it = op.begin(); it != op.end(); ++it, ++count) {
    expect_neighbors(it, op.stencil_spec(), block, field);
    EXPECT_TRUE(seen.contains(it.lpos()));
  }
  EXPECT_EQ(expected, count);
}

template <class Pattern, class... Stencils>
void test_operators(const std::vector<Extents<Pattern::ndim()>>& sizes, const Stencils&... stencils)
{
  constexpr dash::dim_t N = Pattern::ndim();
  for_each_blocked<Pattern, dash::HostSpace>(sizes, [&](auto& matrix) {
    for (const auto& bounds : boundaries<N>()) {
      SCOPED_TRACE(text_of(bounds));
      HaloMatrixWrapper wrapper(matrix, bounds, stencils...);
      wrapper.set_custom_halos(custom_value<N>);
      const SerialField<N> field{matrix.extents(), bounds};
      set_own(matrix, field);
      wrapper.update();
      const auto test = [&](const auto& stencil) {
        const auto op = wrapper.stencil_operator(stencil);
        static_assert(std::random_access_iterator<typename decltype(op)::iterator>);
        expect_all_elements(op, wrapper.halo_block().view(), field);
      };
      (test(stencils), ...);
      if (testing::Test::HasFailure()) return;
    }
  });
}

TEST_F(HaloStencilOperator, OneDimension)
{
  using Point = StencilPoint<1>;
  test_operators<dash::BlockPattern<1>>(
      {{1}, {5}, {14}}, StencilSpec(Point(-1), Point(1)),
      StencilSpec(Point(-3), Point(2), Point(0)));
}

TEST_F(HaloStencilOperator, TwoDimensions)
{
  using Point = StencilPoint<2>;
  const StencilSpec star(Point(-1, 0), Point(1, 0), Point(0, -1), Point(0, 1));
  const StencilSpec skewed(Point(-2, 1), Point(1, 1), Point(0, -3));
  test_operators<dash::BlockPattern<2>>({{3, 4}, {8, 9}}, star, skewed);
  test_operators<dash::TilePattern<2, dash::COL_MAJOR>>({{7, 6}}, star, skewed);
}

TEST_F(HaloStencilOperator, ThreeDimensions)
{
  test_operators<dash::BlockPattern<3>>(
      {{4, 5, 6}}, StencilSpecFactory<StencilPoint<3>>::full_stencil_spec<1>());
}

TEST_F(HaloStencilOperator, RegionsOfTheBoundary)
{
  for_each_blocked<dash::BlockPattern<2>, dash::HostSpace>({{8, 8}}, [](auto& matrix) {
    HaloMatrixWrapper wrapper(
        matrix, GlobalBoundarySpec<2>(BoundaryProp::CYCLIC, BoundaryProp::CYCLIC), 1);
    const auto op =
        wrapper.stencil_operator(StencilSpec(StencilPoint<2>(-1, -1), StencilPoint<2>(1, 1)));
    std::size_t sum = 0;
    for (region_index_t r = 0; r < 9; ++r) {
      const auto [begin, end] = op.boundary.iterator_at(r);
      sum += static_cast<std::size_t>(end - begin);
      EXPECT_EQ(op.boundary.view()[r].size(), static_cast<std::size_t>(end - begin));
      EXPECT_TRUE(begin == end || op.boundary.view()[r].offsets() == begin.coords());
    }
    EXPECT_EQ(op.boundary.boundary_size(), sum);
    const auto by_side = op.boundary.iterator_at(1, RegionPos::POST);
    EXPECT_EQ(op.boundary.iterator_at(5), by_side);
  });
}

TEST_F(HaloStencilOperator, Updates)
{
  using Point = StencilPoint<2>;
  const StencilSpec star(Point(2, -1, 0), Point(3, 1, 0), Point(5, 0, -1), Point(7, 0, 1));
  for_each_blocked<dash::BlockPattern<2>, dash::HostSpace>({{7, 9}}, [&](auto& from) {
    std::remove_reference_t<decltype(from)> to(from.pattern());
    const GlobalBoundarySpec<2> bounds(BoundaryProp::CYCLIC, BoundaryProp::CUSTOM);
    const SerialField<2> field{from.extents(), bounds};
    HaloMatrixWrapper wrapper(from, bounds, star);
    wrapper.set_custom_halos(custom_value<2>);
    set_own(from, field);
    wrapper.update_async();
    const auto op = wrapper.stencil_operator(star);
    const auto weigh = [](auto* center, auto* out, auto, const auto& at) {
      *out =
          *center + 2 * center[at[0]] + 3 * center[at[1]] + 5 * center[at[2]] + 7 * center[at[3]];
    };
    op.inner.update(to.lbegin(), weigh);
    wrapper.wait();
    op.boundary.update(
        to.lbegin(), [&](const auto& it) { return op.boundary.get_value_at(it.coords(), 1); });
    const auto expected = [&](const Coords<2>& at) {
      int sum = field(at);
      for (const auto& point : star.specs()) {
        sum += static_cast<int>(point.coefficient()) * field(point.stencil_coords(at));
      }
      return sum;
    };
    for_each_coords(op.view_local(), [&](const auto& local) {
      const auto at = global_coords(wrapper.halo_block().view(), local);
      EXPECT_EQ(expected(at), to.lbegin()[op.get_offset(local)]);
    });
    // The same computation with iterators, with boxes, and with single values.
    const auto& inner = op.inner.view();
    std::vector<int> copy(from.local_size()), blocked(copy);
    op.inner.update(op.inner.begin(), op.inner.end(), copy.data(), weigh);
    op.inner.update_blocked(
        inner.offsets(), {inner.range(0).end, inner.range(1).end}, blocked.data(), weigh);
    for (auto it = op.inner.begin(); it != op.inner.end(); ++it) {
      const auto at = static_cast<std::size_t>(it.lpos());
      EXPECT_EQ(to.lbegin()[it.lpos()], copy[at]);
      EXPECT_EQ(copy[at], blocked[at]);
      EXPECT_EQ(copy[at], op.inner.get_value_at(it.coords(), 1));
    }
    to.barrier();
  });
}

TEST_F(HaloStencilOperator, SetValues)
{
  using Point = StencilPoint<1>;
  const StencilSpec pair(Point(2, -1), Point(3, 1));
  dash::NArray<int, 1, Index, dash::BlockPattern<1>, dash::HostSpace> matrix(6 * dash::size());
  HaloMatrixWrapper wrapper(matrix, GlobalBoundarySpec<1>(BoundaryProp::CYCLIC), pair);
  set_own(matrix, SerialField<1>{matrix.extents(), GlobalBoundarySpec<1>(BoundaryProp::CYCLIC)});
  wrapper.update();
  const int before = wrapper.halo_memory().buffer()[0];
  const auto op = wrapper.stencil_operator(pair);
  op.inner.set_values_at({3}, 10, 1);
  op.boundary.set_values_at({0}, 100, 1);
  op.inner.set_values_at({3}, 10, 1, std::plus<>());
  const int* const local = matrix.lbegin();
  EXPECT_EQ((std::vector<int>{100, 300, 40, 20, 60}), std::vector<int>(local, local + 5));
  // Operators are copied by value; a copy does not refer to what it was made of.
  std::vector copies{wrapper.stencil_operator(pair)};
  copies.push_back(copies[0]);
  copies[0] = copies[1];
  copies.erase(copies.begin());
  copies[0].inner.set_values_at({3}, 10, 1);
  EXPECT_EQ(&copies[0].inner.view(), &copies[0].spec_views().inner());
  EXPECT_EQ(10, local[3]);
  EXPECT_EQ(before, wrapper.halo_memory().buffer()[0]);
}

/// Calls \c f(i, j) for coordinates in two ranges.
template <class Ranges, class F>
void for_each_in(const Ranges& ranges, F f)
{
  for (Index i = ranges[0].first; i < ranges[0].second; ++i) {
    for (Index j = ranges[1].first; j < ranges[1].second; ++j) f(i, j);
  }
}

TEST_F(HaloStencilOperator, CoordinateAccess)
{
  for_each_blocked<dash::BlockPattern<2>, dash::HostSpace>({{7, 9}}, [](auto& matrix) {
    HaloMatrixWrapper wrapper(matrix, {BoundaryProp::CUSTOM, BoundaryProp::CYCLIC}, 1);
    wrapper.set_custom_halos(custom_value<2>);
    const SerialField<2> field{matrix.extents(), wrapper.halo_block().global_boundary_spec()};
    set_own(matrix, field);
    wrapper.update();
    const auto& view = wrapper.halo_block().view();
    const auto expected = [&](Index i, Index j) {
      return field({view.offset(0) + i, view.offset(1) + j});
    };
    auto access = wrapper.coordinate_access();
    if (view.size() == 0) return;

    std::size_t elements = 0;
    for_each_in(access.inner.ranges(), [&](Index i, Index j) {
      ++elements;
      EXPECT_EQ(expected(i, j), access.inner[i][j]);
      EXPECT_EQ(expected(i - 1, j + 1), access.inner[i - 1][j + 1]);
    });
    for (const auto& ranges : access.boundary.ranges()) {
      for_each_in(ranges, [&](Index i, Index j) {
        ++elements;
        for (const Index step : {-1, 0, 1}) {
          EXPECT_EQ(expected(i + step, j - 1), access.boundary[i + step][j - 1]);
          EXPECT_EQ(expected(i + 1, j + step), access[i + 1][j + step]);
        }
      });
    }
    EXPECT_EQ(view.size(), elements);
    for_each_in(access.ranges(), [&](Index i, Index j) { access[i][j] += 1; });
    EXPECT_EQ(expected(0, 0) + 1, matrix.lbegin()[0]);
  });
}

TEST_F(HaloStencilOperator, TooNarrowHalosAreRefused)
{
  dash::NArray<int, 1> matrix(6 * dash::size());
  HaloMatrixWrapper wrapper(matrix, 1);
  const StencilSpec wide(StencilPoint<1>(-2));
  EXPECT_THROW(wrapper.stencil_operator(wide), dash::exception::InvalidArgument);
}

}  // namespace
