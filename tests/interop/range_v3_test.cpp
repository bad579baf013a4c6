// Tier: suite

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Range.h>
#include <dash/Team.h>
#include <dash/View.h>
#include <dash/algorithm/AllOf.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/ForEach.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Transform.h>
#include <dash/interop/RangeV3.h>
#include <gtest/gtest.h>
#include <range/v3/algorithm/copy.hpp>
#include <range/v3/algorithm/fill.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/sort.hpp>
#include <range/v3/numeric/accumulate.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/all.hpp>
#include <range/v3/view/chunk.hpp>
#include <range/v3/view/concat.hpp>
#include <range/v3/view/drop.hpp>
#include <range/v3/view/enumerate.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/iota.hpp>
#include <range/v3/view/join.hpp>
#include <range/v3/view/reverse.hpp>
#include <range/v3/view/slice.hpp>
#include <range/v3/view/stride.hpp>
#include <range/v3/view/subrange.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/take_while.hpp>
#include <range/v3/view/transform.hpp>
#include <range/v3/view/zip.hpp>
#include <range/v3/view/zip_with.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithm/calls.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"
#include "range/changes_on_views.h"
#include "range/filled_arrays.h"
#include "range/results_on_views.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

namespace views = ranges::views;

using Array = dash::Array<int>;
using Sub = decltype(dash::sub(0, 1, std::declval<Array&>()));
using LocalSub = decltype(dash::local(std::declval<Sub>()));
using Blocks = decltype(dash::blocks(std::declval<Array&>()));
using Index = decltype(dash::index(std::declval<LocalSub>()));
using Range =
    decltype(dash::make_range(std::declval<Array&>().begin(), std::declval<Array&>().end()));
using Zip = decltype(dash::views::zip(std::declval<Array&>(), std::declval<Sub>()));

template <class R>
constexpr bool models_range = ranges::random_access_range<R> && ranges::sized_range<R> &&
                              ranges::common_range<R> && ranges::viewable_range<R>;

template <class R>
constexpr bool models_view = models_range<R> && ranges::view_<R> && ranges::borrowed_range<R>;

static_assert(models_range<Array&> && models_range<const Array&>);
static_assert(!ranges::view_<Array> && !ranges::borrowed_range<Array>);
static_assert(ranges::output_range<Array&, int> && !ranges::output_range<const Array&, int>);
static_assert(models_range<Array::local_type&> && ranges::contiguous_range<Array::local_type&>);
static_assert(models_view<Sub> && ranges::output_range<Sub, int>);
static_assert(models_view<LocalSub> && ranges::contiguous_range<LocalSub>);
static_assert(models_view<Blocks> && models_view<ranges::range_value_t<Blocks>>);
static_assert(models_view<Index> && models_view<Range>);
static_assert(models_range<Zip> && ranges::view_<Zip>);

/// The values of a range, read element by element.
template <class R>
auto values(R&& range)
{
  std::vector<ranges::range_value_t<R>> result;
  for (auto&& element : range) result.push_back(static_cast<ranges::range_value_t<R>>(element));
  return result;
}

const auto square = [](int x) { return x * x; };
const auto is_even = [](int x) { return x % 2 == 0; };

class RangeV3Test : public dash::test::TestBase {
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
};

TEST_F(RangeV3Test, ViewsReadTheSameValuesOnAllUnits)
{
  for_each_filled([](auto& array, const auto& local) {
    const auto expect_same = [&](auto view) {
      EXPECT_EQ(values(local | view), values(array | view));
      EXPECT_EQ(values(local | view), values(std::as_const(array) | view));
    };
    expect_same(views::take(5));
    expect_same(views::drop(5));
    expect_same(views::transform(square));
    expect_same(views::reverse);
    expect_same(views::stride(3));
    expect_same(views::filter(is_even));
    expect_same(views::drop(2) | views::transform(square) | views::take(7));
    expect_same(views::transform(square) | views::stride(2) | views::reverse);
    if (local.size() >= 3) {
      EXPECT_EQ(values(local | views::slice(1, 3)), values(array | views::slice(1, 3)));
    }
    std::vector<int> joined;
    for (auto&& chunk : array | views::chunk(4)) {
      EXPECT_LE(ranges::distance(chunk), 4);
      for (int x : chunk) joined.push_back(x);
    }
    EXPECT_EQ(local, joined);
  });
}

