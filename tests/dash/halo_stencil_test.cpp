// Stencils that are written once, against loops over the whole matrix in one process.

#include <dash/Halo.h>

#include <algorithm>
#include <type_traits>
#include <vector>

#include "halo_support.h"

namespace {

using namespace dash::halo;
using dash::test::Coords;
using dash::test::Extents;
using dash::test::for_each_blocked;
using dash::test::for_each_coords;
using dash::test::Index;
using dash::test::set_local_values;

class HaloStencil : public dash::test::TestBase {};

/// A matrix in one process.
template <dash::dim_t N>
struct Serial {
  Extents<N> extents;
  Boundary<int, N> boundary;
  std::vector<int> values;

  std::size_t position(const Coords<N>& at) const
  {
    std::size_t result = 0;
    for (std::size_t d = 0; d < N; ++d) {
      result = result * extents[d] + static_cast<std::size_t>(at[d]);
    }
    return result;
  }

  int at(Coords<N> coords) const
  {
    const Side<int, N>* outside = nullptr;
    for (std::size_t d = N; d-- > 0;) {
      const auto extent = static_cast<Index>(extents[d]);
      const auto& before = boundary.side(d, RegionPos::PRE);
      if (before.prop() == BoundaryProp::CYCLIC) {
        coords[d] = ((coords[d] % extent) + extent) % extent;
      }
      if (coords[d] < 0) outside = &before;
      if (coords[d] >= extent) outside = &boundary.side(d, RegionPos::POST);
    }
    return outside != nullptr ? outside->value(coords) : values[position(coords)];
  }

  /// Whether nothing is less than \c width elements away.
  bool is_open(const Coords<N>& coords, Index width) const
  {
    for (std::size_t d = 0; d < N; ++d) {
      const bool before = boundary.side(d, RegionPos::PRE).prop() == BoundaryProp::NONE;
      const bool behind = boundary.side(d, RegionPos::POST).prop() == BoundaryProp::NONE;
      if (before && coords[d] < width) return true;
      if (behind && coords[d] + width >= static_cast<Index>(extents[d])) return true;
    }
    return false;
  }

  template <class Body>
  Serial step(Body body, Index width) const
  {
    Serial next = *this;
    for_each_coords(dash::ViewSpec<N>(extents), [&](const auto& center) {
      if (is_open(center, width)) return;
      next.values[position(center)] = body([&](auto... offsets) {
        Coords<N> neighbor = center;
        const Index distances[] = {offsets...};
        for (std::size_t d = 0; d < N; ++d) neighbor[d] += distances[d];
        return at(neighbor);
      });
    });
    return next;
  }
};

template <class Matrix, dash::dim_t N>
void set_from(Matrix& matrix, const Serial<N>& serial)
{
  std::vector<int> own;
  for (Index i = 0; i < static_cast<Index>(matrix.local_size()); ++i) {
    own.push_back(serial.at(matrix.pattern().coords(matrix.pattern().global(i))));
  }
  set_local_values(matrix, own);
}

template <class Matrix, dash::dim_t N>
void expect_equal(const Matrix& matrix, const Serial<N>& serial)
{
  const auto own = dash::test::local_values(matrix);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto at = matrix.pattern().coords(matrix.pattern().global(static_cast<Index>(i)));
    ASSERT_EQ(serial.at(at), own[i]) << "local element " << i;
  }
}

/// Boundaries of all kinds: of all sides, and mixed.
template <dash::dim_t N>
std::vector<Boundary<int, N>> all_boundaries()
{
  const auto ramp = [](const auto& at) { return static_cast<int>(3 * at[0] + at[N - 1]); };
  std::vector<Boundary<int, N>> all{periodic, open, 17, ramp};
  if constexpr (N == 1) all.push_back({sides(open, ramp)});
  if constexpr (N == 2) {
    all.push_back({periodic, 17});
    all.push_back({sides(open, ramp), sides(-5, 17)});
    all.push_back({sides(ramp, 4), periodic});
  }
  if constexpr (N == 3) all.push_back({periodic, sides(ramp, open), 17});
  return all;
}

/// Steps of a body that reads neighbours at most \c width away, on matrices in a space.
template <class Pattern, class Space = dash::UnitSpace, class Body>
void test_stencil(
    const std::vector<Extents<Pattern::ndim()>>& sizes, spoint_value_t width, Body body)
{
  constexpr dash::dim_t N = Pattern::ndim();
  for_each_blocked<Pattern, Space>(sizes, [&](auto& a) {
    std::remove_reference_t<decltype(a)> b(a.pattern());
    for (const auto& boundary : all_boundaries<N>()) {
      SCOPED_TRACE(dash::test::text_of(boundary.spec()));
      Serial<N> serial{a.extents(), boundary, std::vector<int>(a.size())};
      for (std::size_t i = 0; i < a.size(); ++i) serial.values[i] = dash::test::value_at(i) + 2;
      set_from(a, serial);
      set_from(b, serial);
      Stencil by_recording(a, boundary, body);
      Stencil by_width(a, boundary, width, body);
      for (std::size_t steps = 0; steps < 5; ++steps) serial = serial.step(body, width);
      by_recording.iterate(a, b, 2);
      by_width(a, b);
      by_recording(b, a);
      EXPECT_EQ(&b, &by_width.iterate(a, b, 1));
      expect_equal(b, serial);
      if (testing::Test::HasFailure()) return;
    }
  });
}

/// Five points of the plane.
struct Star {
  template <class Cell>
  DASH_HOST_DEVICE int operator()(const Cell& c) const
  {
    return (2 * c(0, 0) + c(-1, 0) + 3 * c(1, 0) + 5 * c(0, -1) + 7 * c(0, 1)) % 1009;
  }
};

/// As above; kernels can call it.
struct KernelStar : Star {
};

}  // namespace

template <>
struct dash::is_device_callable<KernelStar> : std::true_type {
};

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
  // What it reads depends on values, which recording cannot know.
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
