#pragma once

/// \file
/// Run-time configuration of the library.

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Configuration of the library.
typedef struct {
  /// If not zero, the runtime writes its log to standard error.
  int log_enabled;
} dart_config_t;

/// Gives the library's configuration, which may be changed in place. Works without the runtime.
/// Local.
///
/// \param[out] config_out  the configuration, which belongs to the library
DART_API void dart_config(dart_config_t** config_out) DART_NOTHROW;

DART_INTERFACE_OFF
