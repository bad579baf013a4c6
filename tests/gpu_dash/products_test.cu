// Products of matrices with vectors, and reductions of rows and columns, compiled by nvcc: all
// types are multiplied, and all operations called, by the GPU.

#include <dash/Array.h>
#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/ReduceAlong.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"
#include "matrix/matrix_support.h"
#include "matrix/vector_products.h"

namespace {

class DeviceProducts : public dash::test::TestBase {};

TEST_F(DeviceProducts, AllPatterns)
{
  dash::test::for_each_matrix<double>(
      dash::Team::All(), [](auto& matrix) { dash::test::expect_products(matrix); });
}

TEST_F(DeviceProducts, LongRowsAndColumns)
{
  dash::test::expect_products_of_long_lines();
}

/// The largest of both in the order of their last digits; commutes, as those differ.
struct LargerLastDigit {
  __host__ __device__ long operator()(long a, long b) const
  {
    return a % 1000 < b % 1000 || (a % 1000 == b % 1000 && a < b) ? b : a;
  }
};

void expect_folds_of_rows_and_columns()
{
  for (const auto& [rows, columns] :
       {std::array<std::size_t, 2>{3, 50'001}, {70'003, 5}, {40, 70}}) {
    dash::NArray<int, 2> matrix(
        dash::SizeSpec<2>(rows, columns), dash::DistributionSpec<2>(dash::CYCLIC, dash::NONE));
    dash::generate_with_index(matrix.begin(), matrix.end(), [] __host__ __device__(std::size_t i) {
      return static_cast<int>(i * 7919 % 1000003);
    });
    std::vector<long> of_rows(rows, -1), of_columns(columns, -1);
    for (std::size_t i = 0; i < rows * columns; ++i) {
      const auto value = static_cast<long>(i * 7919 % 1000003);
      auto& row = of_rows[i / columns];
      auto& column = of_columns[i % columns];
      row = LargerLastDigit()(row, value);
      column = LargerLastDigit()(column, value);
    }
    dash::Array<long> along_rows(rows), along_columns(columns, dash::CYCLIC);
    dash::reduce_along(matrix, 1, along_rows.begin(), -1L, LargerLastDigit());
    dash::reduce_along(matrix, 0, along_columns.begin(), -1L, LargerLastDigit());
    EXPECT_EQ(dash::test::contents(along_rows), of_rows);
    EXPECT_EQ(dash::test::contents(along_columns), of_columns);
  }
}

TEST_F(DeviceProducts, RowsAndColumnsByAnyOperation)
{
  expect_folds_of_rows_and_columns();
}

}  // namespace
