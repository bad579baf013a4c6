#pragma once

/// \file
/// What the tests of matrices have in common: matrices of many extents, patterns, distributions and
/// grids of units, whose elements contain their coordinates.

#include <dash/Cartesian.h>
#include <dash/Dimensional.h>
#include <dash/Distribution.h>
#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/dart/if/dart.h>
#include <dash/detail/pattern/Box.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/SeqTilePattern.h>
#include <dash/pattern/ShiftTilePattern.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"

namespace dash::test {

using Index = dash::default_index_t;

template <dim_t N>
using Coords = std::array<Index, N>;
template <dim_t N>
using Box = dash::ViewSpec<N>;

/// The initial value of an element: its coordinates as digits.
template <class T = int, std::size_t N>
T value_of(const std::array<Index, N>& coords)
{
  int number = 0;
  for (const Index coord : coords) number = number * 50 + static_cast<int>(coord) + 1;
  return make<T>(number);
}

/// Calls f(coords) for all coordinates of a box; the last dimension is the fastest, or the first
/// one.
template <dash::MemArrange Arr = dash::ROW_MAJOR, dim_t N, class F>
void for_each_coords(const Box<N>& box, F f)
{
  for (Index i = 0; i < static_cast<Index>(box.size()); ++i) {
    f(dash::detail::coords_in<Arr>(box, i));
  }
}

/// The expected elements of a box of a numbered matrix, in the canonical order of its pattern.
template <class Matrix, class Box>
auto values_in(const Matrix&, const Box& box)
{
  std::vector<typename Matrix::value_type> values;
  for_each_coords<Matrix::pattern_type::memory_order()>(box, [&](const auto& coords) {
    values.push_back(value_of<typename Matrix::value_type>(coords));
  });
  return values;
}

/// Sets all elements to their initial values; each unit sets its own. Collective; synchronises at
/// its end.
template <class Matrix>
void number(Matrix& matrix)
{
  using T = typename Matrix::value_type;
  matrix.barrier();
  std::vector<T> own;
  const auto& pattern = matrix.pattern();
  for (Index i = 0; i < static_cast<Index>(matrix.local_size()); ++i) {
    own.push_back(value_of<T>(pattern.coords(pattern.global(i))));
  }
  set_local_values(matrix, own);
  matrix.barrier();
}

/// The elements in the canonical order of the pattern, read by coordinates.
template <class Matrix>
auto elements_of(const Matrix& matrix)
{
  std::vector<typename Matrix::value_type> values;
  for_each_coords<Matrix::pattern_type::memory_order()>(
      Box<Matrix::pattern_type::ndim()>(matrix.extents()), [&](const auto& coords) {
        values.push_back(static_cast<typename Matrix::value_type>(matrix.at(coords)));
      });
  return values;
}

/// A copy of the elements from \p begin to \p end, one by one.
template <class Iterator>
auto walked(Iterator begin, Iterator end)
{
  std::vector<std::iter_value_t<Iterator>> values;
  for (; begin != end; ++begin) values.push_back(static_cast<std::iter_value_t<Iterator>>(*begin));
  return values;
}

template <class Range>
auto walked(const Range& range)
{
  return walked(range.begin(), range.end());
}

template <class Matrix>
std::string describe_matrix(const Matrix& matrix)
{
  std::ostringstream text;
  text << matrix.pattern()
       << (Matrix::pattern_type::memory_order() == dash::ROW_MAJOR ? "" : " col");
  return text.str();
}

/// All grids of the units of a team.
inline std::vector<std::array<std::size_t, 2>> grids(const dash::Team& team)
{
  const std::size_t n = team.size();
  std::vector<std::array<std::size_t, 2>> all{{n, 1}};
  if (n > 1) all.push_back({1, n});
  if (n == 4) all.push_back({2, 2});
  return all;
}

inline const std::vector<dash::DistributionSpec<2>>& distributions_2d()
{
  using namespace dash;
  static const std::vector<DistributionSpec<2>> all{{BLOCKED, NONE},          {NONE, BLOCKED},
                                                    {BLOCKED, BLOCKED},       {CYCLIC, BLOCKED},
                                                    {BLOCKCYCLIC(2), CYCLIC}, {TILE(2), TILE(3)}};
  return all;
}

/// Calls f(pattern) for 2-dimensional patterns of these extents: blocks in canonical memory and
/// tiles, row- and column-major, over all grids of a team.
template <class F>
void for_each_pattern(const std::array<std::size_t, 2>& extents, dash::Team& team, F f)
{
  const dash::SizeSpec<2> size(extents);
  for (const auto& units : grids(team)) {
    const dash::TeamSpec<2> grid(units);
    for (const auto& distribution : distributions_2d()) {
      f(dash::BlockPattern<2>(size, distribution, grid, team));
      f(dash::TilePattern<2>(size, distribution, grid, team));
      f(dash::BlockPattern<2, dash::COL_MAJOR>(size, distribution, grid, team));
      f(dash::TilePattern<2, dash::COL_MAJOR>(size, distribution, grid, team));
    }
  }
}

/// The extents to test: some have fewer rows than units, some have underfilled blocks.
inline std::vector<std::array<std::size_t, 2>> extents_2d()
{
  std::vector<std::array<std::size_t, 2>> all{{1, 2}, {5, 7}};
  if (!dart_team_is_on_one_host(DART_TEAM_ALL)) all = {{5, 4}};
  return all;
}

/// A matrix with a pattern.
template <class T, class Pattern>
using MatrixOf = dash::Matrix<T, Pattern::ndim(), typename Pattern::index_type, Pattern>;

/// Calls f(matrix) for numbered matrices with all patterns over the team, then with patterns that
/// distribute tiles on diagonals and in sequence.
template <class T = int, class F>
void for_each_matrix(dash::Team& team, F f)
{
  const auto call = [&](const auto& pattern) {
    MatrixOf<T, std::remove_cvref_t<decltype(pattern)>> matrix(pattern);
    SCOPED_TRACE(describe_matrix(matrix));
    number(matrix);
    f(matrix);
    matrix.barrier();
  };
  for (const auto& extents : extents_2d()) for_each_pattern(extents, team, call);
  const std::size_t n = team.size();
  const dash::SizeSpec<2> size(4, 3 * n);
  const dash::DistributionSpec<2> tiles(dash::TILE(2), dash::TILE(3));
  call(dash::ShiftTilePattern<2>(size, tiles, dash::TeamSpec<2>(n, 1), team));
  call(dash::SeqTilePattern<2>(size, tiles, dash::TeamSpec<2>(n, 1), team));
}

/// Calls f(box) for boxes in these extents: the whole, an empty one, one element, rows, columns, an
/// inner box.
template <class Extents, class F>
void for_each_box(const Extents& extents, F f)
{
  const auto rows = static_cast<Index>(extents[0]);
  const auto cols = static_cast<Index>(extents[1]);
  const std::vector<std::array<Index, 4>> boxes{
      {0, 0, rows, cols},         {0, cols / 2, 0, cols - cols / 2},
      {rows - 1, cols - 1, 1, 1}, {rows / 2, 0, 1, cols},
      {0, cols / 2, rows, 1},     {rows / 3, cols / 3, (rows + 1) / 2, (cols + 1) / 2}};
  std::vector<Box<2>> seen;
  for (const auto& [row, col, height, width] : boxes) {
    const Box<2> box(
        {{row, col}}, {{static_cast<std::size_t>(height), static_cast<std::size_t>(width)}});
    if (std::find(seen.begin(), seen.end(), box) != seen.end()) continue;
    seen.push_back(box);
    std::ostringstream text;
    text << box;
    SCOPED_TRACE(text.str());
    f(box);
  }
}

}  // namespace dash::test
