// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/View.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <sstream>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"

namespace {

using dash::test::for_each_array;
using dash::test::for_each_range;

using Array = dash::Array<int>;

template <class Set>
std::vector<long> indices(const Set& set)
{
  return std::vector<long>(set.begin(), set.end());
}

/// The properties that all index sets have.
template <class Set>
void expect_consistent(const Set& set)
{
  static_assert(std::random_access_iterator<typename Set::iterator>);
  const auto n = static_cast<long>(set.size());
  EXPECT_EQ(n, set.end() - set.begin());
  EXPECT_EQ(n == 0, set.empty());
  EXPECT_EQ(set.size(), set.extent(0));
  EXPECT_EQ(set.size(), set.template extent<0>());
  EXPECT_EQ(set.size(), set.extents()[0]);
  EXPECT_EQ(set.offset(0), set.offsets()[0]);
  if (n == 0) return;
  EXPECT_EQ(set[0], set.first());
  EXPECT_EQ(set[0], *set.begin());
  EXPECT_EQ(set[n - 1], set.last());
  EXPECT_EQ(set.last() + 1, *set.end());
  for (long i = 0; i < n; ++i) EXPECT_EQ(set[i], set.begin()[i]);
  const auto gidx = [&set](long i) {
    return set.is_local() ? set.pattern().global(set[i]) : set[i];
  };
  bool has_gaps = false;
  for (long i = 1; i < n; ++i) has_gaps = has_gaps || gidx(i) != gidx(i - 1) + 1;
  EXPECT_EQ(has_gaps, set.is_strided());
}

class IndexSet : public dash::test::TestBase {
 protected:
  static constexpr std::size_t n = 23;
};

TEST_F(IndexSet, OfAContainerIsTheIdentity)
{
  for_each_array(n, dash::Team::All(), [](auto& array) {
    const auto all = dash::index(array);
    expect_consistent(all);
    EXPECT_EQ(n, all.size());
    EXPECT_EQ(7, all[7]);
    EXPECT_EQ(7, all.pre()[7]);
    EXPECT_EQ(7, all.rel(7));
    EXPECT_FALSE(all.is_local());
    EXPECT_EQ(&array.pattern(), &all.pattern());

    const auto own = dash::index(dash::local(array));
    expect_consistent(own);
    EXPECT_TRUE(own.is_local());
    EXPECT_EQ(array.lsize(), own.size());
    EXPECT_EQ(indices(own), indices(dash::local(all)));
  });
}

TEST_F(IndexSet, OfASubRange)
{
  for_each_range([](auto& array, std::size_t first, std::size_t last) {
    const auto set = dash::index(dash::sub(first, last, array));
    expect_consistent(set);
    std::vector<long> expected(last - first);
    std::iota(expected.begin(), expected.end(), static_cast<long>(first));
    EXPECT_EQ(expected, indices(set));
    for (std::size_t i = 0; i < set.size(); ++i) {
      EXPECT_EQ(static_cast<long>(i), set.pre()[set[i]]);
      EXPECT_EQ(static_cast<long>(first + i), set.rel(i));
    }
    EXPECT_EQ(array.size(), dash::domain(set).size());
  });
}

TEST_F(IndexSet, OfANestedSubRangeHasIndicesOfTheOrigin)
{
  Array array(n, dash::CYCLIC);
  const auto set = dash::index(dash::sub(2, 5, dash::sub(3, 20, array)));
  expect_consistent(set);
  EXPECT_EQ((std::vector<long>{5, 6, 7}), indices(set));
  EXPECT_EQ(1, set.pre()[6]);
  EXPECT_EQ(3, set.rel(1));
  EXPECT_EQ(17u, set.domain().size());
  EXPECT_EQ(3, set.domain().first());
}

TEST_F(IndexSet, OfALocalPart)
{
  for_each_range([](auto& array, std::size_t first, std::size_t last) {
    const auto view = dash::sub(first, last, array);
    const auto set = dash::index(dash::local(view));
    expect_consistent(set);
    EXPECT_EQ(indices(set), indices(dash::local(dash::index(view))));
    EXPECT_EQ(indices(dash::index(view)), indices(dash::global(set)));
    for (std::size_t i = 0; i < set.size(); ++i) {
      const auto gidx = array.pattern().global(set[i]);
      EXPECT_TRUE(array.is_local(gidx));
      EXPECT_EQ(gidx, set.pre()[set[i]]);
      EXPECT_EQ(gidx - static_cast<long>(first), set.rel(i));
    }
    if (set.empty()) return;
    const auto& pattern = array.pattern();
    const auto last_block = pattern.block_at(pattern.coords(static_cast<long>(last) - 1));
    EXPECT_EQ(last_block, set.domain_block_gidx_last());
    EXPECT_EQ(
        pattern.local_block_at(pattern.coords(static_cast<long>(last) - 1)).index,
        set.domain_block_lidx_last());
    const auto own_block = set.local_block_gidx_last();
    EXPECT_EQ(pattern.block_at(pattern.coords(pattern.global(set.last()))), own_block);
    const auto lblock = pattern.local_block_at(pattern.block(own_block).offsets()).index;
    EXPECT_EQ(own_block, set.local_block_gidx_at_block_lidx(lblock));
  });
}

TEST_F(IndexSet, GlobalIndicesOfALocalPart)
{
  for_each_array(n, dash::Team::All(), [](auto& array) {
    if (array.lsize() < 4) return;
    const auto local = dash::index(dash::sub(1, 4, dash::local(array)));
    const auto set = dash::global(local);
    expect_consistent(set);
    for (long i = 0; i < 3; ++i) EXPECT_EQ(array.pattern().global(i + 1), set[i]);
    EXPECT_EQ(indices(local), indices(dash::local(set)));
    EXPECT_EQ(2, set.rel(2));
  });
}

TEST_F(IndexSet, OfBlocksAreBlockNumbers)
{
  Array array(n, dash::BLOCKCYCLIC(3));
  const auto set = dash::index(dash::blocks(dash::sub(4, 20, array)));
  EXPECT_EQ((std::vector<long>{1, 2, 3, 4, 5, 6}), indices(set));
  EXPECT_EQ(0, set.rel(0));
  EXPECT_EQ(2, set.rel(1));
  EXPECT_EQ(16u, set.domain().size());
  const auto own = dash::index(dash::blocks(dash::local(array)));
  EXPECT_EQ(array.pattern().local_blockspec().size(), own.size());
  EXPECT_TRUE(own.is_local());
}

TEST_F(IndexSet, StepsByAStride)
{
  Array array(101);
  const auto set = dash::index(dash::sub(10, 101, array));
  EXPECT_EQ(26, set.step(2)[8]);
  EXPECT_EQ(80, set.step(-5)[4]);
  EXPECT_EQ(10, *set.step(3));
  EXPECT_EQ(8, (set.step(2) + 8) - set.step(2));
  EXPECT_LT(set.step(-5), set.step(-5) + 1);
}

TEST_F(IndexSet, Prints)
{
  Array array(n);
  std::ostringstream text;
  text << dash::index(dash::sub(3, 6, array));
  EXPECT_EQ("{ 3, 4, 5 }", text.str());
}

}  // namespace
