// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/algorithm/Gather.h>
#include <dash/algorithm/Generate.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::fill_local_values;
using dash::test::sequence;

class GatherScatter : public dash::test::TestBase {};

/// A permutation of [0, n).
std::vector<int> permutation(std::size_t n)
{
  std::vector<int> indices(n);
  for (std::size_t i = 0; i < n; ++i) indices[i] = static_cast<int>((i * 7 + 3) % n);
  return indices;
}

constexpr std::size_t n = 25;  // coprime to the step of the permutation

TEST_F(GatherScatter, GatherFromAnyDistribution)
{
  dash::test::for_each_two_arrays<int, double>(n, dash::Team::All(), [](auto& map, auto& in) {
    const auto indices = permutation(n);
    const auto values = sequence<double>(n);
    assign(map, indices);
    assign(in, values);
    dash::test::for_each_subrange(n, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      dash::Array<double> out(n, dash::BLOCKCYCLIC(4));
      std::vector<double> expected(n, -7);
      assign(out, expected);
      const auto end = dash::gather(
          map.begin() + first, map.begin() + last, in.begin(), out.begin() + (n - last));
      std::transform(
          indices.begin() + first, indices.begin() + last, expected.begin() + (n - last),
          [&](int index) { return values[static_cast<std::size_t>(index)]; });
      EXPECT_EQ(end, out.begin() + (n - first));
      EXPECT_EQ(contents(out), expected);
    });
  });
}

TEST_F(GatherScatter, GatherRepeatsElements)
{
  dash::Array<long> map(40, dash::CYCLIC);
  dash::Array<int> in(5), out(40, dash::CYCLIC);
  dash::generate_with_index(map, [](auto gidx) { return gidx % 3; });
  assign(in, {10, 11, 12, 13, 14});
  dash::gather(map.begin(), map.end(), in.begin() + 1, out.begin());
  const auto result = contents(out);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(result[i], 11 + static_cast<int>(i % 3));
}

TEST_F(GatherScatter, GatherConstAndNative)
{
  using dash::test::Particle;
  const auto values = sequence<Particle>(n);
  dash::Array<int> map(n, dash::BLOCKCYCLIC(3));
  dash::Array<Particle> in(n, dash::CYCLIC), out(n);
  const auto indices = permutation(n);
  assign(map, indices);
  assign(in, values);
  std::vector<Particle> expected;
  for (const int index : indices) expected.push_back(values[static_cast<std::size_t>(index)]);
  const auto& const_map = map;
  dash::gather(const_map.begin(), const_map.end(), std::as_const(in).begin(), out.begin());
  EXPECT_EQ(contents(out), expected);
  fill_local_values(out, Particle{});
  dash::gather(const_map.begin(), const_map.end(), values.begin(), out.begin());
  EXPECT_EQ(contents(out), expected);
}

TEST_F(GatherScatter, ScatterToAnyDistribution)
{
  dash::test::for_each_two_arrays<int, double>(n, dash::Team::All(), [](auto& map, auto& in) {
    const auto indices = permutation(n);
    const auto values = sequence<double>(n);
    assign(map, indices);
    assign(in, values);
    dash::test::for_each_subrange(n, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      dash::Array<double> out(n, dash::BLOCKCYCLIC(4));
      std::vector<double> expected(n, -7);
      assign(out, expected);
      dash::scatter(in.begin() + first, in.begin() + last, map.begin() + (n - last), out.begin());
      for (std::ptrdiff_t i = first; i < last; ++i) {
        const auto index = indices
            [static_cast<std::size_t>(n) - static_cast<std::size_t>(last) +
             static_cast<std::size_t>(i - first)];
        expected[static_cast<std::size_t>(index)] = values[static_cast<std::size_t>(i)];
      }
      EXPECT_EQ(contents(out), expected);
    });
  });
}

TEST_F(GatherScatter, ScatterUndoesGather)
{
  dash::Array<int> map(n, dash::CYCLIC), in(n, dash::BLOCKED), there(n, dash::TILE(2)), back(n);
  assign(map, permutation(n));
  assign(in, sequence(n));
  dash::gather(map.begin(), map.end(), in.begin(), there.begin());
  dash::scatter(there.begin(), there.end(), map.begin(), back.begin());
  EXPECT_EQ(contents(back), sequence(n));
  assign(there, std::vector<int>(n, -1));
  EXPECT_EQ(dash::gather(map, in, there.begin()), there.end());
  assign(back, std::vector<int>(n, -1));
  dash::scatter(there, map, back.begin());
  EXPECT_EQ(contents(back), sequence(n));
}

}  // namespace
