#pragma once

/// \file
/// Steps that read ranges and write to others.

#include <dash/Algorithm.h>
#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/LexicographicalCompare.h>
#include <dash/algorithm/Partition.h>
#include <dash/algorithm/Remove.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/Search.h>
#include <dash/algorithm/SwapRanges.h>
#include <dash/algorithm/Unique.h>

#include <algorithm>
#include <numeric>

#include "algorithms/operations.h"
#include "algorithms/ranges.h"

namespace dash::stress::several_ranges {

/// \param in     what is read
/// \param other  a second range that is as long, read as well
/// \param out    as long, too
template <class In, class Other>
struct Step {
  const char* name;
  void (*run)(const char* name, Random& random, const In& in, const Other& other, const Other& out);
};

// Calls an algorithm of this name on a range and what follows, whose result belongs to another one.
#define SAME_OUTPUT(algorithm, to, ...)                                                         \
  same_result(                                                                                  \
      name, to,                                                                                 \
      [&] {                                                                                     \
        const auto first = (to).first;                                                          \
        return dash::algorithm(in.first, in.last, first __VA_OPT__(, ) __VA_ARGS__);            \
      },                                                                                        \
      [&] {                                                                                     \
        const auto first = (to).model_first;                                                    \
        return std::algorithm(in.model_first, in.model_last, first __VA_OPT__(, ) __VA_ARGS__); \
      })

// Calls an algorithm of this name of dash, or of std.
#define DASH_AND_STD(algorithm)                                    \
  [](auto... arguments) { return dash::algorithm(arguments...); }, \
      [](auto... arguments) { return std::algorithm(arguments...); }

/// Makes the first elements of two ranges equal, so that they have something in common.
template <class In, class Out>
void copy_some(Random& random, const In& in, const Out& out)
{
  const std::ptrdiff_t n = any_position(random, in.size());
  dash::transform(in.first, in.first + n, out.first, std::identity());
  out.first.team().barrier();
  std::copy(in.model_first, in.model_first + n, out.model_first);
}

/// Searches for a few elements of another range.
template <class In, class Other, class Global, class Serial>
void look_for(
    const char* name, Random& random, const In& in, const Other& other, Global global,
    Serial serial)
{
  const auto wanted = other.first_ones(
      std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(random.below(5)), other.size()));
  same_result(
      name, in, [&] { return global(in.first, in.last, wanted.first, wanted.last); },
      [&] { return serial(in.model_first, in.model_last, wanted.model_first, wanted.model_last); });
}

#define STEP(text)                                                             \
  text, []([[maybe_unused]] const char* name, [[maybe_unused]] Random& random, \
           [[maybe_unused]] const In& in, [[maybe_unused]] const Other& other, \
           [[maybe_unused]] const Other& out)

