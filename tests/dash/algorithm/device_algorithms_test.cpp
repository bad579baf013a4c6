// Tier: suite n3 c2g2

// Algorithms on containers over all units, with function objects that GPUs can call and with
// others: the results are the same on CPU units, GPU units and teams of both. No element is
// accessed by a native pointer.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/AllOf.h>
#include <dash/algorithm/AnyOf.h>
#include <dash/algorithm/Axpy.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Equal.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/ForEach.h>
#include <dash/algorithm/Gather.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/IsSorted.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Mismatch.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Partition.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Replace.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Rotate.h>
#include <dash/algorithm/Scan.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/SwapRanges.h>
#include <dash/algorithm/Transform.h>
#include <dash/algorithm/Unique.h>
#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>
#include <dash/detail/team/Combine.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
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
using dash::test::expect_same_for_two;
using dash::test::sequence;

class DeviceAlgorithms : public dash::test::TestBase {};

/// Calls the test with a function object that GPUs can call, and with a lambda that calls it
/// through a reference.
template <class Function, class Test>
void for_both_kinds_of(Function library_function, Test test)
{
  {
    SCOPED_TRACE("function object of the library");
    test(library_function);
  }
  SCOPED_TRACE("lambda");
  test([&library_function](const auto&... operands) { return library_function(operands...); });
}

TEST_F(DeviceAlgorithms, Assign)
{
  expect_same(
      [](auto first, auto last) { dash::fill(first, last, 7); },
      [](auto first, auto last) { std::fill(first, last, 7); });
  expect_same(
      [](auto first, auto last) { dash::iota(first, last, -3); },
      [](auto first, auto last) { std::iota(first, last, -3); });
  expect_same(
      [](auto first, auto last) { dash::replace(first, last, 1, 9); },
      [](auto first, auto last) { std::replace(first, last, 1, 9); });
}

TEST_F(DeviceAlgorithms, FunctionsThatCaptureByReference)
{
  int factor = 3;
  expect_same(
      [&](auto first, auto last) { dash::generate(first, last, [&] { return factor; }); },
      [&](auto first, auto last) { std::generate(first, last, [&] { return factor; }); });
  expect_same(
      [&](auto first, auto last) {
        dash::for_each(first, last, [&](int& value) { value *= factor; });
      },
      [&](auto first, auto last) {
        std::for_each(first, last, [&](int& value) { value *= factor; });
      });
  expect_same(
      [&](auto first, auto last) {
        dash::replace_if(first, last, [&](int value) { return value < factor; }, factor);
      },
      [&](auto first, auto last) {
        std::replace_if(first, last, [&](int value) { return value < factor; }, factor);
      });
}

TEST_F(DeviceAlgorithms, FunctionsOfTheIndex)
{
  dash::test::for_each_range([](auto& array, std::size_t first, std::size_t last) {
    auto expected = sequence(array.size());
    assign(array, expected);
    const auto from = array.begin() + static_cast<std::ptrdiff_t>(first);
    const auto to = array.begin() + static_cast<std::ptrdiff_t>(last);
    int calls = 0;
    dash::generate_with_index(from, to, [&](auto index) {
      ++calls;
      return static_cast<int>(2 * index);
    });
    dash::for_each_with_index(
        from, to, [&](int& value, auto index) { value += static_cast<int>(index); });
    for (std::size_t i = first; i < last; ++i) expected[i] = static_cast<int>(3 * i);
    EXPECT_EQ(contents(array), expected);
    int all_calls = 0;
    dart_allreduce(&calls, &all_calls, 1, DART_TYPE_INT, DART_OP_SUM, array.team().dart_id());
    EXPECT_EQ(all_calls, static_cast<int>(last - first));
  });
}

TEST_F(DeviceAlgorithms, FunctionsKeepTheirState)
{
  dash::Array<int> array(40, dash::CYCLIC);
  int sum = 0;
  dash::generate(array, [next = 0]() mutable { return next++; });
  dash::for_each(array, [&](const int& value) { sum += value; });
  const int n = static_cast<int>(array.lsize());
  EXPECT_EQ(sum, n * (n - 1) / 2);
  dash::Array<int> others(40, dash::CYCLIC);
  const auto expect_numbers = [&others] {
    const auto numbers = dash::test::local_values(others);
    for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], static_cast<int>(i));
  };
  dash::transform(
      array.begin(), array.end(), others.begin(), [next = 0](int) mutable { return next++; });
  expect_numbers();
  dash::transform(
      array.begin(), array.end(), array.begin(), others.begin(),
      [next = 0](int, int) mutable { return next++; });
  expect_numbers();
}

