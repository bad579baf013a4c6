#pragma once

/// \file
/// The DART runtime: includes all of its C interface.

#include <dash/dart/if/dart_trigger.h>
#include <dash/dart/if/dart_types.h>

#include <dash/dart/if/dart_config.h>
#include <dash/dart/if/dart_error.h>
#include <dash/dart/if/dart_initialization.h>
#include <dash/dart/if/dart_team_group.h>

#include <dash/dart/if/dart_globmem.h>
#include <dash/dart/if/dart_gpu.h>

#include <dash/dart/if/dart_communication.h>
#include <dash/dart/if/dart_energy.h>
#include <dash/dart/if/dart_kernel.h>
#include <dash/dart/if/dart_notify.h>
#include <dash/dart/if/dart_release.h>
#include <dash/dart/if/dart_started_collectives.h>
#include <dash/dart/if/dart_stream.h>
#include <dash/dart/if/dart_stream_collectives.h>
#include <dash/dart/if/dart_synchronization.h>
#include <dash/dart/if/dart_tasks.h>
#include <dash/dart/if/dart_trace.h>

/// Version of the DART interface that programs of DASH 0.4 ask for; dart_release.h has the release
/// of DASH.
#define DART_VERSION_STR "3.2.0"

#ifndef DART_BUILD_STR
/// Version of the build.
#define DART_BUILD_STR DART_VERSION_STR
#endif
