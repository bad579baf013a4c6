#pragma once

/// \file
/// Values in which reductions accumulate integers, and operations on them. They are associative,
/// but do not commute, and integers are no such values.

#include <dash/Types.h>

#include <cstddef>
#include <ostream>
#include <type_traits>

namespace dash::test {

/// The digest of a sequence of integers: the value of a polynomial whose coefficients they are, and
/// the power by which the digest of what is before them is multiplied.
struct Digest {
  unsigned value = 0;
  unsigned power = 1;

  DASH_HOST_DEVICE Digest followed_by(int element) const
  {
    return {value * 31 + static_cast<unsigned>(element) + 7, power * 31};
  }
  DASH_HOST_DEVICE Digest followed_by(const Digest& other) const
  {
    return {value * other.power + other.value, power * other.power};
  }
  friend bool operator==(const Digest&, const Digest&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Digest& digest)
  {
    return os << digest.value << " after " << digest.power;
  }
};

/// Digests of the integers of each class, which a thread cannot keep in registers.
template <std::size_t classes>
struct Digests {
  Digest of_class[classes];

  static DASH_HOST_DEVICE std::size_t class_of(int element)
  {
    return static_cast<unsigned>(element) % classes;
  }
  DASH_HOST_DEVICE void add(int element)
  {
    Digest& digest = of_class[class_of(element)];
    digest = digest.followed_by(element);
  }
  DASH_HOST_DEVICE void add(const Digests& other)
  {
    for (std::size_t k = 0; k < classes; ++k) {
      of_class[k] = of_class[k].followed_by(other.of_class[k]);
    }
  }
  friend bool operator==(const Digests&, const Digests&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Digests& digests)
  {
    for (const Digest& digest : digests.of_class) os << digest << ", ";
    return os;
  }
};

/// Returns what comes out.
struct Follow {
  using Accumulated = Digest;

  template <class Next>
  DASH_HOST_DEVICE Digest operator()(const Digest& before, const Next& next) const
  {
    return before.followed_by(next);
  }
};

/// Changes its first operand, and returns it.
struct AddAndReturn {
  using Accumulated = Digests<3>;

  template <class Next>
  DASH_HOST_DEVICE Accumulated& operator()(Accumulated& before, const Next& next) const
  {
    before.add(next);
    return before;
  }
};

/// Changes its first operand, and returns nothing.
template <std::size_t classes>
struct AddInPlace {
  using Accumulated = Digests<classes>;

  template <class Next>
  DASH_HOST_DEVICE void operator()(Accumulated& before, const Next& next) const
  {
    before.add(next);
  }
};

/// What a loop over a range accumulates.
template <class Op, class Iterator>
typename Op::Accumulated accumulated_by_loop(Iterator first, Iterator last)
{
  typename Op::Accumulated total{};
  for (; first != last; ++first) {
    if constexpr (std::is_void_v<decltype(Op{}(total, *first))>) {
      Op{}(total, *first);
    } else {
      total = Op{}(total, *first);
    }
  }
  return total;
}

}  // namespace dash::test
