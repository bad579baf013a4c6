#pragma once

/// \file
/// Wrappers of the functions of the C interface that need a stream.

#include "api/guard.h"

namespace dart {

/// Logs that there is no such stream. \return DART_ERR_INVAL
[[gnu::cold]] dart_ret_t refuse_stream(const char* function) noexcept;

/// Runs the body of a function about a stream, which gets the runtime, the stream and the name of
/// the function.
template <class Body>
dart_ret_t with_stream(const char* function, dart_stream_t id, const Body& body)
{
  return guarded(function, [&](Runtime& rt, const char*) {
    Stream* const stream = stream_table.find(token_of(id));
    return stream == nullptr ? refuse_stream(function) : body(rt, *stream, function);
  });
}

}  // namespace dart
