// Tier: suite n3 c2g2; sanitized c2g2

// Inputs and outputs that overlap in one container: algorithms either do what their documentation
// says, or refuse them.

#include <libdash.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using Array = dash::Array<long>;
using Exception = dash::exception::InvalidArgument;

using Iterator = Array::iterator;

/// An algorithm on a range, with an output from an iterator on.
struct Case {
  std::string name;
  std::function<void(Iterator first, Iterator last, Iterator out)> call;
};

std::vector<Case> cases()
{
  return {
      {"transform", [](auto first, auto last,
                       auto out) { dash::transform(first, last, out, std::negate<long>()); }},
      {"transform of two",
       [](auto first, auto last, auto out) {
         dash::transform(first, last, first, out, std::plus<long>());
       }},
      {"inclusive_scan",
       [](auto first, auto last, auto out) { dash::inclusive_scan(first, last, out); }},
      {"exclusive_scan",
       [](auto first, auto last, auto out) { dash::exclusive_scan(first, last, out, 0L); }},
      {"adjacent_difference",
       [](auto first, auto last, auto out) { dash::adjacent_difference(first, last, out); }},
      {"swap_ranges", [](auto first, auto last, auto out) { dash::swap_ranges(first, last, out); }},
  };
}

class OverlapTest : public dash::test::TestBase {};

template <class F>
void for_each_array(F f)
{
  const std::size_t size = 11 * dash::size();
  for (const auto& distribution : {dash::BLOCKED, dash::CYCLIC, dash::BLOCKCYCLIC(3)}) {
    Array array(size, distribution);
    dash::iota(array, 0L);
    array.barrier();
    f(array);
  }
}

template <class F>
void for_each_case(F f)
{
  for (const Case& tested : cases()) {
    SCOPED_TRACE(tested.name);
    for_each_array([&](Array& array) { f(tested, array); });
  }
}

TEST_F(OverlapTest, InPartIsRefused)
{
  for_each_case([](const Case& tested, Array& array) {
    const auto before = contents(array);
    const auto n = static_cast<std::ptrdiff_t>(array.size() / 2);
    const auto begin = array.begin();
    EXPECT_THROW(tested.call(begin + 1, begin + 1 + n, begin), Exception);
    EXPECT_THROW(tested.call(begin, begin + n, begin + 1), Exception);
    EXPECT_THROW(tested.call(begin, begin + n, begin + n - 1), Exception);
    EXPECT_THROW(tested.call(begin + n - 1, begin + 2 * n - 1, begin), Exception);
    EXPECT_EQ(before, contents(array));
  });
}

TEST_F(OverlapTest, RangesSideBySideAreApart)
{
  for_each_case([](const Case& tested, Array& array) {
    const auto n = static_cast<std::ptrdiff_t>(array.size() / 2);
    const auto begin = array.begin();
    EXPECT_NO_THROW(tested.call(begin, begin + n, begin + n));
    EXPECT_NO_THROW(tested.call(begin + n, begin + 2 * n, begin));
  });
}

TEST_F(OverlapTest, InputsMayBeOutputs)
{
  for_each_case([](const Case& tested, Array& array) {
    auto expected = contents(array);
    if (tested.name != "swap_ranges") {
      Array other(array.size(), dash::BLOCKED);
      tested.call(array.begin(), array.end(), other.begin());
      expected = contents(other);
    }
    tested.call(array.begin(), array.end(), array.begin());
    EXPECT_EQ(expected, contents(array));
  });
}

TEST_F(OverlapTest, CopiesToTheLeftAreInOrder)
{
  for_each_array([](Array& array) {
    auto expected = contents(array);
    for (const std::ptrdiff_t shift : {1, 2, 5, 11}) {
      array.barrier();
      std::copy(expected.begin() + shift, expected.end(), expected.begin());
      if (dash::myid() == 0) dash::copy(array.begin() + shift, array.end(), array.begin());
      array.barrier();
      EXPECT_EQ(expected, contents(array));
    }
  });
}

TEST_F(OverlapTest, CopiesToTheRightAreRefused)
{
  for_each_array([](Array& array) {
    EXPECT_THROW(dash::copy(array.begin(), array.end() - 1, array.begin() + 1), Exception);
    EXPECT_THROW(dash::copy_async(array.begin(), array.end() - 1, array.begin() + 1), Exception);
    EXPECT_THROW(dash::copy_async(array.begin() + 1, array.end(), array.begin()), Exception);
  });
}

