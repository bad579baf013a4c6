#pragma once

/// \file
/// The release of DASH: one number for the library, the runtime and its programs. This is an
/// extension of the DART interface, whose own version, DART_VERSION_STR, tells which functions
/// there are.

#include <dash/dart/if/dart_types.h>

// This is the only place that has the number: CMake reads it, and takes it for packages and for the
// names of shared libraries.

/// Major number of the release of these headers.
#define DASH_RELEASE_MAJOR 0
/// Minor number; it changes with the binary interface as long as the major number is 0.
#define DASH_RELEASE_MINOR 5
/// Number of the release among those with the same binary interface.
#define DASH_RELEASE_PATCH 0
/// The three numbers, with points between them.
#define DASH_RELEASE_STRING "0.5.0"

DART_INTERFACE_ON

/// The release of the runtime that the program has loaded, which may be a later one than that of
/// the headers, DASH_RELEASE_STRING. Local, thread-safe, possible at any time.
///
/// \return a string like "0.5.0", which stays valid.
DART_API const char* dart_release(void) DART_NOTHROW;

DART_INTERFACE_OFF
