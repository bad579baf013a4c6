// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Transform.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::Particle;
using dash::test::sequence;

class Transform : public dash::test::TestBase {};

TEST_F(Transform, UnaryInPlace)
{
  int factor = 3;
  const auto f = [&factor](int x) { return factor * x - 1; };
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::transform(first, last, first, f); },
      [&](auto first, auto last) { return std::transform(first, last, first, f); });
}

TEST_F(Transform, UnaryToAnyDistribution)
{
  const auto half = [](int x) { return x / 2.0; };
  dash::test::expect_same_for_two<int, double>(
      [&](auto first, auto last, auto out) { return dash::transform(first, last, out, half); },
      [&](auto first, auto last, auto out) { return std::transform(first, last, out, half); });
}

TEST_F(Transform, BinaryIntoTheSecondInput)
{
  // This operation does not commute, so exchanged operands are detected.
  const auto op = [](int x, int y) { return 10 * x - y; };
  dash::test::expect_same_for_two(
      [&](auto first, auto last, auto b) { return dash::transform(first, last, b, b, op); },
      [&](auto first, auto last, auto b) { return std::transform(first, last, b, b, op); });
}

TEST_F(Transform, BinaryIntoTheFirstInput)
{
  const auto end_of = [](auto first, auto b, auto end) { return b + (end - first); };
  dash::test::expect_same_for_two(
      [&](auto first, auto last, auto b) {
        return end_of(first, b, dash::transform(first, last, b, first, std::minus<>{}));
      },
      [&](auto first, auto last, auto b) {
        return end_of(first, b, std::transform(first, last, b, first, std::minus<>{}));
      });
}

TEST_F(Transform, BinaryOfThreeDistributions)
{
  for (const std::size_t n : {1, 3, 30}) {
    dash::Array<int> a(n, dash::CYCLIC), b(n + 2, dash::BLOCKED), out(n + 3, dash::BLOCKCYCLIC(4));
    const auto values_a = sequence(n);
    const auto values_b = sequence(n + 2, 5);
    auto expected = sequence(n + 3, 9);
    assign(a, values_a);
    assign(b, values_b);
    assign(out, expected);
    const auto end =
        dash::transform(a.begin(), a.end(), b.begin() + 2, out.begin() + 1, std::multiplies<>{});
    std::transform(
        values_a.begin(), values_a.end(), values_b.begin() + 2, expected.begin() + 1,
        std::multiplies<>{});
    EXPECT_EQ(end, out.begin() + 1 + static_cast<std::ptrdiff_t>(n));
    EXPECT_EQ(contents(out), expected);
  }
}

TEST_F(Transform, KnownOperations)
{
  dash::Array<int> a(10), b(10);
  const auto values_a = sequence(10);
  const auto values_b = sequence(10, 20);
  const auto result_of = [&](auto op) {
    assign(a, values_a);
    assign(b, values_b);
    dash::transform(a.begin(), a.end(), b.begin(), b.begin(), op);
    return contents(b);
  };
  auto sums = values_b;
  std::transform(values_a.begin(), values_a.end(), sums.begin(), sums.begin(), std::plus<>{});
  EXPECT_EQ(result_of(dash::plus<int>()), sums);
  auto largest = values_b;
  for (std::size_t i = 0; i < largest.size(); ++i) largest[i] = std::max(values_a[i], largest[i]);
  EXPECT_EQ(result_of(dash::max<int>()), largest);
  EXPECT_EQ(result_of(dash::second<int>()), values_a);  // store
  EXPECT_EQ(result_of(dash::first<int>()), values_b);   // load
}

TEST_F(Transform, ConstInputsAndStructs)
{
  dash::Array<Particle> particles(9, dash::CYCLIC);
  dash::Array<int> ids(9, dash::BLOCKED);
  const auto values = sequence<Particle>(9);
  assign(particles, values);
  const auto& readable = particles;
  const auto id_of = [](const Particle& p) { return p.id; };
  dash::transform(readable.begin(), readable.end(), ids.begin(), id_of);
  std::vector<int> expected(9);
  std::transform(values.begin(), values.end(), expected.begin(), id_of);
  EXPECT_EQ(contents(ids), expected);
}

TEST_F(Transform, TakesRanges)
{
  dash::Array<int> a(10, dash::CYCLIC), b(10, dash::CYCLIC);
  assign(a, sequence(10));
  dash::transform(a, b.begin(), std::negate<>{});
  dash::transform(a, b, b.begin(), std::plus<>{});
  EXPECT_EQ(contents(b), std::vector<int>(10, 0));
}

TEST_F(Transform, LocalValuesAreAccumulatedByAllUnits)
{
  const std::size_t n = 30;
  const auto units = static_cast<int>(dash::size());
  dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
    const auto initial = sequence(n);
    assign(array, initial);
    std::vector<int> values(n - 5);
    std::iota(values.begin(), values.end(), dash::myid().id);
    auto end = dash::transform(
        values.data(), values.data() + values.size(), array.begin() + 3, array.begin() + 3,
        dash::plus<int>());
    EXPECT_EQ(end, array.begin() + 28);
    auto expected = initial;
    for (std::size_t i = 0; i < values.size(); ++i) {
      expected[i + 3] += units * static_cast<int>(i) + units * (units - 1) / 2;
    }
    EXPECT_EQ(contents(array), expected);

    end = dash::transform(
        values.data(), values.data(), array.begin(), array.begin(), dash::plus<int>());
    EXPECT_EQ(end, array.begin());
    dash::transform(
        values.data(), values.data() + 4, array.begin(), array.begin(), dash::max<int>());
    for (int i = 0; i < 4; ++i) {
      int& element = expected[static_cast<std::size_t>(i)];
      element = std::max(element, i + units - 1);
    }
    EXPECT_EQ(contents(array), expected);
    // An accumulation has no other operand than the output.
    auto other = array.begin() + 1;
    std::remove_reference_t<decltype(array)> another(array.pattern());
    for (const auto& operand : {other, another.begin()}) {
      EXPECT_THROW(
          dash::transform(
              values.data(), values.data() + 4, operand, array.begin(), dash::plus<int>()),
          dash::exception::InvalidArgument);
    }
  });
}

}  // namespace
