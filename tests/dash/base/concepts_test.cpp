// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/Distribution.h>
#include <dash/GlobRef.h>
#include <dash/Types.h>
#include <dash/memory/GlobHeapMem.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <concepts>
#include <iterator>
#include <numeric>
#include <ranges>
#include <type_traits>
#include <vector>

#include "dash_test_base.h"

namespace {

using Array = dash::Array<int>;
using CyclicArray = dash::Array<double, long, dash::TilePattern<1, dash::ROW_MAJOR, long>>;

struct Point {
  double x, y;
  bool operator==(const Point&) const = default;
};

template <class Iter>
constexpr bool models_iterator =
    std::random_access_iterator<Iter> && std::sized_sentinel_for<Iter, Iter> &&
    std::totally_ordered<Iter> && std::is_trivially_copyable_v<Iter> &&
    std::is_default_constructible_v<Iter>;

static_assert(models_iterator<Array::iterator>);
static_assert(models_iterator<Array::const_iterator>);
static_assert(models_iterator<CyclicArray::iterator>);
static_assert(models_iterator<dash::Array<Point>::iterator>);
static_assert(models_iterator<dash::Array<dash::Atomic<int>>::iterator>);
static_assert(models_iterator<dash::GlobHeapMem<int>::pointer>);
static_assert(models_iterator<dash::GlobHeapMem<int>::local_pointer>);

static_assert(std::sentinel_for<Array::const_iterator, Array::iterator>);
static_assert(std::sized_sentinel_for<Array::const_iterator, Array::iterator>);
static_assert(std::convertible_to<Array::iterator, Array::const_iterator>);
static_assert(!std::convertible_to<Array::const_iterator, Array::iterator>);
static_assert(std::totally_ordered_with<Array::iterator, Array::const_iterator>);

static_assert(std::indirectly_writable<Array::iterator, int>);
static_assert(std::indirectly_writable<Array::iterator, const int&>);
static_assert(!std::indirectly_writable<Array::const_iterator, int>);
static_assert(std::indirectly_copyable<Array::iterator, Array::iterator>);
static_assert(std::indirectly_copyable<Array::const_iterator, int*>);
static_assert(std::indirectly_swappable<Array::iterator>);
static_assert(std::permutable<Array::iterator>);
static_assert(std::sortable<Array::iterator>);
static_assert(std::indirect_unary_predicate<bool (*)(int), Array::const_iterator>);
static_assert(std::indirect_strict_weak_order<std::ranges::less, Array::iterator>);

static_assert(std::same_as<std::common_reference_t<dash::GlobRef<int>&&, int&>, int>);
static_assert(std::same_as<std::common_reference_t<const int&, dash::GlobRef<const int>>, int>);
static_assert(std::same_as<std::iter_value_t<Array::const_iterator>, int>);
static_assert(std::same_as<std::iter_reference_t<Array::iterator>, dash::GlobRef<int>>);

static_assert(std::ranges::random_access_range<Array>);
static_assert(std::ranges::random_access_range<const Array>);
static_assert(std::ranges::sized_range<Array>);
static_assert(std::ranges::common_range<Array>);
static_assert(std::ranges::viewable_range<Array&>);
static_assert(std::ranges::random_access_range<CyclicArray>);
static_assert(std::ranges::contiguous_range<Array::local_type>);
static_assert(std::ranges::sized_range<Array::local_type>);
static_assert(std::ranges::random_access_range<Array::view_type>);

static_assert(std::is_trivially_copyable_v<Array::pointer>);
static_assert(sizeof(Array::pointer) == 16);
static_assert(std::is_move_constructible_v<Array> && !std::is_copy_constructible_v<Array>);
static_assert(!std::is_copy_constructible_v<dash::GlobRef<int>>);
static_assert(!std::is_default_constructible_v<dash::GlobRef<int>>);
static_assert(std::is_convertible_v<dash::GlobRef<int>, int>);
static_assert(std::is_assignable_v<const dash::GlobRef<int>&, int>);
static_assert(!std::is_assignable_v<const dash::GlobRef<const int>&, int>);
static_assert(std::is_convertible_v<dash::GlobRef<int>, dash::GlobRef<const int>>);
static_assert(!std::is_convertible_v<dash::GlobRef<const int>, dash::GlobRef<int>>);
static_assert(std::is_constructible_v<dash::GlobRef<int>, const dash::GlobRef<const int>&>);

class ConceptsTest : public dash::test::TestBase {
 protected:
  static constexpr int n = 23;

  /// Sets values[i] = i on all units.
  void fill(Array& values)
  {
    if (dash::myid() == 0) std::iota(values.begin(), values.end(), 0);
    values.barrier();
  }
};

TEST_F(ConceptsTest, StdViewsComposeOverGlobalRanges)
{
  Array values(n);
  fill(values);
  auto picked = values | std::views::drop(3) | std::views::take(10) |
                std::views::transform([](int v) { return 2 * v; }) |
                std::views::filter([](int v) { return v % 4 == 0; });
  std::vector<int> seen;
  for (int v : picked) seen.push_back(v);
  EXPECT_EQ((std::vector<int>{8, 12, 16, 20, 24}), seen);

  std::vector<int> backwards;
  for (int v : values | std::views::reverse | std::views::take(3)) backwards.push_back(v);
  EXPECT_EQ((std::vector<int>{22, 21, 20}), backwards);
}

TEST_F(ConceptsTest, StdViewsOverConstArray)
{
  Array values(n, dash::CYCLIC);
  fill(values);
  const Array& readonly = values;
  const auto tail = readonly | std::views::drop(20);
  EXPECT_EQ(3u, std::ranges::size(tail));
  EXPECT_EQ(20 + 21 + 22, std::accumulate(tail.begin(), tail.end(), 0));
}

TEST_F(ConceptsTest, RangesAlgorithmsReadAndWriteGlobalRanges)
{
  Array values(n);
  fill(values);
  EXPECT_EQ(values.begin() + 17, std::ranges::find(values, 17));
  EXPECT_EQ(n, std::ranges::count_if(values, [](int v) { return v >= 0; }));
  EXPECT_EQ(22, static_cast<int>(*std::ranges::max_element(values)));
  EXPECT_TRUE(std::ranges::is_sorted(values));
  EXPECT_EQ(values.begin() + 9, std::ranges::lower_bound(values, 9));
  values.barrier();
  if (dash::myid() == 0) {
    std::ranges::sort(values, std::ranges::greater());
    EXPECT_EQ(22, static_cast<int>(values[0]));
    EXPECT_EQ(0, static_cast<int>(values[n - 1]));
    std::ranges::reverse(values);
    EXPECT_TRUE(std::ranges::is_sorted(values));
    std::vector<int> copied(n);
    std::ranges::copy(values, copied.begin());
    EXPECT_TRUE(std::ranges::equal(copied, values));
    std::ranges::transform(values, values.begin(), [](int v) { return -v; });
    EXPECT_EQ(-5, static_cast<int>(values[5]));
    std::ranges::iter_swap(values.begin(), values.begin() + 1);
    EXPECT_EQ(-1, static_cast<int>(values[0]));
  }
  values.barrier();
}

}  // namespace