TEST_F(DeviceAlgorithms, EveryNameOfANumberAndAnOperation)
{
  dash::Array<long long> array(100, dash::CYCLIC);
  dash::iota(array, 1LL);
  array.barrier();
  EXPECT_EQ(dash::reduce(array), 5050);
  EXPECT_EQ(dash::accumulate(array, 0LL, std::plus<long long>{}), 5050);
  const auto largest = dash::min_element(array.begin(), array.end(), std::greater<long long>{});
  EXPECT_EQ(largest - array.begin(), 99);
  dash::sort(array.begin(), array.end(), std::greater<long long>{});
  dash::inclusive_scan(array.begin(), array.end(), array.begin(), dash::min<long long>{});
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(array[i], 100 - static_cast<long long>(i));
  array.barrier();
  dash::transform(array.begin(), array.end(), array.begin(), std::negate<long long>{});
  EXPECT_EQ(dash::accumulate(array, -200LL, dash::max<long long>{}), -1);
  dash::Array<bool> flags(100, dash::BLOCKED);
  dash::fill(flags, false);
  flags.barrier();
  if (dash::myid() == 0) flags[42] = true;
  flags.barrier();
  EXPECT_EQ(dash::find(flags.begin(), flags.end(), true) - flags.begin(), 42);
  EXPECT_EQ(dash::count(flags.begin(), flags.end(), false), 99);
  EXPECT_TRUE(dash::accumulate(flags, false, dash::max<bool>{}));
  dash::sort(flags);
  EXPECT_TRUE(flags[99]);
  EXPECT_FALSE(flags[98]);
}

TEST_F(DeviceAlgorithms, Results)
{
  const auto test_reduction = [](auto op) {
    expect_same(
        [&](auto first, auto last) { return dash::accumulate(first, last, 5, op); },
        [&](auto first, auto last) { return std::accumulate(first, last, 5, op); });
  };
  for_both_kinds_of(dash::plus<int>{}, test_reduction);
  for_both_kinds_of(dash::max<int>{}, test_reduction);
  const auto test_comparison = [](auto less) {
    expect_same(
        [&](auto first, auto last) { return dash::min_element(first, last, less); },
        [&](auto first, auto last) { return std::min_element(first, last, less); });
    expect_same(
        [&](auto first, auto last) { return dash::is_sorted_until(first, last, less); },
        [&](auto first, auto last) { return std::is_sorted_until(first, last, less); });
  };
  for_both_kinds_of(std::less<>{}, test_comparison);
  for_both_kinds_of(std::greater<int>{}, test_comparison);
  expect_same(
      [](auto first, auto last) { return dash::find(first, last, 1); },
      [](auto first, auto last) { return std::find(first, last, 1); });
  expect_same(
      [](auto first, auto last) { return dash::count(first, last, 1); },
      [](auto first, auto last) { return std::count(first, last, 1); });
}

TEST_F(DeviceAlgorithms, OrderOfOperands)
{
  using dash::test::Affine;
  expect_same<Affine>(
      [](auto first, auto last) { return dash::accumulate(first, last, Affine{}, std::plus<>{}); },
      [](auto first, auto last) { return std::accumulate(first, last, Affine{}, std::plus<>{}); });
}

TEST_F(DeviceAlgorithms, Predicates)
{
  for_both_kinds_of(std::logical_not<>{}, [](auto pred) {
    expect_same(
        [&](auto first, auto last) { return dash::any_of(first, last, pred); },
        [&](auto first, auto last) { return std::any_of(first, last, pred); });
    expect_same(
        [&](auto first, auto last) { return dash::all_of(first, last, pred); },
        [&](auto first, auto last) { return std::all_of(first, last, pred); });
    expect_same(
        [&](auto first, auto last) { return dash::find_if_not(first, last, pred); },
        [&](auto first, auto last) { return std::find_if_not(first, last, pred); });
    expect_same(
        [&](auto first, auto last) { return dash::count_if(first, last, pred); },
        [&](auto first, auto last) { return std::count_if(first, last, pred); });
    expect_same(
        [&](auto first, auto last) { return dash::partition(first, last, pred); },
        [&](auto first, auto last) { return std::stable_partition(first, last, pred); });
  });
}

