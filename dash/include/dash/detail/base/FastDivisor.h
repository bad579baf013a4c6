#pragma once

/// \file
/// Exact division by an invariant divisor without a divide instruction.

#include <dash/detail/base/Macro.h>

#include <bit>
#include <concepts>
#include <cstdint>

namespace dash::detail {

/// Divides integers in [0, 2^63) by a divisor in [1, 2^63) that is known long before the dividends.
///
/// With l = ceil(log2 d) and m = floor(2^(63+l) / d) + 1, m fits into 64 bits and m·d exceeds
/// 2^(63+l) by at most 2^l, so floor(m·n / 2^(63+l)) is exact for every n below 2^63 (Granlund and
/// Montgomery). So mapping an index to its unit and block costs a multiplication and two shifts.
///
/// A divisor that is default-constructed or made from 0 stands for "no blocks" and divides by 1.
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
      : divisor_(divisor > 0 ? static_cast<std::uint64_t>(divisor) : 1),
        shift_(static_cast<unsigned>(std::bit_width(divisor_ - 1))),
        multiplier_(static_cast<std::uint64_t>((Wide{1} << (63 + shift_)) / divisor_ + 1))
  {}

  DASH_HOST_DEVICE constexpr std::uint64_t divisor() const noexcept { return divisor_; }

  template <std::integral I>
  DASH_HOST_DEVICE constexpr I quotient(I n) const noexcept
  {
    // With n doubled, the first shift selects the upper half of the product.
    const Wide product = Wide{multiplier_} * (static_cast<std::uint64_t>(n) << 1);
    return static_cast<I>(static_cast<std::uint64_t>(product >> 64) >> shift_);
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
    return {q, static_cast<I>(n - static_cast<I>(static_cast<std::uint64_t>(q) * divisor_))};
  }

 private:
  __extension__ typedef unsigned __int128 Wide;

  std::uint64_t divisor_ = 1;
  unsigned shift_ = 0;
  std::uint64_t multiplier_ = (std::uint64_t{1} << 63) + 1;
};

}  // namespace dash::detail
