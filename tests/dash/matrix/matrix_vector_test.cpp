// Tier: suite n3 c2g2 c0g2; also c0g3

// Reductions of matrices along a dimension, products with vectors, and operations on vectors.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/algorithm/Axpy.h>
#include <dash/algorithm/Dot.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/MatrixVectorProduct.h>
#include <dash/algorithm/Norm.h>
#include <dash/algorithm/ReduceAlong.h>
#include <dash/detail/algorithm/BlockReader.h>
#include <dash/detail/algorithm/RowPanels.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "matrix/matrix_ranges.h"
#include "matrix/matrix_support.h"
#include "matrix/vector_products.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::element;
using dash::test::expect_products;
using dash::test::for_each_matrix;
using dash::test::for_each_run_structure;
using dash::test::number;
using dash::test::products;
using dash::test::sequence;

class MatrixVector : public dash::test::TestBase {};

TEST_F(MatrixVector, ReductionsAlongADimension)
{
  for_each_run_structure([](auto& matrix) {
    number(matrix);
    for (const bool is_part : {false, true}) {
      // all elements, or those from (1, 2) on
      const std::size_t row = is_part ? 1 : 0, column = is_part ? 2 : 0;
      const std::size_t rows = matrix.extent(0) - row, columns = matrix.extent(1) - column;
      std::vector<long> of_rows(rows + 2, -1), of_columns(columns + 1, -1);
      for (std::size_t i = 0; i < rows; ++i) {
        of_rows[i + 1] = 5;
        for (std::size_t j = 0; j < columns; ++j) of_rows[i + 1] += element(i + row, j + column);
      }
      for (std::size_t j = 0; j < columns; ++j) {
        of_columns[j] = element(row, j + column);
        for (std::size_t i = 0; i < rows; ++i) {
          of_columns[j] = std::max(of_columns[j], element(i + row, j + column));
        }
      }
      dash::Array<long> sums(rows + 2, dash::CYCLIC, matrix.team());
      dash::Array<long> maxima(columns + 1, dash::BLOCKED, matrix.team());
      assign(sums, std::vector<long>(rows + 2, -1));
      assign(maxima, std::vector<long>(columns + 1, -1));
      const auto reduce = [&](const auto& part) {
        EXPECT_EQ(dash::reduce_along(part, 1, sums.begin() + 1, 5L), sums.end() - 1);
        dash::reduce_along(
            part, 0, maxima.begin(), std::numeric_limits<long>::min(), dash::max<long>{});
      };
      if (is_part) {
        reduce(matrix.submatrix({{1, 2}}, {{rows, columns}}));
      } else {
        reduce(matrix);
      }
      EXPECT_EQ(contents(sums), of_rows);
      EXPECT_EQ(contents(maxima), of_columns);
      EXPECT_THROW(dash::reduce_along(matrix, 2, sums.begin(), 0L), dash::exception::OutOfRange);
      EXPECT_THROW(
          dash::reduce_along(matrix, 1, sums.begin() + 3 + row, 0L), dash::exception::OutOfRange);
    }
  });
}

/// No elements of such a plane follow each other in memory.
TEST_F(MatrixVector, ReductionsAlongADimensionOfAPlane)
{
  const auto check = [](auto& cube, auto plane, std::size_t rows, std::size_t columns) {
    dash::iota(cube, 0L);
    cube.barrier();
    std::vector<long> sums(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) sums[i] += static_cast<long>(plane(i, j));
    }
    cube.barrier();
    dash::Array<long> found(rows);
    // Kernels know the first one; host code gets copies of device memory for the second.
    dash::reduce_along(plane, 1, found.begin(), 0L);
    EXPECT_EQ(contents(found), sums);
    dash::reduce_along(plane, 1, found.begin(), 0L, [](long a, long b) { return a + b; });
    EXPECT_EQ(contents(found), sums);
  };
  dash::NArray<long, 3> by_rows(4, 3, 5);
  check(by_rows, by_rows.template sub<2>(1), 4, 3);
  dash::Matrix<long, 3, dash::default_index_t, dash::Pattern<3, dash::COL_MAJOR>> by_columns(
      dash::SizeSpec<3>(4, 3, 5));
  check(by_columns, by_columns.template sub<0>(2), 3, 5);
}

TEST_F(MatrixVector, ProductsWithVectors)
{
  for_each_run_structure<double>([](auto& matrix) {
    number(matrix);
    expect_products(matrix);
  });
  for_each_matrix<double>(dash::Team::All(), [](auto& matrix) { expect_products(matrix); });
}

