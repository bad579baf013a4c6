// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Range.h>
#include <dash/View.h>
#include <dash/algorithm/Reduce.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <ranges>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::sequence;

using Array = dash::Array<int>;
using Sub = decltype(dash::sub(0, 1, std::declval<Array&>()));

template <class X>
constexpr bool is_range = dash::is_range<X>::value;

static_assert(is_range<Array> && is_range<Array&> && is_range<const Array&>);
static_assert(is_range<Array::local_type>);
static_assert(is_range<Sub> && is_range<decltype(dash::local(std::declval<Sub>()))>);
static_assert(is_range<decltype(dash::blocks(std::declval<Sub>()))>);
static_assert(is_range<decltype(dash::block(0, std::declval<Sub>()))>);
static_assert(is_range<decltype(dash::index(std::declval<Sub>()))>);
static_assert(is_range<decltype(dash::make_range(Array::iterator(), Array::iterator()))>);
static_assert(is_range<std::vector<int>> && is_range<std::set<int>>);
static_assert(!is_range<Array::iterator> && !is_range<int*> && !is_range<int>);
static_assert(!is_range<Array::reference> && !is_range<Array::pattern_type>);

class Range : public dash::test::TestBase {
 protected:
  static constexpr std::size_t n = 23;
};

TEST_F(Range, FreeFunctions)
{
  Array array(n);
  assign(array, sequence(n));
  EXPECT_EQ(array.begin(), dash::begin(array));
  EXPECT_EQ(array.end(), dash::end(array));
  EXPECT_EQ(n, dash::size(array));
  EXPECT_EQ(array.lbegin(), dash::begin(array.local));
  EXPECT_EQ(array.lsize(), dash::size(array.local));
  EXPECT_EQ(array.begin() + 3, dash::begin(dash::sub(3, 7, array)));
  const std::vector<int> local{1, 2, 3};
  EXPECT_EQ(local.begin(), dash::begin(local));
  EXPECT_EQ(3u, dash::size(local));
}

TEST_F(Range, UnqualifiedCallsAreNotAmbiguous)
{
  Array array(n);
  const Array& constant = array;
  using namespace std;
  using namespace dash;
  EXPECT_EQ(array.begin(), begin(array));
  EXPECT_EQ(array.end(), end(array));
  EXPECT_EQ(constant.begin(), begin(constant));
  EXPECT_EQ(n, size(array));
  EXPECT_EQ(n, size(constant));
  EXPECT_EQ(2u, size(sub(1, 3, array)));
  EXPECT_EQ(array.begin() + 1, begin(sub(1, 3, array)));
}

TEST_F(Range, OfIteratorsHoldsThemByValue)
{
  Array array(n, dash::CYCLIC);
  assign(array, sequence(n));
  const auto range = dash::make_range(array.begin() + 2, array.end() - 1);
  EXPECT_EQ(n - 3, range.size());
  EXPECT_EQ(array.begin() + 2, range.begin());
  EXPECT_FALSE(range.empty());
  EXPECT_EQ(static_cast<int>(array[4]), static_cast<int>(range[2]));
  EXPECT_TRUE(dash::make_range(array.begin(), array.begin()).empty());
  const auto all = sequence(n);
  EXPECT_EQ(
      std::accumulate(all.begin() + 2, all.end() - 1, 0),
      dash::reduce(dash::make_range(array.begin() + 2, array.end() - 1), 0));
}

TEST_F(Range, OfIteratorAndSentinel)
{
  const char text[] = "six sides";
  const auto range = dash::make_range(std::counted_iterator(text, 3), std::default_sentinel);
  EXPECT_EQ("six", std::string(std::ranges::begin(range).base(), range.size()));
}

}  // namespace
