// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/Count.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::sequence;

class Count : public dash::test::TestBase {};

TEST_F(Count, EqualElements)
{
  for (const int value : {1, 99}) {
    dash::test::expect_same(
        [value](auto first, auto last) { return dash::count(first, last, value); },
        [value](auto first, auto last) { return std::count(first, last, value); });
  }
}

TEST_F(Count, ElementsThatFulfilAPredicate)
{
  int divisor = 2;
  const auto divides = [&divisor](int x) { return x % divisor == 0; };
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::count_if(first, last, divides); },
      [&](auto first, auto last) { return std::count_if(first, last, divides); });
}

TEST_F(Count, ConstRangesOfStructs)
{
  using dash::test::Particle;
  dash::Array<Particle> array(31, dash::CYCLIC);
  const auto values = sequence<Particle>(31);
  assign(array, values);
  const auto is_charged = [](const Particle& p) { return p.charge != 0; };
  EXPECT_EQ(
      dash::count_if(std::as_const(array), is_charged),
      std::count_if(values.begin(), values.end(), is_charged));
  EXPECT_EQ(
      dash::count(std::as_const(array), Particle::from(1)),
      std::count(values.begin(), values.end(), Particle::from(1)));
}

}  // namespace
