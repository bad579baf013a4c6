// Products of matrices with vectors, compiled by nvcc: all types are multiplied by the GPU.

#include <dash/Team.h>
#include <gtest/gtest.h>

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

}  // namespace
