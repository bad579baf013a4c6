#pragma once

/// \file
/// What algorithms on two sorted ranges have to do, on ranges of any distribution: the same as
/// those of std.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Includes.h>
#include <dash/algorithm/Merge.h>
#include <dash/algorithm/SetOperations.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "team/teams.h"

namespace dash::test {

/// Particles that are sorted by charge; the ids tell them apart. There are \c kinds charges, each
/// other one of which is missing if \c step is 2.
inline std::vector<Particle> sorted_particles(std::size_t n, int kinds, int step, int id)
{
  std::vector<Particle> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    values[i].charge = step * (static_cast<int>(i * 7) % kinds);
    values[i].id = id + static_cast<int>(i);
  }
  std::ranges::stable_sort(values, {}, &Particle::charge);
  return values;
}

/// Expects that an algorithm on two ranges and an output does what serial does.
template <class Global, class Serial>
void expect_same_for_sorted(
    dash::Team& team, const std::vector<Particle>& a, const std::vector<Particle>& b, Global global,
    Serial serial)
{
  std::vector<Particle> expected;
  serial(a, b, std::back_inserter(expected));
  std::size_t other = 0;
  dash::test::for_each_array<Particle>(a.size() + 2, team, [&](auto& first) {
    const auto& distributions = dash::test::distributions();
    const auto& of_second = distributions[other % distributions.size()];
    dash::Array<Particle> second(b.size() + 1, of_second, team);
    dash::Array<Particle> out(
        expected.size() + 3, distributions[(other / 2 + 1) % distributions.size()], team);
    ++other;
    // The ranges begin and end inside of the arrays, and what is around the output is left alone.
    auto around = a;
    around.insert(around.begin(), {0, 99, -1});
    around.push_back({0, -99, -1});
    assign(first, around);
    around = b;
    around.push_back({0, -99, -1});
    assign(second, around);
    assign(out, std::vector<Particle>(out.size()));
    const auto end = global(
        first.begin() + 1, first.end() - 1, second.begin(), second.end() - 1, out.begin() + 1);
    EXPECT_EQ(end - out.begin(), static_cast<std::ptrdiff_t>(expected.size()) + 1);
    auto all = expected;
    all.insert(all.begin(), Particle{});
    all.resize(out.size());
    EXPECT_EQ(contents(out), all);
  });
}

template <class Global, class Serial>
void expect_same_for_all_sorted(Global global, Serial serial)
{
  struct Sizes {
    std::size_t a, b;
    int kinds;
  };
  for (dash::Team& team : dash::test::teams()) {
    for (const Sizes& sizes : std::vector<Sizes>{
             {0, 0, 1}, {0, 5, 3}, {7, 0, 2}, {1, 1, 1}, {20, 30, 1}, {30, 21, 4}, {40, 60, 97}}) {
      SCOPED_TRACE(testing::Message() << sizes.a << " and " << sizes.b << " of " << sizes.kinds);
      expect_same_for_sorted(
          team, sorted_particles(sizes.a, sizes.kinds, 1, 0),
          sorted_particles(sizes.b, sizes.kinds, 2, 1000), global, serial);
    }
  }
}

/// Expects that an algorithm on particles in the order of their charge does what std's does.
template <class Global, class Serial>
void expect_same_by_charge(Global global, Serial serial)
{
  constexpr std::less<> less;
  constexpr auto charge = &Particle::charge;
  expect_same_for_all_sorted(
      [&](auto a, auto a_last, auto b, auto b_last, auto out) {
        return global(a, a_last, b, b_last, out, less, charge);
      },
      [&](const auto& a, const auto& b, auto out) { serial(a, b, out, less, charge, charge); });
}

/// Calls \c f(algorithm, that of std) for all that produce a range.
template <class F>
void for_each_sorted_algorithm(F f)
{
  f([](auto... arguments) { return dash::merge(arguments...); }, std::ranges::merge);
  f([](auto... arguments) { return dash::set_union(arguments...); }, std::ranges::set_union);
  f([](auto... arguments) { return dash::set_intersection(arguments...); },
    std::ranges::set_intersection);
  f([](auto... arguments) { return dash::set_difference(arguments...); },
    std::ranges::set_difference);
  f([](auto... arguments) { return dash::set_symmetric_difference(arguments...); },
    std::ranges::set_symmetric_difference);
}

/// Numbers in ascending order, in groups of some.
template <class T>
std::vector<T> sorted_numbers(std::size_t n, int kinds, int factor)
{
  std::vector<T> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = static_cast<T>(static_cast<int>(i * 7919 % 104729) % kinds * factor - kinds);
  }
  std::ranges::sort(values);
  return values;
}

/// The elements of all units, copied together. Collective.
template <class T>
std::vector<T> copy_of(const dash::Array<T>& array)
{
  std::vector<T> values(array.size());
  array.barrier();
  dash::copy(array.begin(), array.end(), values.data());
  array.barrier();
  return values;
}

/// Expects the same as of std for many numbers, most of which are in both ranges or in one only, in
/// small groups and in large ones.
template <class T>
void expect_same_for_numbers()
{
  for (const int kinds : {3, 1000, 40'000}) {
    SCOPED_TRACE(kinds);
    const auto a = sorted_numbers<T>(20'011, kinds, 2), b = sorted_numbers<T>(30'011, kinds, 3);
    dash::Array<T> first(a.size(), dash::BLOCKED), second(b.size(), dash::BLOCKCYCLIC(5));
    assign(first, a);
    assign(second, b);
    for_each_sorted_algorithm([&](auto global, auto serial) {
      std::vector<T> expected;
      serial(a, b, std::back_inserter(expected));
      dash::Array<T> out(expected.size());
      EXPECT_EQ(
          global(first.begin(), first.end(), second.begin(), second.end(), out.begin()), out.end());
      EXPECT_EQ(copy_of(out), expected);
      EXPECT_EQ(dash::includes(out, first), std::ranges::includes(expected, a));
      EXPECT_EQ(dash::includes(first, out), std::ranges::includes(a, expected));
    });
  }
}

}  // namespace dash::test
