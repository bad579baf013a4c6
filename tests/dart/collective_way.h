#pragma once

// Collectives in both of their forms: as functions that are complete on return, and as functions
// that give a handle.

#include <dash/dart/if/dart_started_collectives.h>

namespace dart::test {

/// How a test calls collectives.
enum class Way { complete, started };

template <class Complete, class Started, class... Argument>
dart_ret_t call_in(Way way, Complete complete, Started started, Argument... argument)
{
  if (way == Way::complete) return complete(argument...);
  dart_handle_t handle = DART_HANDLE_NULL;
  const dart_ret_t result = started(argument..., &handle);
  return result == DART_OK ? dart_wait(&handle) : result;
}

}  // namespace dart::test

/// Calls a function in a way, and waits.
#define DART_TEST_CALL(way, function, ...) \
  dart::test::call_in(way, function, function##_handle, __VA_ARGS__)
