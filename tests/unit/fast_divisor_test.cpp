// Tier: suite; sanitized

#include <dash/detail/base/FastDivisor.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

using dash::detail::FastDivisor;
using dash::detail::FastDivisor32;

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

static_assert(std::is_trivially_copyable_v<FastDivisor>);
static_assert(FastDivisor(7).quotient(100) == 14 && FastDivisor(7).remainder(100) == 2);
static_assert(FastDivisor(largest).quotient(largest) == 1);
static_assert(std::is_same_v<decltype(FastDivisor(7).quotient(1u)), unsigned>);

/// The divisor of a width and its largest dividend.
template <class Divisor, class Number>
struct Width {
  using divisor = Divisor;
  using number = Number;
  static constexpr Number largest = std::numeric_limits<Number>::max();
  static constexpr int bits = std::numeric_limits<Number>::digits;
};

template <class>
class FastDivisorTest : public testing::Test {};
using Widths = testing::Types<Width<FastDivisor, std::int64_t>, Width<FastDivisor32, std::int32_t>>;
TYPED_TEST_SUITE(FastDivisorTest, Widths);

/// Tests neighbours of multiples, where a rounding error would show.
template <class Width, class Number = typename Width::number>
void expect_exact(std::type_identity_t<Number> n, std::type_identity_t<Number> d)
{
  const typename Width::divisor divisor(d);
  const Number multiple = n / d * d;
  const Number last = multiple > Width::largest - (d - 1) ? Width::largest : multiple + (d - 1);
  for (const Number near : {n, multiple, multiple - 1, last}) {
    if (near < 0) continue;
    ASSERT_EQ(divisor.quotient(near), near / d) << near << " / " << d;
    ASSERT_EQ(divisor.remainder(near), near % d) << near << " % " << d;
  }
}

}  // namespace

TYPED_TEST(FastDivisorTest, SmallNumbers)
{
  for (int d = 1; d <= 600; ++d) {
    const typename TypeParam::divisor divisor(d);
    ASSERT_EQ(divisor.divisor(), static_cast<std::uint64_t>(d));
    for (int n = 0; n <= 2000; ++n) {
      const auto [quotient, remainder] = divisor.divmod(n);
      ASSERT_EQ(quotient, n / d) << n << " / " << d;
      ASSERT_EQ(remainder, n % d) << n << " % " << d;
    }
  }
}

TYPED_TEST(FastDivisorTest, PowersOfTwoAndTheirNeighbours)
{
  using Number = typename TypeParam::number;
  constexpr Number largest = TypeParam::largest;
  for (int b = 0; b < TypeParam::bits; ++b) {
    const Number power = Number{1} << b;
    for (const Number d : {power - 1, power, power + 1}) {
      if (d < 1) continue;
      for (int k = 0; k < TypeParam::bits; ++k) expect_exact<TypeParam>((Number{1} << k) - 1, d);
      for (const Number n : {largest, largest - 1, largest / 2, d, d - 1})
        expect_exact<TypeParam>(n, d);
    }
  }
}

TYPED_TEST(FastDivisorTest, RandomNumbersOfAllLengths)
{
  using Number = typename TypeParam::number;
  std::mt19937_64 random(42);
  const auto draw = [&] {
    return static_cast<Number>(random() >> (64 - TypeParam::bits + random() % TypeParam::bits));
  };
  for (int i = 0; i < 500000; ++i) {
    const Number n = draw();
    expect_exact<TypeParam>(n, std::max<Number>(1, draw()));
  }
}

TYPED_TEST(FastDivisorTest, NoDivisorDividesByOne)
{
  using Divisor = typename TypeParam::divisor;
  EXPECT_EQ(Divisor().quotient(12345), 12345);
  EXPECT_EQ(Divisor(0).quotient(TypeParam::largest), TypeParam::largest);
  EXPECT_EQ(Divisor(0).remainder(TypeParam::largest), 0);
}