TEST_F(RangeV3Test, ViewsOfViews)
{
  dash::HostArray<int> array(n, dash::BLOCKCYCLIC(3));
  const auto local = sequence(n);
  assign(array, local);
  const auto middle = dash::sub(2, 20, array);
  const std::vector<int> expected(local.begin() + 2, local.begin() + 20);
  EXPECT_EQ(values(expected | views::reverse), values(middle | views::reverse));
  EXPECT_EQ(
      values(expected | views::drop(4) | views::stride(2)),
      values(dash::sub(2, 20, array) | views::drop(4) | views::stride(2)));
  std::vector<int> joined;
  for (int x : dash::blocks(middle) | views::join) joined.push_back(x);
  EXPECT_EQ(expected, joined);
  EXPECT_EQ(values(dash::local(middle)), values(dash::local(middle) | views::take(100)));
  std::vector<int> own;
  for (const auto gidx : dash::index(dash::local(middle)).pre() | views::all) {
    own.push_back(local[gidx]);
  }
  EXPECT_EQ(dash::test::local_values(array), own);
}

TEST_F(RangeV3Test, WritesThroughViews)
{
  Array array(n, dash::CYCLIC);
  assign(array, std::vector<int>(n, 0));
  if (dash::myid() == dash::size() - 1) {
    int next = 1;
    for (auto&& x : array | views::drop(3) | views::take(4) | views::reverse) x = next++;
    ranges::fill(array | views::drop(20), 9);
    ranges::copy(views::ints(0, 3), array.begin());
    for (auto&& [i, x] : views::zip(views::ints, array | views::slice(10, 13))) x = 100 + i;
  }
  auto expected = std::vector<int>(n, 0);
  for (int i = 0; i < 3; ++i) expected[i] = i;
  for (int i = 0; i < 4; ++i) expected[6 - i] = i + 1;
  for (int i = 0; i < 3; ++i) expected[10 + i] = 100 + i;
  std::fill(expected.begin() + 20, expected.end(), 9);
  EXPECT_EQ(expected, contents(array));
}

TEST_F(RangeV3Test, RangeAlgorithmsRunOnGlobalRanges)
{
  Array array(n, dash::BLOCKCYCLIC(2));
  auto local = sequence(n);
  assign(array, local);
  const int value = array[11];
  EXPECT_EQ(array.begin() + 11, ranges::find(dash::sub(11, n, array), value));
  EXPECT_EQ(
      ranges::accumulate(local | views::transform(square), 0),
      ranges::accumulate(array | views::transform(square), 0));
  array.barrier();
  if (dash::myid() == 0) ranges::sort(array);
  ranges::sort(local);
  EXPECT_EQ(local, contents(array));
}

TEST_F(RangeV3Test, ZipsReadTheSameValuesOnAllUnits)
{
  for_each_filled([](auto& array, const auto& local) {
    dash::Array<double> other(local.size() + 2, dash::CYCLIC, array.team());
    const auto other_local = dash::test::sequence<double>(local.size() + 2, 7);
    assign(other, other_local);
    std::size_t i = 0;
    for (auto&& [mine, yours] : views::zip(array, other)) {
      EXPECT_EQ(local[i], static_cast<int>(mine));
      EXPECT_EQ(other_local[i++], static_cast<double>(yours));
    }
    EXPECT_EQ(local.size(), i);
    for (auto&& [position, mine] : views::enumerate(array)) {
      EXPECT_EQ(local[position], static_cast<int>(mine));
    }
    const auto product = [](int a, double b) { return a * b; };
    EXPECT_EQ(
        values(views::zip_with(product, local, other_local)),
        values(views::zip_with(product, array, other)));
    array.barrier();
  });
}

