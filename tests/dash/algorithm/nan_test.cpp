// Tier: suite n3 c2g2; also c0g2; sanitized c2g2

// Elements that are no numbers (NaN): the same rule for all floating-point types, distributions and
// numbers of units, compared with a serial model.

#include <libdash.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;

template <class T>
constexpr T none = std::numeric_limits<T>::quiet_NaN();

/// Where the model sorts an element: in front of all numbers, among them, or behind them.
template <class T>
int rank(T x)
{
  if (x == x) return 0;
  return std::signbit(x) ? -1 : 1;
}

template <class T>
bool sorted_before(T a, T b)
{
  return a < b || rank(a) < rank(b);
}

/// The position of the first best number; of the first element if there is no number.
template <class T, class Better>
std::ptrdiff_t best_number(const std::vector<T>& values, Better better)
{
  const auto is_number = [](T x) { return x == x; };
  auto best = std::ranges::find_if(values, is_number);
  if (best == values.end()) return 0;
  for (auto it = best; it != values.end(); ++it) {
    if (better(*it, *best)) best = it;
  }
  return best - values.begin();
}

/// Numbers with a NaN at a position, in front of both extremes.
template <class T>
std::vector<T> with_none_at(std::size_t size, std::size_t position)
{
  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<T>((i * 37) % size);
  values[position] = none<T>;
  values[(position + 1) % size] = T{-5};
  values[(position + 2) % size] = T{500};
  return values;
}

/// Numbers of which many occur twice, and NaN of both signs.
template <class T>
std::vector<T> with_many_none(std::size_t size)
{
  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i) {
    values[i] = i % 7 == 0 ? (i % 2 == 0 ? none<T> : -none<T>) : static_cast<T>((i * 7919) % 101);
  }
  return values;
}

template <class T>
bool same(const std::vector<T>& expected, const std::vector<T>& actual)
{
  return std::ranges::equal(
      expected, actual, [](T a, T b) { return a == b || (rank(a) != 0 && rank(a) == rank(b)); });
}

template <class T>
class Nan : public dash::test::TestBase {};
using Types = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(Nan, Types);

template <class F>
void for_each_distribution(F f)
{
  f(dash::BLOCKED);
  f(dash::CYCLIC);
  f(dash::BLOCKCYCLIC(7));
}

TYPED_TEST(Nan, ExtremesAreNumbers)
{
  using T = TypeParam;
  const std::size_t size = 10 * dash::size() + 3;
  for_each_distribution([&](const auto& distribution) {
    dash::Array<T> array(size, distribution);
    for (std::size_t position = 0; position < size; ++position) {
      SCOPED_TRACE(position);
      const auto values = with_none_at<T>(size, position);
      assign(array, values);
      const auto smallest = best_number(values, std::less<>());
      const auto largest = best_number(values, std::greater<>());
      EXPECT_EQ(dash::min_element(array) - array.begin(), smallest);
      EXPECT_EQ(dash::max_element(array) - array.begin(), largest);
      EXPECT_EQ(dash::min_element(array, std::ranges::less()) - array.begin(), smallest);
      EXPECT_EQ(dash::min_element(array, std::greater<>()) - array.begin(), largest);
      EXPECT_EQ(dash::min_element(array, std::less<>(), std::negate<>()) - array.begin(), largest);
      const auto both = dash::minmax_element(array);
      EXPECT_EQ(both.first - array.begin(), smallest);
      EXPECT_EQ(both.second - array.begin(), largest);
      const auto swapped = dash::minmax_element(array, std::greater<>());
      EXPECT_EQ(swapped.first - array.begin(), largest);
      EXPECT_EQ(swapped.second - array.begin(), smallest);
      EXPECT_EQ(dash::reduce(array.begin(), array.end(), T{1000}, dash::min<T>()), T{-5});
      EXPECT_EQ(dash::reduce(array.begin(), array.end(), T{-1000}, dash::max<T>()), T{500});
      array.barrier();
    }
  });
}

