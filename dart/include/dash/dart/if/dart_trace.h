#pragma once

/// \file
/// Spans of a run for Perfetto and profilers, see dartrun --trace. This is an extension of the DART
/// interface.

#include <stdbool.h>
#include <stddef.h>

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Whether spans are recorded. This is a fast test, to be made before a name is composed. Local.
DART_API bool dart_trace_is_on(void) DART_NOTHROW;

/// Begins a span of the calling thread; spans of a thread are nested. Has no effect if no trace is
/// recorded. Local.
/// \param category  for example "algorithm"; shorter than 64 bytes
/// \param name      is copied; shorter than 64 bytes
DART_API void dart_trace_begin(const char* category, const char* name) DART_NOTHROW;

/// Ends the span that the thread began last. \param nbytes  number of bytes that it has moved; 0
/// for none. Local.
DART_API void dart_trace_end(size_t nbytes) DART_NOTHROW;

DART_INTERFACE_OFF