using dash::test::Calls;

TEST_F(RangeV3Test, AlgorithmsComputeWhereTheElementsAre)
{
  for_each_filled([](auto& array, const auto& local) {
    const std::size_t size = local.size();
    std::vector<int> numbers(size);
    std::iota(numbers.begin(), numbers.end(), 0);
    assign(array, numbers);
    const std::size_t rest = size > 4 ? size - 4 : 0;
    Calls calls;
    const auto check = [&](auto&& view, std::size_t elements) {
      dash::for_each(view, [&calls](auto&& x) { calls(x); });
      calls.expect_owner_computes(array, elements);
    };
    check(array | views::take(4), std::min<std::size_t>(size, 4));
    check(array | views::drop(4), rest);
    check(array | views::drop(4) | views::take(3), std::min<std::size_t>(rest, 3));
    check(array | views::reverse, size);
    check(array | views::stride(3), (size + 2) / 3);
    check(array | views::drop(4) | views::stride(2) | views::reverse, (rest + 1) / 2);
    check(dash::sub(size / 2, size, array) | views::all, size - size / 2);

    const auto counted = views::transform([&calls](auto&& x) {
      calls(x);
      return 2 * static_cast<int>(x);
    });
    EXPECT_EQ(
        2 * std::accumulate(numbers.begin(), numbers.end(), 0), dash::reduce(array | counted));
    calls.expect_owner_computes(array, size);
    dash::reduce(array | counted | views::drop(4));
    calls.expect_owner_computes(array, rest);
    dash::reduce(array | views::stride(2) | counted);
    calls.expect_owner_computes(array, (size + 1) / 2);
    dash::reduce(array | counted | views::reverse);
    calls.expect_owner_computes(array, size);

    const auto call_first = [&calls](auto&& item) { calls(std::get<0>(item)); };
    dash::Array<double> other(size, dash::CYCLIC, array.team());
    dash::for_each(views::zip(array, other), call_first);
    calls.expect_owner_computes(array, size);
    dash::for_each(views::zip(array, other) | views::drop(4), call_first);
    calls.expect_owner_computes(array, rest);
    dash::for_each(views::zip(views::ints(0, int(size)), array), [&calls](auto&& item) {
      calls(std::get<1>(item));
    });
    calls.expect_owner_computes(array, size);
  });
}

TEST_F(RangeV3Test, ResultsOnViewsAreThoseOfStd)
{
  for_each_dealt([](auto& array, const auto& local) {
    const auto check = [&](auto view) {
      const auto mine = values(local | view);
      const auto global = array | view;
      dash::test::expect_results_of_std(mine, global, is_even);
      dash::Array<int> out(array.size(), array.team());
      const auto end = dash::copy_if(global, out.begin(), is_even);
      EXPECT_EQ(values(mine | views::filter(is_even)), values(dash::make_range(out.begin(), end)));
      out.barrier();
    };
    const auto affine = views::transform([](int x) { return 7 - 2 * x; });
    check(views::take(9));
    check(views::drop(2) | views::take(11));
    check(affine);
    check(affine | views::drop(3) | views::take(8));
    check(views::stride(2) | affine);
    check(affine | views::reverse | views::stride(3));
  });
}

TEST_F(RangeV3Test, ChangesThroughViewsAreThoseOfStd)
{
  dash::test::expect_changes_of_std(views::reverse | views::stride(3));
}

