/**
 * \file dart_config.h
 * Run-time configuration of the library.
 */
#ifndef DASH_DART_IF_DART_CONFIG_H
#define DASH_DART_IF_DART_CONFIG_H

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

typedef struct {
  /** Non-zero: the runtime writes its log to standard error. */
  int log_enabled;
} dart_config_t;

/** Gives the library's configuration, which may be changed in place. Local. */
DART_API void dart_config(dart_config_t **config_out) DART_NOTHROW;

DART_INTERFACE_OFF

#endif  // DASH_DART_IF_DART_CONFIG_H
