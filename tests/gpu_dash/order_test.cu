// Algorithms that reorder elements or combine them in order, with functions that nvcc compiles for
// the GPU.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/Partition.h>
#include <dash/algorithm/ReduceByKey.h>
#include <dash/algorithm/Scan.h>
#include <dash/algorithm/ScanByKey.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/Unique.h>
#include <dash/algorithm/UniqueByKey.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::Affine;
using dash::test::assign;
using dash::test::contents;
using dash::test::expect_same;
using dash::test::Particle;

class DeviceOrder : public dash::test::TestBase {};

/// The same values on all units, many of which occur several times.
template <class T>
std::vector<T> random_values(std::size_t n, int kinds)
{
  std::mt19937 engine(static_cast<unsigned>(n));
  std::uniform_int_distribution<int> uniform(-kinds / 2, kinds - kinds / 2 - 1);
  std::vector<T> values(n);
  for (T& value : values) value = static_cast<T>(uniform(engine));
  return values;
}

template <class T, class Compare>
void expect_sorted(std::vector<T> values, Compare less)
{
  dash::Array<T> array(values.size());
  assign(array, values);
  dash::sort(array.begin(), array.end(), less);
  std::sort(values.begin(), values.end(), less);
  EXPECT_EQ(contents(array), values);
}

TEST_F(DeviceOrder, SortByDigits)
{
  for (const std::size_t n : {1u, 1000u, 20011u}) {
    SCOPED_TRACE(n);
    for (const int kinds : {1, 3, 1 << 30}) {
      expect_sorted(random_values<int>(n, kinds), std::less<>{});
      expect_sorted(random_values<double>(n, kinds), std::less<>{});
      expect_sorted(random_values<unsigned long>(n, kinds), std::greater<>{});
    }
  }
}

void expect_sorted_by_comparisons()
{
  const auto by_distance = [] __host__ __device__(int a, int b) {
    const int distance_a = a < 0 ? -a : a, distance_b = b < 0 ? -b : b;
    return distance_a < distance_b || (distance_a == distance_b && a < b);
  };
  for (const int kinds : {1, 100, 1 << 30}) {
    expect_sorted(random_values<int>(20011, kinds), by_distance);
  }
}

TEST_F(DeviceOrder, SortByComparisons)
{
  expect_sorted_by_comparisons();
}

struct ById {
  __host__ __device__ bool operator()(const Particle& a, const Particle& b) const
  {
    return a.id < b.id;
  }
};

TEST_F(DeviceOrder, SortRecords)
{
  std::vector<Particle> particles;
  for (int i = 0; i < 20011; ++i) particles.push_back(Particle::from(7919 * i % 20011));
  expect_sorted(particles, ById{});
}

void expect_same_scans()
{
  const auto add = [] __host__ __device__(int a, int b) { return a + b; };
  expect_same(
      [&](auto first, auto last) { dash::inclusive_scan(first, last, first, add); },
      [&](auto first, auto last) { std::inclusive_scan(first, last, first, add); });
  expect_same(
      [&](auto first, auto last) { dash::exclusive_scan(first, last, first, 4, add); },
      [&](auto first, auto last) { std::exclusive_scan(first, last, first, 4, add); });
}

TEST_F(DeviceOrder, Scan)
{
  expect_same_scans();
}

void expect_same_selections()
{
  const auto is_even = [] __host__ __device__(int value) { return value % 2 == 0; };
  const auto are_alike = [] __host__ __device__(int a, int b) { return a / 4 == b / 4; };
  expect_same(
      [&](auto first, auto last) { return dash::partition(first, last, is_even); },
      [&](auto first, auto last) { return std::stable_partition(first, last, is_even); });
  dash::test::for_each_range([&](auto& array, std::size_t first, std::size_t last) {
    auto expected = dash::test::sequence(array.size());
    assign(array, expected);
    const auto from = static_cast<std::ptrdiff_t>(first);
    const auto to = static_cast<std::ptrdiff_t>(last);
    const auto end = dash::unique(array.begin() + from, array.begin() + to, are_alike);
    const auto expected_end =
        std::unique(expected.begin() + from, expected.begin() + to, are_alike);
    const auto kept = expected_end - expected.begin();
    ASSERT_EQ(end - array.begin(), kept);
    auto found = contents(array);
    found.resize(static_cast<std::size_t>(kept));
    expected.resize(static_cast<std::size_t>(kept));
    EXPECT_EQ(found, expected);
  });
}

