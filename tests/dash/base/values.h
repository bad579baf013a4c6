#pragma once

/// \file
/// Types of elements other than numbers, and the sequence of values that containers of tests start
/// with.

#include <cstddef>
#include <ostream>
#include <type_traits>
#include <vector>

namespace dash::test {

/// The function x -> scale * x + shift. The composition is associative, but does not commute.
struct Affine {
  unsigned scale = 1;
  unsigned shift = 0;

  static Affine from(int value)
  {
    return {static_cast<unsigned>(2 * value + 5), static_cast<unsigned>(value * value + 3)};
  }
  /// The composition: first f, then g.
  friend constexpr Affine operator+(const Affine& f, const Affine& g)
  {
    return {g.scale * f.scale, g.scale * f.shift + g.shift};
  }
  friend bool operator==(const Affine&, const Affine&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Affine& f)
  {
    return os << f.scale << "x+" << f.shift;
  }
};

inline Affine compose(const Affine& f, const Affine& g)
{
  return f + g;
}

/// A record that is not an arithmetic type and is larger than a word.
struct Particle {
  double position = 0;
  int charge = 0;
  int id = 0;

  static Particle from(int value) { return {value / 2.0, value % 3, value}; }
  friend bool operator==(const Particle&, const Particle&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Particle& p)
  {
    return os << '{' << p.position << ' ' << p.charge << ' ' << p.id << '}';
  }
};

/// The value of the test's type for a number.
template <class T>
T make(int number)
{
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(number);
  } else {
    return T::from(number);
  }
}

/// Element \c i of the initial sequence of arrays, which has few values, so that there are
/// repetitions.
template <class T = int>
T value_at(std::size_t i)
{
  const auto mixed = static_cast<unsigned>(i) * 2654435761U;
  return make<T>(static_cast<int>((mixed >> 20) % 6) - 1);
}

template <class T = int>
std::vector<T> sequence(std::size_t size, std::size_t start = 0)
{
  std::vector<T> values;
  for (std::size_t i = 0; i < size; ++i) values.push_back(value_at<T>(start + i));
  return values;
}

}  // namespace dash::test