TEST_F(DeviceAlgorithms, TwoRanges)
{
  for_both_kinds_of(dash::plus<int>{}, [](auto op) {
    expect_same_for_two(
        [&](auto first, auto last, auto out) { return dash::transform(first, last, out, out, op); },
        [&](auto first, auto last, auto out) { return std::transform(first, last, out, out, op); });
    expect_same_for_two(
        [&](auto first, auto last, auto out) {
          return dash::adjacent_difference(first, last, out, op);
        },
        [&](auto first, auto last, auto out) {
          return std::adjacent_difference(first, last, out, op);
        });
  });
  for_both_kinds_of(std::negate<>{}, [](auto f) {
    expect_same_for_two<int, double>(
        [&](auto first, auto last, auto out) { return dash::transform(first, last, out, f); },
        [&](auto first, auto last, auto out) { return std::transform(first, last, out, f); });
  });
  for_both_kinds_of(std::equal_to<>{}, [](auto equal) {
    expect_same_for_two(
        [&](auto first, auto last, auto other) {
          return dash::mismatch(first, last, other, equal).second;
        },
        [&](auto first, auto last, auto other) {
          return std::mismatch(first, last, other, equal).second;
        });
  });
  expect_same_for_two(
      [](auto first, auto last, auto other) { return dash::inner_product(first, last, other, 1); },
      [](auto first, auto last, auto other) { return std::inner_product(first, last, other, 1); });
  expect_same_for_two(
      [](auto first, auto last, auto other) { return dash::swap_ranges(first, last, other); },
      [](auto first, auto last, auto other) { return std::swap_ranges(first, last, other); });
  for_both_kinds_of(std::logical_not<int>{}, [](auto pred) {
    expect_same_for_two(
        [&](auto first, auto last, auto out) { return dash::copy_if(first, last, out, pred); },
        [&](auto first, auto last, auto out) { return std::copy_if(first, last, out, pred); });
  });
}

TEST_F(DeviceAlgorithms, WithLocalMemoryOfTheProgram)
{
  const std::size_t n = 50;
  for (const auto& distribution : dash::test::distributions()) {
    dash::Array<int> array(n, distribution);
    SCOPED_TRACE(dash::test::describe(array));
    auto expected = sequence(n);
    assign(array, expected);
    const auto operands = sequence(n, 11);
    EXPECT_EQ(dash::equal(array.begin(), array.end(), operands.begin()), expected == operands);
    dash::transform(array.begin(), array.end(), operands.begin(), array.begin(), std::plus<>{});
    std::transform(
        expected.begin(), expected.end(), operands.begin(), expected.begin(), std::plus<>{});
    EXPECT_EQ(contents(array), expected);
    std::vector<int> out(n, -1);
    dash::transform(array.begin(), array.end(), out.begin(), std::negate<>{});
    for (std::size_t i = 0; i < n; ++i) {
      const bool is_mine = array.begin()[static_cast<std::ptrdiff_t>(i)].is_local();
      EXPECT_EQ(out[i], is_mine ? -expected[i] : -1) << "at " << i;
    }
  }
}

TEST_F(DeviceAlgorithms, MoveElements)
{
  expect_same(
      [](auto first, auto last) { dash::reverse(first, last); },
      [](auto first, auto last) { std::reverse(first, last); });
  expect_same(
      [](auto first, auto last) { return dash::rotate(first, first + (last - first) / 3, last); },
      [](auto first, auto last) { return std::rotate(first, first + (last - first) / 3, last); });
}

TEST_F(DeviceAlgorithms, UniqueElements)
{
  for_both_kinds_of(std::equal_to<>{}, [](auto equal) {
    dash::test::for_each_range([&](auto& array, std::size_t first, std::size_t last) {
      auto expected = sequence(array.size());
      assign(array, expected);
      const auto from = static_cast<std::ptrdiff_t>(first);
      const auto to = static_cast<std::ptrdiff_t>(last);
      const auto end = dash::unique(array.begin() + from, array.begin() + to, equal);
      const auto expected_end = std::unique(expected.begin() + from, expected.begin() + to, equal);
      ASSERT_EQ(end - array.begin(), expected_end - expected.begin());
      const auto kept = contents(array);
      EXPECT_TRUE(std::equal(kept.begin(), kept.begin() + (end - array.begin()), expected.begin()));
    });
  });
}