TEST_F(OverlapTest, PermutationsOfTheirInputAreRefused)
{
  for_each_array([](Array& array) {
    Array positions(array.size());
    dash::iota(positions, 0L);
    dash::reverse(positions);
    EXPECT_THROW(
        dash::gather(positions.begin(), positions.end(), array.begin(), array.begin()), Exception);
    EXPECT_THROW(
        dash::scatter(array.begin(), array.end(), positions.begin(), array.begin()), Exception);
    array.barrier();
  });
}

/// Which elements they are is known only from the indices.
TEST_F(OverlapTest, IndicesIntoTheOutputAreRefused)
{
  for_each_array([](Array& array) {
    const auto half = static_cast<std::ptrdiff_t>(array.size() / 2);
    const auto begin = array.begin();
    Array positions(static_cast<std::size_t>(half));
    dash::iota(positions, 0L);
    positions.barrier();
    const auto expect_refused = [&](std::ptrdiff_t distance) {
      EXPECT_THROW(
          dash::gather(positions.begin(), positions.end(), begin, begin + distance), Exception);
      EXPECT_THROW(
          dash::scatter(begin + distance, begin + distance + half, positions.begin(), begin),
          Exception);
    };
    EXPECT_THROW(
        dash::scatter(
            std::as_const(array).begin() + 1, std::as_const(array).begin() + 1 + half,
            positions.begin(), begin),
        Exception);
    expect_refused(1);
    expect_refused(half - 1);
    dash::gather(positions.begin(), positions.end(), begin, begin + half);
    auto values = contents(array);
    for (std::ptrdiff_t i = 0; i < half; ++i)
      EXPECT_EQ(i, values[static_cast<std::size_t>(half + i)]);
    dash::reverse(positions);
    dash::scatter(begin + half, begin + 2 * half, positions.begin(), begin);
    values = contents(array);
    for (std::ptrdiff_t i = 0; i < half; ++i) {
      EXPECT_EQ(half - 1 - i, values[static_cast<std::size_t>(i)]);
    }
  });
}

TEST_F(OverlapTest, MergesOverTheirInputsAreRefused)
{
  for_each_array([](Array& array) {
    const auto half = static_cast<std::ptrdiff_t>(array.size() / 2);
    const auto middle = array.begin() + half;
    EXPECT_THROW(
        dash::merge(array.begin(), middle, middle, middle + half, array.begin()), Exception);
  });
}

TEST_F(OverlapTest, ViewsOfOneMatrixInPartAreRefused)
{
  dash::Matrix<int, 2> matrix(8, 8);
  dash::fill(matrix, 1);
  matrix.barrier();
  EXPECT_THROW(dash::transpose(matrix, matrix), Exception);
  auto upper = matrix.sub<0>(0, 5);
  auto lower = matrix.sub<0>(3, 5);
  EXPECT_THROW(dash::copy(upper, lower), Exception);
  EXPECT_THROW(dash::copy(lower, upper), Exception);
  EXPECT_NO_THROW(dash::copy(upper, upper));
  auto first = matrix.sub<0>(0, 4);
  auto second = matrix.sub<0>(4, 4);
  EXPECT_NO_THROW(dash::copy(first, second));
  EXPECT_NO_THROW(
      dash::transpose(matrix.sub<0>(0, 4).sub<1>(0, 4), matrix.sub<0>(4, 4).sub<1>(4, 4)));
}

/// A matrix whose elements are in the order of its rows, without tiles.
using Rows = dash::Matrix<int, 2, dash::default_index_t, dash::BlockPattern<2>>;

