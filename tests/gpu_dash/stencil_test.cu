// Stencils whose bodies nvcc compiles for kernels: one kernel for each step, and one for many
// steps.

#include <dash/Matrix.h>
#include <dash/Types.h>
#include <dash/algorithm/Equal.h>
#include <dash/algorithm/Generate.h>
#include <dash/memory/UnitSpace.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/TilePattern.h>
#include <dash/util/Config.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "base/values.h"
#include "dash_test_base.h"
#include "halo/stencil_support.h"

namespace {

using dash::test::test_stencil;

/// Sets the size of a unit's part up to which one kernel executes many steps.
void limit_to(const char* size)
{
  dash::util::Config::set("DASH_STENCIL_RESIDENT_SIZE", size);
}

class GpuStencilSizes : public dash::test::TestBase {};

/// The parameter is the limit.
class GpuStencil : public GpuStencilSizes, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override
  {
    GpuStencilSizes::SetUp();
    limit_to(GetParam());
  }
};

INSTANTIATE_TEST_SUITE_P(Kernels, GpuStencil, testing::Values("0", "1G"), [](const auto& info) {
  return *info.param == '0' ? "OneForAStep" : "OneForManySteps";
});

/// A five-point stencil in two dimensions.
struct Star {
  template <class Cell>
  DASH_HOST_DEVICE auto operator()(const Cell& c) const
  {
    using T = typename Cell::value_type;
    const auto sum = static_cast<int>(2 * c(0, 0) + c(-1, 0) + 3 * c(1, 0) + 5 * c(0, -1));
    return static_cast<T>((sum + static_cast<int>(7 * c(0, 1))) % 101);
  }
};

/// A stencil of all neighbours.
struct Cube {
  template <class Cell>
  DASH_HOST_DEVICE int operator()(const Cell& c) const
  {
    int sum = 0;
    for (int x = -1; x <= 1; ++x) {
      for (int y = -1; y <= 1; ++y) {
        for (int z = -1; z <= 1; ++z) sum += (x + 2 * y + 3 * z + 7) * c(x, y, z);
      }
    }
    return sum % 1009;
  }
};

/// Seven points in three dimensions.
struct Mean {
  template <class Cell>
  DASH_HOST_DEVICE auto operator()(const Cell& c) const
  {
    using T = typename Cell::value_type;
    const auto sum = c(-1, 0, 0) + 2 * c(1, 0, 0) + 3 * c(0, -1, 0) + 4 * c(0, 1, 0) +
                     5 * c(0, 0, -1) + 6 * c(0, 0, 1) + c(0, 0, 0);
    return static_cast<T>(static_cast<int>(sum) % 101);
  }
};

/// A stencil of neighbours that are not adjacent.
struct Wide {
  template <class Cell>
  DASH_HOST_DEVICE int operator()(const Cell& c) const
  {
    if constexpr (Cell::ndim() == 1) {
      return (c(-3) + 2 * c(2) + c(0) + c(3)) % 101;
    } else {
      return (c(-2, -2) + 2 * c(2, 2) + 3 * c(-1, 2) + 4 * c(2, -1) + c(-2, 2)) % 1009;
    }
  }
};

/// A stencil that reads in one direction only, so that values travel in the other one.
struct Upwind {
  template <class Cell>
  DASH_HOST_DEVICE int operator()(const Cell& c) const
  {
    if constexpr (Cell::ndim() == 1) {
      return (c(0) + 3 * c(-1)) % 101;
    } else if constexpr (Cell::ndim() == 2) {
      return (c(0, 0) + 3 * c(-1, 0) + 5 * c(0, 1) + 2 * c(-1, 1)) % 1009;
    } else {
      return (c(0, 0, 0) + 3 * c(-1, 0, 0) + 5 * c(0, 1, 0) + 2 * c(0, 0, -1)) % 1009;
    }
  }
};

/// A stencil in which it depends on the element whether its neighbours are read.
struct Choosy {
  template <class Cell>
  DASH_HOST_DEVICE int operator()(const Cell& c) const
  {
    const int here = c(0, 0);
    if (here % 2 == 0) return here / 2 + 1;
    return (here + 3 * c(-1, 0) + 5 * c(1, 0) + c(0, -1) + 2 * c(0, 1)) % 1009;
  }
};

/// Small values, by global index.
struct ValueAt {
  template <class Index>
  DASH_HOST_DEVICE int operator()(Index i) const
  {
    return static_cast<int>((7 * i + i / 13) % 101);
  }
};

