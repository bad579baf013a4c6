// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/Reduce.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"

namespace {

using dash::test::Affine;
using dash::test::assign;
using dash::test::fill_local_values;
using dash::test::sequence;

class TransformReduce : public dash::test::TestBase {};

TEST_F(TransformReduce, OfOneRange)
{
  int center = 2;
  const auto squared_distance = [&center](int x) { return (x - center) * (x - center); };
  dash::test::expect_same(
      [&](auto first, auto last) {
        return dash::transform_reduce(first, last, 100, std::plus<>{}, squared_distance);
      },
      [&](auto first, auto last) {
        return std::transform_reduce(first, last, 100, std::plus<>{}, squared_distance);
      });
}

TEST_F(TransformReduce, OperandsKeepTheirOrder)
{
  const Affine init{1, 2};
  dash::test::expect_same(
      [&](auto first, auto last) {
        return dash::transform_reduce(first, last, init, dash::test::compose, Affine::from);
      },
      [&](auto first, auto last) {
        return std::accumulate(first, last, init, [](const Affine& f, int x) {
          return dash::test::compose(f, Affine::from(x));
        });
      });
}

TEST_F(TransformReduce, ResultMayBeWider)
{
  dash::Array<int> array(50, dash::BLOCKCYCLIC(3));
  fill_local_values(array, 1 << 20);
  array.barrier();
  const auto square = [](int x) { return static_cast<double>(x) * x; };
  EXPECT_EQ(
      dash::transform_reduce(std::as_const(array), 1.0, std::plus<>{}, square),
      1.0 + 50.0 * (1L << 40));
}

TEST_F(TransformReduce, TermsHaveTheTypeOfTheResult)
{
  for (const auto& distribution : dash::test::distributions()) {
    dash::Array<int> array(20, distribution);
    fill_local_values(array, 5);
    array.barrier();
    const auto half = [](int x) { return x / 2.0; };
    const auto half_product = [](int x, int y) { return x * y / 10.0; };
    // Each 2.5 is converted to 2, in any position.
    EXPECT_EQ(dash::transform_reduce(array, 1, std::multiplies<>{}, half), 1 << 20);
    EXPECT_EQ(
        dash::transform_reduce(
            array.begin(), array.end(), array.begin(), 1, std::multiplies<>{}, half_product),
        1 << 20);
  }
}

TEST_F(TransformReduce, OfTwoRanges)
{
  dash::test::expect_same_for_two(
      [](auto first, auto last, auto b) { return dash::transform_reduce(first, last, b, 10L); },
      [](auto first, auto last, auto b) { return std::transform_reduce(first, last, b, 10L); });
}

TEST_F(TransformReduce, OfTwoRangesWithOperations)
{
  const auto larger = [](int a, int b) { return std::max(a, b); };
  dash::test::expect_same_for_two<int, double>(
      [&](auto first, auto last, auto b) {
        return dash::inner_product(first, last, b, -100, larger, std::minus<>{});
      },
      [&](auto first, auto last, auto b) {
        return std::inner_product(first, last, b, -100, larger, std::minus<>{});
      });
}

TEST_F(TransformReduce, SecondRangeInNativeMemory)
{
  const auto weights = sequence(40, 3);
  for (const auto& distribution : dash::test::distributions()) {
    dash::Array<int> array(40, distribution);
    const auto values = sequence(40);
    assign(array, values);
    EXPECT_EQ(
        dash::transform_reduce(array.begin() + 5, array.end(), weights.begin() + 2, 0),
        std::inner_product(values.begin() + 5, values.end(), weights.begin() + 2, 0));
    EXPECT_EQ(
        dash::inner_product(array.begin(), array.end(), weights.data(), 0),
        std::inner_product(values.begin(), values.end(), weights.data(), 0));
    array.barrier();
  }
}

TEST_F(TransformReduce, InnerProductOfRanges)
{
  dash::Array<double> a(30, dash::CYCLIC), b(30, dash::BLOCKED);
  fill_local_values(a, 0.5);
  fill_local_values(b, 4);
  dash::barrier();
  EXPECT_EQ(dash::inner_product(std::as_const(a), std::as_const(b), 1.0), 61.0);
  EXPECT_EQ(dash::transform_reduce(std::as_const(a), std::as_const(b), 1.0), 61.0);
  EXPECT_EQ(dash::transform_reduce(a, b, 1.0, std::plus<>{}, std::minus<>{}), -104.0);
}

}  // namespace
