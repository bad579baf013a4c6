// Reductions of matrices along a dimension, products with vectors, and operations on vectors.

#include <dash/Array.h>
#include <dash/Exception.h>
#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/algorithm/Axpy.h>
#include <dash/algorithm/Dot.h>
#include <dash/algorithm/MatrixVectorProduct.h>
#include <dash/algorithm/Norm.h>
#include <dash/algorithm/ReduceAlong.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "matrix/matrix_ranges.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::for_each_run_structure;
using dash::test::Index;
using dash::test::number;
using dash::test::sequence;
using dash::test::value_of;

class MatrixVector : public dash::test::TestBase {};

/// Value of the element of a numbered matrix.
long element(std::size_t i, std::size_t j)
{
  return value_of(std::array<Index, 2>{static_cast<Index>(i), static_cast<Index>(j)});
}

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

TEST_F(MatrixVector, ProductsWithVectors)
{
  for_each_run_structure<double>([](auto& matrix) {
    number(matrix);
    const std::size_t rows = matrix.extent(0), columns = matrix.extent(1);
    dash::Array<double> x(columns, dash::CYCLIC, matrix.team());
    dash::Array<double> y(rows, dash::BLOCKED, matrix.team());
    const auto factors = sequence<double>(columns, 3);
    assign(x, factors);
    std::vector<double> expected(rows, 0);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        expected[i] += static_cast<double>(element(i, j)) * factors[j];
      }
    }
    dash::matrix_vector_product(matrix, x, y);
    EXPECT_EQ(contents(y), expected);
    const auto tail = matrix.submatrix({{0, 1}}, {{rows, columns - 1}});
    EXPECT_THROW(dash::matrix_vector_product(tail, x, y), dash::exception::InvalidArgument);
    EXPECT_EQ(dash::matrix_vector_product(tail, x.begin() + 1, y.begin()), y.end());
    for (std::size_t i = 0; i < rows; ++i) {
      expected[i] -= static_cast<double>(element(i, 0)) * factors[0];
    }
    EXPECT_EQ(contents(y), expected);
    EXPECT_THROW(
        dash::matrix_vector_product(matrix, x.begin() + 1, y.begin()), dash::exception::OutOfRange);
  });
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
