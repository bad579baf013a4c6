// Tier: suite n3 c2g2

// Collective operations on the local parts of matrices, over lines of the grid of units.

#include <dash/Matrix.h>
#include <dash/MdSpan.h>
#include <dash/TeamSpec.h>
#include <dash/algorithm/CopyView.h>
#include <dash/algorithm/TeamCollectives.h>
#include <dash/pattern/BlockPattern.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "dash_test_base.h"

namespace {

constexpr std::size_t height = 6, width = 5;  // extents of the units' parts

/// Adds, but the runtime does not know it.
struct Sum {
  DASH_HOST_DEVICE long operator()(long a, long b) const { return a + b; }
};

/// A box of a unit's part.
struct Part {
  const char* name;
  std::array<std::ptrdiff_t, 2> offsets;
  std::array<std::size_t, 2> extents;

  bool contains(std::size_t i, std::size_t j) const
  {
    const auto inside = [](std::size_t x, std::ptrdiff_t offset, std::size_t extent) {
      const auto begin = static_cast<std::size_t>(offset);
      return begin <= x && x < begin + extent;
    };
    return inside(i, offsets[0], extents[0]) && inside(j, offsets[1], extents[1]);
  }
};

const std::vector<Part> parts{{"all", {0, 0}, {height, width}}, {"rows", {2, 0}, {3, width}},
                              {"columns", {0, 1}, {height, 2}}, {"box", {1, 1}, {3, 2}},
                              {"one element", {5, 4}, {1, 1}},  {"nothing", {0, 0}, {0, 0}}};

class MatrixCollectives : public dash::test::TestBase {
 protected:
  /// Matrices over all grids of the units.
  template <class F>
  static void for_each_grid(F f)
  {
    for (std::size_t rows = 1; rows <= dash::size(); ++rows) {
      if (dash::size() % rows == 0) f(dash::TeamSpec<2>(rows, dash::size() / rows));
    }
  }

  static long value_of(std::size_t i, std::size_t j) { return static_cast<long>(100 * i + j * j); }

  /// Sums along a dimension of the grid, of what is in a box of each part.
  static std::vector<long> sums(const dash::TeamSpec<2>& grid, dash::dim_t along, const Part& part)
  {
    const std::size_t rows = height * grid.num_units(0), columns = width * grid.num_units(1);
    std::vector<long> result;
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        long sum = 0;
        if (!part.contains(i % height, j % width)) {
          sum = value_of(i, j);
        } else if (along == 0) {
          for (std::size_t k = i % height; k < rows; k += height) sum += value_of(k, j);
        } else {
          for (std::size_t k = j % width; k < columns; k += width) sum += value_of(i, k);
        }
        result.push_back(sum);
      }
    }
    return result;
  }

  template <class Matrix>
  static void assign(Matrix& matrix)
  {
    if (dash::myid() == 0) {
      std::vector<long> values;
      for (std::size_t i = 0; i < matrix.extent(0); ++i) {
        for (std::size_t j = 0; j < matrix.extent(1); ++j) values.push_back(value_of(i, j));
      }
      dash::copy(span_of(matrix, values), matrix);
    }
    matrix.barrier();
  }

  template <class Matrix>
  static std::vector<long> contents(const Matrix& matrix)
  {
    matrix.barrier();
    std::vector<long> values(matrix.size());
    dash::copy(matrix, span_of(matrix, values));
    matrix.barrier();
    return values;
  }

 private:
  template <class Matrix>
  static dash::MdSpan<long, 2> span_of(const Matrix& matrix, std::vector<long>& values)
  {
    return {values.data(), {{matrix.extent(0), matrix.extent(1)}}};
  }
};

template <dash::MemArrange order>
struct OrderedMatrix {
  using type = dash::Matrix<long, 2, dash::default_index_t, dash::BlockPattern<2, order>>;
};

template <class Order>
class OrderedMatrixCollectives : public MatrixCollectives {};
using Orders = testing::Types<OrderedMatrix<dash::ROW_MAJOR>, OrderedMatrix<dash::COL_MAJOR>>;
TYPED_TEST_SUITE(OrderedMatrixCollectives, Orders);

TYPED_TEST(OrderedMatrixCollectives, AllReduceOfPartsAlongTheGrid)
{
  using Matrix = typename TypeParam::type;
  this->for_each_grid([&](const dash::TeamSpec<2>& grid) {
    Matrix matrix(
        height * grid.num_units(0), width * grid.num_units(1), dash::BLOCKED, dash::BLOCKED,
        dash::Team::All(), grid);
    for (const dash::dim_t along : {0, 1}) {
      dash::Team& line = grid.team_along(along);
      for (const Part& part : parts) {
        SCOPED_TRACE(
            std::string(part.name) + " along " + std::to_string(along) + " of " +
            std::to_string(grid.num_units(0)) + " rows of units");
        const auto box = matrix.local.mdspan().sub(part.offsets, part.extents);
        const auto expected = this->sums(grid, along, part);
        this->assign(matrix);
        dash::all_reduce(box, dash::plus<long>(), line);
        EXPECT_EQ(expected, this->contents(matrix));
        this->assign(matrix);
        dash::all_reduce(box, Sum(), line);
        EXPECT_EQ(expected, this->contents(matrix));
      }
      this->assign(matrix);
      dash::all_reduce(matrix.local, dash::plus<long>(), line);
      EXPECT_EQ(this->sums(grid, along, parts.front()), this->contents(matrix));
    }
  });
}

}  // namespace
