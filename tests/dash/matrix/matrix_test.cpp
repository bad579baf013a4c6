// Tier: suite n3 c2g2

// Matrices: elements by coordinates and iterators, views to any depth, local parts, allocation.

#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/LocalRange.h>
#include <dash/memory/HostSpace.h>
#include <dash/memory/UnitSpace.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/CSRPattern.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "matrix/matrix_support.h"
#include "native_memory.h"
#include "team/teams.h"

namespace {

using namespace dash::test;

class MatrixTest : public dash::test::TestBase {};

dash::Team& all()
{
  return dash::Team::All();
}

TEST_F(MatrixTest, ElementsByCoordinates)
{
  for (dash::Team& team : dash::test::teams()) {
    for_each_matrix(team, [](auto& matrix) {
      const auto& constant = matrix;
      const auto rows = static_cast<Index>(matrix.extent(0));
      const auto cols = static_cast<Index>(matrix.extent(1));
      for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < cols; ++j) {
          const int expected = value_of(std::array<Index, 2>{i, j});
          EXPECT_EQ(expected, matrix(i, j));
          EXPECT_EQ(expected, matrix[i][j]);
          EXPECT_EQ(expected, constant[i][j]);
          EXPECT_EQ(expected, constant.at(i, j));
        }
      }
      EXPECT_EQ(static_cast<std::size_t>(rows * cols), matrix.size());
      EXPECT_EQ(2, matrix.ndim());
      EXPECT_EQ(0, matrix.offset(1));
      EXPECT_THROW(matrix.at(rows, Index{0}), dash::exception::OutOfRange);
      EXPECT_THROW(constant.at(Index{0}, Index{-1}), dash::exception::OutOfRange);
      EXPECT_THROW(matrix.extent(2), dash::exception::OutOfRange);
    });
  }
}

TEST_F(MatrixTest, IteratorsFollowTheOrderOfThePattern)
{
  for_each_matrix(all(), [](auto& matrix) {
    const auto& pattern = matrix.pattern();
    std::vector<int> expected;
    for (Index i = 0; i < pattern.size(); ++i) expected.push_back(value_of(pattern.coords(i)));
    EXPECT_EQ(expected, walked(matrix));
    std::vector<int> own;
    for (const int value : expected) {
      const auto place = std::find(expected.begin(), expected.end(), value) - expected.begin();
      if (matrix.is_local(static_cast<std::size_t>(place))) own.push_back(value);
    }
    EXPECT_EQ(own, dash::test::local_values(matrix));
  });
}

/// Tests the properties of a view, and accesses its elements in all ways.
template <class Matrix, class View>
void expect_view(const Matrix& matrix, View view, const Box<2>& box)
{
  EXPECT_EQ(box, view.viewspec());
  EXPECT_EQ(box.extents(), view.extents());
  EXPECT_EQ(box.offsets(), view.offsets());
  EXPECT_EQ(box.size(), view.size());
  const auto expected = values_in(matrix, box);
  EXPECT_EQ(expected, walked(view));
  const auto n = static_cast<Index>(view.size());
  ASSERT_EQ(n, view.end() - view.begin());
  for (Index i = 0; i < n; ++i) {
    const auto it = view.begin() + i;
    EXPECT_EQ(expected[static_cast<std::size_t>(i)], *it);
    EXPECT_EQ(expected[static_cast<std::size_t>(n - 1 - i)], *(view.end() - (1 + i)));
    EXPECT_EQ(expected[static_cast<std::size_t>(i)], static_cast<int>(*it.global()));
    EXPECT_EQ(matrix.pattern().unit_at(matrix.pattern().coords(it.gpos())), it.lpos().unit);
    EXPECT_EQ(view.is_local(i), it.is_local());
    EXPECT_EQ(it.is_local(), it.local() != nullptr);
  }
}

