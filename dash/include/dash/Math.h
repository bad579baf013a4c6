#pragma once

/// \file
/// Integer arithmetic, statistics and pseudo-random numbers.

#include <dash/detail/base/Macro.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <type_traits>
#include <vector>

namespace dash::math {

/// The smallest integer that is not less than a / b, for a >= 0 and b > 0.
template <typename I1, typename I2>
DASH_HOST_DEVICE constexpr auto div_ceil(I1 a, I2 b) -> std::common_type_t<I1, I2>
{
  using I = std::common_type_t<I1, I2>;
  const I n = static_cast<I>(a);
  const I d = static_cast<I>(b);
  return static_cast<I>(n / d + (n % d > 0 ? 1 : 0));
}

// In parentheses, the name is no call of a macro.
/// The greater of two values of possibly different types.
template <typename T1, typename T2>
DASH_HOST_DEVICE constexpr auto(max)(T1 a, T2 b) -> std::common_type_t<T1, T2>
{
  using T = std::common_type_t<T1, T2>;
  return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a);
}

/// The smallest power of two that is not less than \c v; 1 for values up to 1.
template <typename I>
DASH_HOST_DEVICE constexpr I NextPowerOf2(I v)
{
  return v <= 1 ? I{1} : static_cast<I>(std::bit_ceil(static_cast<std::make_unsigned_t<I>>(v)));
}

/// Arithmetic mean; 0 for an empty range.
template <class Iterator>
double div_mean(Iterator first, Iterator last)
{
  const auto n = std::distance(first, last);
  return n == 0 ? 0.0 : std::accumulate(first, last, 0.0) / static_cast<double>(n);
}

/// Standard deviation of a whole population; 0 for an empty range.
template <class Iterator>
double sigma(Iterator first, Iterator last)
{
  const auto n = std::distance(first, last);
  if (n == 0) return 0.0;
  const double mean = div_mean(first, last);
  const double squares = std::accumulate(
      first, last, 0.0, [mean](double sum, double x) { return sum + (x - mean) * (x - mean); });
  return std::sqrt(squares / static_cast<double>(n));
}

/// The prime factors of \c n > 0 with their multiplicities.
template <typename I>
std::map<I, unsigned> factorize(I n)
{
  std::map<I, unsigned> result;
  for (I prime = 2; prime <= n / prime; ++prime) {
    for (; n % prime == 0; n /= prime) ++result[prime];
  }
  if (n > 1) ++result[n];
  return result;
}

/// All divisors of \c n > 0, including 1 and \c n.
template <typename I>
std::set<I> factors(I n)
{
  std::set<I> result;
  for (I divisor = 1; divisor <= n / divisor; ++divisor) {
    if (n % divisor != 0) continue;
    result.insert(divisor);
    result.insert(n / divisor);
  }
  return result;
}

namespace detail {

/// Divides \c n into so many extents that are as equal as possible, in descending order.
DASH_API void balance(std::uint64_t n, std::uint64_t* extents, std::size_t count);

template <typename I, std::size_t N>
std::array<I, N> balanced(I n)
{
  std::array<std::uint64_t, N> wide;
  balance(static_cast<std::uint64_t>(n), wide.data(), N);
  std::array<I, N> extents;
  for (std::size_t d = 0; d < N; ++d) extents[d] = static_cast<I>(wide[d]);
  return extents;
}

template <typename I, std::size_t N>
I product(const std::array<I, N>& extents)
{
  I result = 1;
  for (const I extent : extents) result *= extent;
  return result;
}

}  // namespace detail

/// Distributes the product of the extents as evenly as possible over all dimensions, in descending
/// order.
template <typename I, std::size_t N>
std::array<I, N> balance_extents(const std::array<I, N>& extents)
{
  const I size = detail::product(extents);
  return size <= 0 ? extents : detail::balanced<I, N>(size);
}

/// The same, where the first extent is the one of the sizes \c blocking that divides the product
/// and gives the most even result; if none divides it, \c blocking has no effect.
template <typename I, std::size_t N>
std::array<I, N> balance_extents(const std::array<I, N>& extents, const std::set<I>& blocking)
{
  const I size = detail::product(extents);
  std::array<I, N> best = balance_extents(extents);
  if (size <= 0) return best;
  if constexpr (N > 1) {
    bool found = false;
    for (const I block : blocking) {
      if (block <= 0 || size % block != 0) continue;
      const auto rest = detail::balanced<I, N - 1>(size / block);
      if (found && (std::max)(block, rest[0]) >= *std::max_element(best.begin(), best.end())) {
        continue;
      }
      best[0] = block;
      std::copy(rest.begin(), rest.end(), best.begin() + 1);
      found = true;
    }
  }
  return best;
}

/* ---- pseudo-random numbers: one sequence a process, fast, not for cryptography ------------- */

/// Seeds lrand.
DASH_API void slrand(long seed = 0);
/// Next number of a 31-bit sequence.
DASH_API long lrand();

/// Seeds xrand; the sequence is the same on each platform.
DASH_API void sxrand(std::uint64_t seed = 0);
/// Next number of a 64-bit xorshift sequence; never 0.
DASH_API std::uint64_t xrand();

/// Seeds drand.
DASH_API void sdrand(std::uint64_t seed = 0);
/// Next number in [0, 1).
DASH_API double drand();

}  // namespace dash::math
