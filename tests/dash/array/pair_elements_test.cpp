// Tier: suite n3 c2g2

// Pairs, tuples and arrays of them as elements: of all containers, and in what copies, sorts and
// sends elements.

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/Coarray.h>
#include <dash/List.h>
#include <dash/Matrix.h>
#include <dash/Pair.h>
#include <dash/Types.h>
#include <dash/UnorderedMap.h>
#include <dash/algorithm/Bcast.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/CopyIf.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Sort.h>
#include <dash/algorithm/Transform.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

template <class T>
inline constexpr bool fits = dash::is_container_compatible<T>::value;
static_assert(fits<std::pair<int, double>> && fits<const std::pair<int, double>>);
static_assert(fits<std::tuple<int, std::pair<char, long>, double>> && fits<std::tuple<>>);
static_assert(fits<std::pair<std::array<std::pair<int, int>, 3>, dash::Pair<int, int>>>);
static_assert(!fits<std::pair<int, std::string>> && !fits<std::tuple<int, std::vector<int>>>);
static_assert(!fits<std::pair<int&, int>> && !fits<std::tuple<const int&>>);

/// Element types, with a way to make values of numbers: in their order, all different.
template <class T>
T make(int i)
{
  using std::get;
  T value{};
  get<0>(value) = i / 3;
  get<1>(value) = i % 3;
  return value;
}

template <class T>
class PairElements : public dash::test::TestBase {};
using Types = testing::Types<
    std::pair<int, double>, std::tuple<short, double, int>, dash::Pair<int, char>,
    std::pair<long, int>>;
TYPED_TEST_SUITE(PairElements, Types);

TYPED_TEST(PairElements, InAlgorithms)
{
  using T = TypeParam;
  constexpr int n = 23;
  for (dash::Team& team : dash::test::teams()) {
    dash::Array<T> a(n, team), b(n, dash::CYCLIC, team);
    dash::fill(b, make<T>(5));
    dash::generate_with_index(a.begin(), a.end(), [](auto i) { return make<T>(7 * i % n); });
    a.barrier();
    std::vector<T> expected;
    for (int i = 0; i < n; ++i) expected.push_back(make<T>(7 * i % n));
    EXPECT_EQ(expected, dash::test::contents(a));
    std::vector<T> copy(n);
    dash::copy(a.begin(), a.end(), copy.data());
    EXPECT_EQ(expected, copy);
    dash::copy(a.begin(), a.end(), b.begin());
    EXPECT_EQ(expected, dash::test::contents(b));
    EXPECT_EQ(b.begin() + 3, dash::find(b.begin(), b.end(), expected[3]));
    dash::sort(b.begin(), b.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(expected, dash::test::contents(b));
    const auto is_first = [](const T& x) { return get<0>(x) < 2; };
    const auto end = dash::copy_if(b, a.begin(), is_first);
    EXPECT_EQ(6, end - a.begin());
    const auto larger = [](const T& x, const T& y) { return x < y ? y : x; };
    EXPECT_EQ(expected.back(), dash::reduce(b.begin(), b.end(), make<T>(0), larger));
    dash::transform(b.begin(), b.end(), a.begin(), [](const T& x) {
      T y = x;
      get<1>(y) = 9;
      return y;
    });
    a.barrier();
    EXPECT_EQ(9, static_cast<int>(get<1>(a[n - 1])));
    std::vector<T> sent(3, make<T>(team.myid().id));
    dash::broadcast(sent.begin(), sent.end(), dash::team_unit_t{0}, team);
    EXPECT_EQ(std::vector<T>(3, make<T>(0)), sent);
  }
}

TYPED_TEST(PairElements, InContainers)
{
  using T = TypeParam;
  const int me = dash::myid().id;
  const int last = static_cast<int>(dash::size()) - 1;
  dash::Matrix<T, 2> matrix(dash::size(), 4);
  dash::fill(matrix.begin(), matrix.end(), make<T>(2));
  matrix.barrier();
  EXPECT_EQ(make<T>(2), static_cast<T>(matrix[last][3]));
  dash::Coarray<T> coarray;
  coarray = make<T>(me);
  coarray.sync_all();
  EXPECT_EQ(make<T>(last), static_cast<T>(coarray(last)));
  dash::List<T> list;
  list.local.push_back(make<T>(me));
  list.barrier();
  EXPECT_EQ(dash::size(), list.size());
  dash::UnorderedMap<T, T> map;
  map[make<T>(me)] = make<T>(me + 1);
  map.barrier();
  for (int unit = 0; unit <= last; ++unit) {
    EXPECT_EQ(make<T>(unit + 1), static_cast<T>(map.at(make<T>(unit))));
  }
  map.barrier();
}

TYPED_TEST(PairElements, StructuredBindings)
{
  using T = TypeParam;
  dash::Array<T> array(dash::size());
  array[static_cast<std::size_t>(dash::myid().id)] = make<T>(dash::myid().id);
  array.barrier();
  int unit = 0;
  if constexpr (std::tuple_size_v<T> == 2) {
    for (const auto& [x, y] : array) EXPECT_EQ(make<T>(unit++), T(x, y));
  } else {
    for (auto [x, y, z] : array) EXPECT_EQ(make<T>(unit++), T(x, y, z));
  }
  EXPECT_EQ(static_cast<int>(dash::size()), unit);
  array.barrier();
}

/// Each key belongs to one unit; all see all elements, also those of other units.
TEST(PairElementsOfMaps, StructuredBindings)
{
  dash::init(nullptr, nullptr);
  {
    dash::UnorderedMap<int, dash::Atomic<long>> counts;
    dash::UnorderedMap<int, double> values;
    for (int key = 0; key < 20; ++key) counts[key].add(key);
    values[dash::myid().id] = 0.5;
    counts.barrier();
    values.barrier();
    long sum = 0, own = 0;
    for (auto [key, n] : counts) sum += key + n;
    for (const auto& [key, n] : counts.local) own += n.load() - n;
    EXPECT_EQ(190 + 190 * static_cast<long>(dash::size()), sum);
    EXPECT_EQ(0, own);
    const auto [key, value] = *values.find(dash::myid().id);
    EXPECT_EQ(dash::myid().id, key);
    EXPECT_EQ(0.5, value);
    counts.barrier();
  }
  dash::finalize();
}

}  // namespace
