#pragma once

// Collectives in all of their forms: as functions that are complete on return, as functions that
// give a handle, and as operations of a stream.

#include <dash/dart/if/dart_started_collectives.h>
#include <dash/dart/if/dart_stream_collectives.h>

namespace dart::test {

/// How a test calls collectives.
enum class Way { complete, started, in_stream };
inline constexpr Way ways[] = {Way::complete, Way::started, Way::in_stream};

template <class Started, class... Argument>
dart_ret_t start_and_wait(Started started, Argument... argument)
{
  dart_handle_t handle = DART_HANDLE_NULL;
  const dart_ret_t result = started(argument..., &handle);
  return result == DART_OK ? dart_wait(&handle) : result;
}

template <class Streamed, class... Argument>
dart_ret_t add_and_wait(Streamed streamed, Argument... argument)
{
  dart_stream_t stream = DART_STREAM_NULL;
  dart_ret_t result = dart_stream_create(&stream);
  if (result == DART_OK) result = streamed(stream, argument...);
  const dart_ret_t destroyed = dart_stream_destroy(&stream);
  return result == DART_OK ? destroyed : result;
}

template <class Complete, class Started, class Streamed, class... Argument>
dart_ret_t call_in(
    Way way, Complete complete, Started started, Streamed streamed, Argument... argument)
{
  switch (way) {
    case Way::started:
      return start_and_wait(started, argument...);
    case Way::in_stream:
      return add_and_wait(streamed, argument...);
    case Way::complete:
      break;
  }
  return complete(argument...);
}

}  // namespace dart::test

/// Calls a collective in a way, and waits.
#define DART_TEST_CALL(way, name, ...) \
  dart::test::call_in(way, dart_##name, dart_##name##_handle, dart_stream_##name, __VA_ARGS__)
