// Tier: suite n3 c2g2 c0g2; also c0g3

// Random numbers by index, and what is made of them: the results are the same on any number of
// units and with any distribution.

#include <dash/Array.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Histogram.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/Sample.h>
#include <dash/algorithm/Shuffle.h>
#include <dash/util/Random.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "algorithm/expect_same.h"
#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"

namespace {

using dash::test::assign;
using dash::test::contents;
using dash::test::Particle;
using dash::test::sequence;

class RandomTest : public dash::test::TestBase {};

TEST_F(RandomTest, PhiloxOfThePaper)
{
  // the known answers that the authors publish
  using Words = std::array<std::uint32_t, 4>;
  constexpr std::uint32_t ones = ~0U;
  static_assert(
      dash::philox({0, 0, 0, 0}, {0, 0}) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  EXPECT_EQ(
      dash::philox({ones, ones, ones, ones}, {ones, ones}),
      (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(
      dash::philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
      (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
  EXPECT_EQ(dash::Random(0).bits(0), 0xe169c58d6627e8d5U);
}

TEST_F(RandomTest, SeedsStreamsAndIndicesDiffer)
{
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t seed : {0UL, 1UL, 1UL << 32}) {
    for (std::uint64_t stream : {0UL, 1UL, 1UL << 32}) {
      for (std::uint64_t index : {0UL, 1UL, 1UL << 32, 1UL << 63}) {
        numbers.push_back(dash::Random(seed, stream).bits(index));
      }
    }
  }
  std::sort(numbers.begin(), numbers.end());
  EXPECT_EQ(std::adjacent_find(numbers.begin(), numbers.end()), numbers.end());
}

TEST_F(RandomTest, DistributionsOfNumbers)
{
  const dash::Random random(7, 3);
  const std::uint64_t n = 20'000;
  double sum = 0, squares = 0, normals = 0, normal_squares = 0;
  std::array<int, 6> dice{};
  for (std::uint64_t i = 0; i < n; ++i) {
    const double u = random.uniform(i, -2, 4);
    ASSERT_TRUE(-2 <= u && u < 4);
    sum += u;
    squares += u * u;
    const double z = random.normal(i);
    normals += z;
    normal_squares += z * z;
    ++dice.at(random.below(i, 6));
    ASSERT_EQ(random.below(i, 1), 0U);
    ASSERT_EQ(random.below(i, 1UL << 63), random.bits(i) >> 1);
  }
  EXPECT_NEAR(sum / n, 1, 0.05);
  EXPECT_NEAR(squares / n, 4, 0.1);
  EXPECT_NEAR(normals / n, 0, 0.03);
  EXPECT_NEAR(normal_squares / n, 1, 0.05);
  for (const int count : dice) EXPECT_NEAR(count, n / 6.0, 300);
  // no number between the bounds
  EXPECT_EQ(random.uniform(5, 1, 1 + std::numeric_limits<double>::epsilon()), 1);
}

TEST_F(RandomTest, ShuffleDependsOnTheElementsAlone)
{
  const dash::Random random(11);
  dash::test::expect_same<Particle>(
      [&](auto first, auto last) { dash::shuffle(first, last, random); },
      [&](auto first, auto last) {
        const std::vector<Particle> before(first, last);
        std::vector<std::size_t> order(before.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t i) { return random.bits(i); });
        for (const std::size_t i : order) *first++ = before[i];
      });
}

TEST_F(RandomTest, ShuffledPositionsAreUniform)
{
  // where the first of four elements ends up, by different streams
  dash::Array<int> array(4, dash::CYCLIC);
  std::array<int, 4> counts{};
  for (std::uint64_t stream = 0; stream < 200; ++stream) {
    assign(array, {0, 1, 2, 3});
    dash::shuffle(array, dash::Random(3, stream));
    const auto values = contents(array);
    ++counts.at(
        static_cast<std::size_t>(std::find(values.begin(), values.end(), 0) - values.begin()));
  }
  for (const int count : counts) EXPECT_NEAR(count, 50, 25);
}

TEST_F(RandomTest, SampleKeepsTheOrder)
{
  const dash::Random random(5, 1);
  const std::size_t n = 40;
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), 0);
  for (const std::size_t wanted : {0UL, 1UL, 7UL, 40UL, 50UL}) {
    std::vector<int> expected(values);
    std::ranges::sort(
        expected, {}, [&](int i) { return random.bits(static_cast<std::uint64_t>(i)); });
    expected.resize(std::min(wanted, n));
    std::sort(expected.begin(), expected.end());
    dash::test::for_each_array(n, dash::Team::All(), [&](auto& array) {
      assign(array, values);
      dash::Array<int> out(42, dash::BLOCKCYCLIC(3));
      assign(out, std::vector<int>(42, -1));
      const auto end =
          dash::sample(array, out.begin() + 2, static_cast<std::ptrdiff_t>(wanted), random);
      EXPECT_EQ(end - out.begin(), std::ssize(expected) + 2);
      auto all = expected;
      all.insert(all.begin(), 2, -1);
      all.resize(42, -1);
      EXPECT_EQ(contents(out), all);
    });
  }
}

TEST_F(RandomTest, NumbersDoNotDependOnTheDistribution)
{
  const dash::Random random(1);
  const std::size_t n = 100;
  std::vector<double> expected;
  for (std::size_t i = 0; i < n; ++i) expected.push_back(random.uniform(i));
  dash::test::for_each_array<double>(n, dash::Team::All(), [&](auto& array) {
    dash::generate_with_index(
        array, [random](auto i) { return random.uniform(static_cast<std::uint64_t>(i)); });
    EXPECT_EQ(contents(array), expected);
  });
}

TEST_F(RandomTest, HistogramCountsWhatIsInTheBins)
{
  dash::test::for_each_range([](auto& array, std::size_t first, std::size_t last) {
    const auto values = sequence(array.size());
    assign(array, values);
    const auto begin = array.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = array.begin() + static_cast<std::ptrdiff_t>(last);
    std::vector<std::ptrdiff_t> equal(3, 0), unequal(2, 0);
    for (std::size_t i = first; i < last; ++i) {
      if (values[i] >= -1 && values[i] < 2) ++equal[static_cast<std::size_t>(values[i] + 1)];
      if (values[i] >= 0 && values[i] < 4) ++unequal[values[i] >= 1 ? 1 : 0];
    }
    EXPECT_EQ(dash::histogram(begin, end, 3, -1, 2), equal);
    EXPECT_EQ(dash::histogram(begin, end, std::vector<int>{0, 1, 4}), unequal);
    array.barrier();
  });
}

TEST_F(RandomTest, HistogramOfNumbersAtTheEdges)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  dash::Array<double> array(9, dash::CYCLIC);
  assign(array, {0, std::nextafter(1, 0), 1, -1e-300, nan, infinity, -infinity, 0.5, 0.1});
  using Counts = std::vector<std::ptrdiff_t>;
  EXPECT_EQ(dash::histogram(array, 10, 0, 1), (Counts{1, 1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(dash::histogram(array, std::vector<double>{0, 0.5, 0.5, 1}), (Counts{2, 0, 2}));
  EXPECT_EQ(dash::histogram(array, 2, -1, 1, [](double x) { return -x; }), (Counts{4, 2}));
  dash::Array<int> numbers(49);
  dash::iota(numbers, 0);
  EXPECT_EQ(dash::histogram(numbers, 49, 0, 49), Counts(49, 1));
  dash::Array<double> far_apart(3);
  assign(far_apart, {-7.9e307, 0, 7.9e307});
  EXPECT_EQ(dash::histogram(far_apart, 10, -8e307, 8e307), (Counts{1, 0, 0, 0, 0, 1, 0, 0, 0, 1}));
  dash::Array<double> hundredths(100);
  dash::generate_with_index(hundredths, [](auto i) { return static_cast<double>(i) * 0.01; });
  EXPECT_EQ(dash::histogram(hundredths, 100, 0, 1), Counts(100, 1));
  dash::generate_with_index(hundredths, [](auto i) { return static_cast<double>(i) / 100; });
  EXPECT_EQ(dash::histogram(hundredths, 100, 0, 1), Counts(100, 1));
  EXPECT_THROW(dash::histogram(array, 0, 0, 1), dash::exception::InvalidArgument);
  EXPECT_THROW(dash::histogram(array, 3, 1, 1), dash::exception::InvalidArgument);
  EXPECT_THROW(dash::histogram(array, 3, nan, 1), dash::exception::InvalidArgument);
  EXPECT_THROW(dash::histogram(array, 3, 0, infinity), dash::exception::InvalidArgument);
  EXPECT_THROW(dash::histogram(array, std::vector<double>{0}), dash::exception::InvalidArgument);
  EXPECT_THROW(
      dash::histogram(array, std::vector<double>{0, 2, 1}), dash::exception::InvalidArgument);
  for (const auto& edges : std::vector<std::vector<double>>{{0, nan, 2}, {nan, 1}, {0, nan}}) {
    EXPECT_THROW(dash::histogram(array, edges), dash::exception::InvalidArgument);
  }
  EXPECT_THROW(dash::histogram(array, 3, -1.7e308, 1.7e308), dash::exception::InvalidArgument);
  dash::Array<Particle> particles(10);
  assign(particles, sequence<Particle>(10));
  std::ptrdiff_t all = 0;
  for (const auto count : dash::histogram(particles, 4, -10, 10, &Particle::charge)) all += count;
  EXPECT_EQ(all, 10);
  array.barrier();
}

}  // namespace
