#pragma once

/// \file
/// Start and end of the runtime.

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Starts the runtime. Collective over all processes of the run; may be repeated after dart_exit.
/// \return DART_ERR_OTHER if it is initialised already, or if the units cannot access each other's
///   memory.
DART_API dart_ret_t dart_init(int* argc, char*** argv) DART_NOTHROW;

/// Starts the runtime like dart_init; then several threads of a unit may call all functions that
/// are marked thread-safe.
/// \param[out] thread_safety  the level provided, which is always DART_THREAD_MULTIPLE
DART_API dart_ret_t
dart_init_thread(int* argc, char*** argv, dart_thread_support_level_t* thread_safety) DART_NOTHROW;

/// Ends the runtime and frees all global memory. Collective over all units.
DART_API dart_ret_t dart_exit(void) DART_NOTHROW;

/// Whether the caller is between dart_init and dart_exit. Local.
DART_API bool dart_initialized(void) DART_NOTHROW;

/// Terminates all units with exit code \c errorcode. One unit calls this; it does not return.
DART_API void dart_abort(int errorcode) DART_NOTHROW __attribute__((noreturn));

DART_INTERFACE_OFF
