#pragma once

/// \file
/// Steps on one range.

#include <dash/Algorithm.h>
#include <dash/algorithm/NthElement.h>
#include <dash/algorithm/PartialSort.h>
#include <dash/algorithm/Partition.h>
#include <dash/algorithm/Remove.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Rotate.h>
#include <dash/algorithm/Shuffle.h>
#include <dash/algorithm/StableSort.h>
#include <dash/algorithm/Unique.h>

#include <algorithm>
#include <numeric>

#include "algorithms/operations.h"
#include "algorithms/ranges.h"

namespace dash::stress::one_range {

template <class R>
struct Step {
  const char* name;
  void (*run)(const char* name, Random& random, const R& range);
};

// Calls an algorithm of this name on the range and on its model.
#define SAME_RESULT(algorithm, ...)                                                            \
  same_result(                                                                                 \
      name, range,                                                                             \
      [&] { return dash::algorithm(range.first, range.last __VA_OPT__(, ) __VA_ARGS__); },     \
      [&] {                                                                                    \
        return std::algorithm(range.model_first, range.model_last __VA_OPT__(, ) __VA_ARGS__); \
      })

inline int any_value(Random& random)
{
  return static_cast<int>(random.below(7)) - 3;
}

/// Elements behind the end that an algorithm returns are unspecified.
template <class R>
void clear_tail(const R& range, auto end, auto model_end)
{
  dash::fill(end, range.last, 0);
  std::fill(model_end, range.model_last, 0);
}

template <class R, class Global, class Serial>
void shorten(const char* name, const R& range, Global global, Serial serial)
{
  const auto end = global();
  const auto model_end = serial();
  require(
      end - range.first == model_end - range.model_first, name, ": end ", end - range.first,
      " in place of ", model_end - range.model_first);
  clear_tail(range, end, model_end);
}

/// Algorithms of which only a sorted part is specified.
template <class R, class Global, class Serial>
void sort_partly(const R& range, std::ptrdiff_t at, Global global, Serial serial)
{
  global(range.first + at);
  serial(range.model_first + at);
  dash::sort(range.first + at, range.last);
  std::sort(range.model_first + at, range.model_last);
}

template <class R>
constexpr Step<R> changes[] = {
    {"fill",
     [](const char*, Random& random, const R& range) {
       const int value = any_value(random);
       dash::fill(range.first, range.last, value);
       std::fill(range.model_first, range.model_last, value);
     }},
    {"iota",
     [](const char*, Random& random, const R& range) {
       const int value = any_value(random);
       dash::iota(range.first, range.last, value);
       std::iota(range.model_first, range.model_last, value);
     }},
    {"for_each",
     [](const char*, Random& random, const R& range) {
       const auto add = [value = any_value(random)](auto& x) { x += value; };
       dash::for_each(range.first, range.last, add);
       std::for_each(range.model_first, range.model_last, add);
     }},
    {"replace", [](const char* name, Random&, const R& range) { SAME_RESULT(replace, 1, 7); }},
    {"replace_if",
     [](const char* name, Random&, const R& range) { SAME_RESULT(replace_if, IsOdd{}, 8); }},
    {"transform",
     [](const char*, Random&, const R& range) {
       dash::transform(range.first, range.last, range.first, std::negate<>{});
       std::transform(range.model_first, range.model_last, range.model_first, std::negate<>{});
     }},
    {"remove",
     [](const char* name, Random& random, const R& range) {
       const int value = any_value(random);
       shorten(
           name, range, [&] { return dash::remove(range.first, range.last, value); },
           [&] { return std::remove(range.model_first, range.model_last, value); });
     }},
    {"remove_if",
     [](const char* name, Random&, const R& range) {
       shorten(
           name, range, [&] { return dash::remove_if(range.first, range.last, IsOdd{}); },
           [&] { return std::remove_if(range.model_first, range.model_last, IsOdd{}); });
     }},
    {"unique",
     [](const char* name, Random& random, const R& range) {
       const SameRemainder equal{1 + static_cast<int>(random.below(5))};
       shorten(
           name, range, [&] { return dash::unique(range.first, range.last, equal); },
           [&] { return std::unique(range.model_first, range.model_last, equal); });
     }},
    {"sort",
     [](const char*, Random&, const R& range) {
       dash::sort(range.first, range.last);
       std::sort(range.model_first, range.model_last);
     }},
    {"sort, descending",
     [](const char*, Random&, const R& range) {
       dash::sort(range.first, range.last, std::greater<>{});
       std::sort(range.model_first, range.model_last, std::greater<>{});
     }},
    {"stable_sort",
     [](const char*, Random& random, const R& range) {
       const LessRemainder less{1 + static_cast<int>(random.below(20))};
       dash::stable_sort(range.first, range.last, less);
       std::stable_sort(range.model_first, range.model_last, less);
     }},
    {"partial_sort",
     [](const char*, Random& random, const R& range) {
       sort_partly(
           range, any_position(random, range.size()),
           [&](auto at) { dash::partial_sort(range.first, at, range.last); },
           [&](auto at) { std::partial_sort(range.model_first, at, range.model_last); });
     }},
    {"nth_element",
     [](const char* name, Random& random, const R& range) {
       const std::ptrdiff_t at = any_position(random, range.size());
       dash::nth_element(range.first, range.first + at, range.last);
       std::nth_element(range.model_first, range.model_first + at, range.model_last);
       if (at < range.size()) {
         const auto expected = range.model_first[at];
         const std::remove_const_t<decltype(expected)> found = range.first[at];
         require(found == expected, name, ": ", found, " in place of ", expected);
       }
       dash::sort(range.first, range.first + at);
       std::sort(range.model_first, range.model_first + at);
       dash::sort(range.first + at, range.last);
       std::sort(range.model_first + at, range.model_last);
     }},
    {"partition",
     [](const char* name, Random&, const R& range) {
       same_result(
           name, range, [&] { return dash::partition(range.first, range.last, IsOdd{}); },
           [&] { return std::stable_partition(range.model_first, range.model_last, IsOdd{}); });
     }},
    {"stable_partition",
     [](const char* name, Random&, const R& range) { SAME_RESULT(stable_partition, IsOdd{}); }},
    {"reverse", [](const char* name, Random&, const R& range) { SAME_RESULT(reverse); }},
    {"rotate",
     [](const char* name, Random& random, const R& range) {
       const std::ptrdiff_t by = any_position(random, range.size());
       same_result(
           name, range, [&] { return dash::rotate(range.first, range.first + by, range.last); },
           [&] {
             return std::rotate(range.model_first, range.model_first + by, range.model_last);
           });
     }},
    {"shuffle",
     [](const char*, Random& random, const R& range) {
       dash::shuffle(range.first, range.last, dash::Random(random.word()));
       dash::sort(range.first, range.last);
       std::sort(range.model_first, range.model_last);
     }},
    {"inclusive_scan",
     [](const char*, Random&, const R& range) {
       dash::inclusive_scan(range.first, range.last, range.first);
       std::inclusive_scan(range.model_first, range.model_last, range.model_first);
     }},
    {"inclusive_scan that does not commute",
     [](const char*, Random&, const R& range) {
       dash::inclusive_scan(range.first, range.last, range.first, LastNonZero{});
       std::inclusive_scan(range.model_first, range.model_last, range.model_first, LastNonZero{});
     }},
    {"exclusive_scan",
     [](const char*, Random& random, const R& range) {
       const int value = any_value(random);
       dash::exclusive_scan(range.first, range.last, range.first, value);
       std::exclusive_scan(range.model_first, range.model_last, range.model_first, value);
     }},
    {"adjacent_difference", [](const char*, Random&, const R& range) {
       dash::adjacent_difference(range.first, range.last, range.first);
       std::adjacent_difference(range.model_first, range.model_last, range.model_first);
     }}};

template <class R>
constexpr Step<R> questions[] = {
    {"reduce", [](const char* name, Random&, const R& range) { SAME_RESULT(reduce, 5L); }},
    {"reduce that does not commute",
     [](const char* name, Random&, const R& range) {
       same_result(
           name, range, [&] { return dash::reduce(range.first, range.last, 0, LastNonZero{}); },
           [&] { return std::accumulate(range.model_first, range.model_last, 0, LastNonZero{}); });
     }},
    {"transform_reduce",
     [](const char* name, Random&, const R& range) {
       const auto square = [](int x) { return long{x} * x; };
       SAME_RESULT(transform_reduce, 3L, std::plus<>{}, square);
     }},
    {"count", [](const char* name, Random&, const R& range) { SAME_RESULT(count, 1); }},
    {"count_if", [](const char* name, Random&, const R& range) { SAME_RESULT(count_if, IsOdd{}); }},
    {"find", [](const char* name, Random&, const R& range) { SAME_RESULT(find, 2); }},
    {"find_if", [](const char* name, Random&, const R& range) { SAME_RESULT(find_if, IsOdd{}); }},
    {"find_if_not",
     [](const char* name, Random&, const R& range) { SAME_RESULT(find_if_not, IsOdd{}); }},
    {"adjacent_find",
     [](const char* name, Random&, const R& range) { SAME_RESULT(adjacent_find); }},
    {"adjacent_find that does not commute",
     [](const char* name, Random&, const R& range) {
       const auto rises = [](int a, int b) { return b > a + 3; };
       SAME_RESULT(adjacent_find, rises);
     }},
    {"all_of", [](const char* name, Random&, const R& range) { SAME_RESULT(all_of, IsOdd{}); }},
    {"any_of", [](const char* name, Random&, const R& range) { SAME_RESULT(any_of, IsOdd{}); }},
    {"none_of", [](const char* name, Random&, const R& range) { SAME_RESULT(none_of, IsOdd{}); }},
    {"min_element", [](const char* name, Random&, const R& range) { SAME_RESULT(min_element); }},
    {"max_element", [](const char* name, Random&, const R& range) { SAME_RESULT(max_element); }},
    {"minmax_element",
     [](const char* name, Random& random, const R& range) {
       const LessRemainder less{1 + static_cast<int>(random.below(20))};
       same_result(
           name, range, [&] { return dash::minmax_element(range.first, range.last, less); },
           [&] {  // std::minmax_element returns the last one of the largest elements.
             return std::pair(
                 std::min_element(range.model_first, range.model_last, less),
                 std::max_element(range.model_first, range.model_last, less));
           });
     }},
    {"is_sorted", [](const char* name, Random&, const R& range) { SAME_RESULT(is_sorted); }},
    {"is_sorted_until",
     [](const char* name, Random&, const R& range) { SAME_RESULT(is_sorted_until); }},
    {"is_partitioned",
     [](const char* name, Random&, const R& range) { SAME_RESULT(is_partitioned, IsOdd{}); }},
    {"partition_point", [](const char* name, Random&, const R& range) {
       dash::partition(range.first, range.last, IsOdd{});
       std::stable_partition(range.model_first, range.model_last, IsOdd{});
       SAME_RESULT(partition_point, IsOdd{});
     }}};

template <class R>
const char* any_step(Random& random, const R& range, const std::string& text)
{
  const auto& step = random.one_in(3) ? random.one_of(questions<R>) : random.one_of(changes<R>);
  begin_step(step.name + (" on " + text));
  step.run(step.name, random, range);
  return step.name;
}

}  // namespace dash::stress::one_range
