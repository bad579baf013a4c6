#pragma once

/// \file
/// Start and end of the runtime.

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Starts the runtime. Collective over all processes of the run; may be repeated after dart_exit.
///
/// \param argc  number of the program's arguments; it is not changed, and may be null
/// \param argv  the program's arguments; they are not changed, and may be null
/// \return DART_OK; DART_ERR_OTHER if the runtime is already running or the units cannot access
///   each other's memory; DART_ERR_NOMEM if the process has no memory left. Unless the runtime was
///   running already, the process has to end after an error: other units may be waiting for it.
DART_API dart_ret_t dart_init(int* argc, char*** argv) DART_NOTHROW;

/// Starts the runtime like dart_init; then several threads of a unit may call all functions that
/// are marked thread-safe.
///
/// \param argc                as for dart_init
/// \param argv                as for dart_init
/// \param[out] thread_safety  the level provided, which is always DART_THREAD_MULTIPLE; may be null
/// \return The same as dart_init.
DART_API dart_ret_t
dart_init_thread(int* argc, char*** argv, dart_thread_support_level_t* thread_safety) DART_NOTHROW;

/// Ends the runtime and frees all global memory. Tasks that have been started, but not executed,
/// are cancelled. Collective over all units.
///
/// \return DART_OK, DART_ERR_OTHER if the runtime is not running, or DART_ERR_INVAL inside the
///   function of a task, and if other units call other collectives, or have done so: then the
///   runtime stays as it is, and in the latter case the run ends with an error when the program
///   ends.
DART_API dart_ret_t dart_exit(void) DART_NOTHROW;

/// Waits until all units have called this, as dart_barrier with DART_TEAM_ALL, but as the first
/// part of their ends: for libraries that free memory in front of dart_exit, which has to follow. A
/// dart_barrier that another unit calls meanwhile does not fit, and both units learn of it.
/// Collective over all units.
///
/// \return DART_OK; DART_ERR_INVAL inside the function of a task, and if other units call other
///   collectives, or have done so; DART_ERR_NOTINIT if the runtime is not running.
DART_API dart_ret_t dart_exit_barrier(void) DART_NOTHROW;

/// Tells whether the runtime is running: it is between dart_init and dart_exit. Local, thread-safe.
/// In a process that a unit has forked meanwhile, it is not.
///
/// \return true if it is running.
DART_API bool dart_initialized(void) DART_NOTHROW;

/// A function of the program that calls MPI. It must not throw.
typedef void (*dart_mpi_function_t)(void* argument);

/// Calls a function that calls MPI. In a run over several hosts, threads of the runtime call MPI,
/// too, one at a time; while the function runs, they do not. So it must not call functions of this
/// interface, and wait only for processes that are in MPI, or are about to be: have a dart_barrier
/// before collective operations of MPI. A unit's id is its rank in MPI_COMM_WORLD. Local,
/// thread-safe.
///
/// \param function  what is called before this function returns
/// \param argument  passed to it
/// \return DART_OK; DART_ERR_NOTFOUND, without a call, if the run has no MPI: it was not started by
///   mpirun or dartrun --hosts; DART_ERR_INVAL if \c function is null; DART_ERR_NOTINIT if the
///   runtime is not running.
DART_API dart_ret_t dart_call_mpi(dart_mpi_function_t function, void* argument) DART_NOTHROW;

/// Tells that the calling unit cannot take part any more in collective operations for which the
/// others wait, because an exception has interrupted it. From then on, the unit's next collective
/// operation, dart_exit, or its exit ends the run with a message that names the reason; half a
/// second later the run ends in any case. So there is time to tell the user about the exception.
/// Has no effect if the runtime is not running. Local, thread-safe.
///
/// \param reason  for the message; may be null if it is not known yet. The last one that is given
///   counts.
DART_API void dart_abandon(const char* reason) DART_NOTHROW;

/// Ends all units of the run. One unit calls this, and the function does not return.
///
/// \param errorcode  exit code of the run, for example one of the DART_EXIT_ codes
DART_API void dart_abort(int errorcode) DART_NOTHROW __attribute__((noreturn));

DART_INTERFACE_OFF
