#pragma once

/// \file
/// What dash::matrix_vector_product has to compute, for matrices of any pattern and type.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Matrix.h>
#include <dash/TeamSpec.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/MatrixVectorProduct.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "matrix/matrix_support.h"

namespace dash::test {

/// Value of the element of a numbered matrix.
inline long element(std::size_t i, std::size_t j)
{
  return value_of(std::array<Index, 2>{static_cast<Index>(i), static_cast<Index>(j)});
}

/// What dash::matrix_vector_product has to compute for the rows and columns of a numbered matrix
/// that are not in front of \c from.
template <class T>
std::vector<T> products(
    const std::array<std::size_t, 2>& extents, const std::array<std::size_t, 2>& from,
    const std::vector<T>& factors)
{
  std::vector<T> all(extents[0] - from[0], 0);
  for (std::size_t i = from[0]; i < extents[0]; ++i) {
    for (std::size_t j = from[1]; j < extents[1]; ++j) {
      all[i - from[0]] += static_cast<T>(element(i, j)) * factors[j];
    }
  }
  return all;
}

/// All numbers are integers, so sums are exact in any order.
template <class Matrix>
void expect_products(Matrix& matrix)
{
  const std::size_t rows = matrix.extent(0), columns = matrix.extent(1);
  const auto factors = sequence<double>(columns, 3);
  for (const auto& distribution : {dash::BLOCKED, dash::CYCLIC}) {
    dash::Array<double> x(columns, distribution, matrix.team());
    dash::Array<double> y(rows, dash::BLOCKED, matrix.team());
    assign(x, factors);
    dash::matrix_vector_product(matrix, x, y);
    EXPECT_EQ(contents(y), products(matrix.extents(), {{0, 0}}, factors));
    const auto tail = matrix.submatrix({{0, 1}}, {{rows, columns - 1}});
    EXPECT_THROW(dash::matrix_vector_product(tail, x, y), dash::exception::InvalidArgument);
    EXPECT_EQ(dash::matrix_vector_product(tail, x.begin() + 1, y.begin()), y.end());
    EXPECT_EQ(contents(y), products(matrix.extents(), {{0, 1}}, factors));
    EXPECT_THROW(
        dash::matrix_vector_product(matrix, x.begin() + 1, y.begin()), dash::exception::OutOfRange);
  }
}

/// Rows that are so long that they are added up in pieces, and many of them, of different types.
inline void expect_products_of_long_lines()
{
  const auto expect_sums = [](const auto& pattern) {
    MatrixOf<short, std::remove_cvref_t<decltype(pattern)>> matrix(pattern);
    SCOPED_TRACE(describe_matrix(matrix));
    const std::size_t rows = matrix.extent(0), columns = matrix.extent(1);
    dash::fill(matrix.begin(), matrix.end(), short{2});
    dash::Array<float> x(columns);
    dash::iota(x.begin(), x.end(), 1.0F);
    dash::Array<double> y(rows);
    dash::matrix_vector_product(matrix, x, y);
    const auto n = static_cast<double>(columns);
    EXPECT_EQ(contents(y), std::vector<double>(rows, n * (n + 1)));
  };
  using namespace dash;
  const std::size_t units = dash::size();
  for (const auto& [rows, columns] : {std::pair<std::size_t, std::size_t>{3, 40'001}, {2'003, 5}}) {
    const dash::SizeSpec<2> size(rows, columns);
    for (const bool by_rows : {true, false}) {
      const dash::TeamSpec<2> grid(by_rows ? units : 1, by_rows ? 1 : units);
      const auto first = by_rows ? BLOCKCYCLIC(2) : NONE;
      const auto second = by_rows ? NONE : BLOCKCYCLIC(3);
      expect_sums(BlockPattern<2>(size, {first, second}, grid));
      expect_sums(BlockPattern<2, COL_MAJOR>(size, {first, second}, grid));
      expect_sums(TilePattern<2>(size, {TILE(64), TILE(1000)}, grid));
    }
  }
}

}  // namespace dash::test
