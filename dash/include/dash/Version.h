#pragma once

/// \file
/// Version of the DASH interface that the library implements.

#define DASH_VERSION_MAJOR 0
#define DASH_VERSION_MINOR 4
#define DASH_VERSION_PATCH 0
#define DASH_VERSION_STRING "0.4.0"
