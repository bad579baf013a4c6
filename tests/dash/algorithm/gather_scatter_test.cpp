// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/Distribution.h>
#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Gather.h>
#include <dash/algorithm/Generate.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <utility>
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

/// Gathers and scatters so many elements that their places are computed.
template <class T, class Source, class Map>
void expect_permuted(Source& in, Map& map)
{
  const auto indices = permutation(in.size());
  map.barrier();
  dash::generate_with_index(map, [size = in.size()](std::ptrdiff_t i) {
    return (i * 7 + 3) % static_cast<std::int64_t>(size);
  });
  dash::generate_with_index(in.begin(), in.end(), [](std::ptrdiff_t i) {
    return dash::test::make<T>(static_cast<int>(i));
  });
  dash::Array<T> out(in.size(), dash::BLOCKCYCLIC(40));
  dash::gather(map.begin(), map.end(), std::as_const(in).begin(), out.begin());
  std::vector<T> expected;
  for (const int index : indices) expected.push_back(dash::test::make<T>(index));
  EXPECT_EQ(contents(out), expected);
  dash::fill(in.begin(), in.end(), T{});
  in.barrier();
  dash::scatter(out.begin(), out.end(), map.begin(), in.begin());
  dash::Array<T> back(in.size());
  dash::copy(in.begin(), in.end(), back.begin());
  back.barrier();
  std::vector<T> before;
  for (std::size_t i = 0; i < in.size(); ++i)
    before.push_back(dash::test::make<T>(static_cast<int>(i)));
  EXPECT_EQ(contents(back), before);
}

template <class T>
void expect_permuted_everywhere()
{
  dash::test::for_each_two_arrays<std::int64_t, T>(
      999, dash::Team::All(), [](auto& map, auto& in) { expect_permuted<T>(in, map); });
  dash::Array<std::int64_t> map(30 * 25, dash::CYCLIC);
  dash::NArray<T, 2> rows(30, 25);
  expect_permuted<T>(rows, map);
  dash::Matrix<T, 2, dash::default_index_t, dash::BlockPattern<2>> columns(
      dash::SizeSpec<2>(30, 25), dash::DistributionSpec<2>(dash::NONE, dash::CYCLIC));
  expect_permuted<T>(columns, map);
}

TEST_F(GatherScatter, ManyElementsOfAllSizes)
{
  expect_permuted_everywhere<short>();
  expect_permuted_everywhere<double>();
  expect_permuted_everywhere<dash::test::Particle>();
}

/// Indices count from any element, in both directions.
TEST_F(GatherScatter, ManyElementsAroundAnother)
{
  constexpr std::ptrdiff_t count = 2000;
  dash::Array<float> in(count, dash::BLOCKCYCLIC(7)), out(count);
  dash::Array<int> map(count, dash::CYCLIC);
  dash::generate_with_index(in, [](std::ptrdiff_t i) { return static_cast<float>(i); });
  dash::generate_with_index(map, [](std::ptrdiff_t i) { return static_cast<int>(i - count / 2); });
  dash::gather(map, in | std::views::drop(count / 2), out.begin());
  EXPECT_EQ(contents(out), contents(in));
}

/// Elements that are accessed atomically are written by references, however many there are.
TEST_F(GatherScatter, ManyAtomicElements)
{
  constexpr std::size_t count = 1000;
  dash::Array<dash::Atomic<int>> flags(count);
  dash::Array<int> ones(count), map(count);
  dash::fill(ones, 1);
  dash::generate_with_index(map, [](std::ptrdiff_t i) { return static_cast<int>(i / 2); });
  ones.barrier();
  dash::scatter(ones, map, flags.begin());
  for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(flags[i].load(), i < count / 2 ? 1 : 0);
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
