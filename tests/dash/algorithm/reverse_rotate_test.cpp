// Tier: suite n1 n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Rotate.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

class ReverseRotate : public dash::test::TestBase {};

TEST_F(ReverseRotate, Reverse)
{
  dash::test::expect_same(
      [](auto first, auto last) { dash::reverse(first, last); },
      [](auto first, auto last) { std::reverse(first, last); });
}

/// Both arrays begin at the same position, so that their iterators compare equal.
TEST_F(ReverseRotate, ReverseCopyLeavesItsInput)
{
  dash::Array<int> in(40), out(40);
  const auto values = sequence(40);
  assign(in, values);
  EXPECT_EQ(dash::reverse_copy(in.begin(), in.end(), out.begin()), out.end());
  out.barrier();
  EXPECT_EQ(contents(in), values);
  EXPECT_EQ(contents(out), std::vector<int>(values.rbegin(), values.rend()));
}

TEST_F(ReverseRotate, RotateByAnyDistance)
{
  dash::test::for_each_range([](auto& array, std::size_t first, std::size_t last) {
    const auto from = static_cast<std::ptrdiff_t>(first);
    const auto to = static_cast<std::ptrdiff_t>(last);
    const auto size = to - from;
    for (const std::ptrdiff_t distance : {std::ptrdiff_t{0}, size / 3, size - 1, size}) {
      if (distance < 0) continue;
      auto expected = sequence(array.size());
      assign(array, expected);
      const auto result =
          dash::rotate(array.begin() + from, array.begin() + from + distance, array.begin() + to);
      const auto expected_result = std::rotate(
          expected.begin() + from, expected.begin() + from + distance, expected.begin() + to);
      EXPECT_EQ(result - array.begin(), expected_result - expected.begin());
      EXPECT_EQ(contents(array), expected);
    }
  });
}

TEST_F(ReverseRotate, RangesOfStructs)
{
  using dash::test::Particle;
  dash::Array<Particle> array(23, dash::CYCLIC);
  auto expected = sequence<Particle>(23);
  assign(array, expected);
  dash::reverse(array);
  std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(contents(array), expected);
  EXPECT_EQ(dash::rotate(array, array.begin() + 4), array.begin() + 19);
  std::rotate(expected.begin(), expected.begin() + 4, expected.end());
  EXPECT_EQ(contents(array), expected);
}

}  // namespace