TYPED_TEST(Nan, ThereAreNoNumbers)
{
  using T = TypeParam;
  dash::Array<T> array(5 * dash::size());
  dash::fill(array, none<T>);
  EXPECT_EQ(dash::min_element(array), array.begin());
  EXPECT_EQ(dash::max_element(array), array.begin());
  EXPECT_EQ(dash::reduce(array.begin(), array.end(), T{3}, dash::min<T>()), T{3});
}

/// The worst number comes before NaN, whichever is first, and in whatever unit.
TYPED_TEST(Nan, InfinityIsANumber)
{
  using T = TypeParam;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  dash::Array<T> array(5 * dash::size());
  for (const T worst : {infinity, -infinity}) {
    for (std::size_t position = 0; position < array.size(); ++position) {
      std::vector<T> values(array.size(), none<T>);
      values[position] = worst;
      assign(array, values);
      EXPECT_EQ(dash::min_element(array) - array.begin(), static_cast<std::ptrdiff_t>(position));
      EXPECT_EQ(dash::max_element(array) - array.begin(), static_cast<std::ptrdiff_t>(position));
      array.barrier();
    }
  }
}

TYPED_TEST(Nan, NativeElements)
{
  using T = TypeParam;
  for (std::size_t position = 0; position < 20; ++position) {
    const auto values = with_none_at<T>(20, position);
    const T* const first = values.data();
    EXPECT_EQ(dash::min_element(first, first + 20) - first, best_number(values, std::less<>()));
    EXPECT_EQ(dash::max_element(first, first + 20) - first, best_number(values, std::greater<>()));
  }
}

TYPED_TEST(Nan, OperationsOfUnits)
{
  using T = TypeParam;
  // Each unit in turn has no number.
  for (std::size_t unit = 0; unit < dash::size(); ++unit) {
    const auto id = static_cast<std::size_t>(dash::myid());
    const T mine = id == unit ? none<T> : static_cast<T>(id + 1);
    const T smallest = dash::all_reduce(mine, dash::min<T>()),
            largest = dash::all_reduce(mine, dash::max<T>());
    if (dash::size() == 1) {
      EXPECT_NE(smallest, smallest);
    } else {
      EXPECT_EQ(smallest, static_cast<T>(unit == 0 ? 2 : 1));
      EXPECT_EQ(largest, static_cast<T>(dash::size() - (unit + 1 == dash::size() ? 1 : 0)));
    }
  }
}

/// Calls f(array, sort, expected) for sorts in both directions, and distributions.
template <class T, class F>
void for_each_order(std::size_t size, F f)
{
  const auto values = with_many_none<T>(size);
  auto ascending = values;
  std::ranges::stable_sort(ascending, sorted_before<T>);
  auto descending = values;
  std::ranges::stable_sort(descending, [](T a, T b) { return sorted_before(b, a); });
  for_each_distribution([&](const auto& distribution) {
    dash::Array<T> array(size, distribution);
    const auto check = [&](auto less, const std::vector<T>& expected) {
      assign(array, values);
      f(array, less, expected);
    };
    check(std::less<>(), ascending);
    check(std::less<T>(), ascending);
    check(std::ranges::less(), ascending);
    check(std::greater<>(), descending);
    check(std::ranges::greater(), descending);
  });
}

TYPED_TEST(Nan, SortsPutThemToTheEnds)
{
  for (const std::size_t size : {std::size_t(300), 2000 * dash::size()}) {
    for_each_order<TypeParam>(size, [](auto& array, auto less, const auto& expected) {
      dash::sort(array, less);
      EXPECT_TRUE(same(expected, contents(array)));
    });
    for_each_order<TypeParam>(size, [](auto& array, auto less, const auto& expected) {
      dash::stable_sort(array, less);
      EXPECT_TRUE(same(expected, contents(array)));
    });
    for_each_order<TypeParam>(size, [](auto& array, auto less, const auto& expected) {
      dash::sort(array, less, [](TypeParam x) { return x; });
      EXPECT_TRUE(same(expected, contents(array)));
    });
  }
}

