#pragma once

/// \file
/// The element type dash::Atomic.

#include <atomic>
#include <ostream>
#include <type_traits>

namespace dash {

/// Element type whose values are accessed atomically. They are changed through global references
/// only; where an element is in native memory, its value can be read.
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
  template <class U>
    requires std::is_arithmetic_v<U>
  Atomic& operator=(const U&) = delete;

  /// Atomic load. (Of long double, for which processors have none, only a copy may be read so.)
  std::remove_const_t<T> load() const noexcept
  {
    using Value = std::remove_const_t<T>;
    if constexpr (std::atomic_ref<Value>::is_always_lock_free) {
      return std::atomic_ref<Value>(const_cast<Value&>(value_)).load();
    } else {
      return value_;
    }
  }
  T get() const noexcept { return load(); }
  operator T() const noexcept { return load(); }

  friend bool operator==(const Atomic& lhs, const Atomic& rhs) { return lhs.load() == rhs.load(); }
  template <class U>
    requires std::is_arithmetic_v<U>
  friend bool operator==(const Atomic& lhs, const U& rhs)
  {
    return lhs.load() == rhs;
  }

  friend std::ostream& operator<<(std::ostream& os, const Atomic& atomic)
  {
    return os << "dash::Atomic(" << atomic.load() << ")";
  }

 private:
  T value_;
};

}  // namespace dash