/// A unit works on the chunks that begin with an element of it.
TEST_F(RangeV3Test, Chunks)
{
  for_each_dealt([](auto& array, const auto& local) {
    const auto sum_of = [](const auto& chunk) {
      int sum = 0;
      for (const int x : chunk) sum = 3 * sum + x;
      return sum;
    };
    for (const int size : {1, 4, 100}) {
      std::vector<int> sums;
      for (auto&& chunk : local | views::chunk(size)) sums.push_back(sum_of(chunk));
      const auto chunks = array | views::chunk(size);
      dash::Array<int> out(array.size(), array.team());
      const auto end = dash::transform(chunks, out.begin(), sum_of);
      out.barrier();
      EXPECT_EQ(sums, values(dash::make_range(out.begin(), end)));
      EXPECT_EQ(
          std::accumulate(sums.begin(), sums.end(), 5),
          dash::transform_reduce(chunks, 5, std::plus<>(), sum_of));
      const auto is_large = [&](const auto& chunk) { return sum_of(chunk) > 9; };
      EXPECT_EQ(
          std::count_if(sums.begin(), sums.end(), [](int sum) { return sum > 9; }),
          dash::count_if(chunks, is_large));
      out.barrier();
    }
  });
}

TEST_F(RangeV3Test, Concatenations)
{
  for_each_dealt([](auto& array, const auto& local) {
    dash::Array<int> other(7, dash::CYCLIC, array.team());
    const auto other_local = sequence(7, 3);
    assign(other, other_local);
    const auto check = [&](const auto& mine, const auto& global) {
      const auto expected = values(mine);
      dash::test::expect_results_of_std(expected, global, is_even);
      dash::Array<int> out(expected.size(), array.team());
      dash::transform(global, out.begin(), square);
      out.barrier();
      EXPECT_EQ(values(expected | views::transform(square)), values(out));
      out.barrier();
    };
    check(views::concat(local, other_local), dash::views::concat(array, other));
    check(views::concat(other_local, local, other_local), dash::views::concat(other, array, other));
    check(
        views::concat(other_local, local) | views::drop(5) | views::stride(2),
        dash::views::concat(other, array) | views::drop(5) | views::stride(2));
    check(views::concat(other_local, local), views::concat(other, array));
    check(
        views::concat(local | views::drop(1), other_local | views::reverse | views::take(3)) |
            views::reverse,
        dash::views::concat(array | views::drop(1), other | views::reverse | views::take(3)) |
            views::reverse);
  });
}

/// Algorithms that read take what views select, which they copy or whose end they look for.
TEST_F(RangeV3Test, SelectedElements)
{
  for_each_dealt([](auto& array, const auto& local) {
    const auto check = [&](auto view) {
      const auto mine = values(local | view);
      auto global = array | view;
      EXPECT_EQ(mine, values(global));
      EXPECT_EQ(std::accumulate(mine.begin(), mine.end(), 3), dash::reduce(global, 3));
      EXPECT_EQ(std::count_if(mine.begin(), mine.end(), is_even), dash::count_if(global, is_even));
      dash::Array<int> out(array.size(), array.team());
      const auto end = dash::transform(global, out.begin(), square);
      out.barrier();
      EXPECT_EQ(
          values(mine | views::transform(square)), values(dash::make_range(out.begin(), end)));
      out.barrier();
    };
    const auto is_large = [](int x) { return x > 1; };
    check(views::filter(is_even));
    check(views::filter(is_even) | views::filter(is_large));
    check(views::drop(2) | views::transform(square) | views::filter(is_large));
    check(views::take_while(is_large));
    check(views::take_while([](int x) { return x < 4; }));
    check(views::reverse | views::take_while([](int x) { return x < 100; }));
  });
}

