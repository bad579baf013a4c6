// Tier: suite n3 c2g2; sanitized c2g2

// Elements that have no default constructor, and no operators but < and ==; and bool, of which
// vectors are none.

#include <dash/Array.h>
#include <dash/Matrix.h>
#include <dash/Shared.h>
#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/Bcast.h>
#include <dash/algorithm/BinarySearch.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/Equal.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/LexicographicalCompare.h>
#include <dash/algorithm/Merge.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/NthElement.h>
#include <dash/algorithm/PartialSort.h>
#include <dash/algorithm/Partition.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Rotate.h>
#include <dash/algorithm/SUMMA.h>
#include <dash/algorithm/Scan.h>
#include <dash/algorithm/Shuffle.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/SortByKey.h>
#include <dash/algorithm/StableSort.h>
#include <dash/algorithm/Transform.h>
#include <dash/algorithm/Transpose.h>
#include <dash/algorithm/Unique.h>
#include <dash/util/Random.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <type_traits>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"

namespace {

class Plain {
 public:
  explicit Plain(int value) : value_(value) {}

  int value() const { return value_; }
  bool operator<(const Plain& other) const { return value_ < other.value_; }
  bool operator==(const Plain& other) const = default;

 private:
  int value_;
};
static_assert(!std::is_default_constructible_v<Plain>);

constexpr std::size_t n = 41;

std::vector<Plain> some_values()
{
  std::vector<Plain> values;
  for (std::size_t i = 0; i < n; ++i) values.emplace_back(static_cast<int>(17 * i % 29));
  return values;
}

const auto add = [](const Plain& a, const Plain& b) { return Plain(a.value() + b.value()); };
const auto is_odd = [](const Plain& a) { return a.value() % 2 != 0; };

class PlainElements : public dash::test::TestBase {
 protected:
  using Array = dash::Array<Plain>;

