// Tier: suite n3 c2g2; also h2n2.namespaces

// Algorithms on groups of neighbours with equal keys, and the values that belong to them.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/ReduceByKey.h>
#include <dash/algorithm/ScanByKey.h>
#include <dash/algorithm/UniqueByKey.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::Affine;
using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

class ByKey : public dash::test::TestBase {};

/// Keys in groups; with \c length 3, groups have between one and three elements, and the largest
/// length is that of the whole range.
std::vector<int> grouped_keys(std::size_t n, std::size_t length)
{
  std::vector<int> keys;
  for (std::size_t i = 0; keys.size() < n; ++i) {
    for (std::size_t k = 0; k <= (i * 5 + length - 1) % length && keys.size() < n; ++k) {
      keys.push_back(static_cast<int>(i % 4));
    }
  }
  return keys;
}

/// The groups of positions [from, from + n) of the keys, and of the values from another position.
template <class V, class Combine>
std::pair<std::vector<int>, std::vector<V>> serial_groups(
    const std::vector<int>& keys, std::size_t from, std::size_t n, const std::vector<V>& values,
    std::size_t start, Combine combine)
{
  std::pair<std::vector<int>, std::vector<V>> groups;
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0 && keys[from + i] == keys[from + i - 1]) {
      groups.second.back() = combine(groups.second.back(), values[start + i]);
    } else {
      groups.first.push_back(keys[from + i]);
      groups.second.push_back(values[start + i]);
    }
  }
  return groups;
}

/// Calls f(keys, first, n, values, start) with arrays of groups.
template <class F>
void for_each_groups(F f)
{
  dash::test::for_each_two_ranges<int, Affine>(
      [&](auto& keys, std::size_t first, std::size_t last, auto& values, std::size_t start) {
        for (const std::size_t length : {std::size_t{3}, keys.size() + 1}) {
          SCOPED_TRACE(length);
          assign(keys, grouped_keys(keys.size(), length));
          assign(values, sequence<Affine>(values.size()));
          f(keys, first, last - first, values, start);
        }
      });
}

template <class T>
std::vector<T> front_of(std::vector<T> values, std::size_t begin, std::size_t n)
{
  return {
      values.begin() + static_cast<std::ptrdiff_t>(begin),
      values.begin() + static_cast<std::ptrdiff_t>(begin + n)};
}

TEST_F(ByKey, ReduceKeepsTheOrderOfValues)
{
  for_each_groups(
      [](auto& keys, std::size_t first, std::size_t n, auto& values, std::size_t start) {
        const auto expected =
            serial_groups(contents(keys), first, n, contents(values), start, std::plus<>{});
        const std::size_t groups = expected.first.size();
        dash::Array<int> keys_out(n + 2, dash::CYCLIC, keys.team());
        dash::Array<Affine> values_out(n + 1, dash::BLOCKED, keys.team());
        const auto begin = keys.begin() + static_cast<std::ptrdiff_t>(first);
        const auto ends = dash::reduce_by_key(
            begin, begin + static_cast<std::ptrdiff_t>(n),
            values.begin() + static_cast<std::ptrdiff_t>(start), keys_out.begin() + 2,
            values_out.begin() + 1);
        EXPECT_EQ(ends.first - keys_out.begin(), static_cast<std::ptrdiff_t>(groups) + 2);
        EXPECT_EQ(ends.second - values_out.begin(), static_cast<std::ptrdiff_t>(groups) + 1);
        EXPECT_EQ(front_of(contents(keys_out), 2, groups), expected.first);
        EXPECT_EQ(front_of(contents(values_out), 1, groups), expected.second);
      });
}

TEST_F(ByKey, UniqueKeepsTheFirstOfEachGroup)
{
  for_each_groups([](auto& keys, std::size_t first, std::size_t n, auto& values,
                     std::size_t start) {
    const auto keep = [](const Affine& kept, const Affine&) { return kept; };
    const auto expected = serial_groups(contents(keys), first, n, contents(values), start, keep);
    const std::size_t groups = expected.first.size();
    const auto begin = keys.begin() + static_cast<std::ptrdiff_t>(first);
    const auto value = values.begin() + static_cast<std::ptrdiff_t>(start);
    const auto ends = dash::unique_by_key(begin, begin + static_cast<std::ptrdiff_t>(n), value);
    EXPECT_EQ(ends.first - begin, static_cast<std::ptrdiff_t>(groups));
    EXPECT_EQ(ends.second - value, static_cast<std::ptrdiff_t>(groups));
    EXPECT_EQ(front_of(contents(keys), first, groups), expected.first);
    EXPECT_EQ(front_of(contents(values), start, groups), expected.second);
  });
}

