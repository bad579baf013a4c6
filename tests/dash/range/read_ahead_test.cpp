// Tier: suite n3 c2g2

// Loops of host code that read blocks of elements ahead.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Matrix.h>
#include <dash/iterator/ReadAhead.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <vector>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::Particle;
using dash::test::sequence;

class ReadAheadTest : public dash::test::TestBase {};

using IntRange = dash::ReadAhead<dash::Array<int>::iterator>;
static_assert(std::input_iterator<IntRange::iterator>);
static_assert(std::sentinel_for<std::default_sentinel_t, IntRange::iterator>);
static_assert(!std::is_copy_constructible_v<IntRange> && !std::is_move_constructible_v<IntRange>);

template <class Range>
auto elements_of(Range&& range)
{
  std::vector<typename std::remove_reference_t<Range>::value_type> elements;
  for (const auto& element : range) elements.push_back(element);
  return elements;
}

TEST_F(ReadAheadTest, AllDistributionsAndRanges)
{
  dash::test::for_each_range([](auto& array, std::size_t begin, std::size_t end) {
    const auto values = sequence(array.size());
    assign(array, values);
    const auto from = static_cast<std::ptrdiff_t>(begin), to = static_cast<std::ptrdiff_t>(end);
    auto range = dash::read_ahead(array.begin() + from, array.begin() + to);
    EXPECT_EQ(end - begin, range.size());
    EXPECT_EQ(std::vector<int>(values.begin() + from, values.begin() + to), elements_of(range));
    EXPECT_EQ(values, elements_of(dash::read_ahead(array)));
    array.barrier();
  });
}

/// So many elements that blocks grow to their largest size, and the last one is smaller.
TEST_F(ReadAheadTest, ManyBlocks)
{
  constexpr std::size_t n = 200'003;
  const auto values = sequence(n);
  for (const auto& spec :
       {dash::DistributionSpec<1>(dash::BLOCKED), dash::DistributionSpec<1>(dash::CYCLIC),
        dash::DistributionSpec<1>(dash::BLOCKCYCLIC(13)),
        dash::DistributionSpec<1>(dash::BLOCKCYCLIC(1000))}) {
    dash::Array<int> array(n, spec);
    assign(array, values);
    EXPECT_EQ(values, elements_of(dash::read_ahead(array)));
    array.barrier();
  }
}

/// A loop may end early, and another one begins at the first element, with the values of then.
TEST_F(ReadAheadTest, BeginsAnew)
{
  dash::Array<Particle> array(5000, dash::CYCLIC);
  auto range = dash::read_ahead(array);
  for (const std::size_t offset : {0, 3}) {
    const auto values = sequence<Particle>(5000, offset);
    assign(array, values);
    std::size_t i = 0;
    for (const Particle& particle : range) {
      EXPECT_EQ(values[i], particle);
      if (++i == 4000) break;
    }
    EXPECT_EQ(4000u, i);
    array.barrier();
  }
  EXPECT_EQ(sequence<Particle>(5000, 3), elements_of(range));
  array.barrier();
}

TEST_F(ReadAheadTest, MatricesAndPointers)
{
  dash::Matrix<int, 2> matrix(37, 41);
  if (dash::myid() == 0) {
    for (int i = 0; i < 37; ++i) {
      for (int j = 0; j < 41; ++j) matrix[i][j] = 100 * i + j;
    }
  }
  dash::barrier();
  int expected = 0;
  for (const int element : dash::read_ahead(matrix)) {
    EXPECT_EQ(100 * (expected / 41) + expected % 41, element);
    ++expected;
  }
  EXPECT_EQ(37 * 41, expected);
  dash::Array<int> array(100);
  assign(array, sequence(100));
  const dash::Array<int>::pointer pointer(array.begin().dart_gptr());
  const auto part = static_cast<std::ptrdiff_t>(array.pattern().local_size(dash::team_unit_t{0}));
  const std::vector<int> values = sequence(100);
  EXPECT_EQ(
      std::vector<int>(values.begin(), values.begin() + part),
      elements_of(dash::read_ahead(pointer, pointer + part)));
  dash::barrier();
}

TEST_F(ReadAheadTest, EndInFrontOfTheBeginning)
{
  dash::Array<int> array(10);
  EXPECT_THROW(
      dash::read_ahead(array.begin() + 3, array.begin() + 2), dash::exception::InvalidArgument);
}

}  // namespace
