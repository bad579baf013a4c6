#pragma once

/// \file
/// One-sided reads and writes of single values and of several elements.

#include <dash/detail/memory/AccessError.h>
#include <dash/detail/memory/ByteAccess.h>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace dash {

namespace detail {

/// Reads and writes of \c nvalues elements, which are complete after the next flush. Local calls.
template <class T>
void get(dart_gptr_t src, T* dst, std::size_t nvalues)
{
  start_read(dst, src, nvalues * sizeof(T));
}
template <class T>
void put(dart_gptr_t dst, const T* src, std::size_t nvalues)
{
  start_write(dst, src, nvalues * sizeof(T));
}

/// Blocking reads and writes.
template <class T>
void get_blocking(dart_gptr_t src, T* dst, std::size_t nvalues)
{
  read_bytes(dst, src, nvalues * sizeof(T));
}
template <class T>
void put_blocking(dart_gptr_t dst, const T* src, std::size_t nvalues)
{
  write_bytes(dst, src, nvalues * sizeof(T));
}

/// Reads and writes that are complete when the handle is.
template <class T>
void get_handle(dart_gptr_t src, T* dst, std::size_t nvalues, dart_handle_t* handle)
{
  CheckedAccess().result(
      dart_get_handle(dst, src, nvalues * sizeof(T), DART_TYPE_BYTE, DART_TYPE_BYTE, handle),
      "read", src);
}
template <class T>
void put_handle(dart_gptr_t dst, const T* src, std::size_t nvalues, dart_handle_t* handle)
{
  CheckedAccess().result(
      dart_put_handle(dst, src, nvalues * sizeof(T), DART_TYPE_BYTE, DART_TYPE_BYTE, handle),
      "write", dst);
}

}  // namespace detail

/// Pointers, iterators and references that identify a location in global memory.
template <class Ptr>
concept GlobalAddress = requires(const Ptr& ptr) {
  { ptr.dart_gptr() } -> std::same_as<dart_gptr_t>;
};

/// Blocking write, remotely complete on return. Local call.
template <class T, GlobalAddress GlobPtrType>
void put_value(const T& value, const GlobPtrType& gptr)
{
  detail::put_blocking(gptr.dart_gptr(), &value, 1);
}

/// Blocking read. Local call.
template <class T, GlobalAddress GlobPtrType>
void get_value(T* target, const GlobPtrType& gptr)
{
  detail::get_blocking(gptr.dart_gptr(), target, 1);
}

/// Starts a write; \c value must not change until \c fence or \c fence_local. Local call.
template <class T, GlobalAddress GlobPtrType>
void put_value_async(const T& value, const GlobPtrType& gptr)
{
  detail::put(gptr.dart_gptr(), &value, 1);
}

/// Starts a read; \c *target holds the value after \c fence or \c fence_local. Local call.
template <class T, GlobalAddress GlobPtrType>
void get_value_async(T* target, const GlobPtrType& gptr)
{
  detail::get(gptr.dart_gptr(), target, 1);
}

/// Completes the caller's operations on memory of the pointer's unit, locally and remotely. Local
/// call.
template <class T = void, GlobalAddress GlobPtrType>
void fence(const GlobPtrType& gptr)
{
  detail::flush(gptr.dart_gptr());
}

/// Completes the caller's operations on memory of the pointer's unit locally. Local call.
template <class T = void, GlobalAddress GlobPtrType>
void fence_local(const GlobPtrType& gptr)
{
  detail::flush_local(gptr.dart_gptr());
}

}  // namespace dash

// What programs of DASH 0.4 expect of this header.
#include <dash/internal/Macro.h>