/// The scan of each group; \c init is in front of each group of an exclusive scan.
std::vector<Affine> serial_scan(
    const std::vector<int>& keys, std::size_t from, std::size_t n,
    const std::vector<Affine>& values, std::size_t start, const Affine* init)
{
  std::vector<Affine> results;
  Affine total{};
  for (std::size_t i = 0; i < n; ++i) {
    const Affine& value = values[start + i];
    const bool begins = i == 0 || keys[from + i] != keys[from + i - 1];
    if (init != nullptr) {
      if (begins) total = *init;
      results.push_back(total);
      total = total + value;
    } else {
      total = begins ? value : total + value;
      results.push_back(total);
    }
  }
  return results;
}

TEST_F(ByKey, ScansBeginAnewInEachGroup)
{
  for_each_groups(
      [](auto& keys, std::size_t first, std::size_t n, auto& values, std::size_t start) {
        dash::Array<Affine> out(n + 1, dash::BLOCKCYCLIC(2), keys.team());
        const auto begin = keys.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = begin + static_cast<std::ptrdiff_t>(n);
        const auto value = values.begin() + static_cast<std::ptrdiff_t>(start);
        const auto expect = [&](const auto& out_end, const Affine* init) {
          EXPECT_EQ(out_end, out.end());
          const auto results = front_of(contents(out), 1, n);
          EXPECT_EQ(results, serial_scan(contents(keys), first, n, contents(values), start, init));
        };
        expect(dash::inclusive_scan_by_key(begin, end, value, out.begin() + 1), nullptr);
        const Affine init = sequence<Affine>(3)[2];
        expect(dash::exclusive_scan_by_key(begin, end, value, out.begin() + 1, init), &init);
      });
}

TEST_F(ByKey, ConstantRanges)
{
  dash::Array<int> keys(12), values(12), keys_out(12), out(12);
  assign(keys, {1, 1, 1, 4, 4, 2, 2, 2, 2, 7, 7, 9});
  dash::fill(values, 1);
  const auto& all_keys = keys;
  const auto& all_values = values;
  dash::exclusive_scan_by_key(all_keys, all_values, out.begin(), 1);
  EXPECT_EQ(contents(out), (std::vector<int>{1, 2, 3, 1, 2, 1, 2, 3, 4, 1, 2, 1}));
  const auto ends = dash::reduce_by_key(all_keys, all_values, keys_out.begin(), out.begin());
  EXPECT_EQ(ends, std::pair(keys_out.begin() + 5, out.begin() + 5));
  EXPECT_EQ(front_of(contents(keys_out), 0, 5), (std::vector<int>{1, 4, 2, 7, 9}));
  EXPECT_EQ(front_of(contents(out), 0, 5), (std::vector<int>{3, 2, 4, 2, 1}));
}

/// All elements, copied together: a GPU unit reads single ones slowly. Collective.
template <class T>
std::vector<T> copied(const dash::Array<T>& array)
{
  array.barrier();
  std::vector<T> values(array.size());
  dash::copy(array.begin(), array.end(), values.data());
  array.barrier();
  return values;
}

