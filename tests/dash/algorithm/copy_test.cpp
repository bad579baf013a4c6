// Tier: suite n3 c2g2 h2n1.mpi

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/algorithm/Copy.h>
#include <dash/memory/GlobLocalMemoryPool.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "array/arrays.h"
#include "array/rare_arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::for_each_array;
using dash::test::for_each_rare_array;
using dash::test::for_each_subrange;
using dash::test::Particle;
using dash::test::sequence;
using dash::test::teams;

class CopyTest : public dash::test::TestBase {};

/// Element i of the values to write.
template <class T>
std::vector<T> news(std::size_t n)
{
  std::vector<T> values;
  for (std::size_t i = 0; i < n; ++i)
    values.push_back(dash::test::make<T>(static_cast<int>(500 + i)));
  return values;
}

/// All units read [first, last); guards show that nothing else is written.
template <class Array>
void expect_read(Array& array, std::size_t first, std::size_t last)
{
  using T = typename Array::value_type;
  const auto begin = array.begin() + static_cast<int>(first);
  const auto end = array.begin() + static_cast<int>(last);
  const auto guard = dash::test::make<T>(99);
  std::vector<T> expected(last - first + 2, guard);
  const auto values = sequence<T>(array.size());
  std::copy(
      values.begin() + static_cast<int>(first), values.begin() + static_cast<int>(last),
      expected.begin() + 1);
  std::vector<T> read(expected.size(), guard);
  T* const out = read.data() + 1;
  EXPECT_EQ(out + (last - first), dash::copy(begin, end, out));
  EXPECT_EQ(expected, read);

  read.assign(read.size(), guard);
  EXPECT_EQ(out + (last - first), (dash::copy<T, decltype(begin), true>(begin, end, out)));
  EXPECT_EQ(expected, read);

  read.assign(read.size(), guard);
  auto future = dash::copy_async(begin, end, out);
  while (!future.test()) {
  }
  EXPECT_EQ(out + (last - first), future.get());
  EXPECT_EQ(expected, read);

  read.assign(read.size(), guard);
  auto continued = dash::copy_async(begin, end, out).then([&](T* last) { return last - out; });
  EXPECT_EQ(last - first, static_cast<std::size_t>(continued.get()));
  EXPECT_EQ(expected, read);

  const Array& readonly = array;
  read.assign(read.size(), guard);
  dash::copy(
      readonly.begin() + static_cast<int>(first), readonly.begin() + static_cast<int>(last), out);
  EXPECT_EQ(expected, read);
}

template <class Array>
void expect_write(Array& array, std::size_t first, std::size_t last)
{
  using T = typename Array::value_type;
  auto expected = sequence<T>(array.size());
  auto source = news<T>(last - first);
  std::copy(source.begin(), source.end(), expected.begin() + static_cast<int>(first));
  for (int variant = 0; variant < 3; ++variant) {
    assign(array, sequence<T>(array.size()));
    if (array.team().myid() == static_cast<int>(array.team().size()) - 1) {
      auto* const from = source.data();
      auto* const to = from + source.size();
      const auto out = array.begin() + static_cast<int>(first);
      const auto end = array.begin() + static_cast<int>(last);
      if (variant == 0) {
        EXPECT_EQ(end, dash::copy(from, to, out));
      } else if (variant == 1) {
        const T* const constant = from;
        EXPECT_EQ(end, dash::copy(constant, constant + source.size(), out));
      } else {
        EXPECT_EQ(end, dash::copy_async(from, to, out).get());
      }
    }
    EXPECT_EQ(expected, contents(array));
  }
}

TEST_F(CopyTest, SubrangesOfEveryDistribution)
{
  for (dash::Team& team : teams()) {
    for (const std::size_t n : {1, 9, 40}) {
      for_each_array(n, team, [n](auto& array) {
        assign(array, sequence(n));
        for_each_subrange(
            n, [&](std::size_t first, std::size_t last) { expect_read(array, first, last); });
        array.barrier();
      });
    }
    for_each_array<Particle>(24, team, [](auto& array) {
      assign(array, sequence<Particle>(24));
      expect_read(array, 0, 24);
      expect_read(array, 5, 19);
      array.barrier();
      expect_write(array, 3, 20);
    });
    for_each_array(40, team, [](auto& array) {
      expect_write(array, 0, 40);
      expect_write(array, 7, 31);
      expect_write(array, 39, 40);
      expect_write(array, 4, 4);
    });
    for_each_rare_array(24, team, [](auto& array) {
      assign(array, sequence(24));
      expect_read(array, 2, 23);
      array.barrier();
      expect_write(array, 2, 23);
    });
  }
}

TEST_F(CopyTest, LongRanges)
{
  // This exceeds the batches in which short runs are copied, and the buffer of global copies.
  constexpr std::size_t n = 30011;
  for_each_array(n, dash::Team::All(), [](auto& array) {
    assign(array, sequence(n));
    expect_read(array, 1, n - 1);
    array.barrier();
    dash::Array<int> target(n, dash::BLOCKCYCLIC(7));
    if (dash::myid() == 0) {
      EXPECT_EQ(target.end(), dash::copy<int>(array.begin(), array.end(), target.begin()));
    }
    EXPECT_EQ(sequence(n), contents(target));
  });
}

