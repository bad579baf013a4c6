// Algorithms that write elements, with functions that nvcc compiles for the GPU.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Types.h>
#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/ForEach.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Includes.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/IsSorted.h>
#include <dash/algorithm/Merge.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Mismatch.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/ReduceByKey.h>
#include <dash/algorithm/Replace.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Scan.h>
#include <dash/algorithm/SetOperations.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/Transform.h>
#include <dash/algorithm/Unique.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::expect_same;
using dash::test::Particle;
using dash::test::sequence;

class DeviceElements : public dash::test::TestBase {};

// Lambdas for kernels cannot be used in private member functions, and tests are such functions.

void expect_same_assignments()
{
  const int three = 3;
  const auto constant = [=] __host__ __device__() { return three; };
  const auto triple = [=] __host__ __device__(int& value) { value *= three; };
  const auto is_small = [=] __host__ __device__(int value) { return value < three; };
  expect_same(
      [&](auto first, auto last) { dash::generate(first, last, constant); },
      [&](auto first, auto last) { std::generate(first, last, constant); });
  expect_same(
      [&](auto first, auto last) { dash::for_each(first, last, triple); },
      [&](auto first, auto last) { std::for_each(first, last, triple); });
  expect_same(
      [&](auto first, auto last) { dash::replace_if(first, last, is_small, three); },
      [&](auto first, auto last) { std::replace_if(first, last, is_small, three); });
}

void expect_state_is_kept()
{
  dash::Array<int> array(40, dash::CYCLIC);
  // The algorithm works on the host, which is an error with DASH_STRICT_DEVICE=1.
  setenv("DASH_STRICT_DEVICE", "0", 1);
  int next = 0;
  const auto count = [=] __host__ __device__(int) mutable { return next++; };
  dash::transform(array.begin(), array.end(), array.begin(), count);
  setenv("DASH_STRICT_DEVICE", "1", 1);
  const auto numbers = dash::test::local_values(array);
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], static_cast<int>(i));
}

/// Kernels assign these elements, and have no variables for them.
struct Plain {
  int value;

  __host__ __device__ explicit Plain(int v) : value(v) {}
  __host__ __device__ bool operator<(const Plain& other) const { return value < other.value; }
  bool operator==(const Plain&) const = default;
};

void expect_no_default_constructor_is_needed()
{
  constexpr std::size_t n = 37;
  const auto next = [] __host__ __device__(const Plain& a) { return Plain(7 * a.value % 31); };
  const auto larger = [] __host__ __device__(const Plain& a, const Plain& b) {
    return a < b ? b : a;
  };
  const auto is_odd = [] __host__ __device__(const Plain& a) { return a.value % 2 != 0; };
  dash::Array<Plain> array(n), out(n);
  std::vector<Plain> values;
  for (std::size_t i = 0; i < n; ++i) values.emplace_back(static_cast<int>(i));
  assign(array, values);
  dash::fill(out, Plain(-1));
  dash::transform(array.begin(), array.end(), array.begin(), next);
  std::transform(values.begin(), values.end(), values.begin(), next);
  EXPECT_EQ(values, contents(array));
  // These algorithms work on the host, which is an error with DASH_STRICT_DEVICE=1.
  setenv("DASH_STRICT_DEVICE", "0", 1);
  const auto to_int = [] __host__ __device__(const Plain& a) { return a.value; };
  const auto to_plain = [] __host__ __device__(int a) { return Plain(a); };
  EXPECT_EQ(
      std::min_element(values.begin(), values.end()) - values.begin(),
      dash::min_element(array.begin(), array.end()) - array.begin());
  const auto end = dash::copy_if(array.begin(), array.end(), out.begin(), is_odd);
  EXPECT_EQ(std::count_if(values.begin(), values.end(), is_odd), end - out.begin());
  dash::inclusive_scan(array.begin(), array.end(), out.begin(), larger);
  EXPECT_EQ(Plain(30), contents(out).back());
  dash::sort(array.begin(), array.end());
  std::sort(values.begin(), values.end());
  EXPECT_EQ(values, contents(array));
  dash::merge(array.begin(), array.begin() + 5, array.begin(), array.begin() + 5, out.begin());
  EXPECT_EQ(values[4], contents(out)[9]);
  dash::set_union(array.begin(), array.end(), array.begin(), array.end(), out.begin());
  EXPECT_EQ(values, contents(out));
  dash::Array<int> numbers(n, dash::CYCLIC), counts(n), sums(n);
  dash::iota(numbers.begin(), numbers.end(), 0);
  EXPECT_EQ(
      Plain(n - 1),
      dash::transform_reduce(numbers.begin(), numbers.end(), Plain(0), larger, to_plain));
  dash::fill(counts, 1);
  const auto groups =
      dash::reduce_by_key(array.begin(), array.end(), counts.begin(), out.begin(), sums.begin());
  EXPECT_EQ(31, groups.first - out.begin());
  EXPECT_EQ(2, contents(sums)[0]);
  setenv("DASH_STRICT_DEVICE", "1", 1);
  // Kernels have no variables for elements here.
  EXPECT_EQ(30, dash::transform_reduce(array.begin(), array.end(), 0, dash::max<int>(), to_int));
  EXPECT_EQ(17, dash::count_if(array.begin(), array.end(), is_odd));
  EXPECT_EQ(array.begin() + 2, dash::find_if(array.begin(), array.end(), is_odd));
  EXPECT_TRUE(dash::is_sorted(array.begin(), array.end()));
  EXPECT_TRUE(dash::includes(array.begin(), array.end(), array.begin(), array.begin() + 9));
  EXPECT_EQ(31, dash::unique(array.begin(), array.end()) - array.begin());
  dash::transform(array.begin(), array.end(), array.begin(), out.begin(), larger);
  EXPECT_EQ(array.end(), dash::mismatch(array.begin(), array.end(), out.begin()).first);
  dash::reverse(array.begin(), array.end());
  values = contents(out);
  std::reverse(values.begin(), values.end());
  EXPECT_EQ(values, contents(array));
}

