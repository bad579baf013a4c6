// Algorithms with a result, with functions that nvcc compiles for the GPU.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/IsSorted.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/accumulators.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::expect_same;
using dash::test::Particle;

class DeviceResults : public dash::test::TestBase {};

/// The function x -> scale * x + shift; the composition is associative, but does not commute.
struct Line {
  std::uint32_t scale = 1;
  std::uint32_t shift = 0;

  static Line from(int value)
  {
    return {static_cast<std::uint32_t>(2 * value + 5), static_cast<std::uint32_t>(value + 3)};
  }
  friend bool operator==(const Line&, const Line&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Line& line)
  {
    return os << line.scale << "x+" << line.shift;
  }
};

/// The composition: first f, then g.
struct Compose {
  __host__ __device__ Line operator()(const Line& f, const Line& g) const
  {
    return {g.scale * f.scale, g.scale * f.shift + g.shift};
  }
};

TEST_F(DeviceResults, OperandsStayInOrder)
{
  expect_same<Line>(
      [](auto first, auto last) { return dash::accumulate(first, last, Line{}, Compose{}); },
      [](auto first, auto last) { return std::accumulate(first, last, Line{}, Compose{}); });
}

/// Accumulates in the order of elements, of which there are few, or enough for all blocks of a GPU.
template <class Op>
void expect_accumulated()
{
  using Accumulated = typename Op::Accumulated;
  using dash::test::accumulated_by_loop;
  expect_same(
      [](auto first, auto last) { return dash::reduce(first, last, Accumulated{}, Op{}); },
      [](auto first, auto last) { return accumulated_by_loop<Op>(first, last); });
  for (const std::size_t size : {1000, 100'003, 3'000'017}) {
    dash::Array<int> array(size);
    const auto values = dash::test::sequence(size);
    dash::test::assign(array, values);
    EXPECT_EQ(
        accumulated_by_loop<Op>(values.begin(), values.end()),
        dash::reduce(array, Accumulated{}, Op{}));
    EXPECT_EQ(
        accumulated_by_loop<Op>(values.begin() + 1, values.end() - 1),
        dash::reduce(array.begin() + 1, array.end() - 1, Accumulated{}, Op{}));
    array.barrier();
  }
}

TEST_F(DeviceResults, AccumulatedElementsStayInOrder)
{
  expect_accumulated<dash::test::Follow>();
  expect_accumulated<dash::test::AddAndReturn>();
  expect_accumulated<dash::test::AddInPlace<40>>();
  expect_accumulated<dash::test::AddInPlace<1024>>();
}

void expect_same_reductions()
{
  const auto add = [] __host__ __device__(int a, int b) { return a + b; };
  expect_same(
      [&](auto first, auto last) { return dash::accumulate(first, last, 5, add); },
      [&](auto first, auto last) { return std::accumulate(first, last, 5, add); });
  expect_same(
      [](auto first, auto last) { return dash::accumulate(first, last, 5, dash::max<int>{}); },
      [](auto first, auto last) { return std::accumulate(first, last, 5, dash::max<int>{}); });
}

void expect_narrow_terms()
{
  dash::Array<int> array(20, dash::CYCLIC);
  dash::fill(array, 5);
  array.barrier();
  const auto half = [] __host__ __device__(int x) { return x / 2.0; };
  EXPECT_EQ(dash::transform_reduce(array, 1, std::multiplies<>{}, half), 1 << 20);
}

TEST_F(DeviceResults, TermsHaveTheTypeOfTheResult)
{
  expect_narrow_terms();
}

TEST_F(DeviceResults, Reduce)
{
  expect_same_reductions();
}

void expect_same_searches()
{
  const int two = 2;
  const auto is_two = [=] __host__ __device__(int value) { return value % 5 == two; };
  const auto by_last_digit = [] __host__ __device__(int a, int b) { return a % 10 < b % 10; };
  expect_same(
      [&](auto first, auto last) { return dash::find_if(first, last, is_two); },
      [&](auto first, auto last) { return std::find_if(first, last, is_two); });
  expect_same(
      [&](auto first, auto last) { return dash::count_if(first, last, is_two); },
      [&](auto first, auto last) { return std::count_if(first, last, is_two); });
  expect_same(
      [&](auto first, auto last) { return dash::min_element(first, last, by_last_digit); },
      [&](auto first, auto last) { return std::min_element(first, last, by_last_digit); });
  expect_same(
      [&](auto first, auto last) { return dash::is_sorted_until(first, last, by_last_digit); },
      [&](auto first, auto last) { return std::is_sorted_until(first, last, by_last_digit); });
}

TEST_F(DeviceResults, Search)
{
  expect_same_searches();
}

// There are more elements than 32 bits can count.
TEST_F(DeviceResults, HugeRange)
{
  const std::size_t n = ((std::size_t(1) << 31) + 8) * dash::size();
  dash::Array<signed char> array(n);
  dash::fill(array.begin(), array.end(), static_cast<signed char>(1));
  EXPECT_EQ(dash::count(array.begin(), array.end(), static_cast<signed char>(1)), n);
  if (dash::myid() == 0) array[n - 1] = 2;
  dash::barrier();
  const auto last = static_cast<std::ptrdiff_t>(n - 1);
  const auto found = dash::find(array.begin(), array.end(), static_cast<signed char>(2));
  EXPECT_EQ(found - array.begin(), last);
  EXPECT_EQ(dash::max_element(array.begin(), array.end()) - array.begin(), last);
}

}  // namespace
