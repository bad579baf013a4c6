#pragma once

/// \file
/// The numbers of RandomAccess, whoever updates by them: the program with MPI and CUDA includes it
/// as well.

#include <dash/Types.h>

#include <cstdint>

namespace random_access {

using Word = std::uint64_t;

/// Updates by one thread; the rules allow to look so many ahead.
constexpr std::uint64_t look_ahead = 1024;

/// The next number of the sequence, a polynomial over bits.
DASH_HOST_DEVICE constexpr Word next(Word number)
{
  return number << 1 ^ ((number >> 63) != 0 ? 7 : 0);
}

/// The polynomial times x^64, which is x^2 + x + 1 here, without the bits that exceed a word.
DASH_HOST_DEVICE constexpr Word times_7(Word number)
{
  return number ^ number << 1 ^ number << 2;
}

/// The square: bit k of the number becomes bit 2k, because mixed products cancel each other.
DASH_HOST_DEVICE constexpr Word square(Word number)
{
  const auto spread = [](Word half) {
    for (int shift = 16; shift > 0; shift /= 2) {
      half = (half | half << shift) & ~Word{0} / ((Word{1} << shift) + 1);
    }
    return half;
  };
  const Word low = spread(number & 0xFFFFFFFF), high = spread(number >> 32);
  return low ^ times_7(high) ^ times_7(high >> 62);  // bit 62 of high times x^2 exceeds a word
}

/// Number \p n of the sequence: x to the power of n, by squaring from the highest bit of n on.
DASH_HOST_DEVICE constexpr Word number_at(std::uint64_t n)
{
  int bits = 0;
  while (bits < 64 && n >> bits != 0) ++bits;
  Word power = 1;
  while (bits-- > 0) {
    power = square(power);
    if ((n >> bits & 1) != 0) power = next(power);
  }
  return power;
}
static_assert(number_at(1) == 2 && number_at(64) == 7 && number_at(130) == next(next(21)));

}  // namespace random_access
