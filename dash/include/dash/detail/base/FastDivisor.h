#pragma once

/// \file
/// Exact division by an invariant divisor without a divide instruction.

#include <dash/detail/base/Macro.h>

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

namespace dash::detail {

/// A type of twice as many bits.
template <class Word>
struct Doubled;
template <>
struct Doubled<std::uint32_t> {
  using type = std::uint64_t;
};
template <>
struct Doubled<std::uint64_t> {
  __extension__ typedef unsigned __int128 type;
};

/// Divides integers in [0, 2^(b-1)) by a divisor in [1, 2^(b-1)) that is known long before the
/// dividends, where b is the number of bits of a word.
///
/// With l = ceil(log2 d) and m = floor(2^(b-1+l) / d) + 1, m fits into b bits and m·d exceeds
/// 2^(b-1+l) by at most 2^l, so floor(m·n / 2^(b-1+l)) is exact for every n below 2^(b-1) (Granlund
/// and Montgomery). So mapping an index to its unit and block costs a multiplication and two
/// shifts.
///
/// A divisor that is default-constructed or made from 0 stands for "no blocks" and divides by 1.
template <class Word>
class DivisorOfWords {
 public:
  template <std::integral I>
  struct Result {
    I quotient;
    I remainder;
  };

  constexpr DivisorOfWords() noexcept = default;

  template <std::integral I>
  DASH_HOST_DEVICE explicit constexpr DivisorOfWords(I divisor) noexcept
      : divisor_(divisor > 0 ? static_cast<Word>(divisor) : 1),
        shift_(static_cast<unsigned>(std::bit_width(static_cast<Word>(divisor_ - 1)))),
        multiplier_(static_cast<Word>((Wide{1} << (bits - 1 + shift_)) / divisor_ + 1))
  {}

  DASH_HOST_DEVICE constexpr Word divisor() const noexcept { return divisor_; }

  template <std::integral I>
  DASH_HOST_DEVICE constexpr I quotient(I n) const noexcept
  {
    // With n doubled, the first shift selects the upper half of the product.
    const Wide product = Wide{multiplier_} * static_cast<Word>(static_cast<Word>(n) << 1);
    return static_cast<I>(static_cast<Word>(product >> bits) >> shift_);
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
    return {q, static_cast<I>(n - static_cast<I>(static_cast<Word>(q) * divisor_))};
  }

 private:
  using Wide = typename Doubled<Word>::type;
  static constexpr unsigned bits = std::numeric_limits<Word>::digits;

  Word divisor_ = 1;
  unsigned shift_ = 0;
  Word multiplier_ = (Word{1} << (bits - 1)) + 1;
};

/// Divides indices of elements.
using FastDivisor = DivisorOfWords<std::uint64_t>;
/// Divides coordinates below 2^31: kernels multiply 32 bits several times as fast.
using FastDivisor32 = DivisorOfWords<std::uint32_t>;

}  // namespace dash::detail