TYPED_TEST(Nan, SelectionsAgreeWithSorts)
{
  const std::size_t size = 400;
  for_each_order<TypeParam>(size, [&](auto& array, auto less, const auto& expected) {
    const std::size_t middle = size / 2;
    dash::partial_sort(array.begin(), array.begin() + middle, array.end(), less);
    auto result = contents(array);
    result.resize(middle);
    EXPECT_TRUE(same<TypeParam>({expected.begin(), expected.begin() + middle}, result));
  });
  for_each_order<TypeParam>(size, [&](auto& array, auto less, const auto& expected) {
    for (const std::size_t nth : {std::size_t(0), size / 20, size / 3, size - 1}) {
      dash::nth_element(array.begin(), array.begin() + nth, array.end(), less);
      EXPECT_TRUE(same<TypeParam>({expected[nth]}, {contents(array)[nth]}));
    }
  });
}

TYPED_TEST(Nan, ValuesFollowKeysThatAreNone)
{
  using T = TypeParam;
  for_each_order<T>(500, [](auto& keys, auto less, const auto& expected) {
    const auto before = contents(keys);
    dash::Array<int> values(keys.size());
    dash::generate_with_index(values, [](auto i) { return static_cast<int>(i); });
    dash::stable_sort_by_key(keys, values, less);
    EXPECT_TRUE(same(expected, contents(keys)));
    std::vector<T> of_values;
    for (const int value : contents(values)) of_values.push_back(before[value]);
    EXPECT_TRUE(same(expected, of_values));
  });
}

TYPED_TEST(Nan, MergesOfSortedRanges)
{
  using T = TypeParam;
  for_each_order<T>(300, [](auto& array, auto less, const auto& expected) {
    const auto middle = array.begin() + 130;
    dash::sort(array.begin(), middle, less);
    dash::sort(middle, array.end(), less);
    dash::Array<T> merged(array.size());
    dash::merge(array.begin(), middle, middle, array.end(), merged.begin(), less);
    EXPECT_TRUE(same(expected, contents(merged)));
  });
}

/// A record with a key that may be no number.
struct Sample {
  double key;
  int number;
};

using NanProjections = dash::test::TestBase;

TEST_F(NanProjections, MembersOfRecords)
{
  const std::size_t size = 300;
  const auto keys = with_many_none<double>(size);
  dash::Array<Sample> samples(size, dash::BLOCKCYCLIC(7));
  const auto restore = [&] {
    dash::generate_with_index(
        samples, [&](auto i) { return Sample{keys[i], static_cast<int>(i)}; });
  };
  auto expected = keys;
  std::ranges::stable_sort(expected, sorted_before<double>);
  const auto keys_of = [](const auto& array) {
    std::vector<double> result;
    for (const Sample& sample : contents(array)) result.push_back(sample.key);
    return result;
  };
  restore();
  EXPECT_EQ(
      dash::min_element(samples, std::less<>(), &Sample::key) - samples.begin(),
      best_number(keys, std::less<>()));
  EXPECT_EQ(
      dash::max_element(samples, std::greater<>(), &Sample::key) - samples.begin(),
      best_number(keys, std::greater<>()));
  dash::sort(samples, std::less<>(), &Sample::key);
  EXPECT_TRUE(same(expected, keys_of(samples)));
  restore();
  dash::sort(samples, &Sample::key);
  EXPECT_TRUE(same(expected, keys_of(samples)));
  restore();
  dash::stable_sort(samples, std::ranges::less(), [](const Sample& sample) { return sample.key; });
  EXPECT_TRUE(same(expected, keys_of(samples)));
}

}  // namespace
