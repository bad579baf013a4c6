#pragma once

/// \file
/// The start and the end of the runtime in this process.

namespace dart {

/// Joins the run, and starts the runtime. Collective over all units.
/// \throws std::runtime_error with the reason if the run cannot start
void start_runtime();

/// Ends the runtime; it can start again. Collective over all units.
void end_runtime();

/// Calls a function that calls MPI, while no thread of the runtime does.
/// \return false if the run has no MPI
bool call_mpi(void (*function)(void*), void* argument);

/// Ends all units of the run with this code, at once.
[[noreturn]] void abort_run(int code);

}  // namespace dart
