// Tier: suite n3 c2g2

// Reductions that combine accumulated values with elements of another type.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Reduce.h>
#include <dash/detail/execution/DeviceCallable.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <list>
#include <ranges>
#include <string>
#include <type_traits>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "array/rare_arrays.h"
#include "base/accumulators.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "refusals.h"
#include "team/teams.h"

namespace {

using dash::test::accumulated_by_loop;
using dash::test::assign;
using dash::test::Digest;
using dash::test::Follow;
using dash::test::sequence;

/// The same operation, which emulated GPUs take for one that kernels can call.
struct FollowOnGpu : Follow {};

}  // namespace

template <>
struct dash::is_device_callable<FollowOnGpu> : std::true_type {};
template <std::size_t classes>
struct dash::is_device_callable<dash::test::AddInPlace<classes>> : std::true_type {};

namespace {

template <class Op>
class ReduceAccumulated : public dash::test::TestBase {};

// 320 bytes, as the sums of eight clusters of points with four coordinates, and 8 KiB.
using Operations = ::testing::Types<
    Follow, FollowOnGpu, dash::test::AddAndReturn, dash::test::AddInPlace<40>,
    dash::test::AddInPlace<1024>>;
TYPED_TEST_SUITE(ReduceAccumulated, Operations);

TYPED_TEST(ReduceAccumulated, ElementsInTheOrderOfTheRange)
{
  using Accumulated = typename TypeParam::Accumulated;
  dash::test::expect_same(
      [](auto first, auto last) { return dash::reduce(first, last, Accumulated{}, TypeParam{}); },
      [](auto first, auto last) { return accumulated_by_loop<TypeParam>(first, last); });
}

TYPED_TEST(ReduceAccumulated, Accumulate)
{
  using Accumulated = typename TypeParam::Accumulated;
  dash::Array<int> array(100, dash::BLOCKCYCLIC(7));
  const auto values = sequence(100);
  assign(array, values);
  const auto expected = accumulated_by_loop<TypeParam>(values.begin(), values.end());
  EXPECT_EQ(expected, dash::accumulate(array, Accumulated{}, TypeParam{}));
  EXPECT_EQ(expected, dash::accumulate(array.begin(), array.end(), Accumulated{}, TypeParam{}));
}

TYPED_TEST(ReduceAccumulated, RarePatterns)
{
  using Accumulated = typename TypeParam::Accumulated;
  dash::test::for_each_rare_array<int>(25, dash::Team::All(), [&](auto& array) {
    const auto values = sequence(25);
    assign(array, values);
    dash::test::for_each_subrange(25, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      const auto expected =
          accumulated_by_loop<TypeParam>(values.begin() + first, values.begin() + last);
      EXPECT_EQ(
          expected,
          dash::reduce(array.begin() + first, array.begin() + last, Accumulated{}, TypeParam{}));
    });
  });
}

TYPED_TEST(ReduceAccumulated, Views)
{
  using Accumulated = typename TypeParam::Accumulated;
  for (const auto& distribution : dash::test::distributions()) {
    dash::Array<int> array(60, distribution);
    const auto values = sequence(60);
    assign(array, values);
    const auto expect = [](auto& view, auto& expected) {
      EXPECT_EQ(
          accumulated_by_loop<TypeParam>(expected.begin(), expected.end()),
          dash::reduce(view, Accumulated{}, TypeParam{}));
    };
    const auto expect_same_views = [&](auto adaptor) {
      auto view = array | adaptor;
      auto expected = values | adaptor;
      expect(view, expected);
    };
    expect_same_views(std::views::drop(7));
    expect_same_views(std::views::reverse);
    expect_same_views(std::views::transform([](int value) { return 3 * value + 1; }));
    expect_same_views(std::views::filter([](int value) { return value > 1; }));
    array.barrier();
  }
}

TYPED_TEST(ReduceAccumulated, LocalRangesInTheOrderOfUnits)
{
  using Accumulated = typename TypeParam::Accumulated;
  std::vector<int> all;  // unit 0 has none
  for (int unit = 0; unit < static_cast<int>(dash::size()); ++unit) {
    for (int i = 0; i < unit; ++i) all.push_back(10 * unit + i);
  }
  const auto expected = accumulated_by_loop<TypeParam>(all.begin(), all.end());
  const int me = static_cast<int>(dash::myid());
  std::vector<int> own;
  for (int i = 0; i < me; ++i) own.push_back(10 * me + i);
  EXPECT_EQ(expected, dash::reduce(own.begin(), own.end(), Accumulated{}, TypeParam{}));
  const std::list<int> linked(own.begin(), own.end());
  EXPECT_EQ(expected, dash::reduce(linked.begin(), linked.end(), Accumulated{}, TypeParam{}));
}

class ReduceTerms : public dash::test::RefusalTest {};

TEST_F(ReduceTerms, TermsThatAreNoAccumulatedValues)
{
  const auto twice = [](int value) { return 2 * value; };
  dash::test::expect_same(
      [&](auto first, auto last) {
        return dash::transform_reduce(first, last, Digest{}, Follow{}, twice);
      },
      [&](auto first, auto last) {
        std::vector<int> terms;
        for (; first != last; ++first) terms.push_back(twice(*first));
        return accumulated_by_loop<Follow>(terms.begin(), terms.end());
      });
}

TEST_F(ReduceTerms, ElementsThatConvertAreConverted)
{
  struct AddHundredfold {
    long operator()(long a, long b) const { return a + b; }
    long operator()(long a, int b) const { return a + 100L * b; }
  };
  dash::Array<int> array(10);
  dash::generate_with_index(array, [](auto) { return 1; });
  array.barrier();
  EXPECT_EQ(15, dash::reduce(array, 5L, AddHundredfold{}));
}

TEST_F(ReduceTerms, InitialValueHasToBeNeutral)
{
  dash::Array<int> array(10);
  dash::generate_with_index(array, [](auto gidx) { return static_cast<int>(gidx); });
  array.barrier();
  const std::vector<int> own(3, 1);
  const Digest one = Digest{}.followed_by(1);
  const std::vector<std::string> says{"initial value", "neutral", "op(init, init)"};
  using dash::test::expect_refused;
  using Error = dash::exception::InvalidArgument;
  expect_refused<Error>([&] { dash::reduce(array, one, Follow{}); }, says);
  expect_refused<Error>([&] { dash::accumulate(array, one, Follow{}); }, says);
  expect_refused<Error>([&] { dash::reduce(own.begin(), own.end(), one, Follow{}); }, says);
}

}  // namespace
