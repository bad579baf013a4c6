#pragma once

/// \file
/// What a run does when, for Perfetto and profilers: dartrun --trace. Extension of the DART
/// interface.

#include <stdbool.h>
#include <stddef.h>

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Whether somebody looks at spans. Quick; to be asked before a name is made. Local.
DART_API bool dart_trace_is_on(void) DART_NOTHROW;

/// Begins a span of the calling thread; spans of a thread nest. Nothing happens where no trace is
/// taken. \param category such as "algorithm" \param name copied; both shorter than 64 bytes.
/// Local.
DART_API void dart_trace_begin(const char* category, const char* name) DART_NOTHROW;

/// Ends the span that the thread began last. \param nbytes that it moved; 0: none. Local.
DART_API void dart_trace_end(size_t nbytes) DART_NOTHROW;

DART_INTERFACE_OFF
