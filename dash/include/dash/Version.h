#pragma once

/// \file
/// Version of the DASH interface that the library implements, which programs of DASH 0.4 ask for,
/// and the release of the library. DASH_RELEASE_MAJOR, DASH_RELEASE_MINOR, DASH_RELEASE_PATCH and
/// DASH_RELEASE_STRING are the release of the headers.

#include <dash/dart/if/dart_release.h>

/// Major number of the interface.
#define DASH_VERSION_MAJOR 0
/// Minor number of the interface.
#define DASH_VERSION_MINOR 4
/// Number of the patch of the interface.
#define DASH_VERSION_PATCH 0
/// Version of the interface, not of the library.
#define DASH_VERSION_STRING "0.4.0"

namespace dash {

/// The release of the library that the program has loaded. Local, thread-safe, possible at any
/// time.
///
/// \return a string like "0.5.0", which stays valid.
const char* release() noexcept;

}  // namespace dash