/// A unit computes what zip_with and enumerate make of the elements that it owns.
TEST_F(RangeV3Test, ComputedFromSeveralRanges)
{
  for_each_dealt([](auto& array, const auto& local) {
    const auto size = local.size();
    dash::Array<int> other(size + 2, dash::CYCLIC, array.team());
    const auto other_local = sequence(size + 2, 7);
    assign(other, other_local);
    const auto check = [&](const auto& mine, const auto& global) {
      const auto expected = values(mine);
      EXPECT_EQ(expected, values(global));
      dash::test::expect_results_of_std(expected, global, is_even);
      dash::Array<int> out(size, array.team());
      const auto end = dash::copy_if(global, out.begin(), is_even);
      out.barrier();
      EXPECT_EQ(
          values(expected | views::filter(is_even)), values(dash::make_range(out.begin(), end)));
      out.barrier();
    };
    const auto affine = [](int x, int y) { return 2 * x - y; };
    check(views::zip_with(affine, local, other_local), views::zip_with(affine, array, other));
    check(
        views::zip_with(affine, local, local) | views::drop(1) | views::reverse,
        views::zip_with(affine, array, array) | views::drop(1) | views::reverse);
    check(
        views::zip_with(affine, views::iota(3), local),
        views::zip_with(affine, views::iota(3), array));
    check(
        views::zip_with(affine, other_local | views::drop(2), local | views::transform(square)),
        views::zip_with(affine, other | views::drop(2), array | views::transform(square)));
    const auto sum = [](auto&& item) {
      return static_cast<int>(std::get<0>(item)) + static_cast<int>(std::get<1>(item));
    };
    check(
        views::enumerate(local) | views::transform(sum),
        views::enumerate(array) | views::transform(sum));

    dash::test::Calls calls;
    const auto numbered = [&](int number, int) {
      calls(number);
      return 1;
    };
    EXPECT_EQ(
        static_cast<int>(size), dash::reduce(views::zip_with(numbered, views::iota(0), array)));
    calls.expect_owner_computes(array, size);
    dash::for_each(views::enumerate(array), [&calls](auto&& item) {
      auto&& [number, element] = item;
      calls(static_cast<int>(number));
      element = 2 * static_cast<int>(number);
    });
    calls.expect_owner_computes(array, size);
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(2 * static_cast<int>(i), array[i]);
    const auto is_last = [&](auto&& item) { return std::get<0>(item) + 1 == size; };
    const auto enumerated = views::enumerate(array);
    EXPECT_EQ(
        size == 0 ? 0 : static_cast<std::ptrdiff_t>(size) - 1,
        dash::find_if(enumerated, is_last) - enumerated.begin());
  });
}

TEST_F(RangeV3Test, AlgorithmsOnZips)
{
  for_each_filled([](auto& array, const auto& local) {
    const std::size_t size = local.size();
    dash::Array<int> other(size, dash::CYCLIC, array.team());
    const auto other_local = sequence(size, 7);
    assign(other, other_local);
    const auto product = [](auto&& item) {
      return static_cast<int>(std::get<0>(item)) * static_cast<int>(std::get<1>(item));
    };
    const int expected = std::inner_product(local.begin(), local.end(), other_local.begin(), 0);
    const auto zipped = views::zip(array, other);
    EXPECT_EQ(expected, dash::transform_reduce(zipped, 0, std::plus<>(), product));
    EXPECT_EQ(expected, dash::reduce(zipped | views::transform(product), 0));
    const auto both_even = [](auto&& item) {
      return is_even(std::get<0>(item)) && is_even(std::get<1>(item));
    };
    long both = 0;
    for (std::size_t i = 0; i < size; ++i) both += is_even(local[i]) && is_even(other_local[i]);
    EXPECT_EQ(both, dash::count_if(zipped, both_even));
    array.barrier();
    dash::for_each(
        zipped, [](auto&& item) { std::get<1>(item) = -static_cast<int>(std::get<0>(item)); });
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(-local[i], static_cast<int>(other[i]));
    other.barrier();
    dash::fill(other | views::take(5), 3);
    dash::fill(other | views::drop(5) | views::stride(2), 4);
    other.barrier();
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_EQ(i < 5 ? 3 : (i - 5) % 2 == 0 ? 4 : -local[i], static_cast<int>(other[i]));
    }
  });
}

}  // namespace
