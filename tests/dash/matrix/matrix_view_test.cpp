// Tier: suite n3 c2g2

// View expressions on matrices: sub, rows, cols, local, global, block, blocks, intersect, index.

#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/View.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Reduce.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "matrix/matrix_support.h"
#include "native_memory.h"

namespace {

using dash::test::Box;
using dash::test::for_each_box;
using dash::test::for_each_matrix;
using dash::test::Index;
using dash::test::number;
using dash::test::value_of;
using dash::test::values_in;
using dash::test::walked;

class MatrixViewExpressions : public dash::test::TestBase {};

TEST_F(MatrixViewExpressions, SubInAllDimensions)
{
  for_each_matrix(dash::Team::All(), [](auto& matrix) {
    for_each_box(matrix.extents(), [&](const Box<2>& box) {
      const auto [rows, cols] = std::pair(box.range(0), box.range(1));
      const auto view =
          dash::sub<1>(cols.begin, cols.end, dash::sub<0>(rows.begin, rows.end, matrix));
      const auto other = dash::rows(rows.begin, rows.end, dash::cols(cols.begin, cols.end, matrix));
      const auto piped = matrix | dash::views::rows(rows.begin, rows.end) |
                         dash::views::cols(cols.begin, cols.end);
      EXPECT_EQ(box.extents(), view.extents());
      EXPECT_EQ(box.offsets(), view.offsets());
      EXPECT_EQ(view.extents(), other.extents());
      EXPECT_EQ(view.offsets(), other.offsets());
      const auto expected = values_in(matrix, box);
      EXPECT_EQ(expected, walked(view));
      EXPECT_EQ(expected, walked(other));
      EXPECT_EQ(expected, walked(piped));
      static_assert(decltype(view)::rank::value == 2);
      EXPECT_EQ(&matrix, &dash::origin(view));
      std::vector<int> by_index;
      for (const Index gidx : dash::index(view)) {
        by_index.push_back(value_of(matrix.pattern().coords(gidx)));
      }
      EXPECT_EQ(expected, by_index);
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(expected[i], view[static_cast<Index>(i)]);
      }
    });
  });
}

TEST_F(MatrixViewExpressions, LocalPartsOfViews)
{
  for_each_matrix(dash::Team::All(), [](auto& matrix) {
    using Pattern = typename std::remove_reference_t<decltype(matrix)>::pattern_type;
    EXPECT_EQ(&matrix.local, &dash::local(matrix));
    if constexpr (Pattern::has_local_boxes) {
      for_each_box(matrix.extents(), [&](const Box<2>& box) {
        const auto view = matrix | dash::views::rows(box.range(0).begin, box.range(0).end) |
                          dash::views::cols(box.range(1).begin, box.range(1).end);
        const auto local = dash::local(view);
        std::vector<int> own;
        for (auto it = view.begin(); it != view.end(); ++it) {
          if (it.is_local()) own.push_back(*it);
        }
        std::vector<int> values;
        for (auto it = local.begin(); it != local.end(); ++it) {
          values.push_back(dash::test::read_at(&*it));
        }
        EXPECT_EQ(own, values);
        EXPECT_EQ(own.size(), local.size());
        EXPECT_EQ(own.size(), local.extent(0) * local.extent(1));
        const auto global = local | dash::views::sub<0>(0, local.extent(0)) | dash::views::global;
        ASSERT_EQ(own.size(), global.size());
        for (Index i = 0; i < static_cast<Index>(own.size()); ++i) {
          EXPECT_EQ(matrix.lbegin() + dash::index(local)[i], &local[i]);
          EXPECT_EQ(own[static_cast<std::size_t>(i)], global[i]);
        }
      });
    } else {
      EXPECT_EQ(matrix.local_size(), dash::local(dash::rows(0, matrix.extent(0), matrix)).size());
    }
  });
}

