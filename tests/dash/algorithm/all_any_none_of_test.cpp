// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/AllOf.h>
#include <dash/algorithm/AnyOf.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/NoneOf.h>
#include <dash/algorithm/Reduce.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "dash_test_base.h"
#include "native_memory.h"

namespace {

using dash::test::assign;
using dash::test::fill_local_values;

class AllAnyNoneOf : public dash::test::TestBase {};

/// Expects the results of std for a predicate that no element, some elements or all elements
/// satisfy.
template <class Predicate>
void expect_as_std(Predicate pred)
{
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::all_of(first, last, pred); },
      [&](auto first, auto last) { return std::all_of(first, last, pred); });
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::any_of(first, last, pred); },
      [&](auto first, auto last) { return std::any_of(first, last, pred); });
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::none_of(first, last, pred); },
      [&](auto first, auto last) { return std::none_of(first, last, pred); });
}

TEST_F(AllAnyNoneOf, AnySubrange)
{
  int limit = 2;
  const auto is_large = [&limit](int x) { return x > limit; };
  for (const int l : {-100, 2, 100}) {
    limit = l;
    expect_as_std(is_large);
  }
}

TEST_F(AllAnyNoneOf, OneElementDecides)
{
  const std::size_t n = 17;
  const auto is_set = [](int x) { return x != 0; };
  dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<int> values(n, 0);
      values[i] = 1;
      assign(array, values);
      EXPECT_TRUE(dash::any_of(array, is_set));
      EXPECT_FALSE(dash::none_of(array, is_set));
      EXPECT_FALSE(dash::all_of(std::as_const(array), std::not_fn(is_set)));
    }
  });
}

TEST_F(AllAnyNoneOf, OfTruthValues)
{
  dash::Array<bool> flags(19, dash::CYCLIC);
  fill_local_values(flags, true);
  flags.barrier();
  EXPECT_TRUE(dash::all_of(flags, std::identity{}));
  EXPECT_EQ(dash::count(flags, true), 19);
  EXPECT_FALSE(dash::any_of(flags, std::logical_not<>{}));
  flags.barrier();
  if (dash::myid() == 0) flags[18] = false;
  flags.barrier();
  EXPECT_FALSE(dash::all_of(flags, std::identity{}));
  EXPECT_EQ(dash::find(flags, false), flags.begin() + 18);
  EXPECT_FALSE(dash::reduce(flags, true, std::logical_and<>{}));
}

}  // namespace
