// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/Meta.h>
#include <dash/Range.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/View.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Reduce.h>
#include <dash/dart/if/dart.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include "array/arrays.h"
#include "array/rare_arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"
#include "team/teams.h"

namespace {

using dash::test::assign;
using dash::test::describe;
using dash::test::for_each_array;
using dash::test::for_each_range;
using dash::test::for_each_rare_array;
using dash::test::read_at;
using dash::test::sequence;
using dash::test::write_at;

using Array = dash::Array<int>;
using Sub = decltype(dash::sub(0, 1, std::declval<Array&>()));
using LocalOfSub = decltype(dash::local(std::declval<Sub>()));
using SubOfLocal = decltype(dash::sub(0, 1, std::declval<LocalOfSub>()));
using Blocks = decltype(dash::blocks(std::declval<Sub>()));
using BlockOfSub = decltype(*dash::begin(std::declval<Blocks>()));
using Index = decltype(dash::index(std::declval<Sub>()));

template <class X>
using traits = dash::view_traits<X>;

// Containers and their local proxies are origins, not views.
static_assert(!dash::is_view<Array>::value && !traits<Array>::is_view::value);
static_assert(traits<Array>::is_origin::value && !traits<Array>::is_local::value);
static_assert(traits<Array>::rank::value == 1);
static_assert(std::is_same_v<traits<Array>::origin_type, Array>);
static_assert(std::is_same_v<traits<Array>::domain_type, Array>);
static_assert(std::is_same_v<traits<Array>::local_type, Array::local_type>);
static_assert(std::is_same_v<traits<Array&>::pattern_type, Array::pattern_type>);
static_assert(!traits<Array::local_type>::is_view::value);
static_assert(traits<Array::local_type>::is_origin::value);
static_assert(traits<Array::local_type>::is_local::value);
static_assert(std::is_same_v<traits<Array::local_type>::global_type, Array>);
static_assert(traits<decltype(dash::local(std::declval<Array&>()))>::is_local::value);

static_assert(dash::is_view<Sub>::value && traits<Sub>::is_view::value);
static_assert(!traits<Sub>::is_origin::value && !traits<Sub>::is_local::value);
static_assert(!traits<Sub>::is_projection::value && traits<Sub>::rank::value == 1);
static_assert(std::is_same_v<traits<Sub>::domain_type, Array>);
static_assert(std::is_same_v<traits<Sub>::origin_type, Array>);
static_assert(std::is_same_v<traits<Sub>::local_type, LocalOfSub>);
static_assert(std::is_same_v<traits<Sub>::index_set_type, Index>);
static_assert(traits<LocalOfSub>::is_view::value && traits<LocalOfSub>::is_local::value);
static_assert(std::is_same_v<traits<LocalOfSub>::global_type, Sub>);
static_assert(traits<SubOfLocal>::is_view::value && traits<SubOfLocal>::is_local::value);
static_assert(traits<Blocks>::is_view::value && traits<BlockOfSub>::is_view::value);
static_assert(!traits<BlockOfSub>::is_origin::value && traits<BlockOfSub>::rank::value == 1);
static_assert(!traits<Index>::is_view::value && traits<Index>::is_origin::value);

static_assert(dash::detail::has_type_domain_type<Sub>::value);
static_assert(!dash::detail::has_type_domain_type<Array>::value);
static_assert(dash::detail::has_type_index_set_type<Sub>::value);
static_assert(dash::detail::has_type_local_type<Array>::value);

// Views are values; global ones return global references, local ones refer to native memory.
static_assert(std::is_trivially_copyable_v<LocalOfSub> && std::is_trivially_copyable_v<Blocks>);
static_assert(std::is_same_v<decltype(std::declval<Sub>()[0]), dash::GlobRef<int>>);
static_assert(std::is_same_v<Sub::iterator, Array::iterator>);
static_assert(std::is_same_v<LocalOfSub::iterator, int*>);
static_assert(std::is_same_v<SubOfLocal::reference, int&>);
static_assert(
    std::is_same_v<
        decltype(dash::sub(0, 1, std::declval<const Array&>()).begin()), Array::const_iterator>);
static_assert(
    std::is_same_v<
        decltype(dash::local(dash::sub(0, 1, std::declval<const Array&>())).begin()), const int*>);
static_assert(
    std::is_same_v<decltype(*dash::sub(0, 1, dash::local(std::declval<Array&>())).begin()), int&>);

template <class X>
concept CanBeViewed = requires { dash::sub(0, 1, std::declval<X>()); };
static_assert(CanBeViewed<Array&> && CanBeViewed<const Array&> && CanBeViewed<Sub>);
static_assert(!CanBeViewed<Array>, "views of temporary containers would dangle");
static_assert(!CanBeViewed<Index> && !CanBeViewed<std::vector<int>&> && !CanBeViewed<int>);

/// The values of a global range, or of a part of this unit's memory.
template <class Range>
std::vector<int> values(Range&& range)
{
  std::vector<int> result;
  for (auto it = range.begin(); it != range.end(); ++it) {
    if constexpr (std::is_pointer_v<decltype(it)>) {
      result.push_back(read_at(it));
    } else {
      result.push_back(static_cast<int>(*it));
    }
  }
  return result;
}

/// The calling unit's indices in [first, last), global and local, in local order.
template <class Container>
auto own_indices(const Container& array, std::size_t first, std::size_t last)
{
  std::pair<std::vector<long>, std::vector<long>> own;
  for (long lidx = 0; lidx < static_cast<long>(array.lsize()); ++lidx) {
    const long gidx = array.pattern().global(lidx);
    if (static_cast<long>(first) > gidx || gidx >= static_cast<long>(last)) continue;
    own.first.push_back(gidx);
    own.second.push_back(lidx);
  }
  return own;
}

template <class Set>
std::vector<long> indices(const Set& set)
{
  return std::vector<long>(set.begin(), set.end());
}

class View : public dash::test::TestBase {
 protected:
  static constexpr std::size_t n = 23;
};

TEST_F(View, SubIsAHalfOpenInterval)
{
  for_each_range([](auto& array, std::size_t first, std::size_t last) {
    const auto all = sequence(array.size());
    assign(array, all);
    const auto view = dash::sub(first, last, array);
    ASSERT_EQ(last - first, view.size());
    EXPECT_EQ(first == last, view.empty());
    EXPECT_EQ(std::vector<int>(all.begin() + first, all.begin() + last), values(view));
    EXPECT_EQ(array.begin() + first, view.begin());
    EXPECT_EQ(array.begin() + last, view.end());
    EXPECT_EQ(static_cast<long>(first), dash::index(dash::begin(view)));
    for (std::size_t i = 0; i < view.size(); ++i) {
      EXPECT_EQ(all[first + i], static_cast<int>(view[i]));
      EXPECT_EQ(array.is_local(first + i), view.is_local(i));
    }
  });
}

TEST_F(View, HasOffsetsAndExtents)
{
  Array array(n);
  const auto view = dash::sub(3, 9, array);
  EXPECT_EQ(1, view.ndim());
  EXPECT_EQ(6u, view.size(0));
  EXPECT_EQ(6u, view.extent(0));
  EXPECT_EQ(6u, view.extent<0>());
  EXPECT_EQ((std::array<std::size_t, 1>{6}), view.extents());
  EXPECT_EQ(3, view.offset(0));
  EXPECT_EQ((std::array<long, 1>{3}), view.offsets());
  EXPECT_EQ(5, dash::sub(2, 4, view).offset(0));
  EXPECT_EQ(&array.pattern(), &dash::sub(2, 4, view).pattern());
  EXPECT_FALSE(view.is_local());
  EXPECT_TRUE(view.local().is_local());
  EXPECT_EQ(6u, dash::size(view));
}

TEST_F(View, NestsTemporaries)
{
  Array array(n, dash::CYCLIC);
  assign(array, sequence(n));
  const auto nested = dash::sub(1, 6, dash::sub(2, 20, dash::sub(1, n, array)));
  EXPECT_EQ(5u, nested.size());
  EXPECT_EQ(array.begin() + 4, nested.begin());
  EXPECT_EQ(static_cast<int>(array[8]), static_cast<int>(nested[4]));
  EXPECT_EQ(&array, &dash::origin(nested));
  EXPECT_EQ(18u, dash::domain(nested).size());
  EXPECT_EQ(&array, &dash::domain(dash::domain(dash::domain(nested))));
  auto& domain = dash::domain(nested);
  EXPECT_EQ(3, domain.offset(0));
  EXPECT_EQ(18u, dash::domain(dash::sub(1, 6, dash::sub(2, 20, array))).size());
}

TEST_F(View, WritesThroughViews)
{
  Array array(n, dash::BLOCKCYCLIC(2));
  assign(array, std::vector<int>(n, 0));
  if (dash::myid() == 0) {
    const auto view = dash::sub(4, 8, array);
    for (int i = 0; i < 4; ++i) view[i] = 10 + i;
    *dash::sub(5, 6, array).begin() = 50;
  }
  array.barrier();
  EXPECT_EQ((std::vector<int>{0, 10, 50, 12, 13, 0}), values(dash::sub(3, 9, array)));
  array.barrier();
  const auto own = dash::local(dash::sub(4, 8, array));
  write_at(own.begin(), std::vector<int>(own.size(), -1));
  array.barrier();
  EXPECT_EQ((std::vector<int>{0, -1, -1, -1, -1, 0}), values(dash::sub(3, 9, array)));
}

TEST_F(View, LocalPartOfAViewIsClippedToTheView)
{
  const auto check = [](auto& array, std::size_t first, std::size_t last) {
    const auto all = sequence(array.size());
    assign(array, all);
    const auto [gidcs, lidcs] = own_indices(array, first, last);
    const auto view = dash::local(dash::sub(first, last, array));
    ASSERT_EQ(gidcs.size(), view.size());
    EXPECT_EQ(lidcs, indices(dash::index(view)));
    for (std::size_t i = 0; i < gidcs.size(); ++i) {
      EXPECT_EQ(array.lbegin() + lidcs[i], &view[i]);
      EXPECT_EQ(all[gidcs[i]], read_at(&view[i]));
      EXPECT_EQ(lidcs[i], dash::index(view)[i]);
    }
    EXPECT_EQ(values(view), values(dash::local(dash::local(view))));
    EXPECT_EQ(values(view), values(dash::sub(first, last, array).local()));
    EXPECT_EQ(last - first, dash::global(view).size());
    EXPECT_EQ(array.begin() + first, dash::global(view).begin());
  };
  for_each_range(check);
  for_each_rare_array(n, dash::Team::All(), [&](auto& array) {
    dash::test::for_each_subrange(
        n, [&](std::size_t first, std::size_t last) { check(array, first, last); });
  });
}

TEST_F(View, LocalPartOfAContainerIsItsProxy)
{
  Array array(n);
  EXPECT_EQ(&array.local, &dash::local(array));
  EXPECT_EQ(&array.local, &dash::local(dash::local(array)));
  EXPECT_EQ(&array, &dash::global(dash::local(array)));
  EXPECT_EQ(&array, &dash::global(array));
  EXPECT_EQ(&array, &dash::origin(array));
  EXPECT_EQ(&array, &dash::domain(array));
  const Array& constant = array;
  EXPECT_EQ(&array.local, &dash::local(constant));
}

TEST_F(View, SubOfALocalViewCountsFromItsFirstElement)
{
  for_each_range([](auto& array, std::size_t first, std::size_t last) {
    const auto part = dash::local(dash::sub(first, last, array));
    if (part.size() < 2) return;
    const auto tail = dash::sub(1, part.size(), part);
    EXPECT_EQ(part.begin() + 1, tail.begin());
    EXPECT_EQ(part.end(), tail.end());
    EXPECT_EQ(dash::index(part)[1], dash::index(tail)[0]);
    EXPECT_EQ(&array, &dash::origin(tail));
  });
  Array array(n);
  if (array.lsize() < 3) return;
  const auto own = dash::sub(1, 3, dash::local(array));
  EXPECT_EQ(array.lbegin() + 1, own.begin());
  EXPECT_EQ(&array.local, &dash::origin(own));
  write_at(&own[0], 7);
  EXPECT_EQ(7, read_at(array.lbegin() + 1));
}

TEST_F(View, GlobalViewOfLocalMemoryHasGlobalIndices)
{
  for_each_array(n, dash::Team::All(), [](auto& array) {
    assign(array, sequence(array.size()));
    if (array.lsize() < 3) return;
    const auto view = dash::global(dash::sub(1, 3, dash::local(array)));
    static_assert(std::is_same_v<decltype(view[0]), dash::GlobRef<int>>);
    for (int i = 0; i < 2; ++i) {
      const auto gidx = array.pattern().global(i + 1);
      EXPECT_EQ(gidx, dash::index(view)[i]);
      EXPECT_EQ(gidx, dash::index(view.begin() + i));
      EXPECT_EQ(static_cast<int>(array[gidx]), static_cast<int>(view[i]));
      EXPECT_EQ((array.begin() + gidx).dart_gptr(), view[i].dart_gptr());
    }
    EXPECT_EQ(array.lbegin() + 1, dash::local(view).begin());
  });
}

TEST_F(View, BlocksAreClippedToTheView)
{
  for_each_range([](auto& array, std::size_t first, std::size_t last) {
    const auto view = dash::sub(first, last, array);
    const auto blocks = dash::blocks(view);
    std::size_t next = first;
    for (auto it = blocks.begin(); it != blocks.end(); ++it) {
      const auto block = *it;
      const auto number = dash::index(blocks)[it.pos()];
      const auto whole = array.pattern().block(number);
      EXPECT_EQ(array.begin() + next, block.begin());
      EXPECT_LE(block.size(), whole.extent(0));
      EXPECT_EQ(std::min<std::size_t>(last, whole.range(0).end) - next, block.size());
      EXPECT_EQ(block.extents()[0], block.size());
      EXPECT_EQ(block.size(), dash::block(it.pos(), view).size());
      next += block.size();
    }
    EXPECT_EQ(last, next);
  });
}

TEST_F(View, BlocksOfAContainer)
{
  Array array(n, dash::BLOCKCYCLIC(3));
  const auto blocks = dash::blocks(array);
  ASSERT_EQ(8u, blocks.size());
  EXPECT_EQ((std::array<std::size_t, 1>{8}), blocks.extents());
  EXPECT_EQ(array.begin() + 6, blocks[2].begin());
  EXPECT_EQ(3u, blocks[2].size());
  EXPECT_EQ(2u, blocks[7].size());
  EXPECT_EQ(6, blocks[2].offset(0));
  EXPECT_EQ(array.block(2).begin(), blocks[2].begin());
  EXPECT_EQ(array.block(7).end(), array.end());
  const Array& constant = array;
  EXPECT_EQ(constant.begin() + 6, constant.block(2).begin());
  EXPECT_EQ(5, (dash::blocks(array).begin() + 5).pos());
}

TEST_F(View, BlocksOfUnitsWithoutElements)
{
  using Pattern = dash::CSRPattern<1>;
  const std::size_t units = dash::size();
  std::vector<std::size_t> sizes(units + units % 2, 0);
  for (std::size_t unit = 1; unit < sizes.size(); unit += 2) sizes[unit] = 3;
  sizes.resize(units);
  if (units == 1) sizes[0] = 3;
  dash::Array<int, dash::default_index_t, Pattern> array{Pattern(sizes)};
  ASSERT_EQ(units, dash::blocks(array).size());
  std::ptrdiff_t begin = 0;
  for (std::size_t unit = 0; unit < units; ++unit) {
    const auto block = array.block(static_cast<dash::default_index_t>(unit));
    EXPECT_EQ(sizes[unit], block.size()) << unit;
    EXPECT_EQ(begin, block.begin() - array.begin()) << unit;
    begin += static_cast<std::ptrdiff_t>(sizes[unit]);
  }
}

TEST_F(View, OfALocalBlock)
{
  Array array(6 * dash::size(), dash::BLOCKCYCLIC(2));
  const auto block = array.local.block(1);
  const auto second = dash::sub(1, 2, block);
  EXPECT_EQ(array.lbegin() + 3, second.begin());
  EXPECT_EQ(3, dash::index(second)[0]);
  const auto gidx = array.pattern().global(3);
  EXPECT_EQ(gidx, dash::index(dash::global(second))[0]);
  EXPECT_EQ(1u, dash::blocks(block).size());
  EXPECT_EQ(block.begin(), dash::blocks(block)[0].begin());
  EXPECT_EQ(3u, dash::blocks(array.local).size());
  EXPECT_EQ(array.lbegin() + 2, array.local.block(2).block(1).begin());
}

TEST_F(View, LocalBlocks)
{
  for_each_range([](auto& array, std::size_t first, std::size_t last) {
    const auto view = dash::sub(first, last, array);
    const auto blocks = dash::blocks(dash::local(view));
    const auto also = dash::local(dash::blocks(view));
    static_assert(std::is_same_v<decltype(blocks), decltype(also)>);
    const auto [gidcs, lidcs] = own_indices(array, first, last);
    std::vector<const int*> expected, found;
    for (const long lidx : lidcs) expected.push_back(array.lbegin() + lidx);
    for (const auto& block : blocks) {
      for (const int& element : block) found.push_back(&element);
    }
    EXPECT_EQ(expected, found);
    EXPECT_EQ(blocks.size(), also.size());
  });
  Array array(n, dash::BLOCKCYCLIC(2));
  const auto blocks = dash::blocks(dash::local(array));
  ASSERT_EQ(array.pattern().local_blockspec().size(), blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_EQ(array.local.block(i).begin(), blocks[i].begin());
    EXPECT_EQ(array.local.block(i).end(), blocks[i].end());
  }
}

TEST_F(View, IntersectionIsOfIndices)
{
  Array array(n, dash::CYCLIC);
  const auto low = dash::sub(2, 10, array);
  const auto high = dash::sub(7, n, array);
  const auto common = dash::intersect(low, high);
  EXPECT_EQ(3u, common.size());
  EXPECT_EQ(array.begin() + 7, common.begin());
  EXPECT_EQ(&array, &dash::domain(common));
  const auto nested = dash::intersect(dash::sub(1, 5, low), high);
  EXPECT_EQ(0u, nested.size());
  EXPECT_EQ(nested.begin(), nested.end());
  const auto other = dash::intersect(dash::sub(1, 7, low), high);
  EXPECT_EQ(array.begin() + 7, other.begin());
  EXPECT_EQ(array.begin() + 9, other.end());
  EXPECT_EQ(8u, dash::domain(other).size());
  EXPECT_EQ(8u, dash::intersect(array, low).size());
}

TEST_F(View, OfTeamsAndOfFewElements)
{
  for (dash::Team& team : dash::test::teams()) {
    dash::Array<int> array(1, team);
    array.barrier();
    const auto view = dash::sub(0, 1, array);
    EXPECT_EQ(team.myid() == 0 ? 1u : 0u, dash::local(view).size());
    EXPECT_EQ(1u, dash::blocks(view).size());
    EXPECT_EQ(team.myid() == 0 ? 1u : 0u, dash::blocks(dash::local(view)).size());
    EXPECT_EQ(0u, dash::sub(1, 1, array).size());
    EXPECT_EQ(0u, dash::blocks(dash::sub(1, 1, array)).size());
  }
}

TEST_F(View, PipesCompose)
{
  namespace views = dash::views;
  Array array(n, dash::BLOCKCYCLIC(2));
  assign(array, sequence(n));
  const auto view = array | views::sub(3, 20);
  EXPECT_EQ(array.begin() + 3, view.begin());
  EXPECT_EQ(17u, view.size());
  EXPECT_EQ(dash::local(view).begin(), (view | views::local).begin());
  constexpr auto own_middle = views::sub(3, 20) | views::local;
  EXPECT_EQ(dash::local(view).end(), (array | own_middle).end());
  EXPECT_EQ(dash::local(view).end(), own_middle(array).end());
  EXPECT_EQ(&array.local, &(array | views::local));
  EXPECT_EQ(&array, &(array | views::local | views::global));
  EXPECT_EQ(dash::blocks(view).size(), (view | views::blocks).size());
  EXPECT_EQ(dash::block(1, view).begin(), (view | views::block(1)).begin());
  EXPECT_EQ(&array, &(view | views::origin));
  EXPECT_EQ(3, (view | views::index).first());
  auto doubled = array | views::sub(3, 6) | std::views::transform([](int x) { return 2 * x; });
  EXPECT_EQ(2 * static_cast<int>(array[4]), doubled[1]);
}

TEST_F(View, AlgorithmsTakeViews)
{
  for_each_range([](auto& array, std::size_t first, std::size_t last) {
    const auto all = sequence(array.size());
    assign(array, all);
    const auto view = dash::sub(first, last, array);
    EXPECT_EQ(std::accumulate(all.begin() + first, all.begin() + last, 0), dash::reduce(view, 0));
    dash::fill(view, 9);
    array.barrier();
    EXPECT_EQ(static_cast<long>(last - first), dash::count(view, 9));
    array.barrier();
  });
}

TEST_F(View, OfPairsOfIterators)
{
  Array array(n, dash::CYCLIC);
  assign(array, sequence(n));
  const auto range = dash::make_view(array.begin() + 3, array.begin() + 20);
  EXPECT_EQ(3, dash::index(range).first());
  EXPECT_EQ(array.begin() + 5, dash::sub(2, 4, range).begin());
  EXPECT_EQ(array.begin() + 7, dash::sub(2, 4, dash::sub(2, 9, range)).begin());
  EXPECT_EQ(values(dash::local(dash::sub(3, 20, array))), values(dash::local(range)));
  EXPECT_EQ(17u, dash::blocks(range).size());
}

TEST_F(View, OfStdViewsThatAreIntervals)
{
  Array array(n, dash::BLOCKCYCLIC(2));
  const auto drop = array | std::views::drop(3);
  EXPECT_EQ(array.begin() + 4, dash::sub(1, 5, drop).begin());
  EXPECT_EQ(dash::local(dash::sub(3, n, array)).begin(), (drop | dash::views::local).begin());
  EXPECT_EQ(dash::local(dash::sub(3, n, array)).size(), dash::local(drop).size());
}

TEST_F(View, PartsOfRangesOfBlocks)
{
  for_each_range([](auto& array, std::size_t first, std::size_t last) {
    const auto blocks = dash::blocks(dash::sub(first, last, array));
    if (blocks.size() < 2) return;
    const auto tail = dash::sub(1, blocks.size(), blocks);
    ASSERT_EQ(blocks.size() - 1, tail.size());
    for (std::size_t i = 0; i < tail.size(); ++i) {
      EXPECT_EQ(blocks[i + 1].begin(), tail[i].begin());
      EXPECT_EQ(blocks[i + 1].size(), tail[i].size());
      EXPECT_EQ(dash::index(blocks)[i + 1], dash::index(tail)[i]);
      EXPECT_EQ(!blocks[i].empty() && blocks[i].is_local(0), blocks.is_local(i));
    }
  });
}

TEST_F(View, IntersectionsOfLocalParts)
{
  for_each_array(n, dash::Team::All(), [](auto& array) {
    const auto low = dash::local(dash::sub(2, 15, array));
    const auto high = dash::local(dash::sub(9, n, array));
    const auto common = dash::intersect(low, high);
    const auto expected = dash::local(dash::sub(9, 15, array));
    ASSERT_EQ(expected.size(), common.size());
    EXPECT_EQ(indices(dash::index(expected)), indices(dash::index(common)));
    if (expected.empty()) return;
    EXPECT_EQ(expected.begin(), common.begin());
  });
}

TEST_F(View, ByCoordinates)
{
  Array array(24, dash::CYCLIC);
  assign(array, sequence(24));
  const dash::CartView<Array::iterator, 3> box(array, 2, 3, 4);
  EXPECT_EQ(3, box.rank());
  EXPECT_EQ(24u, box.size());
  EXPECT_EQ(3u, box.extent(1));
  EXPECT_EQ(static_cast<int>(array[12 + 8 + 3]), static_cast<int>(box.at(1, 2, 3)));
  EXPECT_EQ(1u, box.x(23));
  EXPECT_EQ(2u, box.y(23));
  EXPECT_EQ(3u, box.z(23));
  const dash::CartView<int*, 2, dash::COL_MAJOR> local(array.lbegin(), 2, 3);
  if (array.lsize() < 6) return;
  EXPECT_EQ(&array.local[5], &local.at(1, 2));
}

#ifdef DASH_ENABLE_ASSERTIONS
TEST_F(View, RejectsIntervalsOutsideOfTheDomain)
{
  Array array(n);
  EXPECT_THROW(dash::sub(0, n + 1, array), dash::exception::OutOfRange);
  EXPECT_THROW(dash::sub(-1, 2, array), dash::exception::OutOfRange);
  EXPECT_THROW(dash::sub(3, 2, array), dash::exception::OutOfRange);
  EXPECT_THROW(dash::sub(0, 3, dash::sub(0, 2, array)), dash::exception::OutOfRange);
  EXPECT_THROW(dash::sub(0, 2, array)[2], dash::exception::OutOfRange);
  EXPECT_THROW(dash::block(100, array), dash::exception::OutOfRange);
}
#endif

}  // namespace
