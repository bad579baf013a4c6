// Tier: suite n3 c2g2; sanitized c2g2

// Arrays that grow and shrink, whatever their distribution and memory.

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Reduce.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "array/arrays.h"
#include "array/rare_arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::sequence;

class ResizeTest : public dash::test::TestBase {
 protected:
  template <class Array>
  static void expect_keeps_elements(Array& array)
  {
    std::vector<int> expected = sequence(array.size());
    assign(array, expected);
    const auto distribution = array.pattern().distspec();
    dash::Team& team = array.team();
    for (const std::size_t size : {5U, 5U, 50U, 23U, 0U, 1U, 4U}) {
      const int value = static_cast<int>(100 + size);
      array.resize(size, value);
      expected.resize(size, value);
      EXPECT_EQ(expected, contents(array)) << size;
      EXPECT_EQ(distribution, array.pattern().distspec());
      EXPECT_EQ(team, array.team());
      EXPECT_EQ(size, array.size());
      EXPECT_EQ(array.lsize(), array.pattern().local_size());
    }
    array.push_back(7);
    array.push_back(array.size() > 2 ? 8 : 9);
    expected.insert(expected.end(), {7, 8});
    EXPECT_EQ(expected, contents(array));
    array.resize(9);
    expected.resize(9);
    EXPECT_EQ(expected, contents(array));
  }
};

TEST_F(ResizeTest, KeepsElements)
{
  for (dash::Team& team : dash::test::teams()) {
    for (const std::size_t n : {0U, 13U}) {
      dash::test::for_each_array(n, team, [](auto& array) { expect_keeps_elements(array); });
    }
    dash::test::for_each_rare_array(13, team, [](auto& array) { expect_keeps_elements(array); });
  }
}

TEST_F(ResizeTest, ExplicitSharesStay)
{
  const auto units = dash::size();
  std::vector<std::size_t> sizes(units, 3);
  dash::test::CsrArray<int> array(dash::CSRPattern<1>(sizes, dash::Team::All()));
  array.resize(3 * units + 4);
  sizes.back() += 4;
  EXPECT_EQ(sizes, array.pattern().local_sizes());
  array.resize(2);
  sizes.assign(units, 0);
  sizes.front() = 2;
  EXPECT_EQ(sizes, array.pattern().local_sizes());
}

TEST_F(ResizeTest, ArraysWithoutMemoryAndOfHostMemory)
{
  dash::Array<int> array;
  array.resize(10, 3);
  EXPECT_EQ(30, dash::reduce(array, 0));
  EXPECT_EQ(dash::Team::All(), array.team());
  array.deallocate();
  array.push_back(4);
  array.push_back(5);
  EXPECT_EQ((std::vector<int>{4, 5}), contents(array));
  array.resize(30, 6);
  EXPECT_EQ(4 + 5 + 28 * 6, dash::reduce(array, 0));
  array.barrier();
  dash::HostArray<int> host(2);
  host.resize(30, 1);
  for (int& element : host.local) ++element;
  host.barrier();
  EXPECT_LE(58, dash::reduce(host, 0));
  host.barrier();
}

TEST_F(ResizeTest, AtomicElements)
{
  dash::Array<dash::Atomic<int>> counters(3);
  dash::fill(counters, 0);
  counters.barrier();
  counters[1].add(2);
  counters.resize(8, 1);
  counters[7].add(2);
  counters.barrier();
  EXPECT_EQ(4 * static_cast<int>(dash::size()) + 5, dash::reduce(counters, 0));
  counters.barrier();
}

TEST_F(ResizeTest, DifferentSizesAreRefusedByAllUnits)
{
  if (dash::size() < 2) GTEST_SKIP() << "needs two units";
  dash::Array<int> array(10);
  assign(array, sequence(10));
  EXPECT_THROW(array.resize(dash::myid() == 0 ? 20U : 30U), dash::exception::InvalidArgument);
  EXPECT_EQ(sequence(10), contents(array));
  array.resize(12);
  EXPECT_EQ(12u, array.size());
}

}  // namespace
