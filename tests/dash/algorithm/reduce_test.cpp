// Tier: suite n3 c2g2

#include <dash/Array.h>
#include <dash/Atomic.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/algorithm/Bcast.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/algorithm/Transform.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <list>
#include <numeric>
#include <type_traits>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "array/rare_arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "native_memory.h"
#include "team/teams.h"

namespace {

using dash::test::Affine;
using dash::test::assign;
using dash::test::compose;
using dash::test::fill_local_values;
using dash::test::sequence;

class Reduce : public dash::test::TestBase {};

TEST_F(Reduce, SumOfARange)
{
  dash::test::expect_same(
      [](auto first, auto last) { return dash::reduce(first, last); },
      [](auto first, auto last) { return std::accumulate(first, last, 0); });
}

TEST_F(Reduce, InitCountsOnce)
{
  dash::test::expect_same(
      [](auto first, auto last) { return dash::reduce(first, last, 1000); },
      [](auto first, auto last) { return std::accumulate(first, last, 1000); });
}

TEST_F(Reduce, KnownOperations)
{
  dash::test::expect_same(
      [](auto first, auto last) { return dash::reduce(first, last, 3, dash::max<int>()); },
      [](auto first, auto last) {
        return std::accumulate(first, last, 3, [](int a, int b) { return std::max(a, b); });
      });
}

TEST_F(Reduce, OperandsKeepTheirOrder)
{
  const auto op = [](const Affine& f, const Affine& g) { return compose(f, g); };
  const Affine init{2, 1};
  dash::test::expect_same<Affine>(
      [&](auto first, auto last) { return dash::reduce(first, last, init, op); },
      [&](auto first, auto last) { return std::accumulate(first, last, init, op); });
}

TEST_F(Reduce, SumsOfStructsKeepTheirOrder)
{
  dash::test::expect_same<Affine>(
      [](auto first, auto last) { return dash::reduce(first, last); },
      [](auto first, auto last) { return std::accumulate(first, last, Affine{}); });
  dash::test::expect_same<Affine>(
      [](auto first, auto last) { return dash::accumulate(first, last, Affine{3, 4}); },
      [](auto first, auto last) { return std::accumulate(first, last, Affine{3, 4}); });
}

TEST_F(Reduce, OperationWithCapturesByReference)
{
  int modulus = 97;
  const auto op = [&modulus](int a, int b) { return (a * b % modulus + modulus) % modulus; };
  dash::test::expect_same(
      [&](auto first, auto last) { return dash::reduce(first, last, 5, op); },
      [&](auto first, auto last) { return std::accumulate(first, last, 5, op); });
}

TEST_F(Reduce, RarePatterns)
{
  const auto op = [](const Affine& f, const Affine& g) { return compose(f, g); };
  dash::test::for_each_rare_array<Affine>(25, dash::Team::All(), [&](auto& array) {
    const auto values = sequence<Affine>(25);
    assign(array, values);
    dash::test::for_each_subrange(25, [&](std::ptrdiff_t first, std::ptrdiff_t last) {
      EXPECT_EQ(
          dash::reduce(array.begin() + first, array.begin() + last, Affine{}, op),
          std::accumulate(values.begin() + first, values.begin() + last, Affine{}, op));
    });
  });
}

TEST_F(Reduce, RoundsTheSameOnAllUnits)
{
  for (const auto& distribution : dash::test::distributions()) {
    dash::Array<double> array(1000, distribution);
    dash::generate_with_index(
        array, [](auto gidx) { return 1.0 / (1.0 + static_cast<double>(gidx)); });
    array.barrier();
    const double sum = dash::reduce(array.begin(), array.end(), 0.0);
    double sum_of_unit_0 = sum;
    dash::broadcast(&sum_of_unit_0, &sum_of_unit_0 + 1, dash::team_unit_t{0});
    EXPECT_EQ(sum, sum_of_unit_0);
    EXPECT_NEAR(sum, 7.485470860550345, 1e-12);
    array.barrier();
  }
}

TEST_F(Reduce, AccumulateHasTheTypeOfInit)
{
  dash::Array<int> array(100, dash::CYCLIC);
  fill_local_values(array, 1 << 30);
  array.barrier();
  EXPECT_EQ(dash::accumulate(array.begin(), array.end(), 0L), 100L << 30);
  EXPECT_EQ(dash::accumulate(array, 0.5), 0.5 + 100.0 * (1 << 30));
  EXPECT_EQ(dash::accumulate(array, 1L, [](long a, long b) { return std::max(a, b); }), 1L << 30);
}

TEST_F(Reduce, TypeOfInitIsThatOfTheResult)
{
  dash::Array<unsigned char> bytes(1000, dash::CYCLIC);
  dash::Array<int> ints(4);
  dash::Array<double> doubles(4);
  dash::fill(bytes, 1);
  dash::fill(ints, 2'000'000'000);
  dash::fill(doubles, 1.75);
  doubles.barrier();
  EXPECT_EQ(1000, dash::reduce(bytes, 0));
  EXPECT_EQ(1000L, dash::reduce(bytes.begin(), bytes.end(), 0L));
  EXPECT_EQ(8'000'000'000LL, dash::reduce(ints, 0LL));
  EXPECT_EQ(8'000'000'000.5, dash::reduce(ints, 0.5));
  EXPECT_EQ(7.5, dash::reduce(doubles, 0.5));
  EXPECT_EQ(4, dash::reduce(doubles, 0));  // as std::reduce: each is added as int
  EXPECT_EQ(8'000'000'000L, dash::reduce(ints, 0L, dash::plus<long>()));
  static_assert(std::is_same_v<double, decltype(dash::reduce(ints, 0.5))>);
  static_assert(std::is_same_v<int, decltype(dash::reduce(ints))>);
  const std::vector<int> own(2, 2'000'000'000);
  const auto n = static_cast<long long>(dash::size());
  EXPECT_EQ(4'000'000'000LL * n, dash::reduce(own.begin(), own.end(), 0LL));
  EXPECT_EQ(4'000'000'000LL * n, dash::reduce(own.data(), own.data() + 2, 0LL, true));
}

TEST_F(Reduce, AtomicElements)
{
  dash::HostArray<dash::Atomic<int>> bins(10 * dash::size());
  const auto n = static_cast<int>(bins.size());
  dash::fill(bins, 1);
  bins.barrier();
  EXPECT_EQ(n, dash::reduce(bins, 0));
  EXPECT_EQ(n, dash::accumulate(bins, 0));
  EXPECT_EQ(n, dash::count(bins, 1));
  EXPECT_EQ(1, static_cast<int>(*dash::max_element(bins.begin(), bins.end())));
  std::vector<int> copied(bins.size());
  dash::copy(bins.begin(), bins.end(), copied.begin());
  EXPECT_EQ(n, std::accumulate(copied.begin(), copied.end(), 0));
  int sum = 0;
  for (const auto& bin : bins.local) sum += bin + bin.load() + bin.get();
  EXPECT_EQ(30, sum);
  EXPECT_TRUE(bins.local[0] == 1 && bins.local[0] == bins.local[1] && bins.local[0] < 2);
  dash::Array<int> twice(bins.size());
  dash::transform(bins.begin(), bins.end(), twice.begin(), [](int bin) { return 2 * bin; });
  twice.barrier();
  EXPECT_EQ(2 * n, dash::reduce(twice, 0));
  bins.barrier();
}

TEST_F(Reduce, ConstRanges)
{
  dash::Array<int> array(10, dash::BLOCKCYCLIC(3));
  dash::generate_with_index(array, [](auto gidx) { return static_cast<int>(gidx) + 1; });
  array.barrier();
  const auto& readable = array;
  EXPECT_EQ(dash::reduce(readable), 55);
  EXPECT_EQ(dash::reduce(readable, 100), 155);
  EXPECT_EQ(dash::reduce(readable, 1, dash::multiply<int>()), 3628800);
  EXPECT_EQ(dash::reduce(readable.begin(), readable.end()), 55);
  EXPECT_EQ(dash::reduce(array.block(1)), 4 + 5 + 6);
}

TEST_F(Reduce, LocalRangesOfAllUnits)
{
  const auto me = static_cast<int>(dash::myid());
  const auto n = static_cast<int>(dash::size());
  const std::vector<int> own(3, me + 1);
  const int sum = 3 * n * (n + 1) / 2;
  EXPECT_EQ(dash::reduce(own.begin(), own.end(), 0), sum);
  EXPECT_EQ(dash::reduce(own.data(), own.data() + 3, 10), sum + 10);
  EXPECT_EQ(dash::reduce(own.begin(), own.end(), 0, dash::max<int>()), n);
  EXPECT_EQ(dash::reduce(own.begin(), own.end(), 0, true), sum);
  const std::list<int> linked(own.begin(), own.end());
  EXPECT_EQ(dash::reduce(linked.begin(), linked.end(), 0), sum);
  EXPECT_EQ(
      dash::reduce(linked.begin(), linked.end(), 7, [](int a, int b) { return std::min(a, b); }),
      1);
}

TEST_F(Reduce, LocalRangesMayBeEmpty)
{
  const auto me = static_cast<int>(dash::myid());
  const auto n = static_cast<int>(dash::size());
  const std::vector<int> own(static_cast<std::size_t>(me), 2);  // unit 0 has no elements
  EXPECT_EQ(dash::reduce(own.begin(), own.end(), 1, dash::plus<int>(), false), 1 + n * (n - 1));
  EXPECT_EQ(dash::reduce(own.begin(), own.end(), 1, false), 1 + n * (n - 1));
  EXPECT_EQ(dash::reduce(own.begin(), own.begin(), 5, dash::plus<int>(), false), 5);
}

TEST_F(Reduce, LocalRangesOfATeam)
{
  dash::Team& half = dash::test::teams().back();
  const std::vector<int> own(2, static_cast<int>(dash::myid()));
  int expected = 0;
  for (const int unit : half) expected += 2 * half.global_id(dash::team_unit_t(unit)).id;
  EXPECT_EQ(dash::reduce(own.begin(), own.end(), 0, dash::plus<int>(), true, half), expected);
  EXPECT_EQ(dash::reduce(own.begin(), own.end(), 0, true, half), expected);
}

TEST_F(Reduce, LocalRangesOfStructsInUnitOrder)
{
  const auto me = static_cast<int>(dash::myid());
  const std::vector<Affine> own{Affine::from(me), Affine::from(me + 1)};
  Affine expected{3, 4};
  for (int unit = 0; unit < static_cast<int>(dash::size()); ++unit) {
    expected = compose(compose(expected, Affine::from(unit)), Affine::from(unit + 1));
  }
  EXPECT_EQ(dash::reduce(own.begin(), own.end(), Affine{3, 4}, compose), expected);
}

/// All units have to pass the same initial value, and all learn of it if they do not.
TEST_F(Reduce, DifferentInitialValues)
{
  dash::Array<int> array(100), other(100, dash::CYCLIC);
  dash::fill(array, 1);
  dash::fill(other, 1);
  dash::barrier();
  const int mine = static_cast<int>(dash::myid()) + 5;
  const auto expect_refused = [&](auto call) {
    if (dash::size() == 1) {
      EXPECT_EQ(call(mine), 105);
    } else {
      EXPECT_THROW(call(mine), dash::exception::InvalidArgument);
    }
    EXPECT_EQ(call(5), 105);
  };
  expect_refused([&](int init) { return dash::reduce(array, init); });
  expect_refused([&](int init) { return dash::accumulate(array, init); });
  expect_refused([&](int init) {
    return dash::transform_reduce(array.begin(), array.end(), other.begin(), init);
  });
  const double zero = dash::myid() == 0 ? 0.0 : -0.0;
  EXPECT_EQ(dash::reduce(array, zero), 100.0);
}

}  // namespace
