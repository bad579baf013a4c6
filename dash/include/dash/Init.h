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
/// \param argc, argv arguments of main; may be null
/// \throws exception::RuntimeError if the runtime cannot be started, or is started already
DASH_API void init(int* argc, char*** argv);

/// Ends the library: waits for all units, deallocates what containers still hold, and ends the
/// runtime. Containers and teams that live on may only be destroyed. Collective over all units;
/// without effect if not initialised.
DASH_API void finalize();

/// True between init() and finalize(). Local.
DASH_API bool is_initialized() noexcept;

/// Several threads of a unit may use the library at once. Local.
DASH_API bool is_multithreaded() noexcept;

/// The caller's id among all units; undefined (-1) before init. Local.
DASH_API global_unit_t myid() noexcept;

/// Number of all units; 0 before init. Local.
DASH_API size_t size() noexcept;

/// Whether the caller stands for a GPU, so that its part of containers is device memory. Local.
DASH_API bool is_gpu_unit() noexcept;

/// As above, for any unit; false if there is no such unit. Local.
DASH_API bool is_gpu_unit(global_unit_t unit) noexcept;

/// All units have reached the call. Completes no operations. Collective over Team::All().
DASH_API void barrier();

/// Terminates all units with \c errorcode. Called by one unit.
[[noreturn]] DASH_API void abort(int errorcode);

/// Terminates all units with exit code DART_EXIT_ABORT. Called by one unit.
[[noreturn]] DASH_API void abort();

}  // namespace dash