template <class In, class Other>
constexpr Step<In, Other> steps[] = {
    {STEP("transform"){SAME_OUTPUT(transform, out, std::negate<int>{});
}  // namespace dash::stress::several_ranges
}
, {STEP("transform of two ranges"){const auto f = [](int a, int b) { return a - 2 * b; };
same_result(
    name, out, [&] { return dash::transform(in.first, in.last, other.first, out.first, f); },
    [&] {
      return std::transform(in.model_first, in.model_last, other.model_first, out.model_first, f);
    });
}
}
, {STEP("transform into an input"){const auto f = [](int a, int b) { return a - 2 * b; };
same_result(
    name, out, [&] { return dash::transform(in.first, in.last, out.first, out.first, f); },
    [&] {
      return std::transform(in.model_first, in.model_last, out.model_first, out.model_first, f);
    });
}
}
, {STEP("copy_if"){SAME_OUTPUT(copy_if, out, IsOdd{});
}
}
, {STEP("remove_copy"){SAME_OUTPUT(remove_copy, out, 1);
}
}
, {STEP("remove_copy_if"){SAME_OUTPUT(remove_copy_if, out, IsOdd{});
}
}
, {STEP("unique_copy"){const SameRemainder equal{1 + static_cast<int>(random.below(5))};
SAME_OUTPUT(unique_copy, out, equal);
}
}
, {STEP("replace_copy"){SAME_OUTPUT(replace_copy, out, 1, 7);
}
}
, {STEP("replace_copy_if"){SAME_OUTPUT(replace_copy_if, out, IsOdd{}, 7);
}
}
, {STEP("reverse_copy"){SAME_OUTPUT(reverse_copy, out);
}
}
, {STEP("inclusive_scan"){SAME_OUTPUT(inclusive_scan, out);
}
}
, {STEP("inclusive_scan that does not commute"){SAME_OUTPUT(inclusive_scan, out, LastNonZero{}, 3);
}
}
, {STEP("exclusive_scan"){SAME_OUTPUT(exclusive_scan, out, 4, LastNonZero{});
}
}
, {STEP("transform_inclusive_scan"){const auto third = [](int x) { return x / 3; };
SAME_OUTPUT(transform_inclusive_scan, out, std::plus<>{}, third);
}
}
, {STEP("transform_exclusive_scan"){const auto third = [](int x) { return x / 3; };
SAME_OUTPUT(transform_exclusive_scan, out, 2, std::plus<>{}, third);
}
}
, {STEP("adjacent_difference"){SAME_OUTPUT(adjacent_difference, out);
}
}
, {STEP("swap_ranges"){SAME_OUTPUT(swap_ranges, out);
}
}
, {STEP("partition_copy"){
      const auto found = dash::partition_copy(in.first, in.last, out.first, other.first, IsOdd{});
const auto expected =
    std::partition_copy(in.model_first, in.model_last, out.model_first, other.model_first, IsOdd{});
require(
    found.first - out.first == expected.first - out.model_first &&
        found.second - other.first == expected.second - other.model_first,
    name, " ends at other positions");
}
}
, {STEP("equal"){copy_some(random, in, out);
SAME_OUTPUT(equal, out);
}
}
, {STEP("mismatch"){const auto found = dash::mismatch(in.first, in.last, other.first);
const auto expected = std::mismatch(in.model_first, in.model_last, other.model_first);
require(
    found.first - in.first == expected.first - in.model_first &&
        found.second - other.first == expected.second - other.model_first,
    name, " finds another position");
}
}
, {STEP("inner_product"){SAME_OUTPUT(inner_product, other, 3L);
}
}
, {STEP("transform_reduce of two"){const auto product = [](int a, int b) { return long{a} * b; };
same_result(
    name, in,
    [&] {
      return dash::transform_reduce(in.first, in.last, other.first, 3L, std::plus<>{}, product);
    },
    [&] {
      return std::transform_reduce(
          in.model_first, in.model_last, other.model_first, 3L, std::plus<>{}, product);
    });
}
}
, {STEP("lexicographical_compare"){copy_some(random, in, out);
const auto some = out.first_ones(any_position(random, out.size()));
same_result(
    name, in,
    [&] { return dash::lexicographical_compare(in.first, in.last, some.first, some.last); },
    [&] {
      return std::lexicographical_compare(
          in.model_first, in.model_last, some.model_first, some.model_last);
    });
}
}
, {STEP("search"){look_for(name, random, in, other, DASH_AND_STD(search));
}
}
, {STEP("find_end"){look_for(name, random, in, other, DASH_AND_STD(find_end));
}
}
,
{
  STEP("find_first_of")
  {
    look_for(name, random, in, other, DASH_AND_STD(find_first_of));
  }
}
}
;

template <class In, class Other>
const char* any_step(
    Random& random, const In& in, const Other& other, const Other& out, const std::string& text)
{
  const auto& step = random.one_of(steps<In, Other>);
  begin_step(step.name + (" from " + text));
  step.run(step.name, random, in, other, out);
  return step.name;
}

}  // namespace dash::stress::several_ranges
