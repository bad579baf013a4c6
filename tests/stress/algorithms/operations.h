#pragma once

/// \file
/// Function objects of the steps. They are of the kinds that users write: some commute and some do
/// not, and some have state.

#include <cstdlib>

namespace dash::stress {

struct IsOdd {
  template <class T>
  bool operator()(const T& value) const
  {
    return static_cast<long>(value) % 2 != 0;
  }
};

/// Numbers with equal remainders are equivalent.
struct LessRemainder {
  int divisor;
  bool operator()(int a, int b) const { return std::abs(a) % divisor < std::abs(b) % divisor; }
};

struct SameRemainder {
  int divisor;
  bool operator()(int a, int b) const { return (a - b) % divisor == 0; }
};

/// The last of its operands that is not 0: associative, but it does not commute.
struct LastNonZero {
  int operator()(int a, int b) const { return b != 0 ? b : a; }
};

}  // namespace dash::stress
