#pragma once

/// \file
/// Attribute macros of the DART interface.

#ifdef __cplusplus
#define DART_NOTHROW noexcept
#else
#define DART_NOTHROW __attribute__((nothrow))
#endif

#define DART_INLINE static inline
#define DART_MAYBE_UNUSED __attribute__((unused))

/// Marks symbols that the shared library exports.
#define DART_API __attribute__((visibility("default")))

#ifdef __cplusplus
#define DART_INTERFACE_ON extern "C" {
#define DART_INTERFACE_OFF }
#else
#define DART_INTERFACE_ON
#define DART_INTERFACE_OFF
#endif
