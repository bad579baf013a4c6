#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/Find.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::sequence;

class Find : public dash::test::TestBase {};

TEST_F(Find, FirstEqualElement)
{
  for (const int value : {-1, 3, 99}) {
    dash::test::expect_same(
        [value](auto first, auto last) { return dash::find(first, last, value); },
        [value](auto first, auto last) { return std::find(first, last, value); });
  }
}

TEST_F(Find, FirstThatFulfilsAPredicate)
{
  const int limit = 2;
  const auto is_large = [&limit](int x) { return x > limit; };
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::find_if(first, last, is_large); },
      [&](auto first, auto last) { return std::find_if(first, last, is_large); });
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::find_if_not(first, last, is_large); },
      [&](auto first, auto last) { return std::find_if_not(first, last, is_large); });
}

TEST_F(Find, EachPosition)
{
  const std::size_t n = 20;
  dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
    std::vector<int> values(n);
    std::iota(values.begin(), values.end(), 0);
    assign(array, values);
    for (int i = 0; i < static_cast<int>(n); ++i) {
      EXPECT_EQ(dash::find(array, i), array.begin() + i);
      EXPECT_EQ(
          dash::find(array.begin() + 2, array.end(), i), i < 2 ? array.end() : array.begin() + i);
    }
    array.barrier();
  });
}

TEST_F(Find, ConstRangesOfStructs)
{
  using dash::test::Particle;
  dash::Array<Particle> array(15, dash::BLOCKCYCLIC(2));
  const auto values = sequence<Particle>(15);
  assign(array, values);
  const auto& readable = array;
  const auto wanted = Particle::from(2);
  const auto position = std::find(values.begin(), values.end(), wanted) - values.begin();
  EXPECT_EQ(dash::find(readable, wanted), readable.begin() + position);
  const auto is_wanted = [&wanted](const Particle& p) { return p == wanted; };
  EXPECT_EQ(dash::find_if(readable, is_wanted) - readable.begin(), position);
  const auto other = std::find_if_not(values.begin(), values.end(), is_wanted) - values.begin();
  EXPECT_EQ(dash::find_if_not(readable, is_wanted) - readable.begin(), other);
  EXPECT_EQ(dash::find(readable.end(), readable.end(), wanted), readable.end());
}

}  // namespace