TEST_F(MatrixTest, Views)
{
  for (dash::Team& team : dash::test::teams()) {
    for_each_matrix(team, [](auto& matrix) {
      for_each_box(matrix.extents(), [&](const Box<2>& box) {
        const auto [row, col] = box.offsets();
        const auto [height, width] = box.extents();
        expect_view(matrix, matrix.submatrix(box.offsets(), box.extents()), box);
        expect_view(matrix, matrix.template sub<0>(row, height).template sub<1>(col, width), box);
        const auto& constant = matrix;
        auto const_view = constant.cols(col, width).rows(row, height);
        expect_view(matrix, const_view, box);
        static_assert(std::is_same_v<decltype(const_view[0][0]), dash::GlobRef<const int>>);
        for_each_coords(Box<2>(box.extents()), [&](const auto& at) {
          const int expected = value_of(std::array<Index, 2>{row + at[0], col + at[1]});
          EXPECT_EQ(expected, const_view(at[0], at[1]));
          EXPECT_EQ(expected, const_view[at[0]][at[1]]);
        });
        if (box.size() == 0) return;
        // A dimension is restricted twice; coordinates are relative to the view.
        auto inner = matrix.rows(row, height).rows(height - 1, 1);
        expect_view(
            matrix, inner,
            Box<2>({{row + static_cast<Index>(height) - 1, 0}}, {{1, matrix.extent(1)}}));
      });
    });
  }
}

TEST_F(MatrixTest, RowsAndColumns)
{
  for_each_matrix(all(), [](auto& matrix) {
    const auto rows = matrix.extent(0);
    const auto cols = matrix.extent(1);
    for (std::size_t i = 0; i < rows; ++i) {
      auto row = matrix.row(i);
      static_assert(decltype(row)::ndim() == 1);
      EXPECT_EQ(cols, row.extents()[1]);
      expect_view(matrix, row, Box<2>({{static_cast<Index>(i), 0}}, {{1, cols}}));
      const auto constant = row;
      for (std::size_t j = 0; j < cols; ++j) EXPECT_EQ(matrix(i, j).get(), constant[j]);
    }
    for (std::size_t j = 0; j < cols; ++j) {
      auto col = matrix.col(j);
      expect_view(matrix, col, Box<2>({{0, static_cast<Index>(j)}}, {{rows, 1}}));
      for (std::size_t i = 0; i < rows; ++i) EXPECT_EQ(matrix(i, j).get(), col.at(i));
    }
    EXPECT_THROW(
        matrix.rows(0, rows).col(0).template sub<0>(0, 1).at(Index{1}),
        dash::exception::OutOfRange);
  });
}

TEST_F(MatrixTest, WritesThroughViews)
{
  for_each_matrix(all(), [](auto& matrix) {
    auto col = matrix.col(matrix.extent(1) - 1);
    if (dash::myid() == 0) {
      for (std::size_t i = 0; i < col.size(); ++i) col[i] = -static_cast<int>(i);
      *(matrix.row(0).begin()) = 77;
    }
    matrix.barrier();
    for (std::size_t i = 0; i < col.size(); ++i) {
      const bool is_first = i == 0 && matrix.extent(1) == 1;
      EXPECT_EQ(is_first ? 77 : -static_cast<int>(i), matrix(i, matrix.extent(1) - 1));
    }
    EXPECT_EQ(77, matrix(0, 0));
  });
}

TEST_F(MatrixTest, Blocks)
{
  for_each_matrix(all(), [](auto& matrix) {
    const auto& pattern = matrix.pattern();
    for (Index b = 0; b < static_cast<Index>(pattern.blockspec().size()); ++b) {
      expect_view(matrix, matrix.block(b), pattern.block(b));
      expect_view(
          matrix, std::as_const(matrix).block(pattern.blockspec().coords(b)), pattern.block(b));
      auto block = matrix.block(b);
      const bool is_mine = pattern.unit_at(pattern.block(b).offsets()) == matrix.team().myid();
      EXPECT_EQ(is_mine ? block.size() : 0, block.local_size());
      if (!is_mine) continue;
      // The addresses of the first own element, and behind the last one.
      EXPECT_EQ(block.lbegin(), block.begin().local());
      EXPECT_EQ(block.lend(), (block.end() - 1).local() + 1);
    }
  });
}

