#pragma once

/// \file
/// Random numbers that are functions of an index, so they do not depend on who computes them.

#include <dash/detail/base/Macro.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace dash {

/// Four random words from a counter and a key: Philox4x32 with ten rounds, from J. Salmon,
/// M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
/// Local call; also for kernels.
DASH_HOST_DEVICE constexpr std::array<std::uint32_t, 4> philox(
    std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key)
{
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

/// Random numbers by index: number i of a stream is a function of seed, stream and i alone. So a
/// container that is filled by global index has the same values on any number of units and with any
/// distribution:
///
///     const dash::Random random(42);
///     dash::generate_with_index(array, [random](auto i) { return random.uniform(i); });
///
/// The object has no state that changes: all units, threads and kernels may use copies of it.
/// Different streams of a seed are independent; use one for each purpose. All functions are local
/// calls, also for kernels. An index gives one number: do not use it for several of the functions.
class Random {
 public:
  DASH_HOST_DEVICE constexpr explicit Random(
      std::uint64_t seed = 0, std::uint64_t stream = 0) noexcept
      : seed_(seed),
        stream_(stream)
  {}

  /// 64 random bits.
  DASH_HOST_DEVICE constexpr std::uint64_t bits(std::uint64_t index) const
  {
    return words(index)[0];
  }

  /// A number in [0, 1), a multiple of 2^-53.
  DASH_HOST_DEVICE constexpr double uniform(std::uint64_t index) const
  {
    return fraction(bits(index));
  }

  /// A number in [low, high), or \c low if rounding leaves no number between them.
  DASH_HOST_DEVICE constexpr double uniform(std::uint64_t index, double low, double high) const
  {
    const double value = low + (high - low) * uniform(index);
    return value < high ? value : low;
  }

  /// An integer in [0, bound), for \c bound > 0. The probabilities differ by less than 2^-64.
  DASH_HOST_DEVICE constexpr std::uint64_t below(std::uint64_t index, std::uint64_t bound) const
  {
    // the integer part of bound * 0.words, where the words are a fraction of 128 bits
    const auto random = words(index);
    const std::uint64_t low = random[0] * bound;
    const std::uint64_t carry = high_product(random[1], bound);
    return high_product(random[0], bound) + (low + carry < low ? 1 : 0);
  }

  /// A number of the normal distribution with mean 0 and standard deviation 1 (Box and Muller).
  /// Processors may round it differently in the last digits.
  DASH_HOST_DEVICE double normal(std::uint64_t index) const
  {
    const auto random = words(index);
    const double radius = std::sqrt(-2 * std::log(1 - fraction(random[0])));
    return radius * std::cos(2 * std::numbers::pi * fraction(random[1]));
  }

  friend constexpr bool operator==(const Random&, const Random&) = default;

 private:
  DASH_HOST_DEVICE static constexpr double fraction(std::uint64_t bits)
  {
    return static_cast<double>(bits >> 11) * 0x1p-53;
  }

  DASH_HOST_DEVICE static constexpr std::uint32_t low_half(std::uint64_t word)
  {
    return static_cast<std::uint32_t>(word);
  }
  DASH_HOST_DEVICE static constexpr std::uint32_t high_half(std::uint64_t word)
  {
    return static_cast<std::uint32_t>(word >> 32);
  }

  /// The upper 64 bits of a product.
  DASH_HOST_DEVICE static constexpr std::uint64_t high_product(std::uint64_t a, std::uint64_t b)
  {
    const std::uint64_t low = std::uint64_t{low_half(a)} * low_half(b);
    const std::uint64_t first = std::uint64_t{high_half(a)} * low_half(b) + high_half(low);
    const std::uint64_t second = std::uint64_t{low_half(a)} * high_half(b) + low_half(first);
    return std::uint64_t{high_half(a)} * high_half(b) + high_half(first) + high_half(second);
  }

  DASH_HOST_DEVICE constexpr std::array<std::uint64_t, 2> words(std::uint64_t index) const
  {
    const auto word = philox(
        {low_half(index), high_half(index), low_half(stream_), high_half(stream_)},
        {low_half(seed_), high_half(seed_)});
    return {std::uint64_t{word[1]} << 32 | word[0], std::uint64_t{word[3]} << 32 | word[2]};
  }

  std::uint64_t seed_;
  std::uint64_t stream_;
};

}  // namespace dash
