// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/AllOf.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Equal.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/Gather.h>
#include <dash/algorithm/IsSorted.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/NthElement.h>
#include <dash/algorithm/Partition.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Rotate.h>
#include <dash/algorithm/Scan.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/SwapRanges.h>
#include <dash/algorithm/Transform.h>
#include <dash/algorithm/Unique.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <thread>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"

// What is guaranteed when an algorithm returns, and what has to be guaranteed before, without a
// barrier of the program.

namespace {

using dash::test::sequence;

class Completion : public dash::test::TestBase {
 protected:
  static constexpr std::size_t n = 21;

  /// Delays a different unit in each round.
  static void be_late(int round)
  {
    if (dash::myid() == round % static_cast<int>(dash::size())) {
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
  }

  /// Sets the unit's own elements while other units are elsewhere in the program.
  static void assign_own(dash::Array<int>& array, const std::vector<int>& values)
  {
    dash::test::set_local_values(array, dash::test::own_of(array, values));
  }

  /// The elements of all units in their current state.
  static std::vector<int> elements_now(const dash::Array<int>& array)
  {
    std::vector<int> values;
    for (std::size_t i = 0; i < array.size(); ++i) values.push_back(array[i]);
    return values;
  }

  /// Expects that an exchange algorithm global(a, b) sees what all units have assigned before, and
  /// that its effect is complete everywhere on return: the effect that serial(a, b) has on vectors.
  template <class Global, class Serial>
  static void expect_exchange(Global global, Serial serial)
  {
    for (const auto& distribution : dash::test::distributions()) {
      dash::Array<int> a(n, distribution), b(n, dash::BLOCKED);
      for (int round = 0; round < 8; ++round) {
        auto expected_a = sequence(n, static_cast<std::size_t>(round));
        auto expected_b = sequence(n, static_cast<std::size_t>(round) + 40);
        be_late(round);
        assign_own(a, expected_a);
        assign_own(b, expected_b);
        global(a, b);
        serial(expected_a, expected_b);
        EXPECT_EQ(elements_now(a), expected_a);
        EXPECT_EQ(elements_now(b), expected_b);
        dash::barrier();
      }
    }
  }

  /// Expects that global(array) equals serial(vector), although units have only assigned their own
  /// elements.
  template <class Global, class Serial>
  static void expect_result(Global global, Serial serial)
  {
    for (const auto& distribution : dash::test::distributions()) {
      dash::Array<int> array(n, distribution);
      for (int round = 0; round < 8; ++round) {
        const auto values = sequence(n, static_cast<std::size_t>(round));
        be_late(round);
        assign_own(array, values);
        EXPECT_EQ(global(array), serial(values));
      }
    }
  }
};

bool is_even(int x)
{
  return x % 2 == 0;
}

TEST_F(Completion, MovingAlgorithms)
{
  expect_exchange(
      [](auto& a, auto&) { dash::sort(a); }, [](auto& a, auto&) { std::sort(a.begin(), a.end()); });
  expect_exchange(
      [](auto& a, auto&) { dash::reverse(a); },
      [](auto& a, auto&) { std::reverse(a.begin(), a.end()); });
  expect_exchange(
      [](auto& a, auto&) { dash::rotate(a, a.begin() + 4); },
      [](auto& a, auto&) { std::rotate(a.begin(), a.begin() + 4, a.end()); });
  expect_exchange(
      [](auto& a, auto&) { dash::partition(a, is_even); },
      [](auto& a, auto&) { std::stable_partition(a.begin(), a.end(), is_even); });
  expect_exchange(
      [](auto& a, auto& b) { dash::copy_if(a, b.begin(), is_even); },
      [](auto& a, auto& b) { std::copy_if(a.begin(), a.end(), b.begin(), is_even); });
}

TEST_F(Completion, UniqueAndNthElement)
{
  for (const auto& distribution : dash::test::distributions()) {
    dash::Array<int> array(n, distribution);
    for (int round = 0; round < 8; ++round) {
      std::vector<int> values(n);
      for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<int>(i + n - 1) / 2 + round;
      be_late(round);
      assign_own(array, values);
      const auto end = dash::unique(array);
      auto kept = elements_now(array);
      kept.resize(static_cast<std::size_t>(end - array.begin()));
      auto expected = values;
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      EXPECT_EQ(kept, expected);
      dash::barrier();

      be_late(round + 1);
      std::reverse(values.begin(), values.end());
      assign_own(array, values);
      dash::nth_element(array, array.begin() + 7);
      const auto result = elements_now(array);
      std::sort(values.begin(), values.end());
      EXPECT_EQ(result[7], values[7]);
      EXPECT_TRUE(std::is_permutation(result.begin(), result.end(), values.begin()));
      dash::barrier();
    }
  }
}

TEST_F(Completion, NeighboursOnOtherUnits)
{
  expect_exchange(
      [](auto& a, auto&) { dash::adjacent_difference(a, a.begin()); },
      [](auto& a, auto&) { std::adjacent_difference(a.begin(), a.end(), a.begin()); });
  expect_exchange(
      [](auto& a, auto& b) { dash::adjacent_difference(b, a.begin()); },
      [](auto& a, auto& b) { std::adjacent_difference(b.begin(), b.end(), a.begin()); });
  expect_result(
      [](auto& a) { return dash::is_sorted_until(a) - a.begin(); },
      [](const auto& a) { return std::is_sorted_until(a.begin(), a.end()) - a.begin(); });
}

TEST_F(Completion, OtherDistributions)
{
  // The second array is distributed differently, unless both are blocked.
  const auto differs = [](const auto& a, const auto& b) {
    return !(a.pattern() == b.pattern()) || dash::size() == 1;
  };
  expect_exchange(
      [&](auto& a, auto& b) {
        dash::inclusive_scan(a, b.begin());
        if (!differs(a, b)) dash::barrier();
      },
      [](auto& a, auto& b) { std::inclusive_scan(a.begin(), a.end(), b.begin()); });
  expect_exchange(
      [&](auto& a, auto& b) {
        dash::transform(a, b.begin(), std::negate<>{});
        if (!differs(a, b)) dash::barrier();
      },
      [](auto& a, auto& b) { std::transform(a.begin(), a.end(), b.begin(), std::negate<>{}); });
  expect_exchange(
      [&](auto& a, auto& b) {
        dash::transform(a, b, b.begin(), std::minus<>{});
        if (!differs(a, b)) dash::barrier();
      },
      [](auto& a, auto& b) {
        std::transform(a.begin(), a.end(), b.begin(), b.begin(), std::minus<>{});
      });
  expect_exchange(
      [&](auto& a, auto& b) {
        dash::swap_ranges(a, b);
        if (!differs(a, b)) dash::barrier();
      },
      [](auto& a, auto& b) { std::swap_ranges(a.begin(), a.end(), b.begin()); });
  expect_exchange(
      [](auto& a, auto& b) {
        EXPECT_FALSE(dash::equal(a, b));
        dash::barrier();
      },
      [](auto&, auto&) {});
}

TEST_F(Completion, IndexedAlgorithms)
{
  for (const auto& distribution : dash::test::distributions()) {
    dash::Array<int> map(n, distribution), in(n, dash::BLOCKED), out(n, dash::BLOCKCYCLIC(4));
    for (int round = 0; round < 8; ++round) {
      std::vector<int> indices(n);
      for (std::size_t i = 0; i < n; ++i) indices[i] = (2 * static_cast<int>(i) + round) % 21;
      const auto values = sequence(n, static_cast<std::size_t>(round));
      std::vector<int> gathered(n), scattered(n);
      for (std::size_t i = 0; i < n; ++i) {
        gathered[i] = values[static_cast<std::size_t>(indices[i])];
        scattered[static_cast<std::size_t>(indices[i])] = values[i];
      }
      be_late(round);
      assign_own(map, indices);
      assign_own(in, values);
      dash::gather(map.begin(), map.end(), in.begin(), out.begin());
      EXPECT_EQ(elements_now(out), gathered);
      dash::barrier();
      be_late(round + 1);
      assign_own(out, gathered);
      dash::scatter(in.begin(), in.end(), map.begin(), out.begin());
      EXPECT_EQ(elements_now(out), scattered);
      dash::barrier();
    }
  }
}

TEST_F(Completion, ResultsOfOwnElements)
{
  expect_result(
      [](auto& a) { return dash::reduce(a); },
      [](const auto& a) { return std::accumulate(a.begin(), a.end(), 0); });
  expect_result(
      [](auto& a) { return dash::count_if(a, is_even); },
      [](const auto& a) { return std::count_if(a.begin(), a.end(), is_even); });
  expect_result(
      [](auto& a) { return dash::find(a, 3) - a.begin(); },
      [](const auto& a) { return std::find(a.begin(), a.end(), 3) - a.begin(); });
  expect_result(
      [](auto& a) { return dash::min_element(a) - a.begin(); },
      [](const auto& a) { return std::min_element(a.begin(), a.end()) - a.begin(); });
  expect_result(
      [](auto& a) { return dash::all_of(a, is_even); },
      [](const auto& a) { return std::all_of(a.begin(), a.end(), is_even); });
  expect_result([](auto& a) { return dash::equal(a, a); }, [](const auto&) { return true; });
  // The operation does not commute, so units read elements of others if elements of different units
  // alternate.
  const auto later = [](int /*x*/, int y) { return y; };
  expect_result(
      [&](auto& a) { return dash::reduce(a, 0, later); }, [](const auto& a) { return a.back(); });
}

}  // namespace
