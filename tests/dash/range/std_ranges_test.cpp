// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Range.h>
#include <dash/Team.h>
#include <dash/View.h>
#include <dash/algorithm/AllOf.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Equal.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/ForEach.h>
#include <dash/algorithm/IsSorted.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Scan.h>
#include <dash/algorithm/Transform.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <ranges>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithm/calls.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "range/changes_on_views.h"
#include "range/filled_arrays.h"
#include "range/results_on_views.h"

// Arrays and views of them with std::views, algorithms on such views, and on which units they
// compute.

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

namespace views = std::views;
namespace ranges = std::ranges;

using Array = dash::Array<int>;
using Sub = decltype(dash::sub(0, 1, std::declval<Array&>()));
using ConstSub = decltype(dash::sub(0, 1, std::declval<const Array&>()));
using LocalSub = decltype(dash::local(std::declval<Sub>()));
using Blocks = decltype(dash::blocks(std::declval<Array&>()));
using GlobalOfLocal = decltype(dash::global(dash::sub(0, 1, std::declval<Array&>().local)));
using Index = decltype(dash::index(std::declval<LocalSub>()));
using Range =
    decltype(dash::make_range(std::declval<Array&>().begin(), std::declval<Array&>().end()));
using Zip = decltype(dash::views::zip(std::declval<Array&>(), std::declval<Sub>()));

template <class R>
constexpr bool models_range = ranges::random_access_range<R> && ranges::sized_range<R> &&
                              ranges::common_range<R> && ranges::viewable_range<R>;

template <class R>
constexpr bool models_view = models_range<R> && ranges::view<R> && ranges::borrowed_range<R>;

static_assert(models_range<Array&> && models_range<const Array&>);
static_assert(!ranges::view<Array> && !ranges::borrowed_range<Array>);
static_assert(ranges::output_range<Array, int> && !ranges::output_range<const Array, int>);
static_assert(models_range<Array::local_type&> && ranges::contiguous_range<Array::local_type>);
static_assert(models_view<Sub> && models_range<const Sub> && ranges::output_range<Sub, int>);
static_assert(models_view<ConstSub> && !ranges::output_range<ConstSub, int>);
static_assert(models_view<LocalSub> && ranges::contiguous_range<LocalSub>);
static_assert(ranges::output_range<LocalSub, int>);
static_assert(models_view<Blocks> && models_view<ranges::range_value_t<Blocks>>);
static_assert(models_view<GlobalOfLocal> && ranges::output_range<GlobalOfLocal, int>);
static_assert(models_view<Index> && models_view<Range>);
static_assert(models_range<Zip> && ranges::view<Zip>);
static_assert(std::same_as<ranges::range_value_t<Zip>, std::tuple<int, int>>);

/// The values of a range, read element by element.
template <class R>
auto values(R&& range)
{
  std::vector<ranges::range_value_t<R>> result;
  for (auto&& element : range) result.push_back(static_cast<ranges::range_value_t<R>>(element));
  return result;
}

class StdRanges : public dash::test::TestBase {
 protected:
  static constexpr std::size_t n = 23;

  template <class F>
  static void for_each_filled(const F& f)
  {
    dash::test::for_each_filled_array(sequence(n), f);
  }

  template <class F>
  static void for_each_dealt(const F& f)
  {
    dash::test::for_each_filled_dealt_array(sequence(n), f);
  }

  /// Does what for_each_filled does, where element i equals i.
  template <class F>
  static void for_each_numbered(const F& f)
  {
    std::vector<int> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0);
    dash::test::for_each_filled_array(numbers, f);
  }
};

using dash::test::Calls;

TEST_F(StdRanges, ViewsReadTheSameValuesOnAllUnits)
{
  for_each_filled([](auto& array, const auto& local) {
    const auto expect_same = [&](auto view) {
      EXPECT_EQ(values(local | view), values(array | view));
      EXPECT_EQ(values(local | view), values(std::as_const(array) | view));
    };
    const auto square = [](int x) { return x * x; };
    expect_same(views::take(5));
    expect_same(views::drop(5));
    expect_same(views::reverse);
    expect_same(views::transform(square));
    expect_same(views::filter([](int x) { return x % 2 == 0; }));
    expect_same(views::take_while([](int x) { return x < 3; }));
    expect_same(views::drop(2) | views::transform(square) | views::take(7));
    expect_same(views::transform(square) | views::drop(3) | views::reverse | views::take(4));
    expect_same(views::common);
    const auto count = static_cast<long>(local.size()) / 2;
    EXPECT_EQ(
        values(views::counted(local.begin() + 1, count)),
        values(views::counted(array.begin() + 1, count)));
    const auto size = static_cast<long>(local.size());
    const auto at = views::iota(0L, size) | views::transform([&array](long i) { return array[i]; });
    for (long i = 0; i < size; ++i) EXPECT_EQ(local[i], static_cast<int>(at[i]));
  });
}