TEST_F(DeviceElements, WithoutADefaultConstructor)
{
  expect_no_default_constructor_is_needed();
}

TEST_F(DeviceElements, FunctionsKeepTheirState)
{
  expect_state_is_kept();
}

TEST_F(DeviceElements, Assign)
{
  expect_same_assignments();
  expect_same(
      [](auto first, auto last) { dash::fill(first, last, 7); },
      [](auto first, auto last) { std::fill(first, last, 7); });
  expect_same(
      [](auto first, auto last) { dash::iota(first, last, -3); },
      [](auto first, auto last) { std::iota(first, last, -3); });
  expect_same<Particle>(
      [](auto first, auto last) { dash::fill(first, last, Particle::from(5)); },
      [](auto first, auto last) { std::fill(first, last, Particle::from(5)); });
}

void expect_functions_of_the_index()
{
  using Index = dash::default_index_t;
  const auto twice = [] __host__ __device__(Index index) { return static_cast<int>(2 * index); };
  const auto add = [] __host__ __device__(int& value, Index index) {
    value += static_cast<int>(index);
  };
  dash::test::for_each_range([&](auto& array, std::size_t first, std::size_t last) {
    auto expected = sequence(array.size());
    assign(array, expected);
    const auto from = array.begin() + static_cast<std::ptrdiff_t>(first);
    const auto to = array.begin() + static_cast<std::ptrdiff_t>(last);
    dash::generate_with_index(from, to, twice);
    dash::for_each_with_index(from, to, add);
    for (std::size_t i = first; i < last; ++i) expected[i] = static_cast<int>(3 * i);
    EXPECT_EQ(contents(array), expected);
  });
}

TEST_F(DeviceElements, FunctionsOfTheIndex)
{
  expect_functions_of_the_index();
}

void expect_same_transformations()
{
  const auto negate = [] __host__ __device__(int value) { return -value; };
  const auto blend = [] __host__ __device__(int a, int b) { return 2 * a - b; };
  expect_same(
      [&](auto first, auto last) { dash::transform(first, last, first, negate); },
      [&](auto first, auto last) { std::transform(first, last, first, negate); });
  expect_same(
      [&](auto first, auto last) { dash::transform(first, last, first, first, blend); },
      [&](auto first, auto last) { std::transform(first, last, first, first, blend); });
  expect_same(
      [&](auto first, auto last) { dash::adjacent_difference(first, last, first, blend); },
      [&](auto first, auto last) { std::adjacent_difference(first, last, first, blend); });
}

TEST_F(DeviceElements, Transform)
{
  expect_same_transformations();
}

}  // namespace