struct Line {
  template <class Cell>
  DASH_HOST_DEVICE int operator()(const Cell& c) const
  {
    return (c(-1) + 2 * c(1)) % 101;
  }
};

/// An element whose size no load has.
struct Triple {
  int values[3] = {};

  Triple() = default;
  DASH_HOST_DEVICE Triple(int value) : values{value, 2 * value, 3 * value} {}
  DASH_HOST_DEVICE explicit operator double() const { return values[0] + values[1] + values[2]; }
  bool operator==(const Triple&) const = default;
};

struct StarOfTriples {
  template <class Cell>
  DASH_HOST_DEVICE Triple operator()(const Cell& c) const
  {
    Triple sum;
    for (int k = 0; k < 3; ++k) {
      sum.values[k] = (2 * c(0, 0).values[k] + c(-1, 0).values[k] + 3 * c(1, 0).values[k] +
                       5 * c(0, -1).values[k] + 7 * c(0, 1).values[k]) %
                      101;
    }
    return sum;
  }
};

TEST_P(GpuStencil, OneDimension)
{
  test_stencil<dash::BlockPattern<1>>({{1}, {7}, {5000}}, 1, Line());
  test_stencil<dash::BlockPattern<1>, dash::UnitSpace, unsigned char>({{7}, {5001}}, 1, Line());
  test_stencil<dash::BlockPattern<1>>({{3}, {14}, {2001}}, 3, Wide());
}

TEST_P(GpuStencil, TilesInRegisters)
{
  using Pattern = dash::BlockPattern<2>;
  test_stencil<Pattern>({{3, 5}, {70, 130}, {33, 517}}, 1, Star());
  test_stencil<dash::TilePattern<2, dash::COL_MAJOR>>({{130, 70}}, 1, Star());
}

TEST_P(GpuStencil, ElementsOfOtherSizes)
{
  using Pattern = dash::BlockPattern<2>;
  test_stencil<Pattern, dash::UnitSpace, double>({{70, 130}, {70, 129}}, 1, Star());
  test_stencil<Pattern, dash::UnitSpace, short>({{70, 132}}, 1, Star());
  test_stencil<Pattern, dash::UnitSpace, unsigned char>({{70, 132}, {70, 130}}, 1, Star());
  test_stencil<Pattern, dash::UnitSpace, Triple>({{70, 130}}, 1, StarOfTriples());
}

TEST_P(GpuStencil, LongDistances)
{
  test_stencil<dash::BlockPattern<2>>({{5, 9}, {64, 66}}, 2, Wide());
}

TEST_P(GpuStencil, ThreeDimensions)
{
  using Pattern = dash::BlockPattern<3>;
  test_stencil<Pattern>({{4, 5, 6}, {13, 22, 70}}, 1, Cube());
  test_stencil<Pattern, dash::UnitSpace, double>({{5, 12, 35}}, 1, Mean());
  test_stencil<Pattern, dash::UnitSpace, short>({{5, 12, 36}}, 1, Mean());
  test_stencil<Pattern, dash::UnitSpace, unsigned char>({{5, 12, 36}, {4, 3, 38}}, 1, Mean());
  test_stencil<dash::TilePattern<3, dash::COL_MAJOR>>({{36, 12, 5}}, 1, Cube());
}

/// Calls f(stencil, a, b, serial) for matrices with some distributions, where a has the elements of
/// serial.
template <class F>
void for_each_torus(F f)
{
  dash::test::for_each_blocked<dash::BlockPattern<2>>({{128, 128}}, [&](auto& a) {
    std::remove_reference_t<decltype(a)> b(a.pattern());
    dash::test::Serial<2> serial{a.extents(), dash::halo::periodic, std::vector<int>(a.size())};
    for (std::size_t i = 0; i < a.size(); ++i) serial.values[i] = dash::test::value_at(i);
    dash::test::set_from(a, serial);
    dash::halo::Stencil stencil(a, dash::halo::periodic, Star());
    f(stencil, a, b, serial);
  });
}

TEST_P(GpuStencil, ManyStepsAtOnce)
{
  for_each_torus([](auto& stencil, auto& a, auto& b, auto& serial) {
    std::size_t done = 0;
    for (const std::size_t steps : {1, 3, 10, 86}) {
      auto& from = done % 2 == 0 ? a : b;
      stencil.iterate(from, done % 2 == 0 ? b : a, steps);
      done += steps;
    }
    for (std::size_t step = 0; step < done; ++step) serial = serial.step(Star(), 1);
    dash::test::expect_equal(done % 2 == 0 ? a : b, serial);
  });
}