  /// Calls f(array of the values, vector of the same) with several distributions.
  template <class F>
  static void for_each_array(F f)
  {
    for (const auto& distribution : {dash::BLOCKED, dash::CYCLIC, dash::BLOCKCYCLIC(3)}) {
      Array array(n, distribution);
      dash::test::assign(array, some_values());
      f(array, some_values());
    }
  }
};

TEST_F(PlainElements, Access)
{
  for_each_array([](Array& a, const std::vector<Plain>& values) {
    EXPECT_EQ(values[3], static_cast<Plain>(a[3]));
    EXPECT_EQ(values[n - 1], static_cast<Plain>(*(a.end() - 1)));
    std::vector<Plain> copy(n, Plain(-1));
    dash::copy(a.begin(), a.end(), copy.data());
    EXPECT_EQ(values, copy);
    a.barrier();
    a.resize(n + 5, Plain(77));
    EXPECT_EQ(Plain(77), static_cast<Plain>(a[n + 4]));
    a.barrier();
  });
  dash::Shared<Plain> shared(Plain(5));
  EXPECT_EQ(Plain(5), dash::broadcast(shared));
}

TEST_F(PlainElements, Order)
{
  for_each_array([](Array& a, std::vector<Plain> values) {
    const auto distance = [&](auto it) { return it - values.begin(); };
    EXPECT_EQ(
        distance(std::min_element(values.begin(), values.end())),
        dash::min_element(a.begin(), a.end()) - a.begin());
    const auto largest = distance(std::max_element(values.begin(), values.end()));
    EXPECT_EQ(largest, dash::max_element(a.begin(), a.end()) - a.begin());
    EXPECT_EQ(largest, dash::max_element(a) - a.begin());
    EXPECT_EQ(largest, dash::minmax_element(a).second - a.begin());
    dash::nth_element(a.begin(), a.begin() + 7, a.end());
    std::sort(values.begin(), values.end());
    EXPECT_EQ(values[7], static_cast<Plain>(a[7]));
    dash::test::assign(a, some_values());
    dash::partial_sort(a.begin(), a.begin() + 9, a.end());
    const std::vector<Plain> partly = dash::test::contents(a);
    EXPECT_TRUE(std::equal(values.begin(), values.begin() + 9, partly.begin()));
    EXPECT_TRUE(dash::equal(a.begin(), a.end(), a.begin()));
    dash::test::assign(a, some_values());
    dash::sort(a.begin(), a.end());
    EXPECT_EQ(values, dash::test::contents(a));
    EXPECT_EQ(
        distance(std::lower_bound(values.begin(), values.end(), Plain(9))),
        dash::lower_bound(a.begin(), a.end(), Plain(9)) - a.begin());
    dash::test::assign(a, some_values());
    dash::stable_sort(a.begin(), a.end());
    EXPECT_EQ(values, dash::test::contents(a));
    dash::Array<int> places(n);
    dash::iota(places.begin(), places.end(), 0);
    dash::test::assign(a, some_values());
    dash::sort_by_key(a.begin(), a.end(), places.begin());
    EXPECT_EQ(values, dash::test::contents(a));
    EXPECT_EQ(values[3], some_values()[static_cast<std::size_t>(static_cast<int>(places[3]))]);
    places.barrier();
    Array merged(2 * n);
    dash::merge(a.begin(), a.end(), a.begin(), a.end(), merged.begin());
    EXPECT_EQ(values.back(), static_cast<Plain>(merged[2 * n - 1]));
    EXPECT_EQ(static_cast<std::ptrdiff_t>(29), dash::unique(a.begin(), a.end()) - a.begin());
    EXPECT_FALSE(dash::lexicographical_compare(a.begin(), a.end(), a.begin(), a.end()));
  });
}

TEST_F(PlainElements, Positions)
{
  for_each_array([](Array& a, std::vector<Plain> values) {
    EXPECT_EQ(std::ptrdiff_t(2), dash::find(a.begin(), a.end(), values[2]) - a.begin());
    dash::reverse(a.begin(), a.end());
    std::reverse(values.begin(), values.end());
    EXPECT_EQ(values, dash::test::contents(a));
    dash::rotate(a.begin(), a.begin() + 5, a.end());
    std::rotate(values.begin(), values.begin() + 5, values.end());
    EXPECT_EQ(values, dash::test::contents(a));
    Array out(n);
    dash::fill(out, Plain(-1));
    const auto end = dash::copy_if(a.begin(), a.end(), out.begin(), is_odd);
    EXPECT_EQ(std::count_if(values.begin(), values.end(), is_odd), end - out.begin());
    dash::test::assign(out, values);
    dash::shuffle(out, dash::Random(7));
    const std::vector<Plain> shuffled = dash::test::contents(out);
    EXPECT_TRUE(std::is_permutation(values.begin(), values.end(), shuffled.begin()));
    EXPECT_NE(values, shuffled);
    dash::partition(a.begin(), a.end(), is_odd);
    EXPECT_TRUE(is_odd(static_cast<Plain>(a[0])));
  });
}

TEST_F(PlainElements, Arithmetic)
{
  for_each_array([](Array& a, const std::vector<Plain>& values) {
    const Plain sum = std::accumulate(values.begin(), values.end(), Plain(0), add);
    EXPECT_EQ(sum, dash::reduce(a.begin(), a.end(), Plain(0), add));
    Array out(n);
    using dash::test::contents;
    dash::transform(a.begin(), a.end(), a.begin(), out.begin(), add);
    EXPECT_EQ(add(values[1], values[1]), contents(out)[1]);
    dash::inclusive_scan(a.begin(), a.end(), out.begin(), add);
    EXPECT_EQ(sum, contents(out).back());
    dash::exclusive_scan(a.begin(), a.end(), out.begin(), Plain(3), add);
    EXPECT_EQ(Plain(3), contents(out).front());
    dash::adjacent_difference(a.begin(), a.end(), out.begin(), add);
    EXPECT_EQ(add(values[n - 1], values[n - 2]), contents(out).back());
  });
}

TEST_F(PlainElements, Matrices)
{
  dash::Matrix<Plain, 2> a(5, 7), b(7, 5);
  dash::fill(a.begin(), a.end(), Plain(1));
  a.barrier();
  if (dash::myid() == 0) a[2][6] = Plain(9);
  a.barrier();
  dash::transpose(a, b);
  EXPECT_EQ(Plain(9), static_cast<Plain>(b[6][2]));
  EXPECT_EQ(Plain(1), static_cast<Plain>(b[6][3]));
  b.barrier();
}

class BoolElements : public dash::test::TestBase {};

TEST_F(BoolElements, Resize)
{
  dash::Array<bool> a(n);
  dash::fill(a, false);
  a.resize(2 * n, true);
  EXPECT_FALSE(static_cast<bool>(a[n - 1]));
  EXPECT_TRUE(static_cast<bool>(a[n]));
  a.barrier();
}

TEST_F(BoolElements, Broadcast)
{
  std::vector<bool> flags(9, dash::myid() == 0);
  dash::broadcast(flags.begin(), flags.end(), dash::team_unit_t{0});
  EXPECT_EQ(std::vector<bool>(9, true), flags);
}

/// Products of matrices of bool are those of and, and or.
TEST_F(BoolElements, Product)
{
  dash::Matrix<bool, 2> a(7, 9), b(9, 5), c(7, 5);
  dash::fill(a, false);
  dash::fill(b, true);
  dash::fill(c, false);
  a.barrier();
  if (dash::myid() == 0) a[2][6] = true;
  a.barrier();
  dash::summa(a, b, c);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(i == 2, static_cast<bool>(c[i][4])) << i;
  c.barrier();
}

}  // namespace
