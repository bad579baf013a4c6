#pragma once

/// \file
/// Attribute macros of the DART interface.

/// Marks functions that throw no C++ exceptions.
#ifdef __cplusplus
#define DART_NOTHROW noexcept
#else
#define DART_NOTHROW __attribute__((nothrow))
#endif

/// Marks functions that are defined in headers.
#define DART_INLINE static inline
/// Marks functions that a program need not use.
#define DART_MAYBE_UNUSED __attribute__((unused))

/// Marks symbols that the shared library exports.
#define DART_API __attribute__((visibility("default")))

/// \name Around declarations with C linkage
/// \{
#ifdef __cplusplus
#define DART_INTERFACE_ON extern "C" {
#define DART_INTERFACE_OFF }
#else
#define DART_INTERFACE_ON
#define DART_INTERFACE_OFF
#endif
/// \}
