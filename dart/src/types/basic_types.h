#pragma once

/// \file
/// The basic data types: their sizes, and their C++ types.

#include <cstddef>

#include "dash/dart/if/dart_types.h"

namespace dart {

inline bool is_basic(dart_datatype_t type)
{
  return type > DART_TYPE_UNDEFINED && type < DART_TYPE_LAST;
}

inline constexpr std::size_t basic_type_bytes[] = {
    0,
    1,
    sizeof(short),
    sizeof(int),
    sizeof(unsigned),
    sizeof(long),
    sizeof(unsigned long),
    sizeof(long long),
    sizeof(unsigned long long),
    sizeof(float),
    sizeof(double),
    sizeof(long double),
    1,
    sizeof(unsigned short)};

/// The type of numbers with a sign of the same size, where DASH 0.4 has no other one.
inline dart_datatype_t with_sign(dart_datatype_t type)
{
  return type == DART_TYPE_UBYTE    ? DART_TYPE_BYTE
         : type == DART_TYPE_USHORT ? DART_TYPE_SHORT
                                    : type;
}

/// Calls \c f(T{}) with the C++ type of a basic type.
template <class F>
auto with_basic_type(dart_datatype_t type, F f)
{
  switch (type) {
    case DART_TYPE_BYTE:
      return f(char{});
    case DART_TYPE_SHORT:
      return f(short{});
    case DART_TYPE_UBYTE:
      return f(static_cast<unsigned char>(0));
    case DART_TYPE_USHORT:
      return f(static_cast<unsigned short>(0));
    case DART_TYPE_INT:
      return f(int{});
    case DART_TYPE_UINT:
      return f(0u);
    case DART_TYPE_LONG:
      return f(0l);
    case DART_TYPE_ULONG:
      return f(0ul);
    case DART_TYPE_LONGLONG:
      return f(0ll);
    case DART_TYPE_ULONGLONG:
      return f(0ull);
    case DART_TYPE_FLOAT:
      return f(0.0f);
    case DART_TYPE_DOUBLE:
      return f(0.0);
    default:
      return f(0.0l);
  }
}

}  // namespace dart
