// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/CopyIf.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

class CopyIf : public dash::test::TestBase {};

TEST_F(CopyIf, KeepsTheOrder)
{
  int limit = 1;
  const auto is_large = [&limit](int x) { return x > limit; };
  dash::test::expect_same_for_two(
      [&](auto first, auto last, auto out) { return dash::copy_if(first, last, out, is_large); },
      [&](auto first, auto last, auto out) { return std::copy_if(first, last, out, is_large); });
}

TEST_F(CopyIf, AllOrNone)
{
  for (const auto& distribution : dash::test::distributions()) {
    dash::Array<double> in(17, distribution), out(17);
    const auto values = sequence<double>(17);
    assign(in, values);
    assign(out, std::vector<double>(17, -8));
    EXPECT_EQ(
        dash::copy_if(in.begin(), in.end(), out.begin(), [](double) { return false; }),
        out.begin());
    EXPECT_EQ(contents(out), std::vector<double>(17, -8));
    EXPECT_EQ(
        dash::copy_if(in.begin(), in.end(), out.begin(), [](double) { return true; }), out.end());
    EXPECT_EQ(contents(out), values);
  }
}

TEST_F(CopyIf, ConstRangesOfStructs)
{
  using dash::test::Particle;
  dash::Array<Particle> in(20, dash::CYCLIC), out(20, dash::BLOCKCYCLIC(3));
  const auto values = sequence<Particle>(20);
  assign(in, values);
  assign(out, values);
  const auto is_charged = [](const Particle& p) { return p.charge != 0; };
  const auto end = dash::copy_if(std::as_const(in), out.begin() + 1, is_charged);
  auto expected = values;
  const auto expected_end =
      std::copy_if(values.begin(), values.end(), expected.begin() + 1, is_charged);
  EXPECT_EQ(end - out.begin(), expected_end - expected.begin());
  EXPECT_EQ(contents(out), expected);
}

}  // namespace