/// Ranges of two views are compared element by element, not by the boxes around them.
TEST_F(OverlapTest, RangesOfTwoViewsOfOneMatrix)
{
  constexpr int rows = 9, columns = 7;
  Rows matrix{dash::BlockPattern<2>(dash::SizeSpec<2>(rows, columns))};
  dash::iota(matrix, 0);
  matrix.barrier();
  const auto negate = [](auto first, auto last, auto out) {
    dash::transform(first, last, out, std::negate<int>());
  };
  auto upper = matrix.rows(0, rows - 1), lower = matrix.rows(1, rows - 1);
  EXPECT_THROW(negate(upper.begin(), upper.end(), lower.begin()), Exception);
  EXPECT_THROW(negate(lower.begin(), lower.end(), upper.begin()), Exception);
  EXPECT_THROW(negate(matrix.begin(), matrix.end() - columns, lower.begin()), Exception);
  EXPECT_THROW(dash::inclusive_scan(lower.begin(), lower.end(), upper.begin()), Exception);
  EXPECT_THROW(dash::swap_ranges(lower.begin(), lower.end(), upper.begin()), Exception);
  // The end of a row, and the beginning of the same one.
  auto last_row = matrix.rows(rows - 1, 1);
  const auto row = matrix.begin() + (rows - 1) * columns;
  EXPECT_THROW(negate(last_row.begin(), last_row.begin() + 4, row + 3), Exception);
  // Elements side by side are apart, and the same elements are in place.
  std::vector<int> expected(rows * columns);
  std::iota(expected.begin(), expected.end(), 0);
  negate(last_row.begin(), last_row.begin() + 3, row + 4);
  negate(last_row.begin(), last_row.begin() + 3, row);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t at = (rows - 1) * columns + i;
    expected[at + 4] = expected[at] = -expected[at];
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(expected[i], static_cast<int>(matrix.begin()[static_cast<int>(i)])) << i;
  }
  matrix.barrier();
}

TEST_F(OverlapTest, CopiesOfViewsToTheLeftAreInOrder)
{
  constexpr int rows = 9, columns = 7;
  Rows matrix{dash::BlockPattern<2>(dash::SizeSpec<2>(rows, columns))};
  dash::iota(matrix, 0);
  matrix.barrier();
  auto upper = matrix.rows(0, rows - 1), lower = matrix.rows(1, rows - 1);
  EXPECT_THROW(dash::copy(upper.begin(), upper.end(), lower.begin()), Exception);
  if (dash::myid() == 0) dash::copy(lower.begin(), lower.end(), upper.begin());
  matrix.barrier();
  for (int i = 0; i < (rows - 1) * columns; ++i) {
    EXPECT_EQ(i + columns, static_cast<int>(matrix.begin()[i])) << i;
  }
  matrix.barrier();
}

/// The elements of the whole matrix are in the order of its tiles, those of a view row by row.
TEST_F(OverlapTest, TilesAreNotTakenForRows)
{
  const auto extent = 2 * dash::size();
  const dash::TilePattern<2> pattern(
      dash::SizeSpec<2>(4, extent), dash::DistributionSpec<2>(dash::TILE(2), dash::TILE(2)));
  dash::Matrix<int, 2, dash::TilePattern<2>::index_type, dash::TilePattern<2>> matrix(pattern);
  dash::iota(matrix, 0);
  matrix.barrier();
  auto right = matrix.sub<1>(extent - 2, 2).sub<0>(2, 2);
  dash::transform(matrix.begin(), matrix.begin() + 4, right.begin(), std::negate<int>());
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(-i, static_cast<int>(right.begin()[i])) << i;
  }
  matrix.barrier();
}

TEST_F(OverlapTest, ProductsOverTheirFactorsAreRefused)
{
  dash::Matrix<int, 2> matrix(8, 8), other(8, 8);
  dash::fill(matrix, 1);
  dash::fill(other, 1);
  matrix.barrier();
  EXPECT_THROW(dash::summa(matrix, other, matrix), Exception);
  EXPECT_THROW(dash::summa(other, matrix, matrix), Exception);
  EXPECT_EQ(64, dash::reduce(matrix));
  auto corner = matrix.sub<0>(0, 4).sub<1>(0, 4);
  EXPECT_NO_THROW(dash::summa(corner, corner, matrix.sub<0>(4, 4).sub<1>(4, 4)));
}

TEST_F(OverlapTest, MessageNamesBothRanges)
{
  Array array(20);
  try {
    dash::transform(array.begin(), array.begin() + 9, array.begin() + 4, std::negate<long>());
    ADD_FAILURE() << "not refused";
  } catch (const Exception& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("dash::transform: the range [0, 9) and the output [4, 13)"), text.npos)
        << text;
  }
}

}  // namespace