TEST_F(MatrixTest, LocalPart)
{
  for_each_matrix(all(), [](auto& matrix) {
    const auto& pattern = matrix.pattern();
    EXPECT_EQ(pattern.local_extents(), matrix.local.extents());
    EXPECT_EQ(matrix.local_size(), matrix.local.size());
    EXPECT_EQ(matrix.lbegin(), matrix.local.lbegin());
    EXPECT_EQ(matrix.lend(), matrix.local.lend());
    if (matrix.local.empty()) return;
    EXPECT_EQ(pattern.coords(pattern.global(0)), matrix.local.offsets());
    for_each_coords(Box<2>(pattern.local_extents()), [&](const auto& at) {
      const auto index = pattern.local_at(at);
      EXPECT_EQ(matrix.lbegin() + index, &matrix.local(at[0], at[1]));
      EXPECT_EQ(matrix.lbegin() + index, &matrix.local[at[0]][at[1]]);
      EXPECT_EQ(matrix.lbegin() + index, &std::as_const(matrix).local.at(at[0], at[1]));
      EXPECT_EQ(matrix.lbegin() + index, &matrix.local.local_at(static_cast<std::size_t>(index)));
      EXPECT_EQ(value_of(pattern.global(at)), dash::test::read_at(&matrix.local(at[0], at[1])));
    });
    static_assert(std::is_same_v<decltype(std::as_const(matrix).local[0][0]), const int&>);
    EXPECT_THROW(matrix.local.local_at(matrix.local_size()), std::out_of_range);
  });
}

TEST_F(MatrixTest, LocalBlocksAndRows)
{
  for_each_matrix(all(), [](auto& matrix) {
    const auto& pattern = matrix.pattern();
    for (Index b = 0; b < static_cast<Index>(pattern.local_blockspec().size()); ++b) {
      auto block = matrix.local.block(b);
      const auto box = pattern.local_block(b);
      EXPECT_EQ(box, block.begin().viewspec());
      EXPECT_EQ(box, block.viewspec());
      EXPECT_EQ(static_cast<Index>(box.size()), block.end() - block.begin());
      std::vector<int> values;
      for (auto it = block.begin(); it != block.end(); ++it) {
        values.push_back(dash::test::read_at(&*it));
        EXPECT_EQ(it.local(), &*it);
      }
      EXPECT_EQ(values_in(matrix, box), values);
      EXPECT_EQ(&*block.begin(), block.lbegin());
      EXPECT_EQ(&*(block.end() - 1) + 1, block.lend());
      EXPECT_EQ(block.lbegin(), matrix.local.block(pattern.local_blockspec().coords(b)).lbegin());
    }
    for (std::size_t i = 0; i < matrix.local.extent(0); ++i) {
      auto row = matrix.local.row(i);
      static_assert(decltype(row)::ndim() == 1);
      EXPECT_EQ(matrix.local.extent(1), row.extents()[1]);
      std::vector<int> buffer(row.size());
      dash::copy(row.begin(), row.end(), buffer.data());
      for (std::size_t j = 0; j < row.size(); ++j) {
        EXPECT_EQ(&matrix.local(i, j), &row[j]);
        EXPECT_EQ(&matrix.local(i, j), &row.begin()[static_cast<Index>(j)]);
        EXPECT_EQ(dash::test::read_at(&row[j]), buffer[j]);
      }
    }
  });
}

TEST_F(MatrixTest, LocalRangeOfARow)
{
  dash::NArray<int, 2> matrix(3 * dash::size(), std::size_t{5});
  number(matrix);
  auto row = matrix.local.row(1);
  const auto range = dash::local_range(row.begin(), row.end());
  EXPECT_EQ(row.lbegin(), range.begin);
  EXPECT_EQ(row.lend(), range.end);
  auto global = matrix.row(1);
  const auto mine = dash::local_range(global.begin(), global.end());
  EXPECT_EQ(dash::myid() == 0 ? 5 : 0, mine.end - mine.begin);
  auto col = matrix.col(2);
  EXPECT_THROW(dash::local_range(col.begin(), col.end()), dash::exception::InvalidArgument);
}

