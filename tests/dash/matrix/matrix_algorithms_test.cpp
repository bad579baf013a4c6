// Tier: suite n3 c2g2

// Algorithms in which each unit works on its own elements: on views of matrices, on whole matrices,
// and on local parts.

#include <dash/algorithm/AdjacentFind.h>
#include <dash/algorithm/AnyOf.h>
#include <dash/algorithm/BinarySearch.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Equal.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/ForEach.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/IsSorted.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Replace.h>
#include <dash/algorithm/Search.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/SortByKey.h>
#include <dash/algorithm/StableSort.h>
#include <dash/algorithm/Transform.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "base/values.h"
#include "dash_test_base.h"
#include "matrix/matrix_ranges.h"
#include "native_memory.h"

namespace {

using dash::test::Affine;
using dash::test::Box;
using dash::test::elements_of;
using dash::test::expect_same_on_two_views;
using dash::test::expect_same_on_views;
using dash::test::for_each_run_structure;
using dash::test::Index;
using dash::test::number;
using dash::test::Particle;
using dash::test::value_of;

class MatrixAlgorithms : public dash::test::TestBase {};

TEST_F(MatrixAlgorithms, Assign)
{
  expect_same_on_views(
      [](auto first, auto last) { dash::fill(first, last, 7); },
      [](auto first, auto last) { std::fill(first, last, 7); });
  expect_same_on_views(
      [](auto first, auto last) { dash::iota(first, last, -3); },
      [](auto first, auto last) { std::iota(first, last, -3); });
  expect_same_on_views(
      [](auto first, auto last) { dash::replace(first, last, 1, 9); },
      [](auto first, auto last) { std::replace(first, last, 1, 9); });
  expect_same_on_views(
      [](auto first, auto last) { dash::generate(first, last, [] { return 4; }); },
      [](auto first, auto last) { std::generate(first, last, [] { return 4; }); });
}

TEST_F(MatrixAlgorithms, Reduce)
{
  expect_same_on_views(
      [](auto first, auto last) { return dash::reduce(first, last, 5); },
      [](auto first, auto last) { return std::accumulate(first, last, 5); });
  // The operation is associative but not commutative, so operands have to be in the order of the
  // view.
  expect_same_on_views<Affine>(
      [](auto first, auto last) { return dash::accumulate(first, last, Affine{}); },
      [](auto first, auto last) { return std::accumulate(first, last, Affine{}); });
  expect_same_on_views(
      [](auto first, auto last) { return dash::min_element(first, last); },
      [](auto first, auto last) { return std::min_element(first, last); });
  expect_same_on_views(
      [](auto first, auto last) { return dash::max_element(first, last); },
      [](auto first, auto last) { return std::max_element(first, last); });
}

TEST_F(MatrixAlgorithms, Search)
{
  expect_same_on_views(
      [](auto first, auto last) { return dash::find(first, last, 3); },
      [](auto first, auto last) { return std::find(first, last, 3); });
  expect_same_on_views(
      [](auto first, auto last) { return dash::find(first, last, 99); },
      [](auto first, auto last) { return std::find(first, last, 99); });
  expect_same_on_views(
      [](auto first, auto last) { return dash::count(first, last, 2); },
      [](auto first, auto last) { return std::count(first, last, 2); });
  const auto is_four = [](int value) { return value == 4; };
  expect_same_on_views(
      [&](auto first, auto last) { return dash::any_of(first, last, is_four); },
      [&](auto first, auto last) { return std::any_of(first, last, is_four); });
  expect_same_on_views(
      [](auto first, auto last) { return dash::is_sorted(first, last); },
      [](auto first, auto last) { return std::is_sorted(first, last); });
}

TEST_F(MatrixAlgorithms, TwoRanges)
{
  expect_same_on_two_views<int, double>(
      [](auto first, auto last, auto out) {
        return dash::transform(first, last, out, std::negate<>{});
      },
      [](auto first, auto last, auto out) {
        return std::transform(first, last, out, std::negate<>{});
      });
  expect_same_on_two_views(
      [](auto first, auto last, auto out) {
        return dash::transform(first, last, out, out, dash::plus<int>{});
      },
      [](auto first, auto last, auto out) {
        return std::transform(first, last, out, out, std::plus<>{});
      });
  expect_same_on_two_views(
      [](auto first, auto last, auto other) { return dash::equal(first, last, other); },
      [](auto first, auto last, auto other) { return std::equal(first, last, other); });
  expect_same_on_two_views(
      [](auto first, auto last, auto other) { return dash::inner_product(first, last, other, 1); },
      [](auto first, auto last, auto other) { return std::inner_product(first, last, other, 1); });
}

/// Algorithms in which the order of elements matters, and one on the result of another.
TEST_F(MatrixAlgorithms, OrderOfElements)
{
  expect_same_on_views<Particle>(
      [](auto first, auto last) {
        dash::stable_sort(first, last, std::greater<>{}, &Particle::charge);
        return dash::upper_bound(first, last, 1, std::greater<>{}, &Particle::charge);
      },
      [](auto first, auto last) {
        std::ranges::stable_sort(first, last, std::greater<>{}, &Particle::charge);
        return std::ranges::upper_bound(first, last, 1, std::greater<>{}, &Particle::charge);
      });
  expect_same_on_views(
      [](auto first, auto last) { return dash::adjacent_find(first, last); },
      [](auto first, auto last) { return std::adjacent_find(first, last); });
  expect_same_on_two_views<int, Particle>(
      [](auto first, auto last, auto values) {
        dash::stable_sort_by_key(first, last, values);
        return dash::search(first, last, first + 1, first + 3) - first;
      },
      [](auto first, auto last, auto values) {
        std::vector<std::pair<int, Particle>> pairs;
        for (auto it = first; it != last; ++it) pairs.emplace_back(*it, values[it - first]);
        std::ranges::stable_sort(pairs, {}, &std::pair<int, Particle>::first);
        for (auto it = first; it != last; ++it) {
          const auto& [key, value] = pairs[static_cast<std::size_t>(it - first)];
          *it = key;
          values[it - first] = value;
        }
        return std::search(first, last, first + 1, first + 3) - first;
      });
}

TEST_F(MatrixAlgorithms, GlobalIndices)
{
  for_each_run_structure([](auto& matrix) {
    const auto& pattern = matrix.pattern();
    const Box<2> box({{1, 1}}, {{3, 2}});
    dash::fill(matrix, 0);
    auto view = matrix.submatrix(box.offsets(), box.extents());
    const auto index = [](Index gidx) { return static_cast<int>(gidx) + 1; };
    dash::generate_with_index(view, index);
    dash::for_each_with_index(
        view, [](int& value, Index gidx) { value += static_cast<int>(gidx); });
    dash::test::for_each_coords(Box<2>(matrix.extents()), [&](const auto& at) {
      const bool inside = at[0] >= 1 && at[0] < 4 && at[1] >= 1 && at[1] < 3;
      const auto gidx = static_cast<int>(pattern.global_at(at));
      EXPECT_EQ(inside ? 2 * gidx + 1 : 0, matrix.at(at));
    });
    matrix.barrier();
  });
}

TEST_F(MatrixAlgorithms, WholeMatrices)
{
  for_each_run_structure([](auto& matrix) {
    dash::generate_with_index(matrix, [](Index gidx) { return static_cast<int>(gidx); });
    matrix.barrier();
    const auto n = static_cast<int>(matrix.size());
    for (int i = 0; i < n; ++i) EXPECT_EQ(i, *(matrix.begin() + i));
    EXPECT_EQ(n * (n - 1) / 2, dash::reduce(matrix.begin(), matrix.end(), 0));
    EXPECT_EQ(matrix.begin() + (n - 1), dash::max_element(matrix));
    EXPECT_EQ(matrix.begin() + n / 2, dash::find(matrix, n / 2));
    dash::for_each(matrix, [](int& value) { value *= 2; });
    EXPECT_EQ(n * (n - 1), dash::reduce(matrix));
    dash::iota(matrix, 1);
    EXPECT_EQ(n * (n + 1) / 2, dash::reduce(matrix.begin(), matrix.end(), 0));
    matrix.barrier();
  });
}

TEST_F(MatrixAlgorithms, OwnersCompute)
{
  for_each_run_structure([](auto& matrix) {
    number(matrix);
    auto view = matrix.submatrix({{1, 0}}, {{3, matrix.extent(1)}});
    std::vector<int> calls;
    dash::for_each(view.begin(), view.end(), [&](const int& value) { calls.push_back(value); });
    std::vector<int> own;
    for (auto it = view.begin(); it != view.end(); ++it) {
      if (it.is_local()) own.push_back(*it);
    }
    EXPECT_EQ(own, calls);  // the order of the view
  });
}

/// Ranges of local elements belong to the calling unit alone: some units may have none.
TEST_F(MatrixAlgorithms, LocalParts)
{
  for_each_run_structure([](auto& matrix) {
    number(matrix);
    auto& local = matrix.local;
    const auto values = [&] {
      std::vector<int> result(local.size());
      dash::copy(local.begin(), local.end(), result.data());
      return result;
    };
    auto expected = values();
    EXPECT_EQ(
        std::accumulate(expected.begin(), expected.end(), 1),
        dash::reduce(local.begin(), local.end(), 1));
    EXPECT_EQ(
        std::min_element(expected.begin(), expected.end()) - expected.begin(),
        dash::min_element(local.begin(), local.end()) - local.begin());
    dash::for_each(local.begin(), local.end(), [](int& value) { value = -value; });
    for (int& value : expected) value = -value;
    EXPECT_EQ(expected, values());
    dash::sort(local.begin(), local.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(expected, values());
    if (!local.empty()) {
      auto row = local.row(0);
      dash::fill(row.begin(), row.end(), 5);
      for (std::size_t j = 0; j < row.size(); ++j) EXPECT_EQ(5, dash::test::read_at(&row[j]));
    }
    matrix.barrier();
  });
}

}  // namespace
