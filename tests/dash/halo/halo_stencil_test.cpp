// Tier: suite n3 c2g2; also c0g2 c0g3

// Stencils with relative indices, compared with loops over the whole matrix in one process.

#include <dash/Exception.h>
#include <dash/Halo.h>
#include <dash/Matrix.h>
#include <dash/Types.h>
#include <dash/dart/if/dart.h>
#include <dash/detail/execution/DeviceCallable.h>
#include <dash/memory/HostSpace.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "base/values.h"
#include "dash_test_base.h"
#include "halo/stencil_support.h"

namespace {

using namespace dash::halo;
using dash::test::expect_equal;
using dash::test::for_each_blocked;
using dash::test::Serial;
using dash::test::set_from;
using dash::test::test_stencil;

class HaloStencil : public dash::test::TestBase {};

/// A five-point stencil in two dimensions.
struct Star {
  template <class Cell>
  DASH_HOST_DEVICE int operator()(const Cell& c) const
  {
    return (2 * c(0, 0) + c(-1, 0) + 3 * c(1, 0) + 5 * c(0, -1) + 7 * c(0, 1)) % 1009;
  }
};

/// The same stencil in a form that kernels can call.
struct KernelStar : Star {};

/// A stencil with larger distances and corners, in any number of dimensions, which kernels can
/// call.
struct KernelDiagonal {
  template <class Cell>
  DASH_HOST_DEVICE int operator()(const Cell& c) const
  {
    if constexpr (Cell::ndim() == 1) {
      return (c(-3) + 2 * c(2) + c(0) + c(3)) % 101;
    } else if constexpr (Cell::ndim() == 2) {
      return (c(-2, -2) + 2 * c(2, 2) + 3 * c(-1, 2) + 4 * c(2, -1) + c(-2, 2)) % 1009;
    } else {
      return (c(-1, -1, -1) + 2 * c(1, 0, 1) + 3 * c(0, 1, 0) + c(0, 0, -1)) % 1009;
    }
  }
};

}  // namespace

template <>
struct dash::is_device_callable<KernelStar> : std::true_type {};
template <>
struct dash::is_device_callable<KernelDiagonal> : std::true_type {};

