#pragma once

/// \file
/// Start and end of the library, and the calling unit among all units.

#include <dash/Types.h>
#include <dash/detail/base/Macro.h>

#include <cstddef>

namespace dash {

/// Starts the library: the runtime, the configuration from the environment, and Team::All().
/// Collective over all units. May be called again after finalize().
///
/// \param argc, argv  arguments of main; may be null
/// \throws exception::RuntimeError if the runtime cannot be started, or is started already
DASH_API void init(int* argc, char*** argv);

/// Ends the library: waits for all units, frees the memory of all containers, and ends the runtime.
/// Containers and teams that still exist may only be destroyed. Collective over all units; has no
/// effect if the library is not initialised. A destructor that calls this while an exception
/// unwinds the unit's stack does not wait: the run ends with the exception's text when the program
/// handles it.
DASH_API void finalize();

/// Whether the caller is between init() and finalize(). Local call.
DASH_API bool is_initialized() noexcept;

/// Whether several threads of a unit may use the library at the same time. Local call.
DASH_API bool is_multithreaded() noexcept;

/// The caller's id among all units; undefined (-1) before init. Local call.
DASH_API global_unit_t myid() noexcept;

/// Number of all units; 0 before init. Local call.
DASH_API size_t size() noexcept;

/// Whether the caller is a GPU unit, so that its part of containers is device memory. Local call.
DASH_API bool is_gpu_unit() noexcept;

/// Whether \p unit is a GPU unit; false if there is no such unit. Local call.
DASH_API bool is_gpu_unit(global_unit_t unit) noexcept;

/// Waits until all units have called this. Does not complete operations. Collective over
/// Team::All().
DASH_API void barrier();

/// Terminates all units with exit code \c errorcode. One unit calls this.
[[noreturn]] DASH_API void abort(int errorcode);

/// Terminates all units with exit code DART_EXIT_ABORT. One unit calls this.
[[noreturn]] DASH_API void abort();

}  // namespace dash
