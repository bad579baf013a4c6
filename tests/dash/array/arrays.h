#pragma once

/// \file
/// Arrays of many sizes and distributions, filled with a known sequence, and ranges in them.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/pattern/CSRPattern.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"
#include "team/teams.h"

namespace dash::test {

template <class T>
using CsrArray = dash::Array<T, dash::default_index_t, dash::CSRPattern<1>>;

/// The values at the positions of the calling unit's elements, in local order.
template <class Array>
auto own_of(const Array& array, const std::vector<typename Array::value_type>& values)
{
  std::vector<typename Array::value_type> own;
  for (std::size_t i = 0; i < array.lsize(); ++i) {
    const auto gidx = array.pattern().global(static_cast<dash::default_index_t>(i));
    own.push_back(values[static_cast<std::size_t>(gidx)]);
  }
  return own;
}

/// Sets the array to the values; each unit sets its own part. Collective; synchronises at its end.
template <class Array>
void assign(Array& array, const std::vector<typename Array::value_type>& values)
{
  array.barrier();
  set_local_values(array, own_of(array, values));
  array.barrier();
}

/// The elements of all units. Collective; synchronises at its end.
template <class Array>
auto contents(const Array& array)
{
  using T = typename Array::value_type;
  array.barrier();
  std::vector<T> values;
  for (std::size_t i = 0; i < array.size(); ++i) values.push_back(static_cast<T>(array[i]));
  array.barrier();
  return values;
}

inline const std::vector<dash::DistributionSpec<1>>& distributions()
{
  static const std::vector<dash::DistributionSpec<1>> all{
      dash::BLOCKED, dash::CYCLIC, dash::BLOCKCYCLIC(3), dash::TILE(2)};
  return all;
}

/// Sizes of the units' parts, which are unequal and some of which are empty.
inline std::vector<std::vector<std::size_t>> part_sizes(std::size_t n, std::size_t units)
{
  const auto proportional_to = [n](const std::vector<std::size_t>& weights) {
    const auto total = std::accumulate(weights.begin(), weights.end(), std::size_t{0});
    std::vector<std::size_t> sizes;
    std::size_t before = 0;
    for (const std::size_t weight : weights) {
      sizes.push_back(n * (before + weight) / total - n * before / total);
      before += weight;
    }
    return sizes;
  };
  if (units == 1) return {{n}};
  std::vector<std::size_t> odd_units, descending;
  for (std::size_t unit = 0; unit < units; ++unit) {
    odd_units.push_back(unit % 2);
    descending.push_back(units - 1 - unit);
  }
  return {proportional_to(odd_units), proportional_to(descending)};
}

template <class Array>
std::string describe(const Array& array)
{
  std::ostringstream text;
  text << array.size() << " elements of " << array.pattern().distspec() << ", parts:";
  for (std::size_t unit = 0; unit < array.team().size(); ++unit) {
    text << ' ' << array.pattern().local_size(dash::team_unit_t(static_cast<int>(unit)));
  }
  return text.str();
}

/// Calls f(array) for arrays of \c n elements over the team, all of one type, which are BLOCKED,
/// CYCLIC, and in blocks of equal size.
template <class T = int, class F>
void for_each_dealt_array(std::size_t n, dash::Team& team, F f)
{
  for (const auto& distribution : distributions()) {
    dash::Array<T> array(n, distribution, team);
    SCOPED_TRACE(describe(array));
    f(array);
  }
}

/// Calls f(array) for each distribution of \c n elements over the team.
template <class T = int, class F>
void for_each_array(std::size_t n, dash::Team& team, F f)
{
  for_each_dealt_array<T>(n, team, f);
  for (const auto& sizes : part_sizes(n, team.size())) {
    CsrArray<T> array(dash::CSRPattern<1>(sizes, team));
    SCOPED_TRACE(describe(array));
    f(array);
  }
}

/// Calls f(first, last) for all sub-ranges of [0, n), or for a selection of them if n is large.
template <class F>
void for_each_subrange(std::size_t n, F f)
{
  std::vector<std::size_t> bounds{0, 1, n / 3, n / 2, n - 1, n};
  if (n <= 9) {
    bounds.resize(n + 1);
    std::iota(bounds.begin(), bounds.end(), std::size_t{0});
  }
  bounds = cases(bounds, {0, (n + 2) / 3, n});
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  for (const std::size_t first : bounds) {
    for (const std::size_t last : bounds) {
      if (first > last) continue;
      SCOPED_TRACE("positions [" + std::to_string(first) + ", " + std::to_string(last) + ")");
      f(first, last);
    }
  }
}

/// Calls f(array, first, last) for arrays of all sizes, distributions and teams, and sub-ranges.
template <class T = int, class F>
void for_each_range(F f)
{
  for (dash::Team& team : teams()) {
    for (const std::size_t n : cases({0, 1, 3, 9, 50}, {0, 1, 11})) {
      for_each_array<T>(n, team, [&](auto& array) {
        for_each_subrange(n, [&](std::size_t first, std::size_t last) { f(array, first, last); });
      });
    }
  }
}

/// Calls f(a, b) for arrays of \c n elements that are distributed alike and differently.
template <class T, class U, class F>
void for_each_two_arrays(std::size_t n, dash::Team& team, F f)
{
  const auto& all = distributions();
  const auto call = [&](auto& a, auto& b) {
    SCOPED_TRACE(describe(a) + " and " + describe(b));
    f(a, b);
  };
  for (std::size_t d = 0; d < all.size(); ++d) {
    dash::Array<T> a(n, all[d], team);
    for (const std::size_t other : {d, (d + 1) % all.size()}) {
      dash::Array<U> b(n, all[other], team);
      call(a, b);
    }
  }
  const dash::CSRPattern<1> unequal(part_sizes(n, team.size()).front(), team);
  CsrArray<T> csr_a(unequal);
  CsrArray<U> csr_b(unequal);
  dash::Array<T> a(n, dash::CYCLIC, team);
  dash::Array<U> b(n, dash::BLOCKED, team);
  call(csr_a, b);
  call(a, csr_b);
}

/// Calls f(a, first, last, b, start) for two arrays, a sub-range of the first one, and the start of
/// the same number of elements of the second one, at the same or at another position.
template <class T, class U, class F>
void for_each_two_ranges(F f)
{
  for (dash::Team& team : teams()) {
    for (const std::size_t n : cases({0, 1, 3, 7, 20}, {0, 1, 11})) {
      for_each_two_arrays<T, U>(n, team, [&](auto& a, auto& b) {
        for_each_subrange(n, [&](std::size_t first, std::size_t last) {
          f(a, first, last, b, first);
          if (n - last != first) f(a, first, last, b, n - last);
        });
      });
    }
  }
}

}  // namespace dash::test
