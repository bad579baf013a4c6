// Tier: suite n3 c2g2 h2n1.mpi

// Copies between matrices and views of all patterns, and between views and local memory.

#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Matrix.h>
#include <dash/MdSpan.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/CopyView.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Generate.h>
#include <dash/detail/pattern/Box.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "matrix/matrix_ranges.h"

namespace {

using dash::test::Box;
using dash::test::elements_of;
using dash::test::for_each_box;
using dash::test::for_each_coords;
using dash::test::for_each_matrix;
using dash::test::for_each_run_structure;
using dash::test::Index;
using dash::test::MatrixOf;
using dash::test::number;
using dash::test::value_of;

class MatrixCopy : public dash::test::TestBase {};

TEST_F(MatrixCopy, ViewsToLocalMemoryAndBack)
{
  for_each_matrix(dash::Team::All(), [](auto& matrix) {
    for_each_box(matrix.extents(), [&](const Box<2>& box) {
      auto view = matrix.submatrix(box.offsets(), box.extents());
      std::vector<int> buffer(box.size() + 1, -1);
      const dash::MdSpan<int, 2> local(buffer.data(), box.extents());
      dash::copy(view, local);
      for_each_coords(Box<2>(box.extents()), [&](const auto& at) {
        EXPECT_EQ(
            value_of(std::array<Index, 2>{box.offset(0) + at[0], box.offset(1) + at[1]}),
            local(at));
        local(at) = -local(at);
      });
      EXPECT_EQ(-1, buffer.back());
      matrix.barrier();
      if (dash::myid() == 0) dash::copy(local, view);
      matrix.barrier();
      for_each_coords(Box<2>(matrix.extents()), [&](const auto& at) {
        const bool inside = dash::detail::intersection(box, Box<2>(at, {{1, 1}})).size() == 1;
        EXPECT_EQ((inside ? -1 : 1) * value_of(at), matrix.at(at));
      });
      number(matrix);
    });
  });
}

TEST_F(MatrixCopy, ToStridedLocalMemory)
{
  for_each_run_structure([](auto& matrix) {
    number(matrix);
    const auto [rows, cols] = matrix.extents();
    // The buffer is transposed, with a gap behind each column.
    std::vector<int> buffer((rows + 1) * cols, -1);
    const dash::MdSpan<int, 2> local(
        buffer.data(), matrix.extents(), {{1, static_cast<Index>(rows + 1)}});
    dash::copy(matrix, local);
    for_each_coords(
        Box<2>(matrix.extents()), [&](const auto& at) { EXPECT_EQ(value_of(at), local(at)); });
    for (std::size_t j = 0; j < cols; ++j) EXPECT_EQ(-1, buffer[j * (rows + 1) + rows]);
    auto col = matrix.col(1);
    std::vector<int> values(rows);
    dash::copy(std::as_const(col), dash::MdSpan<int, 1>(values.data(), {{rows}}));
    for (std::size_t i = 0; i < rows; ++i) EXPECT_EQ(matrix(i, 1), values[i]);
    EXPECT_THROW(
        dash::copy(matrix.row(0), dash::MdSpan<int, 1>(values.data(), {{rows + cols}})),
        dash::exception::InvalidArgument);
    matrix.barrier();
  });
}

TEST_F(MatrixCopy, BetweenAllPatterns)
{
  for_each_run_structure([](auto& from) {
    number(from);
    const auto redistribute = [&](auto&& to) {
      dash::fill(to, 0);
      to.barrier();
      dash::copy(from, to);
      for_each_coords(
          Box<2>(to.extents()), [&](const auto& at) { EXPECT_EQ(value_of(at), to.at(at)); });
      to.barrier();
      dash::fill(to, 0);
      to.barrier();
      const Box<2> box({{1, 1}}, {{3, 2}});
      dash::copy(
          std::as_const(from).submatrix({{0, 1}}, box.extents()),
          to.submatrix(box.offsets(), box.extents()));
      for_each_coords(Box<2>(to.extents()), [&](const auto& at) {
        const bool inside = dash::detail::intersection(box, Box<2>(at, {{1, 1}})).size() == 1;
        EXPECT_EQ(inside ? value_of(std::array<Index, 2>{at[0] - 1, at[1]}) : 0, to.at(at));
      });
      to.barrier();
    };
    dash::Team& team = from.team();
    const dash::SizeSpec<2> size(from.extents());
    const dash::TeamSpec<2> grid(1, team.size());
    using namespace dash;
    redistribute(
        MatrixOf<int, BlockPattern<2>>(BlockPattern<2>(size, {NONE, BLOCKED}, grid, team)));
    redistribute(MatrixOf<int, BlockPattern<2, COL_MAJOR>>(
        BlockPattern<2, COL_MAJOR>(size, {BLOCKED, CYCLIC}, grid, team)));
    redistribute(
        MatrixOf<int, TilePattern<2>>(TilePattern<2>(size, {TILE(3), TILE(2)}, grid, team)));
  });
}

TEST_F(MatrixCopy, RowsToColumnsAndOfThreeDimensions)
{
  const std::size_t n = dash::size() + 3;
  dash::NArray<int, 2> from(n, n);
  dash::Matrix<int, 3> to(dash::SizeSpec<3>(3, n, 2));
  number(from);
  dash::fill(to, 0);
  to.barrier();
  dash::copy(from.row(1), to.sub<0>(2).sub<2>(1));
  for_each_coords(Box<3>(to.extents()), [&](const auto& at) {
    const bool inside = at[0] == 2 && at[2] == 1;
    EXPECT_EQ(inside ? value_of(std::array<Index, 2>{1, at[1]}) : 0, to.at(at));
  });
  EXPECT_THROW(dash::copy(from.row(1), to.sub<0>(0).sub<1>(0)), dash::exception::InvalidArgument);
  to.barrier();
}

/// Rows that are too long to be copied run by run, and views given by their iterators.
TEST_F(MatrixCopy, LongRows)
{
  dash::NArray<int, 2> matrix(
      dash::SizeSpec<2>(6, 300), dash::DistributionSpec<2>(dash::NONE, dash::BLOCKED),
      dash::Team::All(), dash::TeamSpec<2>(1, dash::size()));
  dash::generate_with_index(matrix, [](Index gidx) { return static_cast<int>(gidx); });
  matrix.barrier();
  auto view = matrix.submatrix({{1, 10}}, {{4, 280}});
  std::vector<int> buffer(view.size());
  EXPECT_EQ(buffer.data() + buffer.size(), dash::copy(view.begin(), view.end(), buffer.data()));
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    EXPECT_EQ(static_cast<int>((1 + i / 280) * 300 + 10 + i % 280), buffer[i]);
  }
  matrix.barrier();
  for (int& value : buffer) value = -value;
  if (dash::myid() == 0) dash::copy(buffer.data(), buffer.data() + buffer.size(), view.begin());
  matrix.barrier();
  std::vector<int> again(buffer.size());
  dash::copy_async(view.begin(), view.end(), again.data()).wait();
  EXPECT_EQ(buffer, again);
  EXPECT_EQ(300, matrix(1, 0));
  EXPECT_EQ(300 + 290, matrix(1, 290));
  matrix.barrier();
}

}  // namespace