TEST_F(MatrixVector, ProductsMayReplaceTheirFactors)
{
  dash::Matrix<long, 2> matrix(dash::SizeSpec<2>(6, 6), {dash::CYCLIC, dash::NONE});
  number(matrix);
  dash::Array<long> x(6, dash::CYCLIC);
  const auto factors = sequence<long>(6, 3);
  assign(x, factors);
  dash::matrix_vector_product(matrix, x, x);
  EXPECT_EQ(contents(x), products({{6, 6}}, {{0, 0}}, factors));
}

TEST_F(MatrixVector, ProductsOfLongRowsAndColumns)
{
  dash::test::expect_products_of_long_lines();
}

/// The elements of a unit are one rectangle of its memory, whatever the blocks are, or, if its
/// tiles are contiguous and do not follow each other in a column, as many as there are tiles.
TEST_F(MatrixVector, TilesJoinToFewPanels)
{
  const auto panels_in = [](const auto& pattern) {
    dash::test::MatrixOf<int, std::remove_cvref_t<decltype(pattern)>> matrix(pattern);
    constexpr auto unlimited = std::numeric_limits<std::ptrdiff_t>::max();
    return dash::detail::panels_of(dash::detail::own_tiles(matrix, unlimited)).size();
  };
  using namespace dash;
  const std::size_t units = dash::size();
  const dash::SizeSpec<2> size(8 * units, 8 * units);
  for (const auto& grid : {TeamSpec<2>(units, 1), TeamSpec<2>(1, units)}) {
    for (const auto& cut : {BLOCKED, CYCLIC, BLOCKCYCLIC(3)}) {
      EXPECT_EQ(1, panels_in(BlockPattern<2>(size, {cut, cut}, grid)));
      EXPECT_EQ(1, panels_in(BlockPattern<2, COL_MAJOR>(size, {cut, cut}, grid)));
    }
  }
  const dash::SizeSpec<2> tiles(4 * units, 6);
  EXPECT_EQ(1, panels_in(TilePattern<2>(tiles, {TILE(2), TILE(6)}, TeamSpec<2>(units, 1))));
  EXPECT_EQ(4, panels_in(TilePattern<2>(tiles, {TILE(2), TILE(3)}, TeamSpec<2>(units, 1))));
}

TEST_F(MatrixVector, OperationsOnVectors)
{
  dash::test::for_each_two_ranges<double, int>(
      [](auto& x, std::size_t begin, std::size_t end, auto& y, std::size_t start) {
        auto a = sequence<double>(x.size());
        auto b = sequence<int>(y.size(), 2);
        assign(x, a);
        assign(y, b);
        const auto from = static_cast<std::ptrdiff_t>(begin);
        const auto to = static_cast<std::ptrdiff_t>(end);
        const auto other = static_cast<std::ptrdiff_t>(start);
        const auto first = x.begin() + from, last = x.begin() + to;
        const double product =
            std::inner_product(a.begin() + from, a.begin() + to, b.begin() + other, 0.0);
        EXPECT_EQ(dash::dot(first, last, y.begin() + other), product);
        EXPECT_EQ(
            dash::norm(first, last),
            std::sqrt(std::inner_product(a.begin() + from, a.begin() + to, a.begin() + from, 0.0)));
        x.barrier();
        EXPECT_EQ(dash::axpy(3, first, last, y.begin() + other), y.begin() + (other + to - from));
        for (std::size_t i = 0; i < end - begin; ++i) {
          b[start + i] += 3 * static_cast<int>(a[begin + i]);
        }
        EXPECT_EQ(contents(y), b);
      });
}

TEST_F(MatrixVector, NormsOfExtremeNumbers)
{
  const double infinity = std::numeric_limits<double>::infinity();
  dash::Array<double> x(4, dash::CYCLIC);
  for (const double scale : {1e300, 1e-300, 1e-160, 1.0, 0.0}) {
    assign(x, {3 * scale, -4 * scale, 0, 0});
    EXPECT_DOUBLE_EQ(dash::norm(x), 5 * scale);
  }
  assign(x, {1, infinity, 0, 0});
  EXPECT_EQ(dash::norm(x), infinity);
  assign(x, {1, std::nan(""), infinity, 1e200});
  EXPECT_TRUE(std::isnan(dash::norm(x)));
  assign(x, {1, std::nan(""), 1e200, 1e200});
  EXPECT_TRUE(std::isnan(dash::norm(x)));
  dash::Array<int> large(2);
  assign(large, {1'000'000'000, 0});
  EXPECT_EQ(dash::norm(large), 1e9);
  EXPECT_EQ(dash::dot(large, large, 0L), 1'000'000'000'000'000'000L);
  dash::Array<int> shorter(1);
  EXPECT_THROW(dash::dot(large, shorter), dash::exception::OutOfRange);
  EXPECT_THROW(dash::axpy(2, large, shorter), dash::exception::OutOfRange);
}

}  // namespace