TEST_F(MatrixViewExpressions, PartsOfTheLocalPart)
{
  for_each_matrix(dash::Team::All(), [](auto& matrix) {
    if (matrix.local.empty()) return;
    const auto rows = matrix.local.extent(0);
    const auto view = dash::rows(rows - 1, rows, matrix.local);
    EXPECT_EQ(matrix.local.extent(1), view.size());
    for (std::size_t j = 0; j < view.size(); ++j) {
      EXPECT_EQ(&matrix.local(rows - 1, j), &view[static_cast<Index>(j)]);
    }
    auto block = matrix.local.block(0);
    const auto part = dash::cols(block.extent(1) - 1, block.extent(1), block);
    EXPECT_EQ(&block(0, block.extent(1) - 1), &part[0]);
  });
}

TEST_F(MatrixViewExpressions, Blocks)
{
  for_each_matrix(dash::Team::All(), [](auto& matrix) {
    const auto& pattern = matrix.pattern();
    const auto blocks = dash::blocks(matrix);
    ASSERT_EQ(pattern.blockspec().size(), blocks.size());
    for (Index b = 0; b < static_cast<Index>(blocks.size()); ++b) {
      EXPECT_EQ(pattern.block(b).extents(), blocks[b].extents());
      EXPECT_EQ(values_in(matrix, pattern.block(b)), walked(blocks[b]));
      EXPECT_EQ(values_in(matrix, pattern.block(b)), walked(matrix | dash::views::block(b)));
    }
    // The block is clipped to a view.
    const auto view = dash::rows(1, matrix.extent(0), matrix);
    std::size_t elements = 0;
    for (const auto& block : dash::blocks(view)) elements += block.size();
    EXPECT_EQ(view.size(), elements);
    const auto own = dash::blocks(matrix.local);
    ASSERT_EQ(pattern.local_blockspec().size(), own.size());
    for (Index b = 0; b < static_cast<Index>(own.size()); ++b) {
      EXPECT_EQ(matrix.local.block(b).lbegin(), &own[b][0]);
    }
  });
}

TEST_F(MatrixViewExpressions, Intersect)
{
  dash::NArray<int, 2> matrix(6, 7);
  number(matrix);
  const auto rows = dash::rows(1, 5, matrix);
  const auto cols = dash::cols(2, 4, matrix);
  const Box<2> common({{1, 2}}, {{4, 2}});
  EXPECT_EQ(values_in(matrix, common), walked(dash::intersect(rows, cols)));
  EXPECT_EQ(values_in(matrix, common), walked(rows | dash::views::intersect(cols)));
  EXPECT_TRUE(dash::intersect(rows, dash::rows(5, 6, matrix)).empty());
  auto part = matrix.submatrix({{2, 1}}, {{3, 4}});
  EXPECT_EQ(values_in(matrix, Box<2>({{3, 1}}, {{1, 4}})), walked(dash::rows(1, 2, part)));
  matrix.barrier();
}

TEST_F(MatrixViewExpressions, Traits)
{
  using Matrix = dash::NArray<int, 2>;
  using View = decltype(dash::rows(0, 1, std::declval<Matrix&>()));
  static_assert(dash::view_traits<Matrix>::is_origin::value);
  static_assert(!dash::view_traits<Matrix>::is_view::value);
  static_assert(dash::view_traits<Matrix>::rank::value == 2);
  static_assert(dash::view_traits<View>::is_view::value);
  static_assert(dash::view_traits<View>::rank::value == 2);
  static_assert(dash::view_traits<Matrix::local_type>::is_local::value);
  static_assert(!dash::view_traits<Matrix::local_type>::is_view::value);
  Matrix matrix(4, 3);
  dash::fill(matrix, 1);
  matrix.barrier();
  dash::fill(matrix | dash::views::rows(1, 3), 5);
  EXPECT_EQ(6 + 30, dash::reduce(matrix.begin(), matrix.end(), 0));
  EXPECT_EQ(30, dash::reduce(dash::rows(1, 3, std::as_const(matrix))));
  matrix.barrier();
}

}  // namespace