TEST_F(MatrixTest, ThreeDimensions)
{
  const dash::SizeSpec<3> size(4, 3, 5);
  const dash::TeamSpec<3> grid(1, dash::size(), 1);
  for (const auto& distribution :
       {dash::DistributionSpec<3>(dash::BLOCKED, dash::CYCLIC, dash::NONE),
        dash::DistributionSpec<3>(dash::TILE(2), dash::TILE(1), dash::TILE(3))}) {
    dash::Matrix<int, 3> matrix(size, distribution, all(), grid);
    number(matrix);
    for_each_coords(Box<3>(size.extents()), [&](const auto& at) {
      const auto [i, j, k] = at;
      const int expected = value_of(at);
      EXPECT_EQ(expected, matrix[i][j][k]);
      EXPECT_EQ(expected, matrix(i, j, k));
      EXPECT_EQ(expected, matrix.sub<1>(j)[i][k]);
      EXPECT_EQ(expected, matrix.sub<2>(k).template sub<0>(i)[j]);
      EXPECT_EQ(expected, matrix.sub<2>(k)(i, j));
      EXPECT_EQ(expected, matrix.sub<0>(i, 1).template sub<2>(k)[0][j]);
    });
    auto plane = matrix[1];
    EXPECT_EQ(2, plane.ndim());
    EXPECT_EQ((std::array<std::size_t, 3>{1, 3, 5}), plane.extents());
    EXPECT_EQ((std::array<Index, 3>{1, 0, 0}), plane.offsets());
    EXPECT_THROW(plane.sub<0>(0), dash::exception::InvalidArgument);
    EXPECT_EQ(values_in(matrix, Box<3>({{1, 0, 2}}, {{1, 3, 1}})), walked(plane.sub<2>(2)));
    matrix.barrier();
  }
}

TEST_F(MatrixTest, OneDimension)
{
  dash::Matrix<int, 1> matrix(7);
  number(matrix);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(static_cast<int>(i) + 1, matrix[i]);
  auto tail = matrix.sub<0>(3, 4);
  EXPECT_EQ((std::vector<int>{4, 5, 6, 7}), walked(tail));
  EXPECT_EQ(6, tail[2]);
  dash::Matrix<int, 1, Index, dash::CSRPattern<1>> unequal(
      dash::CSRPattern<1>(dash::test::part_sizes(7, dash::size()).front()));
  number(unequal);
  EXPECT_EQ((std::vector<int>{4, 5, 6, 7}), walked(unequal.sub<0>(3, 4)));
  unequal.barrier();
}

TEST_F(MatrixTest, Constructors)
{
  const std::size_t n = dash::size();
  dash::NArray<int, 2> plain(2 * n, 3 * n);
  EXPECT_EQ((std::array<std::size_t, 2>{2 * n, 3 * n}), plain.extents());
  EXPECT_EQ((std::array<std::size_t, 2>{2, 3 * n}), plain.local.extents());

  dash::NArray<int, 2> tiled(2 * n, 3 * n, dash::TILE(2), dash::TILE(3), dash::TeamSpec<2>(1, n));
  EXPECT_EQ((std::array<std::size_t, 2>{2 * n, 3}), tiled.local.extents());

  dash::Matrix<double, 2> columns(
      dash::SizeSpec<2>(4, 2 * n), dash::DistributionSpec<2>(dash::NONE, dash::BLOCKED), all(),
      dash::TeamSpec<2>(1, n));
  EXPECT_EQ((std::array<std::size_t, 2>{4, 2}), columns.local.extents());

  // Without a team spec, the units are arranged along the first dimension, as in DASH 0.4.
  dash::NArray<int, 2> first(
      dash::SizeSpec<2>(4, 2 * n), dash::DistributionSpec<2>(dash::NONE, dash::BLOCKED));
  EXPECT_EQ(dash::myid() == 0 ? 8 * n : 0, first.local_size());

  dash::MatrixRef<int, 2, 2, dash::NArray<int, 2>::pattern_type, dash::UnitSpace> whole = plain;
  EXPECT_EQ(plain.size(), whole.size());
}

