#pragma once

/// \file
/// Spans of a run for Perfetto and profilers, see dartrun --trace. This is an extension of the DART
/// interface.

#include <stdbool.h>
#include <stddef.h>

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Tells whether spans are recorded. This is quick, so it can be asked before a name is composed.
/// Local, thread-safe.
///
/// \return true if a trace is written, or a profiler is attached.
DART_API bool dart_trace_is_on(void) DART_NOTHROW;

/// Begins a span of the calling thread; spans of a thread are nested. There is no effect while no
/// trace is written. Local, thread-safe.
///
/// \param category  kind of the span, for example "algorithm"; shorter than 64 bytes, copied
/// \param name      name of the span; shorter than 64 bytes, copied
DART_API void dart_trace_begin(const char* category, const char* name) DART_NOTHROW;

/// Ends the span that the calling thread began last. Local, thread-safe.
///
/// \param nbytes  number of bytes that it has moved; 0: none
DART_API void dart_trace_end(size_t nbytes) DART_NOTHROW;

/// Names the row of the calling thread in the trace; without, it has a number. Local, thread-safe.
///
/// \param name  copied
DART_API void dart_trace_name_thread(const char* name) DART_NOTHROW;

DART_INTERFACE_OFF