TEST_F(DeviceAlgorithms, GatherAndScatter)
{
  const std::size_t n = 50;
  for (const auto& distribution : dash::test::distributions()) {
    dash::Array<int> values(n, distribution), out(n, dash::BLOCKED);
    dash::Array<long> indices(n, dash::CYCLIC);
    SCOPED_TRACE(dash::test::describe(values));
    const auto expected = sequence(n);
    assign(values, expected);
    dash::generate_with_index(indices, [](auto i) { return static_cast<long>((7 * i + 3) % 50); });
    dash::gather(indices.begin(), indices.end(), values.begin(), out.begin());
    const auto gathered = contents(out);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(gathered[i], expected[(7 * i + 3) % n]);
    dash::scatter(out.begin(), out.end(), indices.begin(), values.begin());
    EXPECT_EQ(contents(values), expected);
  }
}

TEST_F(DeviceAlgorithms, StrictDeviceForbidsCopiesOnTheHost)
{
  dash::Array<int> array(4 * dash::size());
  dash::fill(array, 2);
  array.barrier();
  int factor = 3;
  const auto scale = [&] { dash::replace_if(array, [&](int value) { return value < factor; }, 5); };
  setenv("DASH_STRICT_DEVICE", "1", 1);
  if (dash::is_gpu_unit()) {
    EXPECT_THROW(scale(), dash::exception::RuntimeError);
  } else {
    EXPECT_NO_THROW(scale());
  }
  EXPECT_NO_THROW(dash::replace(array, 7, 8));
  unsetenv("DASH_STRICT_DEVICE");
  EXPECT_EQ(array[array.pattern().global(0)], dash::is_gpu_unit() ? 2 : 5);
  scale();
  EXPECT_EQ(contents(array), std::vector<int>(array.size(), 5));
}

/// The library has its own function object in compiled form; the factor may have another type.
TEST_F(DeviceAlgorithms, Axpy)
{
  setenv("DASH_STRICT_DEVICE", "1", 1);
  const auto check = [](auto one, auto factor) {
    using T = decltype(one);
    dash::Array<T> x(4 * dash::size()), y(4 * dash::size());
    dash::fill(x, T{3});
    dash::fill(y, one);
    EXPECT_NO_THROW(dash::axpy(factor, x, y));
    y.barrier();
    EXPECT_EQ(contents(y), std::vector<T>(y.size(), T{7}));
  };
  check(1.0, 2.0);
  check(1.0, 2);
  check(1.0F, 2.0F);
  check(1, 2);
  unsetenv("DASH_STRICT_DEVICE");
}

TEST_F(DeviceAlgorithms, OneUnitOfTheRunTellsOfCopiesOnTheHost)
{
  dash::Array<int> array(4 * dash::size());
  dash::fill(array, 2);
  array.barrier();
  int factor = 3;
  testing::internal::CaptureStderr();
  for (int i = 0; i < 2; ++i) {
    dash::replace_if(array, [&](int value) { return value < factor; }, 5);
  }
  const std::string text = testing::internal::GetCapturedStderr();
  const bool tells = text.find("dash::replace_if with a function object") != text.npos;
  const int expected = dart_gpu_backend() == DART_GPU_NONE ? 0 : 1;
  EXPECT_EQ(expected, dash::detail::sum_over_units(array.team(), tells ? 1 : 0)) << text;
}

TEST_F(DeviceAlgorithms, MixedTypesAndLongRanges)
{
  const std::size_t n = 3'000'001;
  dash::Array<double> values(n, dash::BLOCKED);
  dash::Array<float> others(n, dash::BLOCKCYCLIC(100'000));
  dash::iota(values, 0.0);
  values.barrier();
  dash::transform(values.begin(), values.end(), others.begin(), std::negate<>{});
  EXPECT_EQ(dash::accumulate(others, 0.0), -(static_cast<double>(n) - 1) * n / 2);
  EXPECT_EQ(dash::min_element(others) - others.begin(), static_cast<std::ptrdiff_t>(n) - 1);
  EXPECT_EQ(
      dash::count_if(values, [&](double value) { return value >= 1e6; }),
      static_cast<std::ptrdiff_t>(n) - 1'000'000);
  dash::reverse(values);
  EXPECT_EQ(static_cast<double>(values[0]), static_cast<double>(n) - 1);
  EXPECT_EQ(static_cast<double>(values[n - 1]), 0.0);
}

}  // namespace