TEST_F(StdRanges, ViewsOfViews)
{
  Array array(n, dash::BLOCKCYCLIC(3));
  const auto local = sequence(n);
  assign(array, local);
  const auto middle = dash::sub(2, 20, array);
  const std::vector<int> expected(local.begin() + 2, local.begin() + 20);
  EXPECT_EQ(values(expected | views::reverse), values(middle | views::reverse));
  EXPECT_EQ(values(expected | views::drop(4)), values(dash::sub(2, 20, array) | views::drop(4)));
  EXPECT_EQ(expected, values(dash::blocks(middle) | views::join));
  const auto sizes = dash::blocks(middle) | views::transform([](auto b) { return b.size(); });
  EXPECT_EQ(18u, std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
  const int value = array[9];
  EXPECT_EQ(array.begin() + 9, ranges::find(dash::sub(9, 20, array), value));
}

TEST_F(StdRanges, WritesThroughViews)
{
  Array array(n, dash::CYCLIC);
  assign(array, std::vector<int>(n, 0));
  if (dash::myid() == dash::size() - 1) {
    int next = 1;
    for (auto&& x : array | views::drop(3) | views::take(4) | views::reverse) x = next++;
    ranges::fill(array | views::drop(20), 9);
    ranges::copy(views::iota(0, 3), array.begin());
  }
  auto expected = std::vector<int>(n, 0);
  for (int i = 0; i < 3; ++i) expected[i] = i;
  for (int i = 0; i < 4; ++i) expected[6 - i] = i + 1;
  std::fill(expected.begin() + 20, expected.end(), 9);
  EXPECT_EQ(expected, contents(array));
}

TEST_F(StdRanges, AlgorithmsComputeWhereTheElementsAre)
{
  for_each_numbered([](auto& array, const auto& local) {
    const std::size_t size = local.size();
    Calls calls;
    const auto call = [&calls](auto&& x) { calls(static_cast<int>(x)); };
    const auto check = [&](auto&& view, std::size_t elements) {
      dash::for_each(view, call);
      calls.expect_owner_computes(array, elements);
    };
    const std::size_t rest = size > 4 ? size - 4 : 0;
    check(array, size);
    check(array | views::take(4), std::min<std::size_t>(size, 4));
    check(array | views::drop(4), rest);
    check(array | views::drop(4) | views::take(3), std::min<std::size_t>(rest, 3));
    check(array | views::reverse, size);
    check(array | views::drop(4) | views::reverse | views::take(5), std::min<std::size_t>(rest, 5));
    check(dash::sub(size / 3, size, array), size - size / 3);
    check(dash::make_range(array.begin() + size / 2, array.end()), size - size / 2);
    check(views::counted(array.begin(), size / 2), size / 2);
    check(std::as_const(array) | views::drop(4), rest);

    // The owner of an element calls the function of a transform view, once for each element.
    const auto twice = views::transform([&calls](auto&& x) {
      calls(static_cast<int>(x));
      return 2 * static_cast<int>(x);
    });
    const auto sum = [](auto first, auto last) { return 2 * std::accumulate(first, last, 0); };
    EXPECT_EQ(sum(local.begin(), local.end()), dash::reduce(array | twice));
    calls.expect_owner_computes(array, size);
    EXPECT_EQ(
        sum(local.begin() + (size - rest), local.end()),
        dash::reduce(array | twice | views::drop(4)));
    calls.expect_owner_computes(array, rest);
    EXPECT_EQ(
        sum(local.begin(), local.begin() + size / 2),
        dash::reduce(array | views::take(size / 2) | twice));
    calls.expect_owner_computes(array, size / 2);
    dash::reduce(array | twice | views::drop(4) | views::reverse);
    calls.expect_owner_computes(array, rest);
    dash::for_each(dash::views::zip(views::iota(0), array | twice), [](auto&&) {});
    calls.expect_owner_computes(array, size);
  });
}

TEST_F(StdRanges, ResultsOnViewsAreThoseOfStd)
{
  for_each_dealt([](auto& array, const auto& local) {
    const auto is_even = [](int x) { return x % 2 == 0; };
    const auto check = [&](auto view) {
      const auto mine = values(local | view);
      const auto global = array | view;
      dash::test::expect_results_of_std(mine, global, is_even);
      EXPECT_EQ(
          std::transform_reduce(mine.begin(), mine.end(), 0, std::plus<>(), std::negate<>()),
          dash::transform_reduce(global, 0, std::plus<>(), std::negate<>()));
      dash::Array<int> out(array.size(), array.team());
      const auto end = dash::copy_if(global, out.begin(), is_even);
      const auto kept = values(mine | views::filter(is_even));
      EXPECT_EQ(kept, values(dash::make_range(out.begin(), end)));
      out.barrier();
    };
    const auto affine = views::transform([](int x) { return 7 - 2 * x; });
    check(views::take(9));
    check(views::drop(2) | views::take(11));
    check(affine);
    check(affine | views::drop(3) | views::take(8));
    check(views::reverse);
    check(views::reverse | affine | views::take(10));
    check(affine | views::reverse | views::drop(1));
  });
}

TEST_F(StdRanges, ChangesThroughViewsAreThoseOfStd)
{
  dash::test::expect_changes_of_std(views::reverse);
  dash::test::expect_changes_of_std(views::drop(2) | views::reverse | views::take(12));
}

/// Views that select elements have no positions; algorithms that read take them.
TEST_F(StdRanges, SelectedElements)
{
  for_each_dealt([](auto& array, const auto& local) {
    const auto is_even = [](int x) { return x % 2 == 0; };
    const auto check = [&](auto view) {
      const auto mine = values(local | view);
      const auto global = array | view;
      const int sum = std::accumulate(mine.begin(), mine.end(), 1);
      EXPECT_EQ(sum, dash::reduce(global, 1));
      EXPECT_EQ(sum - 1, dash::reduce(global));
      EXPECT_EQ(std::count_if(mine.begin(), mine.end(), is_even), dash::count_if(global, is_even));
      EXPECT_EQ(std::count(mine.begin(), mine.end(), 4), dash::count(global, 4));
      EXPECT_EQ(std::all_of(mine.begin(), mine.end(), is_even), dash::all_of(global, is_even));
      EXPECT_EQ(std::is_sorted(mine.begin(), mine.end()), dash::is_sorted(global));
      EXPECT_EQ(1 - sum, dash::transform_reduce(global, 0, std::plus<>(), std::negate<>()));
      dash::Array<int> out(array.size(), array.team());
      std::vector<int> expected(mine.size());
      std::transform(mine.begin(), mine.end(), expected.begin(), std::negate<>());
      const auto end = dash::transform(global, out.begin(), std::negate<>());
      out.barrier();
      EXPECT_EQ(expected, values(dash::make_range(out.begin(), end)));
      out.barrier();
      std::partial_sum(mine.begin(), mine.end(), expected.begin());
      const auto scanned = dash::inclusive_scan(global, out.begin());
      out.barrier();
      EXPECT_EQ(expected, values(dash::make_range(out.begin(), scanned)));
      EXPECT_TRUE(dash::equal(global, array | view));
    };
    const auto is_large = [](int x) { return x > 1; };
    const auto affine = views::transform([](int x) { return 7 - 2 * x; });
    check(views::filter(is_even));
    check(views::filter(is_even) | views::filter(is_large));
    check(affine | views::drop(2) | views::filter(is_large));
    check(views::filter([](int x) { return x > 100; }));
    check(views::take_while(is_large));
    check(views::take_while([](int x) { return x < 4; }));
    check(views::take_while([](int x) { return x < 100; }));
    check(affine | views::reverse | views::take_while([](int x) { return x > 0; }));
  });
}

/// The iterators of take_while are those of the container.
TEST_F(StdRanges, FirstElementsHavePositions)
{
  for_each_numbered([](auto& array, const auto& local) {
    const auto first = array | views::take_while([](int x) { return x < 7; });
    const auto n = std::min<std::ptrdiff_t>(7, std::ssize(local));
    EXPECT_EQ(array.begin() + n, dash::find(first, 100));
    EXPECT_EQ(array.begin() + std::max<std::ptrdiff_t>(n - 1, 0), dash::max_element(first));
    dash::for_each(first, [](int& x) { x = 50; });
    array.barrier();
    EXPECT_EQ(n, dash::count(array, 50));
  });
}

TEST_F(StdRanges, Zip)
{
  for_each_numbered([](auto& array, const auto& local) {
    const std::size_t size = local.size();
    dash::Array<double> other(size + 2, dash::CYCLIC, array.team());
    assign(other, dash::test::sequence<double>(size + 2, 7));
    const auto zipped = dash::views::zip(views::iota(0L), array, other);
    EXPECT_EQ(size, zipped.size());
    for (std::size_t i = 0; i < size; ++i) {
      const auto [number, mine, yours] = zipped[i];
      EXPECT_EQ(static_cast<long>(i), number);
      EXPECT_EQ(local[i], static_cast<int>(mine));
      EXPECT_EQ(static_cast<double>(other[i]), static_cast<double>(yours));
    }
    array.barrier();

    Calls calls;
    dash::for_each(zipped, [&calls](auto&& item) {
      const auto& [number, mine, yours] = item;
      calls(static_cast<int>(mine));
      yours = 10.0 * static_cast<double>(number) + static_cast<int>(mine);
    });
    calls.expect_owner_computes(array, size);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_EQ(10.0 * static_cast<double>(i) + local[i], static_cast<double>(other[i]));
    }
    const auto product = [](const auto& item) { return std::get<0>(item) * std::get<1>(item); };
    long expected = 0;
    for (std::size_t i = 0; i < size; ++i) expected += static_cast<long>(i) * local[i];
    EXPECT_EQ(expected, dash::transform_reduce(zipped, 0L, std::plus<>(), product));
    EXPECT_EQ(expected, dash::reduce(zipped | views::transform(product), 0L));
    const auto last = [&](auto&& item) { return std::get<0>(item) == static_cast<long>(size) - 1; };
    EXPECT_EQ(size == 0 ? 0 : 1, dash::count_if(zipped, last));
    EXPECT_EQ(
        size == 0 ? 0 : static_cast<long>(size) - 1, dash::find_if(zipped, last) - zipped.begin());
  });
}

