#pragma once

/// \file
/// Reading and writing bytes of global memory: the out-of-line counterpart of inlined loads and
/// stores.

#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>

#include <cstddef>
#include <type_traits>

namespace dash::detail {

/// Blocking copies. \throws exception::InvalidArgument on null and foreign pointers
DASH_API void read_bytes(void* dst, dart_gptr_t src, std::size_t nbytes);
DASH_API void write_bytes(dart_gptr_t dst, const void* src, std::size_t nbytes);
/// As above, complete with the next flush.
DASH_API void start_read(void* dst, dart_gptr_t src, std::size_t nbytes);
DASH_API void start_write(dart_gptr_t dst, const void* src, std::size_t nbytes);

/// Local and remote completion of the caller's operations at the pointer's unit.
DASH_API void flush(dart_gptr_t gptr);
DASH_API void flush_local(dart_gptr_t gptr);
/// … and at all units of the segment's team.
DASH_API void flush_all(dart_gptr_t gptr);
DASH_API void flush_local_all(dart_gptr_t gptr);

// One value, out of line and by value: variables whose address is taken live in memory.
template <class T>
[[gnu::noinline]] std::remove_const_t<T> read_value(dart_gptr_t src)
{
  std::remove_const_t<T> value;
  read_bytes(&value, src, sizeof(T));
  return value;
}

template <class T>
[[gnu::noinline]] void write_value(dart_gptr_t dst, T value)
{
  write_bytes(dst, &value, sizeof(T));
}

}  // namespace dash::detail
