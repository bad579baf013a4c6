#include <dash/detail/base/FastDivisor.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

using dash::detail::FastDivisor;

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

static_assert(std::is_trivially_copyable_v<FastDivisor>);
static_assert(FastDivisor(7).quotient(100) == 14 && FastDivisor(7).remainder(100) == 2);
static_assert(FastDivisor(largest).quotient(largest) == 1);
static_assert(std::is_same_v<decltype(FastDivisor(7).quotient(1u)), unsigned>);

/// Tests neighbours of multiples, where a rounding error would show.
void expect_exact(std::int64_t n, std::int64_t d)
{
  const FastDivisor divisor(d);
  const std::int64_t multiple = n / d * d;
  const std::int64_t last = multiple > largest - (d - 1) ? largest : multiple + (d - 1);
  for (std::int64_t near : {n, multiple, multiple - 1, last}) {
    if (near < 0) continue;
    ASSERT_EQ(divisor.quotient(near), near / d) << near << " / " << d;
    ASSERT_EQ(divisor.remainder(near), near % d) << near << " % " << d;
  }
}

}  // namespace

TEST(FastDivisorTest, SmallNumbers)
{
  for (int d = 1; d <= 600; ++d) {
    const FastDivisor divisor(d);
    ASSERT_EQ(divisor.divisor(), static_cast<std::uint64_t>(d));
    for (int n = 0; n <= 2000; ++n) {
      const auto [quotient, remainder] = divisor.divmod(n);
      ASSERT_EQ(quotient, n / d) << n << " / " << d;
      ASSERT_EQ(remainder, n % d) << n << " % " << d;
    }
  }
}

TEST(FastDivisorTest, PowersOfTwoAndTheirNeighbours)
{
  for (int b = 0; b < 63; ++b) {
    const std::int64_t power = std::int64_t{1} << b;
    for (std::int64_t d : {power - 1, power, power + 1}) {
      if (d < 1) continue;
      for (int k = 0; k < 63; ++k) expect_exact((std::int64_t{1} << k) - 1, d);
      for (std::int64_t n : {largest, largest - 1, largest / 2, d, d - 1}) expect_exact(n, d);
    }
  }
}

TEST(FastDivisorTest, RandomNumbersOfAllLengths)
{
  std::mt19937_64 random(42);
  const auto draw = [&] { return static_cast<std::int64_t>(random() >> (1 + random() % 63)); };
  for (int i = 0; i < 500000; ++i) {
    const std::int64_t n = draw();
    expect_exact(n, std::max<std::int64_t>(1, draw()));
  }
}

TEST(FastDivisorTest, NoDivisorDividesByOne)
{
  EXPECT_EQ(FastDivisor().quotient(12345), 12345);
  EXPECT_EQ(FastDivisor(0).quotient(largest), largest);
  EXPECT_EQ(FastDivisor(0).remainder(largest), 0);
}