TEST_P(GpuStencil, ThousandsOfStepsAtOnce)
{
  for_each_torus([](auto& stencil, auto& a, auto& b, auto&) {
    const auto run = stencil.iterate(a, b, 2000, dash::halo::squared_change);
    EXPECT_EQ(2000u, run.sums.size());
    EXPECT_GT(run.sums.back(), 0);
  });
}

/// Both kinds of kernels have to compute the same.
template <class Pattern, class Body>
void compare_kernels(const Pattern& pattern, const auto& boundary, Body body, std::size_t steps)
{
  using Matrix = dash::Matrix<int, Pattern::ndim(), dash::default_index_t, Pattern>;
  Matrix a(pattern), b(pattern), c(pattern), d(pattern);
  for (Matrix* matrix : {&a, &b, &c, &d}) {
    dash::generate_with_index(matrix->begin(), matrix->end(), ValueAt());
  }
  dash::halo::Stencil stencil(a, boundary, body);
  limit_to("0");
  const auto one_for_a_step = stencil.iterate(a, b, steps, dash::test::SquareOfChange());
  limit_to("1G");
  const auto one_for_many = stencil.iterate(c, d, steps, dash::test::SquareOfChange());
  EXPECT_EQ(one_for_a_step.sums, one_for_many.sums);
  EXPECT_TRUE(dash::equal(a.begin(), a.end(), c.begin()));
  EXPECT_TRUE(dash::equal(b.begin(), b.end(), d.begin()));
}

/// Compares with all boundaries.
template <dash::dim_t N, class Body>
void compare_kernels(
    const std::array<std::size_t, N>& extents, const dash::DistributionSpec<N>& distribution,
    Body body, std::size_t steps)
{
  const dash::BlockPattern<N> pattern(dash::SizeSpec<N>(extents), distribution);
  for (const auto& boundary : dash::test::all_boundaries<N>()) {
    SCOPED_TRACE(testing::PrintToString(extents) + ", " + dash::test::text_of(boundary.spec()));
    compare_kernels(pattern, boundary, body, steps);
  }
}

/// More boxes than thread blocks that a GPU can hold, with parts of tiles at the ends.
TEST_F(GpuStencilSizes, LargeFields)
{
  const dash::DistributionSpec<2> rows(dash::BLOCKED, dash::NONE);
  const dash::DistributionSpec<2> columns(dash::NONE, dash::BLOCKED);
  compare_kernels<2>({1024, 1024}, rows, Star(), 50);
  compare_kernels<2>({3001, 2050}, rows, Star(), 7);
  compare_kernels<2>({2050, 3001}, rows, Star(), 8);
  compare_kernels<2>({40000, 130}, rows, Star(), 5);
  compare_kernels<2>({500, 1024}, columns, Star(), 50);
  compare_kernels<2>({300, 517}, columns, Choosy(), 51);
  compare_kernels<2>({1024, 300}, rows, Choosy(), 51);
}

TEST_F(GpuStencilSizes, OneDirection)
{
  compare_kernels<1>({5000}, dash::DistributionSpec<1>(dash::BLOCKED), Upwind(), 30);
  compare_kernels<2>({70, 130}, {dash::BLOCKED, dash::NONE}, Upwind(), 30);
  compare_kernels<2>({70, 130}, {dash::NONE, dash::BLOCKED}, Upwind(), 30);
  compare_kernels<3>({13, 22, 70}, {dash::BLOCKED, dash::NONE, dash::NONE}, Upwind(), 30);
  compare_kernels<3>({2, 80, 80}, {dash::BLOCKED, dash::NONE, dash::NONE}, Upwind(), 30);
}

TEST_F(GpuStencilSizes, LargeVolumes)
{
  const dash::DistributionSpec<3> layers(dash::BLOCKED, dash::NONE, dash::NONE);
  const dash::DistributionSpec<3> rows(dash::NONE, dash::BLOCKED, dash::NONE);
  const dash::DistributionSpec<3> columns(dash::NONE, dash::NONE, dash::BLOCKED);
  compare_kernels<3>({64, 64, 64}, layers, Cube(), 40);
  compare_kernels<3>({33, 70, 131}, layers, Cube(), 11);
  compare_kernels<3>({256, 100, 130}, layers, Cube(), 6);  // several boxes for a thread block
  compare_kernels<3>({40, 66, 70}, rows, Cube(), 20);
  compare_kernels<3>({20, 30, 130}, columns, Cube(), 20);
}

}  // namespace