TEST_F(CopyTest, BetweenDistributions)
{
  for_each_array(33, dash::Team::All(), [](auto& from) {
    assign(from, sequence(33));
    for_each_array(33, dash::Team::All(), [&](auto& to) {
      assign(to, std::vector<int>(33, -5));
      std::vector<int> expected(33, -5);
      const auto values = sequence(33);
      std::copy(values.begin() + 4, values.begin() + 30, expected.begin() + 6);
      if (dash::myid() == 0) {
        const auto end = dash::copy<int>(from.begin() + 4, from.begin() + 30, to.begin() + 6);
        EXPECT_EQ(to.begin() + 32, end);
      }
      EXPECT_EQ(expected, contents(to));
    });
  });
}

TEST_F(CopyTest, OverlappingRangesToTheFront)
{
  for_each_array(5000, dash::Team::All(), [](auto& array) {
    auto expected = sequence(5000);
    assign(array, expected);
    std::copy(expected.begin() + 3, expected.end(), expected.begin());
    if (dash::myid() == 0) dash::copy<int>(array.begin() + 3, array.end(), array.begin());
    EXPECT_EQ(expected, contents(array));
  });
}

TEST_F(CopyTest, ThroughGlobalPointers)
{
  auto block = dash::memalloc<int>(50);
  std::vector<int> values = sequence(50);
  EXPECT_EQ(50, dash::copy(values.data(), values.data() + 50, block) - block);
  std::vector<int> read(50);
  dash::copy(block, block + 50, read.data());
  EXPECT_EQ(values, read);

  // Pointers into containers advance over the units' parts.
  dash::Array<int> array(50);
  assign(array, sequence(50));
  const auto data = array.data();
  read.assign(50, 0);
  dash::copy(data + 3, data + 47, read.data() + 3);
  EXPECT_TRUE(std::equal(read.begin() + 3, read.begin() + 47, values.begin() + 3));
  array.barrier();
  if (dash::myid() == 0)
    dash::copy<int>(block, block + 50, dash::Array<int>::pointer(array.begin()));
  EXPECT_EQ(sequence(50), contents(array));
  dash::memfree(block, 50);
}

TEST_F(CopyTest, RelatedElementTypes)
{
  dash::Array<int> array(20, dash::CYCLIC);
  assign(array, sequence(20));
  std::vector<unsigned> read(20);
  dash::copy(array.begin(), array.end(), read.data());
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(static_cast<unsigned>(sequence(20)[i]), read[i]);
  array.barrier();
}

TEST_F(CopyTest, IteratorsOfVectors)
{
  dash::Array<int> array(50, dash::BLOCKCYCLIC(3));
  const std::vector<int> values = sequence(50);
  std::vector<int> read(60);
  if (dash::myid() == 0) {
    EXPECT_EQ(array.end(), dash::copy(values.begin(), values.end(), array.begin()));
  }
  array.barrier();
  EXPECT_EQ(read.begin() + 53, dash::copy(array.begin(), array.end(), read.begin() + 3));
  EXPECT_TRUE(std::equal(values.begin(), values.end(), read.begin() + 3));
  array.barrier();
  if (dash::myid() == 0) {
    dash::copy_async(values.rbegin().base() - 10, values.end(), array.begin()).wait();
  }
  array.barrier();
  auto done = dash::copy_async(array.begin(), array.begin() + 10, read.begin());
  EXPECT_EQ(read.begin() + 10, done.get());
  EXPECT_TRUE(std::equal(values.end() - 10, values.end(), read.begin()));
  array.barrier();
}

TEST_F(CopyTest, NumbersOfElements)
{
  dash::Array<int> array(30, dash::BLOCKCYCLIC(4)), other(30, dash::CYCLIC);
  const auto values = sequence(30);
  assign(array, values);
  if (dash::myid() == 0) {
    EXPECT_EQ(other.begin() + 17, dash::copy_n(array.begin() + 3, 15, other.begin() + 2));
    EXPECT_EQ(other.begin() + 2, dash::copy_n(values.begin() + 1, 2, other.begin()));
  }
  other.barrier();
  std::vector<int> read(20);
  EXPECT_EQ(read.begin() + 17, dash::copy_n(other.begin(), 17, read.begin()));
  EXPECT_EQ(read[0], values[1]);
  EXPECT_EQ(read[1], values[2]);
  EXPECT_TRUE(std::equal(read.begin() + 2, read.begin() + 17, values.begin() + 3));
  EXPECT_EQ(read.begin(), dash::copy_n(other.begin(), 0, read.begin()));
  EXPECT_THROW(dash::copy_n(other.begin() + 20, 11, read.begin()), dash::exception::OutOfRange);
  EXPECT_THROW(dash::copy_n(other.begin() + 5, -2, read.begin()), dash::exception::InvalidArgument);
  other.barrier();
}

TEST_F(CopyTest, BehindTheEnd)
{
  dash::Array<int> array(10);
  std::vector<int> buffer(20);
  EXPECT_THROW(
      dash::copy(array.begin() + 5, array.end() + 3, buffer.data()), dash::exception::OutOfRange);
  int* const nothing = nullptr;
  EXPECT_EQ(nothing, dash::copy(array.begin(), array.begin(), nothing));
  EXPECT_EQ(array.end(), dash::copy(nothing, nothing, array.end()));
}

}  // namespace
