// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/Scan.h>
#include <gtest/gtest.h>

#include <numeric>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

class AdjacentDifference : public dash::test::TestBase {};

TEST_F(AdjacentDifference, InPlace)
{
  dash::test::expect_same(
      [](auto first, auto last) { return dash::adjacent_difference(first, last, first); },
      [](auto first, auto last) { return std::adjacent_difference(first, last, first); });
}

TEST_F(AdjacentDifference, ToAnyDistribution)
{
  int factor = 10;
  const auto op = [&factor](int current, int previous) { return factor * current + previous; };
  dash::test::expect_same_for_two<int, long>(
      [&](auto first, auto last, auto out) {
        return dash::adjacent_difference(first, last, out, op);
      },
      [&](auto first, auto last, auto out) {
        return std::adjacent_difference(first, last, out, op);
      });
}

TEST_F(AdjacentDifference, ResultsHaveTheTypeOfTheOutput)
{
  const auto ratio = [](int current, int previous) {
    return static_cast<double>(current) / previous;
  };
  dash::test::expect_same_for_two<int, double>(
      [&](auto first, auto last, auto out) {
        return dash::adjacent_difference(first, last, out, ratio);
      },
      [&](auto first, auto last, auto out) {
        return std::adjacent_difference(first, last, out, ratio);
      });
  dash::Array<unsigned char> bytes(2, dash::CYCLIC);
  assign(bytes, std::vector<unsigned char>{10, 3});
  dash::Array<int> differences(2);
  dash::adjacent_difference(bytes, differences.begin());
  EXPECT_EQ(contents(differences), (std::vector<int>{10, -7}));
}

TEST_F(AdjacentDifference, Structs)
{
  using dash::test::Affine;
  const auto op = [](const Affine& f, const Affine& g) { return dash::test::compose(f, g); };
  dash::test::expect_same<Affine>(
      [&](auto first, auto last) { return dash::adjacent_difference(first, last, first, op); },
      [&](auto first, auto last) { return std::adjacent_difference(first, last, first, op); });
}

TEST_F(AdjacentDifference, UndoesASum)
{
  dash::Array<int> in(33, dash::BLOCKCYCLIC(4)), out(33, dash::CYCLIC);
  const auto values = sequence(33);
  assign(in, values);
  dash::inclusive_scan(in, in.begin());
  EXPECT_EQ(dash::adjacent_difference(std::as_const(in), out.begin()), out.end());
  EXPECT_EQ(contents(out), values);
}

}  // namespace
