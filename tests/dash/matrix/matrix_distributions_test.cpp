// Tier: suite n3 c2g2 c0g2; also c0g3

// Algorithms on matrices of all distributions, and on parts of them, give the results that they
// give if units have blocks of rows, and move elements in bulk: the number of transfers, copies and
// steps does not grow with that of the elements, or of the rows.

#include <dash/Algorithm.h>
#include <dash/Array.h>
#include <dash/Init.h>
#include <dash/Matrix.h>
#include <dash/View.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithm/call_counter.h"
#include "algorithm/sweep.h"
#include "dash_test_base.h"
#include "matrix_distribution_cases.h"

namespace dash::test {
namespace {

struct MatrixOutcome {
  std::int64_t answer = 0;
  std::vector<std::vector<int>> elements;
  std::int64_t calls = 0;
};

MatrixOutcome outcome_of(
    const MatrixCase& test, std::size_t extent, const MatrixDistribution& from,
    const MatrixDistribution& to)
{
  DistributedMatrices data(extent, from, to);
  MatrixOutcome outcome;
  outcome.calls = most_calls_of([&] {
    if (!test.is_by_one || dash::myid() == 0) outcome.answer = test.call(data);
  });
  dash::barrier();
  outcome.elements = {elements_of(data.in), elements_of(data.out), data.host};
  dash::barrier();
  return outcome;
}

template <class F>
void for_each_combination(const MatrixCase& test, const F& f)
{
  for_each_pair(test.name, matrix_distributions(), test.uses_out, f);
}

class MatrixDistributions : public TestBase, public testing::WithParamInterface<MatrixCase> {};

TEST_P(MatrixDistributions, SameResultsAsBlocksOfRows)
{
  const MatrixDistribution& rows = matrix_distributions().front();
  for (const std::size_t extent : {std::size_t{19}, std::size_t{61}}) {
    const MatrixOutcome expected = outcome_of(GetParam(), extent, rows, rows);
    for_each_combination(GetParam(), [&](const auto& from, const auto& to) {
      const MatrixOutcome found = outcome_of(GetParam(), extent, from, to);
      EXPECT_EQ(expected.answer, found.answer);
      EXPECT_EQ(expected.elements, found.elements);
    });
  }
}

/// If rows are divided, too, each block of them needs transfers of its own.
TEST_P(MatrixDistributions, TransfersInBulk)
{
  constexpr std::size_t extent = 203;
  const auto units = static_cast<std::int64_t>(dash::size());
  for_each_combination(GetParam(), [&](const auto& from, const auto& to) {
    const bool has_tiles = from.divided == Divided::both || to.divided == Divided::both;
    const std::int64_t blocks_of_rows = has_tiles && units > 2 ? extent / 13 : 1;
    EXPECT_LE(outcome_of(GetParam(), extent, from, to).calls, 40 + 40 * units * blocks_of_rows);
  });
}

/// Local indices of three dimensions of which two are divided, in both orders.
template <dash::MemArrange order>
void check_parts_of_three_dimensions()
{
  using Pattern = dash::BlockPattern<3, order>;
  const auto units = dash::size();
  const Pattern pattern(
      dash::SizeSpec<3>(7, 9, 11),
      dash::DistributionSpec<3>(dash::CYCLIC, dash::NONE, dash::BLOCKCYCLIC(2)),
      dash::TeamSpec<3>(units % 2 == 0 ? 2 : 1, 1, units % 2 == 0 ? units / 2 : units));
  dash::Matrix<int, 3, typename Pattern::index_type, Pattern> matrix(pattern);
  dash::fill(matrix.begin(), matrix.end(), -1);
  auto part = matrix.template sub<0>(1, 5).template sub<1>(2, 4).template sub<2>(1, 9);
  dash::generate_with_index(
      part.begin(), part.end(), [](std::int64_t i) { return static_cast<int>(i); });
  matrix.barrier();
  std::vector<int> expected, found(matrix.size());
  for (std::int64_t i = 0; i < std::ssize(found); ++i) {
    const auto at = pattern.coords(i);
    const bool is_inside =
        at[0] >= 1 && at[0] < 6 && at[1] >= 2 && at[1] < 6 && at[2] >= 1 && at[2] < 10;
    expected.push_back(is_inside ? static_cast<int>(i) : -1);
  }
  dash::copy(matrix.begin(), matrix.end(), found.data());
  EXPECT_EQ(expected, found);
  EXPECT_EQ(
      std::count_if(expected.begin(), expected.end(), [](int i) { return i >= 0; }),
      dash::count_if(part.begin(), part.end(), [](int i) { return i >= 0; }));
}

class PartsOfMatrices : public TestBase {};

/// Each element of the part has another value; so have those of the whole matrix.
template <class Matrix>
void check_part_and_whole()
{
  const std::size_t units = dash::size();
  Matrix a(4 * units, 9), b(4 * units, 9);
  dash::generate_with_index(a.begin(), a.end(), [](std::int64_t i) { return static_cast<int>(i); });
  dash::fill(b.begin(), b.end(), -1);
  a.barrier();
  auto part = a.template sub<0>(1, 3).template sub<1>(2, 4);
  std::vector<int> values(part.size()), found(part.size());
  dash::copy(part.begin(), part.end(), values.data());
  a.barrier();
  dash::swap_ranges(part.begin(), part.end(), b.begin());
  dash::copy(b.begin(), b.begin() + std::ssize(found), found.data());
  EXPECT_EQ(values, found);
  dash::copy(part.begin(), part.end(), found.data());
  EXPECT_EQ(std::vector<int>(found.size(), -1), found);
  a.barrier();
  dash::transform(b.begin(), b.begin() + std::ssize(found), part.begin(), std::negate<int>());
  EXPECT_FALSE(dash::equal(part.begin(), part.end(), b.begin()));
  dash::transform(part.begin(), part.end(), b.begin(), std::negate<int>());
  dash::transform(part.begin(), part.end(), part.begin(), std::negate<int>());
  EXPECT_TRUE(dash::equal(part.begin(), part.end(), b.begin()));
}

TEST_F(PartsOfMatrices, AndWholeMatrices)
{
  check_part_and_whole<dash::NArray<int, 2>>();
  check_part_and_whole<dash::Matrix<int, 2>>();
  check_part_and_whole<SweptMatrix>();
}

TEST_F(PartsOfMatrices, ThreeDimensions)
{
  check_parts_of_three_dimensions<dash::ROW_MAJOR>();
  check_parts_of_three_dimensions<dash::COL_MAJOR>();
}

/// Views of one dimension whose blocks are tiles, and of elements that are constant.
TEST_F(PartsOfMatrices, OneDimensionAndConstants)
{
  using Tiles = dash::ShiftTilePattern<1>;
  const auto size = 6 * dash::size();
  dash::Array<int, Tiles::index_type, Tiles> array(
      Tiles(dash::SizeSpec<1>(size), dash::DistributionSpec<1>(dash::TILE(3))));
  dash::fill(array.begin(), array.end(), 1);
  auto part = dash::sub(2, static_cast<std::ptrdiff_t>(size) - 1, array);
  dash::fill(part.begin(), part.end(), 5);
  EXPECT_EQ(5 * (size - 3) + 3, dash::reduce(array.begin(), array.end(), std::size_t{0}));
  SweptMatrix matrix(DistributedMatrices::pattern(61, matrix_distributions()[3]));
  dash::fill(matrix.begin(), matrix.end(), 2);
  const SweptMatrix& constant = matrix;
  auto inside = constant.sub<0>(1, 20).sub<1>(3, 30);
  EXPECT_EQ(1200, dash::reduce(inside.begin(), inside.end(), 0));
}

INSTANTIATE_TEST_SUITE_P(
    All, MatrixDistributions, testing::ValuesIn(matrix_cases()), name_of<MatrixCase>);

}  // namespace
}  // namespace dash::test
