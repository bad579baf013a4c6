// Tier: suite n1 n3 c2g2

// All algorithms refuse ranges that are none, outputs and second ranges that are too short, and
// comparisons that are no strict order: with an exception on all units, before they change
// anything.

#include <dash/Algorithm.h>
#include <dash/Array.h>
#include <dash/Exception.h>
#include <dash/List.h>
#include <dash/Matrix.h>
#include <dash/Tasks.h>
#include <dash/UnorderedMap.h>
#include <dash/View.h>
#include <dash/memory/HostSpace.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <numeric>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "refusals.h"

namespace {

using dash::test::expect_refused;

class BadRangesTest : public dash::test::RefusalTest {};

/// An algorithm on a range.
template <class It>
using Algorithm = std::pair<const char*, std::function<void(It, It)>>;

/// Calls f(name, algorithm) for all algorithms on one range. \c out has room for its elements.
template <class Out, class F>
void for_each_algorithm(Out out, F f)
{
  const auto is_odd = [](int x) { return x % 2 != 0; };
  using It = Out;
  const std::vector<Algorithm<It>> table{
      {"fill", [](It a, It b) { dash::fill(a, b, 3); }},
      {"generate", [](It a, It b) { dash::generate(a, b, [] { return 1; }); }},
      {"iota", [](It a, It b) { dash::iota(a, b, 1); }},
      {"replace", [](It a, It b) { dash::replace(a, b, 1, 2); }},
      {"replace_if", [=](It a, It b) { dash::replace_if(a, b, is_odd, 2); }},
      {"for_each", [](It a, It b) { dash::for_each(a, b, [](int&) {}); }},
      {"reduce", [](It a, It b) { dash::reduce(a, b, 0); }},
      {"accumulate", [](It a, It b) { dash::accumulate(a, b, 0); }},
      {"transform_reduce",
       [](It a, It b) { dash::transform_reduce(a, b, 0, std::plus<>{}, [](int x) { return x; }); }},
      {"transform_reduce", [=](It a, It b) { dash::transform_reduce(a, b, out, 0); }},
      {"inner_product", [=](It a, It b) { dash::inner_product(a, b, out, 0); }},
      {"dot", [=](It a, It b) { dash::dot(a, b, out); }},
      {"norm", [](It a, It b) { dash::norm(a, b); }},
      {"axpy", [=](It a, It b) { dash::axpy(2, a, b, out); }},
      {"count", [](It a, It b) { dash::count(a, b, 1); }},
      {"count_if", [=](It a, It b) { dash::count_if(a, b, is_odd); }},
      {"find", [](It a, It b) { dash::find(a, b, 1); }},
      {"find_if", [=](It a, It b) { dash::find_if(a, b, is_odd); }},
      {"find_if_not", [=](It a, It b) { dash::find_if_not(a, b, is_odd); }},
      {"all_of", [=](It a, It b) { dash::all_of(a, b, is_odd); }},
      {"any_of", [=](It a, It b) { dash::any_of(a, b, is_odd); }},
      {"none_of", [=](It a, It b) { dash::none_of(a, b, is_odd); }},
      {"min_element", [](It a, It b) { dash::min_element(a, b); }},
      {"max_element", [](It a, It b) { dash::max_element(a, b); }},
      {"minmax_element", [](It a, It b) { dash::minmax_element(a, b); }},
      {"equal", [=](It a, It b) { dash::equal(a, b, out); }},
      {"mismatch", [=](It a, It b) { dash::mismatch(a, b, out); }},
      {"lexicographical_compare",
       [=](It a, It b) { dash::lexicographical_compare(a, b, out, out); }},
      {"is_sorted", [](It a, It b) { dash::is_sorted(a, b); }},
      {"is_sorted_until", [](It a, It b) { dash::is_sorted_until(a, b); }},
      {"sort", [](It a, It b) { dash::sort(a, b); }},
      {"nth_element", [](It a, It b) { dash::nth_element(a, a, b); }},
      {"nth_element", [](It a, It b) { dash::nth_element(a, b, b); }},
      {"adjacent_find", [](It a, It b) { dash::adjacent_find(a, b); }},
      {"search", [=](It a, It b) { dash::search(a, b, out, out + 1); }},
      {"search", [=](It a, It b) { dash::search(out, out + 1, a, b); }},
      {"find_end", [=](It a, It b) { dash::find_end(a, b, out, out + 1); }},
      {"find_end", [=](It a, It b) { dash::find_end(out, out + 1, a, b); }},
      {"find_first_of", [=](It a, It b) { dash::find_first_of(a, b, out, out + 1); }},
      {"find_first_of", [=](It a, It b) { dash::find_first_of(out, out + 1, a, b); }},
      {"remove", [](It a, It b) { dash::remove(a, b, 1); }},
      {"remove_if", [=](It a, It b) { dash::remove_if(a, b, is_odd); }},
      {"lower_bound", [](It a, It b) { dash::lower_bound(a, b, 1); }},
      {"upper_bound", [](It a, It b) { dash::upper_bound(a, b, 1); }},
      {"equal_range", [](It a, It b) { dash::equal_range(a, b, 1); }},
      {"binary_search", [](It a, It b) { dash::binary_search(a, b, 1); }},
      {"lower_bound", [=](It a, It b) { dash::lower_bound(a, b, out, out + 1, out); }},
      {"upper_bound", [=](It a, It b) { dash::upper_bound(out, out + 1, a, b, out); }},
      {"stable_sort", [](It a, It b) { dash::stable_sort(a, b); }},
      {"sort_by_key", [=](It a, It b) { dash::sort_by_key(a, b, out); }},
      {"stable_sort_by_key", [=](It a, It b) { dash::stable_sort_by_key(a, b, out); }},
      {"partial_sort", [](It a, It b) { dash::partial_sort(a, a, b); }},
      {"partial_sort", [](It a, It b) { dash::partial_sort(a, b, b); }},
      {"unique_by_key", [=](It a, It b) { dash::unique_by_key(a, b, out); }},
      {"reduce_by_key", [=](It a, It b) { dash::reduce_by_key(a, b, out, out, out); }},
      {"inclusive_scan_by_key", [=](It a, It b) { dash::inclusive_scan_by_key(a, b, out, out); }},
      {"exclusive_scan_by_key", [=](It a, It b) { dash::exclusive_scan_by_key(a, b, out, out); }},
      {"merge", [=](It a, It b) { dash::merge(a, b, out, out, out); }},
      {"merge", [=](It a, It b) { dash::merge(out, out, a, b, out); }},
      {"set_union", [=](It a, It b) { dash::set_union(a, b, out, out, out); }},
      {"set_intersection", [=](It a, It b) { dash::set_intersection(a, b, out, out, out); }},
      {"set_difference", [=](It a, It b) { dash::set_difference(a, b, out, out, out); }},
      {"set_symmetric_difference",
       [=](It a, It b) { dash::set_symmetric_difference(a, b, out, out, out); }},
      {"includes", [=](It a, It b) { dash::includes(a, b, out, out); }},
      {"shuffle", [](It a, It b) { dash::shuffle(a, b, dash::Random(1)); }},
      {"sample", [=](It a, It b) { dash::sample(a, b, out, 5, dash::Random(1)); }},
      {"histogram", [](It a, It b) { dash::histogram(a, b, 4, 0, 60); }},
      {"histogram", [](It a, It b) { dash::histogram(a, b, std::vector<int>{0, 9, 60}); }},
      {"stable_partition", [=](It a, It b) { dash::stable_partition(a, b, is_odd); }},
      {"partition_point", [=](It a, It b) { dash::partition_point(a, b, is_odd); }},
      {"partition_copy", [=](It a, It b) { dash::partition_copy(a, b, out, out, is_odd); }},
      {"partition", [=](It a, It b) { dash::partition(a, b, is_odd); }},
      {"unique", [](It a, It b) { dash::unique(a, b); }},
      {"reverse", [](It a, It b) { dash::reverse(a, b); }},
      {"rotate", [](It a, It b) { dash::rotate(a, a, b); }},
      {"rotate", [](It a, It b) { dash::rotate(a, b, b); }},
      {"swap_ranges", [=](It a, It b) { dash::swap_ranges(a, b, out); }},
      {"transform", [=](It a, It b) { dash::transform(a, b, out, [](int x) { return x; }); }},
      {"transform", [=](It a, It b) { dash::transform(a, b, out, out, std::plus<>{}); }},
      {"copy_if", [=](It a, It b) { dash::copy_if(a, b, out, is_odd); }},
      {"gather", [=](It a, It b) { dash::gather(a, b, out, out); }},
      {"scatter", [=](It a, It b) { dash::scatter(a, b, out, out); }},
      {"adjacent_difference", [=](It a, It b) { dash::adjacent_difference(a, b, out); }},
      {"inclusive_scan", [=](It a, It b) { dash::inclusive_scan(a, b, out); }},
      {"exclusive_scan", [=](It a, It b) { dash::exclusive_scan(a, b, out, 0); }},
  };
  for (const auto& [name, call] : table) f(name, call);
}

/// Algorithms that take iterators with a global index.
template <class Out, class F>
void for_each_global_algorithm(Out out, F f)
{
  using It = Out;
  std::vector<int> memory(1000);
  int* const local = memory.data();
  const std::vector<Algorithm<It>> table{
      {"generate_with_index",
       [](It a, It b) { dash::generate_with_index(a, b, [](auto i) { return int(i); }); }},
      {"for_each_with_index",
       [](It a, It b) { dash::for_each_with_index(a, b, [](int&, auto) {}); }},
      {"for_each_index", [](It a, It b) { dash::for_each_index(a, b, [](auto) {}); }},
      {"local_index_range", [](It a, It b) { dash::local_index_range(a, b); }},
      {"local_index_range", [](It a, It b) { dash::local_range(a, b); }},
      {"copy", [=](It a, It b) { dash::copy(a, b, local); }},
      {"copy", [&](It a, It b) { dash::copy(a, b, memory.begin()); }},
      {"copy", [=](It a, It b) { dash::copy(a, b, out); }},
      {"copy_async", [=](It a, It b) { dash::copy_async(a, b, local).wait(); }},
      {"copy_async", [&](It a, It b) { dash::copy_async(a, b, memory.begin()).wait(); }},
      {"copy_async", [=](It a, It b) { dash::copy_async(a, b, out).wait(); }},
      {"in", [](It a, It b) { dash::in(a, b); }},
      {"out", [](It a, It b) { dash::out(a, b); }},
      {"inout", [](It a, It b) { dash::inout(a, b); }},
  };
  for (const auto& [name, call] : table) f(name, call);
}

/// The bad ranges of a container of 60 elements; the other one has 30.
template <class Container, class F>
void for_each_bad_range(Container& a, Container& other, F f)
{
  const auto begin = a.begin();
  const auto end = a.end();
  f("reversed", begin + 40, begin + 20, std::vector<std::string>{"[40, 20)", "60", "backwards"});
  f("all reversed", end, begin, std::vector<std::string>{"[60, 0)", "60", "backwards"});
  f("beyond the end", begin, end + 100, std::vector<std::string>{"[0, 160)", "60", "outside"});
  f("one beyond", begin + 50, end + 1, std::vector<std::string>{"[50, 61)", "60", "outside"});
  f("before begin", begin + -1, end, std::vector<std::string>{"[-1, 60)", "60", "outside"});
  f("two containers", begin, other.end(), std::vector<std::string>{"60", "30", "two"});
  f("two, of equal position", begin, other.begin(), std::vector<std::string>{"60", "30", "two"});
}

template <class Container, class F>
void sweep(Container& a, Container& other, Container& out, F algorithms)
{
  const std::vector<int> before = [&] {
    std::vector<int> values(60);
    for (int i = 0; i < 60; ++i) values[static_cast<std::size_t>(i)] = a.begin()[i];
    return values;
  }();
  dash::barrier();
  algorithms(out.begin(), [&](const char* name, const auto& call) {
    SCOPED_TRACE(name);
    for_each_bad_range(a, other, [&](const char* what, auto first, auto last, auto parts) {
      SCOPED_TRACE(what);
      parts.push_back(std::string("dash::") + name + ":");
      expect_refused([&] { call(first, last); }, parts);
    });
    // empty ranges are fine
    EXPECT_NO_THROW(call(a.begin() + 20, a.begin() + 20));
  });
  dash::barrier();
  for (int i = 0; i < 60; ++i) EXPECT_EQ(before[static_cast<std::size_t>(i)], a.begin()[i]) << i;
  dash::barrier();
}

const auto on_segments = [](auto out, auto f) { for_each_algorithm(out, f); };
const auto on_globals = [](auto out, auto f) { for_each_global_algorithm(out, f); };

TEST_F(BadRangesTest, Arrays)
{
  dash::Array<int> a(60, dash::BLOCKCYCLIC(7)), other(30, dash::BLOCKCYCLIC(7)),
      out(60, dash::BLOCKCYCLIC(7));
  dash::iota(a, 0);
  dash::fill(out, 0);
  a.barrier();
  sweep(a, other, out, on_segments);
  sweep(a, other, out, on_globals);
}

TEST_F(BadRangesTest, MatricesAndTheirViews)
{
  dash::Matrix<int, 2> a(10, 6), other(5, 6), out(10, 6);
  dash::iota(a, 0);
  dash::fill(out, 0);
  a.barrier();
  sweep(a, other, out, on_segments);
  sweep(a, other, out, on_globals);
  dash::Matrix<int, 2> large(12, 8), large_out(12, 8);
  dash::iota(large, 0);
  dash::fill(large_out, 0);
  large.barrier();
  auto box = large.submatrix({{1, 1}}, {{10, 6}});
  auto small = large.submatrix({{1, 1}}, {{5, 6}});
  auto box_out = large_out.submatrix({{1, 1}}, {{10, 6}});
  sweep(box, small, box_out, on_segments);
  sweep(box, small, box_out, on_globals);
}

/// Ranges of own elements: all algorithms are local calls.
TEST_F(BadRangesTest, LocalViews)
{
  using Matrix = dash::NArray<int, 2, dash::default_index_t, dash::Pattern<2>, dash::HostSpace>;
  const std::size_t rows = 12 * dash::size();
  Matrix m(rows, 8), m_out(rows, 8);
  dash::iota(m, 0);
  dash::fill(m_out, 0);
  m.barrier();
  auto box = m.local.submatrix({{1, 1}}, {{10, 6}});
  auto small = m.local.submatrix({{1, 1}}, {{5, 6}});
  auto out = m_out.local.submatrix({{1, 1}}, {{10, 6}});
  sweep(box, small, out, on_segments);
}

TEST_F(BadRangesTest, ViewsOfRanges)
{
  dash::Array<int> a(60), b(30);
  dash::iota(a, 0);
  dash::iota(b, 0);
  a.barrier();
  const auto twice = [](int x) { return 2 * x; };
  const auto transformed = a | std::views::transform(twice);
  const auto reversed = a | std::views::reverse;
  const auto zipped = dash::views::zip(a, b);
  const auto global = dash::global(dash::sub(0, static_cast<int>(a.lsize()), a.local));
  expect_refused(
      [&] { dash::reduce(transformed.end(), transformed.begin(), 0); }, {"dash::reduce", "backw"});
  expect_refused(
      [&] { dash::reduce(transformed.begin(), transformed.end() + 9, 0); },
      {"dash::reduce", "[0, 69)", "60"});
  expect_refused(
      [&] { dash::reduce(reversed.end(), reversed.begin(), 0); }, {"dash::reduce", "backwards"});
  expect_refused(
      [&] { dash::reduce(reversed.begin(), reversed.end() + 9, 0); },
      {"dash::reduce", "[-9, 60)", "60"});
  expect_refused(
      [&] {
        dash::count_if(zipped.begin(), zipped.begin() + 40, [](const auto&) { return true; });
      },
      {"dash::count_if", "[0, 40)", "30"});
  const auto any = [](const auto&) { return true; };
  expect_refused(
      [&] { dash::count_if(global.end(), global.begin(), any); }, {"dash::count_if", "backwards"});
  expect_refused(
      [&] { dash::count_if(global.begin(), global.end() + 5, any); },
      {"dash::count_if", "outside"});
  EXPECT_EQ(59 * 60, dash::reduce(transformed.begin(), transformed.end(), 0));
  EXPECT_EQ(59 * 30, dash::reduce(reversed.begin(), reversed.end(), 0));
}

TEST_F(BadRangesTest, ListsAndMaps)
{
  dash::List<int> a, b;
  for (int i = 0; i < 5; ++i) a.local.push_back(i);
  a.barrier();
  b.barrier();
  const auto count = [](auto first, auto last) {
    dash::count_if(first, last, [](const auto&) { return true; });
  };
  expect_refused([&] { count(a.end(), a.begin()); }, {"dash::count_if", "backwards"});
  expect_refused([&] { count(a.begin(), a.end() + 1); }, {"dash::count_if", "outside"});
  expect_refused([&] { count(a.begin() - 1, a.end()); }, {"dash::count_if", "outside"});
  expect_refused([&] { count(a.begin(), b.end()); }, {"dash::count_if", "two"});
  a.barrier();

  dash::UnorderedMap<int, int> map, other;
  for (int i = 0; i < 5; ++i) map.insert({10 * dash::myid() + i, i});
  map.barrier();
  const auto size = map.size();
  expect_refused([&] { map.erase(map.end(), map.begin()); }, {"UnorderedMap", "backwards"});
  expect_refused([&] { map.erase(map.begin(), other.end()); }, {"UnorderedMap", "two"});
  EXPECT_EQ(size, map.size());
  map.barrier();
}

TEST_F(BadRangesTest, NativeRanges)
{
  std::list<int> linked(10, 1);
  std::vector<int> values(linked.begin(), linked.end());  // the compiler does not know its size
  int* const begin = values.data();
  int* const end = begin + values.size();
  dash::Array<int> a(60);
  dash::fill(a, 0);
  a.barrier();
  expect_refused([&] { dash::min_element(end, begin); }, {"dash::min_element", "backwards"});
  expect_refused([&] { dash::max_element(end, begin); }, {"dash::max_element", "backwards"});
  expect_refused([&] { dash::reduce(end, begin, 0); }, {"dash::reduce", "backwards"});
  expect_refused(
      [&] { dash::reduce(values.end(), values.begin(), 0); }, {"dash::reduce", "backwards"});
  expect_refused(
      [&] { dash::broadcast(end, begin, dash::team_unit_t{0}); }, {"dash::broadcast", "backw"});
  expect_refused([&] { dash::copy(end, begin, a.begin()); }, {"dash::copy", "backwards"});
  expect_refused([&] { dash::copy(end, begin, begin); }, {"dash::copy", "backwards"});
  expect_refused([&] { dash::copy_async(end, begin, a.begin()); }, {"dash::copy_async", "backw"});
  expect_refused(
      [&] { dash::transform(end, begin, a.begin(), a.begin(), dash::plus<int>()); },
      {"dash::transform", "backwards"});
  expect_refused([&] { dash::in(a.lbegin() + 1, a.lbegin()); }, {"dash::in", "backwards"});
  a.barrier();
  EXPECT_EQ(0, dash::reduce(a, 0));
}

/// Second ranges and outputs from position 30 of 60 on, for 40 elements.
TEST_F(BadRangesTest, OutputsAndSecondRangesThatAreTooShort)
{
  std::vector<int> values(40, 1);
  int* const begin = values.data();
  dash::Array<int> a(60), b(60);
  dash::Matrix<int, 2> m(10, 6);
  dash::fill(a, 1);
  dash::fill(b, 2);
  dash::fill(m, 2);
  b.barrier();
  const auto first = a.begin();
  const auto last = first + 40;
  const auto all = [](int) { return true; };
  const auto check = [&](auto out, const auto& enough) {
    using Out = decltype(out);
    const std::vector<std::pair<const char*, std::function<void(Out)>>> table{
        {"transform", [=](Out o) { dash::transform(first, last, o, [](int x) { return x; }); }},
        {"transform", [=](Out o) { dash::transform(first, last, first, o, std::plus<>{}); }},
        {"transform", [=](Out o) { dash::transform(first, last, o, first, std::plus<>{}); }},
        {"transform", [=](Out o) { dash::transform(begin, begin + 40, o, o, dash::plus<int>()); }},
        {"copy", [=](Out o) { dash::copy(first, last, o); }},
        {"copy", [=](Out o) { dash::copy(begin, begin + 40, o); }},
        {"copy", [&](Out o) { dash::copy(values.begin(), values.end(), o); }},
        {"copy_async", [=](Out o) { dash::copy_async(first, last, o).wait(); }},
        {"copy_async", [=](Out o) { dash::copy_async(begin, begin + 40, o).wait(); }},
        {"copy_if", [=](Out o) { dash::copy_if(first, last, o, all); }},
        {"swap_ranges", [=](Out o) { dash::swap_ranges(first, last, o); }},
        {"equal", [=](Out o) { dash::equal(first, last, o); }},
        {"mismatch", [=](Out o) { dash::mismatch(first, last, o); }},
        {"transform_reduce", [=](Out o) { dash::transform_reduce(first, last, o, 0); }},
        {"gather", [=](Out o) { dash::gather(first, last, first, o); }},
        {"scatter", [=](Out o) { dash::scatter(first, last, o, last); }},
        {"adjacent_difference", [=](Out o) { dash::adjacent_difference(first, last, o); }},
        {"inclusive_scan", [=](Out o) { dash::inclusive_scan(first, last, o); }},
        {"exclusive_scan", [=](Out o) { dash::exclusive_scan(first, last, o, 0); }},
    };
    for (const auto& [name, call] : table) {
      SCOPED_TRACE(name);
      const std::string algorithm = std::string("dash::") + name + ":";
      expect_refused([&] { call(out + 30); }, {algorithm, "40", "60", "short", "30"});
      expect_refused([&] { call(out + 21); }, {algorithm, "40", "60", "short", "39"});
      expect_refused([&] { call(out + -1); }, {algorithm, "40", "short"});
      enough(call);
    }
  };
  check(b.begin(), [](const auto&) {});
  check(m.begin(), [](const auto&) {});
  auto view = m.sub<0>(0, 10);
  check(view.begin(), [](const auto&) {});
  dash::barrier();
  EXPECT_EQ(60, dash::reduce(a, 0));
  EXPECT_EQ(120, dash::reduce(b, 0));
  EXPECT_EQ(120, dash::reduce(m, 0));
  dash::barrier();
  // exactly enough
  check(b.begin(), [&](const auto& call) { EXPECT_NO_THROW(call(b.begin() + 20)); });
}

TEST_F(BadRangesTest, SecondRangesByRange)
{
  dash::Array<int> a(60), b(60);
  dash::fill(a, 1);
  dash::fill(b, 1);
  b.barrier();
  const auto half = dash::sub(0, 30, b);
  expect_refused([&] { dash::swap_ranges(a, half); }, {"dash::swap_ranges", "60", "30"});
  expect_refused([&] { dash::inner_product(a, half, 0); }, {"dash::inner_product", "60", "30"});
  expect_refused(
      [&] { dash::transform(a, half, b.begin(), std::plus<>{}); }, {"dash::transform", "60", "30"});
  EXPECT_FALSE(dash::equal(a, half));
  EXPECT_EQ(30, dash::mismatch(a, half).first - a.begin());
}

/// The units of the first element's team work on a view, and would leave out other elements.
TEST_F(BadRangesTest, ViewsOfTeamsThatDoNotIncludeEachOther)
{
  if (dash::size() < 2) GTEST_SKIP() << "needs a team of some of several units";
  dash::Array<int> all(20, dash::CYCLIC);
  dash::Array<int> part(20, dash::CYCLIC, dash::Team::All().split(2));
  dash::fill(all, 1);
  dash::fill(part, 1);
  dash::barrier();
  const auto refuse = [](const char* name, auto call) {
    expect_refused(call, {name, "not in the team of its first element", "larger team first"});
  };
  const auto view = dash::views::concat(part, all);
  refuse("dash::reduce", [&] { dash::reduce(view, 0); });
  refuse("dash::count", [&] { dash::count(view, 1); });
  refuse("dash::find", [&] { dash::find(view, 2); });
  refuse("dash::min_element", [&] { dash::min_element(view); });
  refuse("dash::for_each", [&] { dash::for_each(view, [](auto&&) {}); });
}

/// Comparisons that hold for an element and itself, on many sizes: also where units own nothing.
TEST_F(BadRangesTest, ComparisonsThatAreNoStrictOrder)
{
  const auto le = [](int a, int b) { return a <= b; };
  const auto ge = [](int a, int b) { return a >= b; };
  for (const std::size_t size : {1U, 2U, 3U, 100U, 20000U}) {
    for (const auto& distribution : {dash::BLOCKED, dash::CYCLIC}) {
      dash::Array<int> a(size, distribution);
      dash::generate_with_index(a, [](auto i) { return static_cast<int>(i % 10); });
      a.barrier();
      const auto first = a.begin();
      const auto last = a.end();
      expect_refused([&] { dash::sort(first, last, le); }, {"dash::sort", "strict"});
      expect_refused([&] { dash::nth_element(first, first, last, le); }, {"dash::nth_elem", "str"});
      expect_refused([&] { dash::is_sorted(first, last, le); }, {"dash::is_sorted", "strict"});
      expect_refused([&] { dash::is_sorted_until(first, last, le); }, {"dash::is_sorted", "str"});
      expect_refused([&] { dash::min_element(first, last, le); }, {"dash::min_element", "strict"});
      expect_refused([&] { dash::max_element(first, last, ge); }, {"dash::max_element", "strict"});
      expect_refused(
          [&] { dash::lexicographical_compare(first, last, first, last, le); },
          {"dash::lexicographical_compare", "strict"});
      dash::Array<int> b(size, dash::CYCLIC), out(2 * size);
      const auto other = b.begin();
      expect_refused([&] { dash::stable_sort(first, last, le); }, {"dash::stable_sort", "strict"});
      expect_refused([&] { dash::sort_by_key(first, last, other, le); }, {"sort_by_key", "strict"});
      expect_refused(
          [&] { dash::stable_sort_by_key(first, last, other, le); }, {"stable_sort_by_k", "str"});
      expect_refused(
          [&] { dash::partial_sort(first, first + 1, last, le); },
          {"dash::partial_sort", "strict"});
      expect_refused([&] { dash::merge(a, b, out.begin(), le); }, {"dash::merge", "strict"});
      expect_refused(
          [&] { dash::set_union(a, b, out.begin(), le); }, {"dash::set_union", "strict"});
      expect_refused([&] { dash::includes(a, b, ge); }, {"dash::includes", "strict"});
      EXPECT_NO_THROW(dash::sort(first, last, [](int x, int y) { return x > y; }));
      EXPECT_TRUE(dash::is_sorted(first, last, std::greater<>{}));
    }
  }
  // One unit finds out, and all of them refuse.
  const auto le_at_0 = [](int a, int b) { return a < b || (a == b && dash::myid() == 0); };
  dash::Array<int> a(100);
  dash::fill(a, 1);
  a.barrier();
  const auto first = a.begin();
  const auto last = a.end();
  expect_refused([&] { dash::sort(first, last, le_at_0); }, {"dash::sort", "strict"});
  expect_refused([&] { dash::nth_element(first, first, last, le_at_0); }, {"dash::nth_el", "str"});
  expect_refused([&] { dash::is_sorted(first, last, le_at_0); }, {"dash::is_sorted", "strict"});
  expect_refused([&] { dash::min_element(first, last, le_at_0); }, {"dash::min_element", "str"});
  expect_refused([&] { dash::max_element(first, last, le_at_0); }, {"dash::max_element", "str"});
  const int values[] = {1, 2, 3};
  expect_refused([&] { dash::min_element(values, values + 3, le); }, {"dash::min_element", "str"});
  expect_refused([&] { dash::max_element(values, values + 3, ge); }, {"dash::max_element", "str"});
}

}  // namespace