/// So many elements that a unit works on several blocks, over which groups extend.
TEST_F(ByKey, ScansOfManyBlocks)
{
  constexpr std::size_t n = 300'007;
  const std::vector<Affine> all = sequence<Affine>(n);
  const Affine init = all[5];
  for (const std::size_t length : {std::size_t{7}, std::size_t{100'000}, n}) {
    for (const auto& distribution : {dash::BLOCKED, dash::BLOCKCYCLIC(13)}) {
      SCOPED_TRACE(testing::Message() << "groups of up to " << length);
      const std::vector<int> groups = grouped_keys(n, length);
      dash::Array<int> keys(n, distribution);
      dash::Array<Affine> values(n, distribution), out(n);
      assign(keys, groups);
      assign(values, all);
      dash::inclusive_scan_by_key(keys, values, out.begin());
      EXPECT_TRUE(copied(out) == serial_scan(groups, 0, n, all, 0, nullptr));
      dash::exclusive_scan_by_key(keys, values, out.begin(), init);
      EXPECT_TRUE(copied(out) == serial_scan(groups, 0, n, all, 0, &init));
      dash::inclusive_scan_by_key(keys, values, values.begin());
      EXPECT_TRUE(copied(values) == serial_scan(groups, 0, n, all, 0, nullptr));
    }
  }
}

TEST_F(ByKey, FoldsOfTruthValuesAreTruthValues)
{
  constexpr std::size_t n = 600;
  dash::Array<int> keys(n, dash::CYCLIC), keys_out(1);
  dash::Array<bool> values(n), out(n);
  dash::fill(keys, 7);
  dash::fill(values, true);
  EXPECT_EQ(dash::inclusive_scan_by_key(keys, values, out.begin()), out.end());
  EXPECT_EQ(dash::count(out, true), std::ptrdiff_t(n));
  dash::fill(out, false);
  EXPECT_EQ(dash::exclusive_scan_by_key(keys, values, out.begin(), true), out.end());
  EXPECT_EQ(dash::count(out, true), std::ptrdiff_t(n));
  dash::reduce_by_key(keys, values, keys_out.begin(), out.begin());
  EXPECT_EQ(dash::count(out, true), std::ptrdiff_t(n));
}

TEST_F(ByKey, ScansInPlace)
{
  const auto is_congruent = [](int a, int b) { return a % 10 == b % 10; };
  const auto larger = [](int a, int b) { return a > b ? a : b; };
  dash::Array<int> keys(9, dash::BLOCKCYCLIC(2)), values(9, dash::BLOCKED);
  assign(keys, {1, 11, 21, 3, 13, 1, 5, 5, 15});
  assign(values, {2, 9, 5, 3, 8, 4, 7, 1, 6});
  EXPECT_EQ(
      dash::inclusive_scan_by_key(keys, values, values.begin(), is_congruent, larger),
      values.end());
  EXPECT_EQ(contents(values), (std::vector<int>{2, 9, 9, 3, 8, 4, 7, 7, 7}));
  dash::exclusive_scan_by_key(keys, values, keys.begin(), 5, is_congruent, larger);
  EXPECT_EQ(contents(keys), (std::vector<int>{5, 5, 9, 5, 5, 5, 5, 7, 7}));
  EXPECT_THROW(
      dash::inclusive_scan_by_key(keys, values, values.begin() + 1), dash::exception::OutOfRange);
}

TEST_F(ByKey, RangesInPlace)
{
  const auto is_congruent = [](int a, int b) { return a % 10 == b % 10; };
  dash::Array<int> keys(9, dash::BLOCKCYCLIC(2)), values(9, dash::BLOCKED);
  const std::vector<int> all{1, 11, 21, 3, 13, 1, 5, 5, 15};
  assign(keys, all);
  assign(values, {9, 2, 5, 8, 3, 4, 1, 7, 6});
  const auto ends = dash::reduce_by_key(
      keys, values, keys.begin(), values.begin(), is_congruent,
      [](int a, int b) { return a > b ? a : b; });
  EXPECT_EQ(ends, std::pair(keys.begin() + 4, values.begin() + 4));
  EXPECT_EQ(front_of(contents(keys), 0, 4), (std::vector<int>{1, 3, 1, 5}));
  EXPECT_EQ(front_of(contents(values), 0, 4), (std::vector<int>{9, 8, 4, 7}));
  assign(keys, all);
  dash::unique_by_key(keys, values, is_congruent);
  EXPECT_EQ(front_of(contents(keys), 0, 4), (std::vector<int>{1, 3, 1, 5}));
  // an output that has no room is refused before anything is written
  assign(keys, all);
  dash::Array<int> out(9);
  assign(out, std::vector<int>(9, -1));
  EXPECT_THROW(
      dash::reduce_by_key(keys, values, out.begin(), out.begin() + 6, is_congruent),
      dash::exception::OutOfRange);
  EXPECT_EQ(contents(out), std::vector<int>(9, -1));
}

}  // namespace
