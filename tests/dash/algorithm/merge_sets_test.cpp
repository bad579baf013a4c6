// Algorithms on two sorted ranges of any distribution, against those of std.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/algorithm/Includes.h>
#include <dash/algorithm/Merge.h>
#include <dash/algorithm/SetOperations.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::Particle;

class MergeSets : public dash::test::TestBase {};

/// Particles that are sorted by charge; the ids tell them apart. There are \c kinds charges, each
/// other one of which is missing if \c step is 2.
std::vector<Particle> sorted_particles(std::size_t n, int kinds, int step, int id)
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

TEST_F(MergeSets, MergeIsStable)
{
  expect_same_by_charge(
      [](auto... arguments) { return dash::merge(arguments...); }, std::ranges::merge);
}

TEST_F(MergeSets, Union)
{
  expect_same_by_charge(
      [](auto... arguments) { return dash::set_union(arguments...); }, std::ranges::set_union);
}

TEST_F(MergeSets, Intersection)
{
  expect_same_by_charge(
      [](auto... arguments) { return dash::set_intersection(arguments...); },
      std::ranges::set_intersection);
}

TEST_F(MergeSets, Difference)
{
  expect_same_by_charge(
      [](auto... arguments) { return dash::set_difference(arguments...); },
      std::ranges::set_difference);
}

TEST_F(MergeSets, SymmetricDifference)
{
  expect_same_by_charge(
      [](auto... arguments) { return dash::set_symmetric_difference(arguments...); },
      std::ranges::set_symmetric_difference);
}

TEST_F(MergeSets, RangesInDescendingOrder)
{
  const std::vector<int> descending{9, 7, 7, 4, 4, 4, 2, 0}, others{8, 7, 4, 4, 1};
  dash::test::for_each_array(descending.size(), dash::Team::All(), [&](auto& a) {
    dash::Array<int> b(others.size(), dash::CYCLIC), out(13, dash::BLOCKCYCLIC(2));
    assign(a, descending);
    assign(b, others);
    std::vector<int> expected(13);
    std::ranges::merge(descending, others, expected.begin(), std::greater<>{});
    EXPECT_EQ(dash::merge(a, b, out.begin(), std::greater<>{}), out.end());
    EXPECT_EQ(contents(out), expected);
    EXPECT_EQ(dash::set_intersection(a, b, out.begin(), std::greater<>{}), out.begin() + 3);
    EXPECT_FALSE(dash::includes(a, b, std::greater<>{}));
    assign(b, {9, 7, 4, 4, 0});
    EXPECT_TRUE(dash::includes(a, b, std::greater<>{}));
    EXPECT_TRUE(dash::includes(a, b, {}, std::negate<>{}));
    assign(b, {7, 7, 7, 4, 2});
    EXPECT_FALSE(dash::includes(a, b, std::greater<>{}));
    EXPECT_TRUE(dash::includes(a.begin(), a.end(), b.begin(), b.begin(), std::greater<>{}));
    EXPECT_FALSE(dash::includes(a.begin(), a.begin(), b.begin(), b.end(), std::greater<>{}));
    EXPECT_THROW(dash::merge(a, b, out.begin() + 1, std::greater<>{}), dash::exception::OutOfRange);
    EXPECT_THROW(
        dash::set_union(a, b, out.begin() + 9, std::greater<>{}), dash::exception::OutOfRange);
  });
}

}  // namespace
