#pragma once

/// \file
/// Stencils with relative indices, and the loops over a whole matrix in one process with which they
/// are compared.

#include <dash/Halo.h>
#include <dash/Stream.h>

#include <type_traits>
#include <vector>

#include "halo/halo_support.h"

namespace dash::test {

/// A matrix in one process.
template <dim_t N, class T = int>
struct Serial {
  Extents<N> extents;
  halo::Boundary<T, N> boundary;
  std::vector<T> values;

  std::size_t position(const Coords<N>& at) const
  {
    std::size_t result = 0;
    for (std::size_t d = 0; d < N; ++d) {
      result = result * extents[d] + static_cast<std::size_t>(at[d]);
    }
    return result;
  }

  T at(Coords<N> coords) const
  {
    const halo::Side<T, N>* outside = nullptr;
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

  /// Whether an open side is less than \c width elements away.
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

  /// The neighbours of an element.
  struct Cell {
    using value_type = T;

    const Serial& serial;
    Coords<N> center;

    static constexpr dim_t ndim() { return N; }

    template <class... Offsets>
    DASH_HOST_DEVICE T operator()([[maybe_unused]] Offsets... offsets) const
    {
// bodies for kernels are compiled for both, and are called on the host here
#if defined(__CUDA_ARCH__)
      return T();
#else
      const std::array<Index, N> distances{static_cast<Index>(offsets)...};
      Coords<N> at = center;
      for (std::size_t d = 0; d < N; ++d) at[d] += distances[d];
      return serial.at(at);
#endif
    }
  };

  template <class Body>
  Serial step(Body body, Index width) const
  {
    Serial next = *this;
    for_each_coords(ViewSpec<N>(extents), [&](const auto& center) {
      if (!is_open(center, width)) {
        next.values[position(center)] = static_cast<T>(body(Cell{*this, center}));
      }
    });
    return next;
  }
};

template <class Matrix, dim_t N, class T>
void set_from(Matrix& matrix, const Serial<N, T>& serial)
{
  std::vector<T> own;
  for (Index i = 0; i < static_cast<Index>(matrix.local_size()); ++i) {
    own.push_back(serial.at(matrix.pattern().coords(matrix.pattern().global(i))));
  }
  set_local_values(matrix, own);
}

template <class Matrix, dim_t N, class T>
void expect_equal(const Matrix& matrix, const Serial<N, T>& serial)
{
  const auto own = local_values(matrix);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto at = matrix.pattern().coords(matrix.pattern().global(static_cast<Index>(i)));
    ASSERT_EQ(serial.at(at), own[i]) << "local element " << i;
  }
}

/// Boundaries of all kinds: the same on all sides, and mixed.
template <dim_t N, class T = int>
std::vector<halo::Boundary<T, N>> all_boundaries()
{
  using halo::open, halo::periodic, halo::sides;
  const auto ramp = [](const auto& at) { return static_cast<T>(3 * at[0] + at[N - 1]); };
  std::vector<halo::Boundary<T, N>> all{periodic, open, 17, ramp};
  if constexpr (N == 1) all.push_back({sides(open, ramp)});
  if constexpr (N == 2) {
    all.push_back({periodic, 17});
    all.push_back({sides(open, ramp), sides(-5, 17)});
    all.push_back({sides(ramp, 4), periodic});
  }
  if constexpr (N == 3) all.push_back({periodic, sides(ramp, open), 17});
  return all;
}

/// The square of the change as an integer, which has no rounding errors.
struct SquareOfChange {
  template <class T>
  DASH_HOST_DEVICE double operator()(T before, T after) const
  {
    const double change = static_cast<double>(after) - static_cast<double>(before);
    return change * change;
  }
};

template <dim_t N, class T>
double squared_change_between(const Serial<N, T>& before, const Serial<N, T>& after)
{
  double sum = 0;
  for (std::size_t i = 0; i < before.values.size(); ++i) {
    sum += SquareOfChange()(before.values[i], after.values[i]);
  }
  return sum;
}

/// Executes steps of a body that reads neighbours at most \c width away, on matrices in a memory
/// space.
template <class Pattern, class Space = UnitSpace, class T = int, class Body>
void test_stencil(
    const std::vector<Extents<Pattern::ndim()>>& sizes, halo::spoint_value_t width, Body body)
{
  constexpr dim_t N = Pattern::ndim();
  Stream stream;
  for_each_blocked<Pattern, Space, T>(sizes, [&](auto& a) {
    std::remove_reference_t<decltype(a)> b(a.pattern());
    for (const auto& boundary : all_boundaries<N, T>()) {
      SCOPED_TRACE(text_of(boundary.spec()));
      Serial<N, T> serial{a.extents(), boundary, std::vector<T>(a.size())};
      for (std::size_t i = 0; i < a.size(); ++i) serial.values[i] = static_cast<T>(value_at(i) + 2);
      set_from(a, serial);
      set_from(b, serial);
      halo::Stencil by_recording(a, boundary, body);
      halo::Stencil by_width(a, boundary, width, body);
      for (std::size_t steps = 0; steps < 5; ++steps) serial = serial.step(body, width);
      by_recording.iterate(a, b, 2);
      by_width(a, b);
      by_recording(b, a);
      EXPECT_EQ(&b, &by_width.iterate(a, b, 1));
      EXPECT_EQ(&b, &by_width.iterate(b, a, 0));
      expect_equal(b, serial);
      std::vector<double> changes;
      for (int step = 0; step < 3; ++step) {
        const auto next = serial.step(body, width);
        changes.push_back(squared_change_between(serial, next));
        serial = next;
      }
      const auto run = by_recording.iterate(b, a, 3, SquareOfChange());
      EXPECT_EQ(changes, run.sums);
      EXPECT_EQ(&a, &run.matrix);
      expect_equal(a, serial);
      EXPECT_EQ(&b, &by_recording.iterate(stream, a, b, 3));
      EXPECT_EQ(&a, &by_width.iterate(stream, b, a, 1));
      EXPECT_EQ(&a, &by_recording.iterate(stream, a, b, 2));
      stream.wait();
      for (std::size_t steps = 0; steps < 6; ++steps) serial = serial.step(body, width);
      expect_equal(a, serial);
      if (testing::Test::HasFailure()) return;
    }
  });
}

}  // namespace dash::test
