#pragma once

/// \file
/// Arrays of several sizes and distributions, filled with known values, for tests of views on them.

#include <dash/Team.h>

#include <cstddef>
#include <vector>

#include "array/arrays.h"
#include "team/teams.h"

namespace dash::test {

/// Fills an array with the first of the values, and calls f(array, these).
template <class Array, class F>
void with_first_of(const std::vector<int>& values, Array& array, const F& f)
{
  const std::vector<int> first(
      values.begin(), values.begin() + static_cast<std::ptrdiff_t>(array.size()));
  assign(array, first);
  f(array, first);
  array.barrier();
}

/// Calls f(team, size) for all units and only some of them, and sizes up to \c n.
template <class F>
void for_each_team_and_size(std::size_t n, const F& f)
{
  for (dash::Team& team : teams()) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{3}, n}) {
      f(team, size);
    }
  }
}

/// Calls f(array, first) for arrays of all distributions and several sizes, which have the first of
/// the values.
template <class F>
void for_each_filled_array(const std::vector<int>& values, const F& f)
{
  for_each_team_and_size(values.size(), [&](dash::Team& team, std::size_t size) {
    for_each_array(size, team, [&](auto& array) { with_first_of(values, array, f); });
  });
}

/// The same without parts of unequal sizes, whose arrays are of another type: many algorithms on
/// many views compile for minutes, and of two types for twice as long.
template <class F>
void for_each_filled_dealt_array(const std::vector<int>& values, const F& f)
{
  for_each_team_and_size(values.size(), [&](dash::Team& team, std::size_t size) {
    for_each_dealt_array(size, team, [&](auto& array) { with_first_of(values, array, f); });
  });
}

}  // namespace dash::test
