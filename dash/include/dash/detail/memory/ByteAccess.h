#pragma once

/// \file
/// Reads and writes bytes of global memory by calls of the library, where inlined loads and stores
/// are impossible.

#include <dash/detail/base/Macro.h>
#include <dash/detail/base/Uninitialized.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <type_traits>

namespace dash::detail {

/// Copy bytes; blocking. \throws exception::InvalidArgument for null and foreign pointers
DASH_API void read_bytes(void* dst, dart_gptr_t src, std::size_t nbytes);
DASH_API void write_bytes(dart_gptr_t dst, const void* src, std::size_t nbytes);
/// Start to copy bytes; complete after the next flush.
DASH_API void start_read(void* dst, dart_gptr_t src, std::size_t nbytes);
DASH_API void start_write(dart_gptr_t dst, const void* src, std::size_t nbytes);

/// Completes the caller's operations on memory of the pointer's unit, locally and remotely.
DASH_API void flush(dart_gptr_t gptr);
DASH_API void flush_local(dart_gptr_t gptr);
/// Completes the caller's operations on memory of all units of the segment's team, locally and
/// remotely.
DASH_API void flush_all(dart_gptr_t gptr);
DASH_API void flush_local_all(dart_gptr_t gptr);

// These functions are not inlined and copy one value: variables whose address is taken cannot be
// kept in registers.
template <class T>
[[gnu::noinline]] std::remove_const_t<T> read_value(dart_gptr_t src)
{
  Uninitialized<std::remove_const_t<T>> place;
  read_bytes(&place, src, sizeof(T));
  return place.value;
}

template <class T>
[[gnu::noinline]] void write_value(dart_gptr_t dst, T value)
{
  write_bytes(dst, &value, sizeof(T));
}

}  // namespace dash::detail