TEST_F(MatrixTest, ImpossibleShapes)
{
  using Matrix = dash::NArray<int, 2>;
  const std::size_t many = std::size_t{1} << 31;
  EXPECT_THROW(Matrix(4 * many, many), dash::exception::InvalidArgument);
  EXPECT_THROW(Matrix(many, many / 2), dash::exception::RuntimeError);
  const dash::TeamSpec<2> too_many(static_cast<Index>(dash::size()), 2);
  EXPECT_THROW(
      Matrix(
          dash::SizeSpec<2>(8, 8), dash::DistributionSpec<2>(dash::BLOCKED, dash::BLOCKED), all(),
          too_many),
      dash::exception::InvalidArgument);
}

TEST_F(MatrixTest, AllocationLater)
{
  dash::NArray<int, 2> matrix;
  EXPECT_TRUE(matrix.empty());
  EXPECT_EQ(0u, matrix.local_size());
  EXPECT_EQ(matrix.begin(), matrix.end());
  const dash::DistributionSpec<2> distribution;
  const dash::TeamSpec<2> grid(all());
  EXPECT_THROW(
      matrix.allocate(dash::SizeSpec<2>(0, 3), distribution, grid),
      dash::exception::InvalidArgument);
  EXPECT_TRUE(matrix.allocate(dash::SizeSpec<2>(4, 3), distribution, grid));
  number(matrix);
  EXPECT_EQ(value_of(std::array<Index, 2>{3, 2}), matrix[3][2]);
  matrix.barrier();
  EXPECT_TRUE(matrix.allocate(5, 6));
  EXPECT_EQ(30u, matrix.size());
  number(matrix);
  EXPECT_EQ(values_in(matrix, Box<2>(matrix.extents())), elements_of(matrix));
  matrix.barrier();
  matrix.deallocate();
  EXPECT_TRUE(matrix.empty());
  EXPECT_TRUE(matrix.local.empty());
}

TEST_F(MatrixTest, MovesTakeTheLocalPartAlong)
{
  using Matrix = dash::Matrix<int, 2>;
  Matrix first(dash::SizeSpec<2>(2 * dash::size(), 3));
  number(first);
  const int* const begin = first.lbegin();
  Matrix second(std::move(first));
  EXPECT_TRUE(first.empty());
  EXPECT_TRUE(first.local.empty());
  EXPECT_EQ(begin, second.local.lbegin());
  EXPECT_EQ(begin, &second.local[0][0]);
  Matrix third;
  third = std::move(second);
  EXPECT_EQ(begin, &third.local(0, 0));
  EXPECT_EQ(6u, third.local.size());
  Matrix other(dash::SizeSpec<2>(dash::size(), 1));
  std::swap(third, other);
  EXPECT_EQ(1u, third.local.size());
  EXPECT_EQ(values_in(other, Box<2>(other.extents())), elements_of(other));
  other.barrier();
}

TEST_F(MatrixTest, FreedWithItsTeam)
{
  dash::Team& team = dash::test::teams().back();
  dash::NArray<int, 2> matrix(dash::SizeSpec<2>(team.size(), 4), dash::DistributionSpec<2>(), team);
  EXPECT_EQ(4u, matrix.local_size());
  team.free();
  EXPECT_TRUE(matrix.empty());
  EXPECT_TRUE(matrix.local.empty());
}

TEST_F(MatrixTest, RecordsAsElements)
{
  using dash::test::Particle;
  for_each_matrix<Particle>(all(), [](auto& matrix) {
    const Box<2> whole(matrix.extents());
    EXPECT_EQ(values_in(matrix, whole), elements_of(matrix));
  });
}

TEST_F(MatrixTest, HostMemory)
{
  dash::Matrix<int, 2, Index, dash::BlockPattern<2>, dash::HostSpace> matrix(
      dash::SizeSpec<2>(2 * dash::size(), 3));
  std::fill(matrix.local.begin(), matrix.local.end(), static_cast<int>(dash::myid()));
  matrix.barrier();
  for (std::size_t i = 0; i < matrix.extent(0); ++i) {
    EXPECT_EQ(static_cast<int>(i / 2), matrix[i][1]);
  }
  matrix.barrier();
}

}  // namespace
