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
#include <string>

#include "algorithms/operations.h"
#include "algorithms/ranges.h"

namespace dash::stress::several_ranges {

/// One step on ranges of equal size.
template <class In, class Other>
struct Step {
  Random& random;
  const std::string& text;  ///< what describes the ranges
  In in;                    ///< what is read
  Other other;              ///< read as well
  Other out;                ///< what is written

  /// Does any step. \return the name of its algorithm
  const char* run() const
  {
    const SameRemainder same{1 + static_cast<int>(random.below(5))};
    const auto third = [](int x) { return x / 3; };
    const auto difference = [](int a, int b) { return a - 2 * b; };
    const auto product = [](int a, int b) { return long{a} * b; };
    switch (random.below(28)) {
      case 0:
        return compare(out, BOTH(transform, std::negate<int>{}));
      case 1:
        return compare_three(other, BOTH(transform, difference));
      case 2:
        return compare_three(out, BOTH(transform, difference));
      case 3:
        return compare(out, BOTH(copy_if, IsOdd{}));
      case 4:
        return compare(out, BOTH(remove_copy, 1));
      case 5:
        return compare(out, BOTH(remove_copy_if, IsOdd{}));
      case 6:
        return compare(out, BOTH(unique_copy, same));
      case 7:
        return compare(out, BOTH(replace_copy, 1, 7));
      case 8:
        return compare(out, BOTH(replace_copy_if, IsOdd{}, 7));
      case 9:
        return compare(out, BOTH(reverse_copy));
      case 10:
        return compare(out, BOTH(inclusive_scan));
      case 11:
        return compare(out, BOTH(inclusive_scan, LastNonZero{}, 3));
      case 12:
        return compare(out, BOTH(exclusive_scan, 4, LastNonZero{}));
      case 13:
        return compare(out, BOTH(transform_inclusive_scan, std::plus<>{}, third));
      case 14:
        return compare(out, BOTH(transform_exclusive_scan, 2, std::plus<>{}, third));
      case 15:
        return compare(out, BOTH(adjacent_difference));
      case 16:
        return compare(out, BOTH(swap_ranges));
      case 17:
        return partition_copy();
      case 18:
        copy_some();
        return compare(out, BOTH(equal));
      case 19:
        return mismatch();
      case 20:
        return compare(other, BOTH(inner_product, 3L));
      case 21:
        return compare(other, BOTH(transform_reduce, 3L, std::plus<>{}, product));
      case 22:
        copy_some();
        return look_for(out, BOTH(lexicographical_compare));
      case 23:
        return look_for(few(other), BOTH(search));
      case 24:
        return look_for(few(other), BOTH(find_end));
      case 25:
        return look_for(few(other), BOTH(find_first_of));
      case 26:
        copy_some();
        return look_for(few(out), BOTH(search));
      default:
        copy_some();
        return mismatch();
    }
  }

 private:
  void begin(const char* name) const { begin_step(name + (" from " + text)); }

  /// Calls an algorithm with the input and the beginning of a range, to which the result belongs.
  template <class Global, class Serial>
  const char* compare(const Other& to, const char* name, Global global, Serial serial) const
  {
    begin(name);
    same_result(
        name, to, [&] { return global(in.first, in.last, to.first); },
        [&] { return serial(in.model_first, in.model_last, to.model_first); });
    return name;
  }

  /// The same with a second input.
  template <class Global, class Serial>
  const char* compare_three(
      const Other& second, const char* name, Global global, Serial serial) const
  {
    begin(name);
    same_result(
        name, out, [&] { return global(in.first, in.last, second.first, out.first); },
        [&] { return serial(in.model_first, in.model_last, second.model_first, out.model_first); });
    return name;
  }

  /// Calls an algorithm with the input and some elements of a range; the result belongs to the
  /// input.
  template <class Global, class Serial>
  const char* look_for(const Other& range, const char* name, Global global, Serial serial) const
  {
    begin(name);
    const auto wanted = range.first_ones(any_position(random, range.size()));
    same_result(
        name, in, [&] { return global(in.first, in.last, wanted.first, wanted.last); },
        [&] {
          return serial(in.model_first, in.model_last, wanted.model_first, wanted.model_last);
        });
    return name;
  }

  static Other few(const Other& range)
  {
    return range.first_ones(std::min<std::ptrdiff_t>(5, range.size()));
  }

  /// Makes the first elements of input and output equal, so that they have something in common.
  void copy_some() const
  {
    begin_step("copy of some elements from " + text);
    const std::ptrdiff_t n = any_position(random, in.size());
    dash::transform(in.first, in.first + n, out.first, std::identity());
    out.first.team().barrier();
    std::copy(in.model_first, in.model_first + n, out.model_first);
  }

  const char* partition_copy() const
  {
    const char* const name = "partition_copy";
    begin(name);
    const auto found = dash::partition_copy(in.first, in.last, out.first, other.first, IsOdd{});
    const auto expected = std::partition_copy(
        in.model_first, in.model_last, out.model_first, other.model_first, IsOdd{});
    require(
        found.first - out.first == expected.first - out.model_first &&
            found.second - other.first == expected.second - other.model_first,
        name, " ends at other positions");
    return name;
  }

  const char* mismatch() const
  {
    const char* const name = "mismatch";
    begin(name);
    const auto found = dash::mismatch(in.first, in.last, out.first);
    const auto expected = std::mismatch(in.model_first, in.model_last, out.model_first);
    require(
        found.first - in.first == expected.first - in.model_first &&
            found.second - out.first == expected.second - out.model_first,
        name, " finds another position");
    return name;
  }
};

template <class In, class Other>
const char* any_step(
    Random& random, const In& in, const Other& other, const Other& out, const std::string& text)
{
  return Step<In, Other>{random, text, in, other, out}.run();
}

}  // namespace dash::stress::several_ranges
