#pragma once

/// \file
/// The element type dash::Atomic.

#include <ostream>
#include <type_traits>

namespace dash {

/// Element type whose values are only accessed atomically, through global references.
///
/// \code
///   dash::Array<dash::Atomic<int>> counters(dash::size());
///   counters[0].fetch_add(1);
/// \endcode
///
/// Has the size and layout of \c T.
template <class T>
class Atomic {
  static_assert(std::is_arithmetic_v<T>, "dash::Atomic holds arithmetic types only");

 public:
  using value_type = T;

  constexpr Atomic() = default;
  constexpr Atomic(const Atomic&) = default;
  constexpr Atomic(Atomic&&) = default;
  /// Used for initial values of containers.
  constexpr Atomic(T value) : value_(value) {}

  constexpr Atomic& operator=(const Atomic&) = default;
  constexpr Atomic& operator=(Atomic&&) = default;
  /// This would not be atomic; assign through a global reference.
  Atomic& operator=(const T&) = delete;
  /// This would not be atomic; load through a global reference.
  operator T() = delete;

  friend constexpr bool operator==(const Atomic&, const Atomic&) = default;

  friend std::ostream& operator<<(std::ostream& os, const Atomic& atomic)
  {
    return os << "dash::Atomic(" << atomic.value_ << ")";
  }

 private:
  T value_;
};

}  // namespace dash
