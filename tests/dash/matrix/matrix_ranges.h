#pragma once

/// \file
/// Algorithms on ranges of matrices, compared with those of std on copies.

#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/detail/pattern/Box.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/ShiftTilePattern.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <vector>

#include "algorithm/expect_same.h"
#include "base/values.h"
#include "matrix/matrix_support.h"
#include "native_memory.h"
#include "team/teams.h"

namespace dash::test {

/// Sets the elements to these values in canonical order; each unit sets its own elements.
/// Collective.
template <class Matrix>
void assign_canonically(Matrix& matrix, const std::vector<typename Matrix::value_type>& values)
{
  matrix.barrier();
  const auto& pattern = matrix.pattern();
  const Box<2> whole(matrix.extents());
  std::vector<typename Matrix::value_type> own;
  for (Index i = 0; i < static_cast<Index>(matrix.local_size()); ++i) {
    const auto at = dash::detail::position_in<Matrix::pattern_type::memory_order()>(
        whole, pattern.coords(pattern.global(i)));
    own.push_back(values[static_cast<std::size_t>(at)]);
  }
  set_local_values(matrix, own);
  matrix.barrier();
}

/// Positions of the elements of a box in the canonical order of a matrix.
template <class Matrix>
std::vector<std::size_t> positions_of(const Matrix& matrix, const Box<2>& box)
{
  constexpr auto order = Matrix::pattern_type::memory_order();
  std::vector<std::size_t> positions;
  for_each_coords<order>(box, [&](const auto& coords) {
    positions.push_back(static_cast<std::size_t>(
        dash::detail::position_in<order>(Box<2>(matrix.extents()), coords)));
  });
  return positions;
}

template <class T>
std::vector<T> at_positions(const std::vector<T>& values, const std::vector<std::size_t>& positions)
{
  std::vector<T> result;
  for (const std::size_t position : positions) result.push_back(values[position]);
  return result;
}

/// Calls f(matrix) for matrices with patterns that divide ranges into runs in different ways.
template <class T = int, class F>
void for_each_run_structure(F f)
{
  const auto call = [&](const auto& pattern) {
    MatrixOf<T, std::remove_cvref_t<decltype(pattern)>> matrix(pattern);
    SCOPED_TRACE(describe_matrix(matrix));
    f(matrix);
    matrix.barrier();
  };
  for (dash::Team& team : teams()) {
    const dash::SizeSpec<2> size(5, 7);
    for (const auto& units : grids(team)) {
      const dash::TeamSpec<2> grid(units);
      using namespace dash;
      call(BlockPattern<2>(size, {BLOCKED, BLOCKED}, grid, team));
      call(BlockPattern<2>(size, {BLOCKCYCLIC(2), CYCLIC}, grid, team));
      call(TilePattern<2, COL_MAJOR>(size, {TILE(2), TILE(3)}, grid, team));
    }
    const dash::SizeSpec<2> diagonal(4, 3 * team.size());
    call(dash::ShiftTilePattern<2>(
        diagonal, {dash::TILE(2), dash::TILE(3)}, dash::TeamSpec<2>(team.size(), 1), team));
  }
}

/// Expects that global(first, last) on views has the same result and effect as serial(first, last)
/// on a copy of their elements, and no effect on other elements.
template <class T = int, class Global, class Serial>
void expect_same_on_views(Global global, Serial serial)
{
  for_each_run_structure<T>([&](auto& matrix) {
    for_each_box(matrix.extents(), [&](const Box<2>& box) {
      auto expected = sequence<T>(matrix.size());
      assign_canonically(matrix, expected);
      const auto positions = positions_of(matrix, box);
      auto part = at_positions(expected, positions);
      auto view = matrix.submatrix(box.offsets(), box.extents());
      const auto run_global = [&] { return global(view.begin(), view.end()); };
      const auto run_serial = [&] { return serial(part.begin(), part.end()); };
      if constexpr (std::is_void_v<decltype(run_serial())>) {
        run_global();
        run_serial();
      } else {
        const auto result = run_global();
        EXPECT_EQ(meaning(view.begin(), result), meaning(part.begin(), run_serial()));
      }
      for (std::size_t i = 0; i < part.size(); ++i) expected[positions[i]] = part[i];
      matrix.barrier();
      EXPECT_EQ(expected, elements_of(matrix));
      matrix.barrier();
    });
  });
}

/// Expects the same for two views of equal extents, of matrices that are distributed alike and
/// differently: global(first, last, other). If the result is an iterator, it belongs to the other
/// view.
template <class T = int, class U = T, class Global, class Serial>
void expect_same_on_two_views(Global global, Serial serial)
{
  for_each_run_structure<T>([&](auto& matrix) {
    const auto call = [&](auto&& other_matrix) {
      const Box<2> box({{1, 1}}, {{3, 1 + matrix.extent(1) / 3}});
      auto expected_a = sequence<T>(matrix.size());
      auto expected_b = sequence<U>(other_matrix.size(), 7);
      assign_canonically(matrix, expected_a);
      assign_canonically(other_matrix, expected_b);
      const auto positions = positions_of(matrix, box);
      auto part_a = at_positions(expected_a, positions);
      auto part_b = at_positions(expected_b, positions);
      auto a = matrix.submatrix(box.offsets(), box.extents());
      auto b = other_matrix.submatrix(box.offsets(), box.extents());
      const auto result = global(a.begin(), a.end(), b.begin());
      const auto serial_result = serial(part_a.begin(), part_a.end(), part_b.begin());
      EXPECT_EQ(meaning(b.begin(), result), meaning(part_b.begin(), serial_result));
      for (std::size_t i = 0; i < positions.size(); ++i) {
        expected_a[positions[i]] = part_a[i];
        expected_b[positions[i]] = part_b[i];
      }
      matrix.barrier();
      EXPECT_EQ(expected_a, elements_of(matrix));
      EXPECT_EQ(expected_b, elements_of(other_matrix));
      other_matrix.barrier();
    };
    using Pattern = typename std::remove_reference_t<decltype(matrix)>::pattern_type;
    call(MatrixOf<U, Pattern>(matrix.pattern()));
    using Other = dash::BlockPattern<2, Pattern::memory_order()>;
    dash::Team& team = matrix.team();
    call(MatrixOf<U, Other>(Other(
        dash::SizeSpec<2>(matrix.extents()), {dash::CYCLIC, dash::NONE},
        dash::TeamSpec<2>(team.size(), 1), team)));
  });
}

}  // namespace dash::test
