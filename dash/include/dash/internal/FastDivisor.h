/**
 * \file dash/internal/FastDivisor.h
 * Exact division by an invariant divisor without a divide instruction.
 */
#ifndef DASH__INTERNAL__FAST_DIVISOR_H__INCLUDED
#define DASH__INTERNAL__FAST_DIVISOR_H__INCLUDED

#include <dash/internal/Macro.h>

#include <bit>
#include <concepts>
#include <cstdint>

namespace dash::internal {

/**
 * Divides integers in [0, 2^63) by a divisor in [1, 2^63) that is known long before the dividends.
 *
 * With l = ceil(log2 d) and m = floor(2^(63+l) / d) + 1, m fits 64 bits and m·d exceeds 2^(63+l) by
 * at most 2^l, so that floor(m·n / 2^(63+l)) is exact for every n below 2^63 (Granlund and
 * Montgomery). Mapping an index to its unit and block so costs a multiplication and two shifts.
 *
 * A default-constructed divisor, or one made of 0, stands for "no blocks" and divides by 1.
 */
class FastDivisor {
 public:
  template <std::integral I>
  struct Result {
    I quotient;
    I remainder;
  };

  constexpr FastDivisor() noexcept = default;

  template <std::integral I>
  DASH_HOST_DEVICE explicit constexpr FastDivisor(I divisor) noexcept
    : _divisor(divisor > 0 ? static_cast<std::uint64_t>(divisor) : 1),
      _shift(static_cast<unsigned>(std::bit_width(_divisor - 1))),
      _multiplier(static_cast<std::uint64_t>((Wide{1} << (63 + _shift)) / _divisor + 1))
  {}

  DASH_HOST_DEVICE constexpr std::uint64_t divisor() const noexcept { return _divisor; }

  template <std::integral I>
  DASH_HOST_DEVICE constexpr I quotient(I n) const noexcept
  {
    // Doubling n makes the first shift that of the upper half of the product.
    const Wide product = Wide{_multiplier} * (static_cast<std::uint64_t>(n) << 1);
    return static_cast<I>(static_cast<std::uint64_t>(product >> 64) >> _shift);
  }

  template <std::integral I>
  DASH_HOST_DEVICE constexpr I remainder(I n) const noexcept
  {
    return divmod(n).remainder;
  }

  template <std::integral I>
  DASH_HOST_DEVICE constexpr Result<I> divmod(I n) const noexcept
  {
    const I q = quotient(n);
    return {q, static_cast<I>(n - static_cast<I>(static_cast<std::uint64_t>(q) * _divisor))};
  }

 private:
  __extension__ typedef unsigned __int128 Wide;

  std::uint64_t _divisor = 1;
  unsigned _shift = 0;
  std::uint64_t _multiplier = (std::uint64_t{1} << 63) + 1;
};

}  // namespace dash::internal

#endif  // DASH__INTERNAL__FAST_DIVISOR_H__INCLUDED
