#pragma once

/// \file
/// Exception classes, DASH_THROW, and the assertion macros.
///
/// DASH_ASSERT_ALWAYS and DASH_ASSERT_MSG_ALWAYS are always active, the others only with
/// DASH_ENABLE_ASSERTIONS. Without it they evaluate nothing, except that DASH_ASSERT_RETURNS still
/// evaluates its expression. Messages may be stream expressions: \c "size: " \c << \c n.

#include <dash/Logging.h>
#include <dash/exception/AssertionFailed.h>
#include <dash/exception/InvalidArgument.h>
#include <dash/exception/NotImplemented.h>
#include <dash/exception/OutOfRange.h>
#include <dash/exception/RuntimeError.h>
#include <dash/exception/StackTrace.h>

#include <concepts>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

namespace dash::exception::detail {

/// Collects a message in one expression, so that DASH_THROW can be used in constexpr functions.
class Message : private std::ostringstream {
 public:
  std::ostream& stream() { return *this; }
};

/// Throws an exception with the unit's id in front of the message. Nothing is written: a program
/// that catches it decides about that, and the runtime shows exceptions that nobody catches.
template <class Exception>
[[noreturn]] void raise(std::ostream& message)
{
  const std::string text = static_cast<std::ostringstream&>(message).str();
  throw Exception(dash::detail::logging::unit_prefix() + text);
}

/// Prints a value in a message if it has an output operator.
template <class T>
struct Shown {
  const T& value;

  friend std::ostream& operator<<(std::ostream& os, const Shown& shown)
  {
    using dash::operator<<;
    if constexpr (requires { os << shown.value; }) {
      return os << shown.value;
    } else {
      return os << "(not printable)";
    }
  }
};

template <class T>
Shown<T> shown(const T& value)
{
  return {value};
}

template <class T>
concept Number = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char>;

/// Computes a < b by value, also if their signedness differs.
template <class A, class B>
DASH_HOST_DEVICE constexpr bool less(const A& a, const B& b)
{
  if constexpr (Number<A> && Number<B> && std::is_signed_v<A> != std::is_signed_v<B>) {
    if constexpr (std::is_signed_v<A>) {
      return a < 0 || static_cast<std::make_unsigned_t<A>>(a) < b;
    } else {
      return b >= 0 && a < static_cast<std::make_unsigned_t<B>>(b);
    }
  } else {
    return a < b;
  }
}

/// Computes a == b by value, also if their signedness differs.
template <class A, class B>
DASH_HOST_DEVICE constexpr bool equal(const A& a, const B& b)
{
  if constexpr (Number<A> && Number<B> && std::is_signed_v<A> != std::is_signed_v<B>) {
    return !less(a, b) && !less(b, a);
  } else {
    return a == b;
  }
}

template <class A, class B>
DASH_HOST_DEVICE constexpr bool less_equal(const A& a, const B& b)
{
  return less(a, b) || equal(a, b);
}

}  // namespace dash::exception::detail

/// Throws \c Type with the message, a stream expression.
#if defined(__CUDA_ARCH__)
#define DASH_THROW(Type, message) __trap()
#else
#define DASH_THROW(Type, message) \
  ::dash::exception::detail::raise<Type>(::dash::exception::detail::Message().stream() << message)
#endif

#define DASH__ASSERT(condition, Type, message)                      \
  do {                                                              \
    if (!(condition)) DASH_THROW(::dash::exception::Type, message); \
  } while (0)

/// Asserts that \c holds compares \c a and \c b successfully; the message shows both.
#define DASH__ASSERT_COMPARE(holds, Type, a, relation, b, message)                                 \
  DASH__ASSERT(                                                                                    \
      holds, Type,                                                                                 \
      "Assertion failed: " #a " " relation " " #b " with "                                         \
          << ::dash::exception::detail::shown(a) << " and " << ::dash::exception::detail::shown(b) \
          << ": " << message)

#define DASH_ASSERT_ALWAYS(expr) DASH__ASSERT(expr, AssertionFailed, "Assertion failed: " #expr)
#define DASH_ASSERT_MSG_ALWAYS(expr, message) \
  DASH__ASSERT(expr, AssertionFailed, "Assertion failed: " #expr ": " << message)

#if defined(DASH_ENABLE_ASSERTIONS)

#define DASH_ASSERT(expr) DASH_ASSERT_ALWAYS(expr)
#define DASH_ASSERT_MSG(expr, message) DASH_ASSERT_MSG_ALWAYS(expr, message)
#define DASH_ASSERT_RETURNS(expr, expected) \
  DASH__ASSERT((expr) == (expected), AssertionFailed, "Assertion failed: " #expr " == " #expected)
#define DASH_ASSERT_EQ(a, b, message) \
  DASH__ASSERT_COMPARE(               \
      (::dash::exception::detail::equal(a, b)), AssertionFailed, a, "==", b, message)
#define DASH_ASSERT_NE(a, b, message) \
  DASH__ASSERT_COMPARE(               \
      !(::dash::exception::detail::equal(a, b)), AssertionFailed, a, "!=", b, message)
#define DASH_ASSERT_LT(a, b, message) \
  DASH__ASSERT_COMPARE((::dash::exception::detail::less(a, b)), OutOfRange, a, "<", b, message)
#define DASH_ASSERT_LE(a, b, message) \
  DASH__ASSERT_COMPARE(               \
      (::dash::exception::detail::less_equal(a, b)), OutOfRange, a, "<=", b, message)
#define DASH_ASSERT_GT(a, b, message) \
  DASH__ASSERT_COMPARE((::dash::exception::detail::less(b, a)), OutOfRange, a, ">", b, message)
#define DASH_ASSERT_GE(a, b, message) \
  DASH__ASSERT_COMPARE(               \
      (::dash::exception::detail::less_equal(b, a)), OutOfRange, a, ">=", b, message)
/// Asserts lower <= value <= upper.
#define DASH_ASSERT_RANGE(lower, value, upper, message) \
  do {                                                  \
    DASH_ASSERT_LE(lower, value, message);              \
    DASH_ASSERT_LE(value, upper, message);              \
  } while (0)

#else

#define DASH__ASSERT_NOTHING \
  do {                       \
  } while (0)

#define DASH_ASSERT(expr) DASH__ASSERT_NOTHING
#define DASH_ASSERT_MSG(expr, message) DASH__ASSERT_NOTHING
#define DASH_ASSERT_RETURNS(expr, expected) static_cast<void>(expr)
#define DASH_ASSERT_EQ(a, b, message) DASH__ASSERT_NOTHING
#define DASH_ASSERT_NE(a, b, message) DASH__ASSERT_NOTHING
#define DASH_ASSERT_LT(a, b, message) DASH__ASSERT_NOTHING
#define DASH_ASSERT_LE(a, b, message) DASH__ASSERT_NOTHING
#define DASH_ASSERT_GT(a, b, message) DASH__ASSERT_NOTHING
#define DASH_ASSERT_GE(a, b, message) DASH__ASSERT_NOTHING
#define DASH_ASSERT_RANGE(lower, value, upper, message) DASH__ASSERT_NOTHING

#endif

// What programs of DASH 0.4 expect of this header.
#include <dash/internal/Macro.h>