TEST_F(DeviceOrder, Select)
{
  expect_same_selections();
}

/// Keys with the same tens are equal.
struct EqualTens {
  __host__ __device__ bool operator()(int a, int b) const { return a / 10 == b / 10; }
};

/// Keys in groups of a few elements, or of so many that a group spans several units.
std::vector<int> grouped_keys(std::size_t n, std::size_t largest)
{
  std::vector<int> keys;
  for (std::size_t group = 0; keys.size() < n; ++group) {
    const std::size_t size = std::min(n - keys.size(), group * 7919 % largest + 1);
    for (std::size_t i = 0; i < size; ++i) keys.push_back(static_cast<int>(group % 3 * 10 + i % 7));
  }
  return keys;
}

/// The results of a scan of each group, and the key and the fold of each group.
struct Groups {
  std::vector<Affine> inclusive, exclusive, folds, firsts;
  std::vector<int> keys;

  Groups(const std::vector<int>& of, const std::vector<Affine>& values, const Affine& init)
  {
    for (std::size_t i = 0; i < of.size(); ++i) {
      const bool begins = i == 0 || !EqualTens()(of[i - 1], of[i]);
      if (begins) {
        keys.push_back(of[i]);
        firsts.push_back(values[i]);
        folds.push_back(values[i]);
        exclusive.push_back(init);
      } else {
        exclusive.push_back(init + folds.back());
        folds.back() = folds.back() + values[i];
      }
      inclusive.push_back(folds.back());
    }
  }
};

template <class T>
void expect_front(const dash::Array<T>& array, const std::vector<T>& expected)
{
  auto found = contents(array);
  found.resize(expected.size());
  EXPECT_EQ(found, expected);
}

void expect_groups(
    const dash::DistributionSpec<1>& of_keys, const dash::DistributionSpec<1>& of_values,
    std::size_t n, std::size_t largest)
{
  SCOPED_TRACE(testing::Message() << n << " keys in groups of up to " << largest);
  const EqualTens equal;
  const auto all_keys = grouped_keys(n, largest);
  std::vector<Affine> all_values;
  for (std::size_t i = 0; i < n; ++i) all_values.push_back(Affine::from(static_cast<int>(i % 97)));
  const Affine init{3, 4};
  const Groups expected(all_keys, all_values, init);
  dash::Array<int> keys(n, of_keys), keys_out(n);
  dash::Array<Affine> values(n, of_values), out(n);
  assign(keys, all_keys);
  assign(values, all_values);
  dash::inclusive_scan_by_key(keys, values, out.begin(), equal);
  EXPECT_EQ(contents(out), expected.inclusive);
  dash::exclusive_scan_by_key(keys, values, out.begin(), init, equal);
  EXPECT_EQ(contents(out), expected.exclusive);
  const auto ends = dash::reduce_by_key(keys, values, keys_out.begin(), out.begin(), equal);
  EXPECT_EQ(ends.first - keys_out.begin(), std::ssize(expected.keys));
  EXPECT_EQ(ends.second - out.begin(), std::ssize(expected.keys));
  expect_front(keys_out, expected.keys);
  expect_front(out, expected.folds);
  dash::unique_by_key(keys, values, equal);
  expect_front(keys, expected.keys);
  expect_front(values, expected.firsts);
}

TEST_F(DeviceOrder, Groups)
{
  for (const std::size_t n : {std::size_t{1}, std::size_t{20011}}) {
    for (const std::size_t largest : {std::size_t{5}, std::size_t{3000}, std::size_t{1} << 20}) {
      expect_groups(dash::BLOCKED, dash::BLOCKED, n, largest);
      expect_groups(dash::CYCLIC, dash::BLOCKCYCLIC(13), n, largest);
    }
  }
}

}  // namespace
