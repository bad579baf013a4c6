#pragma once

/// \file
/// What the tests of halos have in common: matrices with one block per unit over all grids of
/// units, boundaries of all kinds, and a serial model of the elements around a block.

#include <dash/Halo.h>

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "matrix/matrix_support.h"

namespace dash::test {

namespace halo = dash::halo;
using halo::BoundaryProp;
using halo::RegionPos;

template <dim_t N>
using Extents = std::array<std::size_t, N>;

/// All ways to arrange \c n units in N dimensions.
template <dim_t N>
std::vector<Extents<N>> all_grids(std::size_t n)
{
  if constexpr (N == 1) {
    return {{n}};
  } else {
    std::vector<Extents<N>> all;
    for (std::size_t first = 1; first <= n; ++first) {
      if (n % first != 0) continue;
      for (const auto& rest : all_grids<N - 1>(n / first)) {
        Extents<N> grid{first};
        std::copy(rest.begin(), rest.end(), grid.begin() + 1);
        all.push_back(grid);
      }
    }
    return all;
  }
}

template <class Pattern>
Pattern blocked_pattern(
    const Extents<Pattern::ndim()>& extents, const Extents<Pattern::ndim()>& grid, dash::Team& team)
{
  constexpr dim_t N = Pattern::ndim();
  std::array<dash::Distribution, N> distribution;
  distribution.fill(dash::BLOCKED);
  return Pattern(
      dash::SizeSpec<N>(extents), dash::DistributionSpec<N>(distribution), dash::TeamSpec<N>(grid),
      team);
}

/// Boundaries: each kind in all dimensions, then different ones, then sides that differ.
template <dim_t N>
std::vector<halo::GlobalBoundarySpec<N>> boundaries()
{
  constexpr BoundaryProp kinds[] = {BoundaryProp::NONE, BoundaryProp::CYCLIC, BoundaryProp::CUSTOM};
  std::vector<halo::GlobalBoundarySpec<N>> all;
  for (std::size_t first = 0; first < 3; ++first) {
    for (std::size_t step = 0; step < (N > 1 ? 3 : 1); ++step) {
      std::array<BoundaryProp, N> props;
      for (std::size_t d = 0; d < N; ++d) props[d] = kinds[(first + d * step) % 3];
      all.emplace_back(props);
    }
  }
  halo::GlobalBoundarySpec<N> sides;
  sides.set_side(0, RegionPos::PRE, BoundaryProp::CUSTOM);
  sides.set_side(N - 1, RegionPos::POST, BoundaryProp::CUSTOM);
  all.push_back(sides);
  return all;
}

template <class Value>
std::string text_of(const Value& value)
{
  std::ostringstream text;
  text << value;
  return text.str();
}

/// The values that programs set beyond custom sides.
template <dim_t N>
int custom_value(const Coords<N>& coords)
{
  int number = -7;
  for (const Index coord : coords) number = number * 31 + static_cast<int>(coord);
  return number;
}

/// The matrix in one process: the elements in round \c round, and the elements around them.
template <dim_t N>
struct SerialField {
  Extents<N> extents;
  halo::GlobalBoundarySpec<N> bounds;
  int round = 0;

  int operator()(Coords<N> coords) const
  {
    bool is_outside = false;
    for (std::size_t d = 0; d < N; ++d) {
      const auto extent = static_cast<Index>(extents[d]);
      if (bounds[d] == BoundaryProp::CYCLIC) coords[d] = ((coords[d] % extent) + extent) % extent;
      is_outside |= coords[d] < 0 || coords[d] >= extent;
    }
    return is_outside ? custom_value<N>(coords) : value_of(coords) + 1000003 * round;
  }

  /// Whether the coordinates have an element or a custom value.
  bool has(const Coords<N>& coords) const
  {
    for (std::size_t d = 0; d < N; ++d) {
      if (coords[d] < 0 && bounds.side(d, RegionPos::PRE) == BoundaryProp::NONE) return false;
      const bool is_behind = coords[d] >= static_cast<Index>(extents[d]);
      if (is_behind && bounds.side(d, RegionPos::POST) == BoundaryProp::NONE) return false;
    }
    return true;
  }
};

/// Sets the unit's own elements to the field's values. Local.
template <class Matrix, dim_t N>
void set_own(Matrix& matrix, const SerialField<N>& field)
{
  std::vector<int> own;
  for (Index i = 0; i < static_cast<Index>(matrix.local_size()); ++i) {
    own.push_back(field(matrix.pattern().coords(matrix.pattern().global(i))));
  }
  set_local_values(matrix, own);
}

/// Expects the field's values in the whole halo. \return the number of elements
template <class Wrapper, dim_t N>
std::size_t expect_halo(Wrapper& wrapper, const SerialField<N>& field)
{
  std::size_t count = 0;
  const auto& block = wrapper.halo_block();
  for (const auto& box : block.halo_boxes()) {
    for_each_coords(box.view, [&](const auto& at) {
      Coords<N> local = at;
      for (std::size_t d = 0; d < N; ++d) local[d] -= block.view().offsets()[d];
      const int* const element = wrapper.halo_element_at_local(local);
      ASSERT_NE(nullptr, element);
      ASSERT_EQ(field(at), *element) << box.spec << ' ' << box.view;
      ++count;
    });
  }
  EXPECT_EQ(block.halo_size(), count);
  return count;
}

/// Calls f(matrix) for matrices with this kind of pattern over all grids of the units.
template <class Pattern, class Space = dash::UnitSpace, class T = int, class F>
void for_each_blocked(const std::vector<Extents<Pattern::ndim()>>& sizes, F f)
{
  dash::Team& team = dash::Team::All();
  for (const auto& extents : sizes) {
    for (const auto& grid : all_grids<Pattern::ndim()>(team.size())) {
      const auto pattern = blocked_pattern<Pattern>(extents, grid, team);
      dash::Matrix<T, Pattern::ndim(), Index, Pattern, Space> matrix(pattern);
      SCOPED_TRACE(describe_matrix(matrix));
      f(matrix);
    }
  }
}

}  // namespace dash::test