TEST_F(StdRanges, ZipOfBothDirections)
{
  for_each_dealt([](auto& array, const auto& local) {
    const auto size = static_cast<int>(local.size());
    dash::Array<int> other(local.size(), dash::BLOCKCYCLIC(3), array.team());
    const auto weights = sequence<int>(local.size(), 5);
    assign(other, weights);
    const auto weigh = views::transform([](const auto& item) {
      return 3 * static_cast<int>(std::get<0>(item)) - static_cast<int>(std::get<1>(item));
    });
    const auto check = [&](const char* parts, const auto& a, const auto& b, auto local_a,
                           auto local_b) {
      SCOPED_TRACE(parts);
      std::vector<int> expected;
      for (int i = 0; i < size; ++i) expected.push_back(3 * local_a(i) - local_b(i));
      const auto view = dash::views::zip(a, b) | weigh;
      const auto is_even = [](int x) { return x % 2 == 0; };
      dash::test::expect_results_of_std(expected, view, is_even);
      std::reverse(expected.begin(), expected.end());
      dash::test::expect_results_of_std(expected, view | views::reverse, is_even);
    };
    const auto forwards = [](const auto& values) {
      return [&values](int i) { return values[static_cast<std::size_t>(i)]; };
    };
    const auto backwards = [size](const auto& values) {
      return [&values, size](int i) { return values[static_cast<std::size_t>(size - 1 - i)]; };
    };
    const auto position = [](int i) { return i; };
    check(
        "array reversed, other", array | views::reverse, other, backwards(local),
        forwards(weights));
    check(
        "array, other reversed", array, other | views::reverse, forwards(local),
        backwards(weights));
    check(
        "both reversed", array | views::reverse, other | views::reverse, backwards(local),
        backwards(weights));
    check(
        "array reversed, positions", array | views::reverse, views::iota(0, size), backwards(local),
        position);
    check(
        "positions, array reversed", views::iota(0, size), array | views::reverse, position,
        backwards(local));
  });
}

}  // namespace
