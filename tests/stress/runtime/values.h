#pragma once

/// \file
/// Element types of the runtime, and operations on their values as a serial program computes them.

#include <dash/dart/if/dart_types.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "random.h"

namespace dash::stress {

/// Calls f(T{}) with the type of C++ for a basic type of the runtime.
template <class F>
auto with_type(dart_datatype_t type, F f)
{
  switch (type) {
    case DART_TYPE_SHORT:
      return f(short{});
    case DART_TYPE_INT:
      return f(int{});
    case DART_TYPE_UINT:
      return f(unsigned{});
    case DART_TYPE_LONG:
      return f(long{});
    case DART_TYPE_ULONGLONG:
      return f(0ULL);
    case DART_TYPE_FLOAT:
      return f(float{});
    default:
      return f(double{});
  }
}

inline constexpr dart_datatype_t element_types[] = {
    DART_TYPE_SHORT,     DART_TYPE_INT,   DART_TYPE_UINT,  DART_TYPE_LONG,
    DART_TYPE_ULONGLONG, DART_TYPE_FLOAT, DART_TYPE_DOUBLE};

/// A value whose sums with thousands of others are exact.
template <class T>
T random_value(Random& random)
{
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(random.word());
  } else {
    return static_cast<T>(static_cast<int>(random.below(2001)) - 1000);
  }
}

/// Operations for which the order of operands does not matter.
template <class T>
std::vector<dart_operation_t> operations_on()
{
  if constexpr (std::is_integral_v<T>) {
    return {DART_OP_MIN, DART_OP_MAX, DART_OP_SUM, DART_OP_BAND, DART_OP_BOR, DART_OP_BXOR};
  } else {
    return {DART_OP_MIN, DART_OP_MAX, DART_OP_SUM};
  }
}

template <class T>
T combined(dart_operation_t op, T a, T b)
{
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    const auto x = static_cast<U>(a), y = static_cast<U>(b);
    if (op == DART_OP_BAND) return static_cast<T>(x & y);
    if (op == DART_OP_BOR) return static_cast<T>(x | y);
    if (op == DART_OP_BXOR) return static_cast<T>(x ^ y);
    if (op == DART_OP_SUM) return static_cast<T>(static_cast<U>(x + y));  // wraps around
  }
  if (op == DART_OP_MIN) return std::min(a, b);
  if (op == DART_OP_MAX) return std::max(a, b);
  return static_cast<T>(a + b);
}

using Bytes = std::vector<std::byte>;

/// Random elements of a type.
inline Bytes random_elements(Random& random, dart_datatype_t type, std::size_t count)
{
  return with_type(type, [&](auto zero) {
    using T = decltype(zero);
    Bytes bytes(count * sizeof(T));
    for (std::size_t i = 0; i < count; ++i) {
      const T value = random_value<T>(random);
      std::memcpy(&bytes[i * sizeof(T)], &value, sizeof(T));
    }
    return bytes;
  });
}

inline std::size_t bytes_of(dart_datatype_t type)
{
  return with_type(type, [](auto zero) { return sizeof zero; });
}

}  // namespace dash::stress