namespace {

TEST_F(HaloStencil, OneDimension)
{
  using Pattern = dash::BlockPattern<1>;
  test_stencil<Pattern>({{1}, {7}, {16}}, 1, [](auto c) { return (c(-1) + 2 * c(1)) % 101; });
  test_stencil<Pattern>(
      {{3}, {14}}, 3, [](auto c) { return (c(-3) + 2 * c(2) + c(0) + c(3)) % 101; });
}

TEST_F(HaloStencil, TwoDimensions)
{
  test_stencil<dash::BlockPattern<2>>({{3, 5}, {9, 8}}, 1, Star());
  test_stencil<dash::TilePattern<2, dash::COL_MAJOR>>({{7, 6}}, 1, Star());
}

TEST_F(HaloStencil, Corners)
{
  test_stencil<dash::BlockPattern<2>>({{5, 9}}, 2, [](auto c) {
    return (c(-2, -2) + 2 * c(2, 2) + 3 * c(-1, 2) + 4 * c(2, -1) + c(-2, 2)) % 1009;
  });
}

TEST_F(HaloStencil, ThreeDimensions)
{
  test_stencil<dash::BlockPattern<3>>({{4, 5, 6}}, 1, [](auto c) {
    const int faces = c(-1, 0, 0) + c(1, 0, 0) + c(0, 2 - 1, 0) + c(0, -1, 0) + c(0, 0, 1);
    return (faces + 2 * c(-1, -1, -1) + 3 * c(1, 1, 1) + c(0, 0, -1)) % 1009;
  });
}

TEST_F(HaloStencil, FunctionsForKernels)
{
  test_stencil<dash::BlockPattern<2>>({{9, 8}}, 1, KernelStar());
  test_stencil<dash::TilePattern<2, dash::COL_MAJOR>>({{7, 6}}, 1, KernelStar());
  test_stencil<dash::BlockPattern<1>>({{3}, {14}}, 3, KernelDiagonal());
  test_stencil<dash::BlockPattern<2>>({{5, 9}}, 2, KernelDiagonal());
  test_stencil<dash::BlockPattern<3>>({{4, 5, 6}}, 1, KernelDiagonal());
  test_stencil<dash::BlockPattern<2>, dash::HostSpace>({{9, 8}}, 1, KernelStar());
  test_stencil<dash::BlockPattern<2>, dash::HostSpace>({{9, 8}}, 1, Star());
}

TEST_F(HaloStencil, ManyStepsWithoutBarrier)
{
  for_each_blocked<dash::BlockPattern<2>>({{8, 8}}, [](auto& a) {
    std::remove_reference_t<decltype(a)> b(a.pattern());
    Serial<2> serial{a.extents(), periodic, std::vector<int>(a.size())};
    for (std::size_t i = 0; i < a.size(); ++i) serial.values[i] = dash::test::value_at(i);
    set_from(a, serial);
    const std::size_t steps = dart_team_is_on_one_host(DART_TEAM_ALL) ? 100 : 10;
    Stencil stencil(a, periodic, Star());
    const auto& result = stencil.iterate(a, b, steps);
    for (std::size_t step = 0; step < steps; ++step) serial = serial.step(Star(), 1);
    expect_equal(result, serial);
  });
}

TEST_F(HaloStencil, OneStep)
{
  dash::NArray<int, 1> a(5 * dash::size()), b(5 * dash::size());
  Serial<1> serial{a.extents(), {sides(1, open)}, std::vector<int>(a.size(), 3)};
  set_from(a, serial);
  set_from(b, serial);
  const auto sum = [](auto c) { return c(-1) + c(1); };
  dash::halo::stencil(a, b, serial.boundary, sum);
  expect_equal(b, serial.step(sum, 1));
  set_from(b, serial);
  dash::halo::stencil(a, b, sum);
  serial.boundary = open;
  expect_equal(b, serial.step(sum, 1));
}

TEST_F(HaloStencil, GivenPoints)
{
  // The elements that it reads depend on values, which recording cannot know.
  const auto body = [](auto c) { return c(0) > 2 ? c(-2) : c(1); };
  const StencilSpec points(StencilPoint<1>(-2), StencilPoint<1>(1));
  dash::NArray<int, 1> a(5 * dash::size()), b(5 * dash::size());
  Serial<1> serial{a.extents(), periodic, dash::test::sequence(a.size())};
  set_from(a, serial);
  Stencil by_points(a, periodic, points, body);
  Stencil by_regions(a, periodic, HaloSpec(points), body);
  by_points(a, b);
  by_regions(b, a);
  expect_equal(a, serial.step(body, 2).step(body, 2));
}

/// Elements that no number makes.
struct Pair {
  std::array<int, 2> values;
};

TEST_F(HaloStencil, ElementsOfClasses)
{
  dash::NArray<Pair, 1> a(5 * dash::size()), b(5 * dash::size());
  const int size = static_cast<int>(a.size());
  for (int i = 0; i < size; ++i) {
    if (a(i).is_local()) a(i) = Pair{{i, size - i}};
  }
  dash::halo::stencil(
      a, b, periodic, [](auto c) { return Pair{{c(-1).values[0], c(1).values[1]}}; });
  for (int i = 0; i < size; ++i) {
    if (!b(i).is_local()) continue;
    const Pair pair = b(i);
    EXPECT_EQ((i + size - 1) % size, pair.values[0]) << i;
    EXPECT_EQ(size - (i + 1) % size, pair.values[1]) << i;
  }
}

TEST_F(HaloStencil, BoundariesThatChange)
{
  int level = 1;
  const auto body = [](auto c) { return 10 * c(-1) + c(1); };
  dash::NArray<int, 1> a(4 * dash::size()), b(4 * dash::size());
  Serial<1> serial{a.extents(), [&](const auto&) { return level; }, std::vector<int>(a.size(), 3)};
  set_from(a, serial);
  Stencil stencil(a, serial.boundary, body);
  for (; level < 4; ++level) {
    stencil.refresh_boundary();
    stencil(a, b);
    expect_equal(b, serial.step(body, 1));
  }
}

TEST_F(HaloStencil, WrongArguments)
{
  dash::NArray<int, 1> a(4 * dash::size()), b(4 * dash::size()), c(5 * dash::size());
  Stencil stencil(a, periodic, [](auto cell) { return cell(1); });
  EXPECT_THROW(stencil(a, a), dash::exception::InvalidArgument);
  EXPECT_THROW(stencil(a, c), dash::exception::InvalidArgument);
  EXPECT_THROW((Boundary<int, 1>(sides(periodic, 1))), dash::exception::InvalidArgument);
  a.barrier();
}

}  // namespace
