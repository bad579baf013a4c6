#pragma once

/// \file
/// Counts calls of the runtime that move elements, and steps of algorithms. One file of a program
/// includes it; the program exports its symbols (ENABLE_EXPORTS).

#include <dash/Init.h>
#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>
#include <dash/dart/if/dart_trace.h>
#include <dash/detail/base/TraceSpan.h>

#include <gtest/gtest.h>

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>

namespace dash::test {

inline std::int64_t calls = 0;

/// Counts a call of a function of the runtime, and executes it there.
template <class F, class... Args>
auto count_call(F* /*function*/, const char* name, Args... args)
{
  ++calls;
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name))(args...);
}

/// The largest number of transfers, copies and steps that a unit needs for what \c f does.
/// Collective.
template <class F>
std::int64_t most_calls_of(const F& f)
{
  dash::detail::run_is_traced = true;
  calls = 0;
  f();
  dash::detail::run_is_traced = false;
  const std::int64_t mine = calls;
  std::int64_t most = 0;
  EXPECT_EQ(DART_OK, dart_allreduce(&mine, &most, 1, DART_TYPE_LONG, DART_OP_MAX, DART_TEAM_ALL));
  return most;
}

}  // namespace dash::test

// The library calls these instead of the runtime's functions, since the linker finds them first.
#define COUNTED(name, parameters, ...)                        \
  dart_ret_t name parameters DART_NOTHROW                     \
  {                                                           \
    return dash::test::count_call(&name, #name, __VA_ARGS__); \
  }

extern "C" {
COUNTED(
    dart_get_blocking,
    (void* to, dart_gptr_t from, size_t n, dart_datatype_t from_type, dart_datatype_t to_type), to,
    from, n, from_type, to_type)
COUNTED(
    dart_put_blocking,
    (dart_gptr_t to, const void* from, size_t n, dart_datatype_t from_type,
     dart_datatype_t to_type),
    to, from, n, from_type, to_type)
COUNTED(
    dart_get_handle,
    (void* to, dart_gptr_t from, size_t n, dart_datatype_t from_type, dart_datatype_t to_type,
     dart_handle_t* handle),
    to, from, n, from_type, to_type, handle)
COUNTED(
    dart_put_handle,
    (dart_gptr_t to, const void* from, size_t n, dart_datatype_t from_type, dart_datatype_t to_type,
     dart_handle_t* handle),
    to, from, n, from_type, to_type, handle)
COUNTED(
    dart_get_rows_handle,
    (void* to, dart_gptr_t from, const dart_rows_t* rows, size_t n, dart_handle_t* handle), to,
    from, rows, n, handle)
COUNTED(
    dart_put_rows_handle,
    (dart_gptr_t to, const void* from, const dart_rows_t* rows, size_t n, dart_handle_t* handle),
    to, from, rows, n, handle)
COUNTED(
    dart_copy_handle, (dart_gptr_t to, dart_gptr_t from, size_t nbytes, dart_handle_t* handle), to,
    from, nbytes, handle)
COUNTED(dart_memory_copy, (void* to, const void* from, size_t nbytes), to, from, nbytes)

/// A step of an algorithm: a kernel on a GPU unit, nothing but a function call on others.
void dart_trace_begin(const char*, const char*) DART_NOTHROW
{
  if (dash::is_gpu_unit()) ++dash::test::calls;
}
void dart_trace_end(size_t) DART_NOTHROW {}
}

#undef COUNTED
