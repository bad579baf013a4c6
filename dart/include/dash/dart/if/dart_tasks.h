#pragma once

/// \file
/// Tasks: functions that units of a host execute for each other. Extension of the DART interface.
///
/// A task is created by a description, started once, waited for and destroyed. From its start on
/// the runtime owns it: it puts it into a queue, and a thread of the device, a CPU unit or a GPU,
/// executes it there. Handles may be copied, and passed to other units of the host.
///
/// Tasks that use overlapping ranges of global memory execute in the order of their starts, but
/// those that only read execute side by side. A task that fails or is cancelled makes those fail
/// that depend on it, also later ones until it is destroyed.

#include <dash/dart/if/dart_globmem.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Handle of a task, valid in each process of the host; its fields are the runtime's.
typedef struct {
  void* record;
  uint64_t serial;
} dart_tapi_task_t;

#ifdef __cplusplus
#define DART_TAPI_TASK_NULL (dart_tapi_task_t{NULL, 0})
#else
#define DART_TAPI_TASK_NULL ((dart_tapi_task_t){NULL, 0})
#endif

/// What a task does with a range.
typedef enum {
  DART_TAPI_IN = 1,   ///< only reads it
  DART_TAPI_OUT = 2,  ///< writes all of it, and does not read it before
  DART_TAPI_INOUT = 3
} dart_tapi_access_t;

/// Global memory that a task uses; any but what the program registered. It has to live until the
/// task has ended; ranges that the task writes must not overlap.
typedef struct {
  dart_gptr_t gptr;
  size_t nbytes;  ///< all in the part of one unit; 0: no order with other tasks
  dart_tapi_access_t access;
} dart_tapi_range_t;

/// Where a task executes.
typedef enum {
  /// Rather where its data is: at the owner of the first range that it writes, else of the first.
  DART_TAPI_AFFINITY_DATA = 0,
  /// At this unit, or on the GPU that it stands for, and nowhere else.
  DART_TAPI_AFFINITY_UNIT = 1,
  /// Anywhere.
  DART_TAPI_AFFINITY_NONE = 2
} dart_tapi_affinity_t;

/// Priorities; tasks of a higher one go first where they wait in the same queue.
enum { DART_TAPI_PRIORITY_LOWEST = -3, DART_TAPI_PRIORITY_HIGHEST = 3 };

/// What a task's function is called with; all of it ends with the call, but data with the kernels.
/// A device that does not own a range may get it by a copy, which is written back at the end.
typedef struct {
  void* const* data;     ///< range i by an address that is valid for the function
  const size_t* nbytes;  ///< of range i
  size_t nranges;
  void* args;  ///< the task's copy of the arguments, aligned for any type
  size_t args_nbytes;
  void* stream;             ///< for kernels: a cudaStream_t; NULL on CPU units and emulated GPUs
  dart_global_unit_t unit;  ///< that executes the task
  dart_tapi_task_t task;
} dart_tapi_task_args_t;

/// Function of a task. What it returns, unless DART_OK, or a C++ exception that leaves it, is the
/// error of the task.
typedef dart_ret_t (*dart_tapi_function_t)(const dart_tapi_task_args_t* args);

/// Description of a task; zero where nothing is said.
typedef struct {
  dart_tapi_function_t cpu;  ///< executed by CPU units; may be NULL if \c gpu is not
  /// Executed for GPUs, by a thread of the host that has the GPU selected: enqueues kernels on its
  /// arguments' stream and does not wait for them. Launches that the device refuses: see
  /// dart_tapi_check_launch in dart_tasks_cuda.h.
  dart_tapi_function_t gpu;
  const dart_tapi_range_t* ranges;  ///< copied
  size_t nranges;
  const void* args;  ///< copied byte by byte
  size_t args_nbytes;
  dart_tapi_affinity_t affinity;
  dart_global_unit_t unit;  ///< for DART_TAPI_AFFINITY_UNIT
  int priority;
  const char* name;  ///< in traces; its first bytes are copied; may be NULL
} dart_tapi_task_desc_t;

/// Creates a task. The functions belong to the program or a library that each unit of the host has
/// loaded. Local, thread-safe.
/// \return DART_ERR_INVAL for a description that no unit of the host can execute, DART_ERR_NOMEM
DART_API dart_ret_t dart_tapi_task_create(const dart_tapi_task_desc_t* desc, dart_tapi_task_t* task)
    DART_NOTHROW;

/// Starts a task asynchronously. Local, thread-safe. \return DART_ERR_INVAL if it was already
DART_API dart_ret_t dart_tapi_task_start(dart_tapi_task_t task) DART_NOTHROW;

/// Starts a task and waits for it: a synchronous task, which goes before asynchronous ones.
/// \return as dart_tapi_task_start and dart_tapi_task_wait
DART_API dart_ret_t dart_tapi_task_run(dart_tapi_task_t task) DART_NOTHROW;

/// Waits until a started task is finished; executes tasks of the calling unit's device meanwhile.
/// Tasks may wait, too. Thread-safe.
/// \return the task's error, after a message; DART_ERR_INVAL if the task cannot finish because it
///         needs the task that waits
DART_API dart_ret_t dart_tapi_task_wait(dart_tapi_task_t task) DART_NOTHROW;

/// Whether a started task is finished. \return its error if it is. Thread-safe.
DART_API dart_ret_t dart_tapi_task_test(dart_tapi_task_t task, int32_t* finished) DART_NOTHROW;

/// Waits for all. \return the first error. Thread-safe.
DART_API dart_ret_t dart_tapi_task_waitall(const dart_tapi_task_t* tasks, size_t n) DART_NOTHROW;

/// Whether all are finished. \return the first error if they are. Thread-safe.
DART_API dart_ret_t
dart_tapi_task_testall(const dart_tapi_task_t* tasks, size_t n, int32_t* finished) DART_NOTHROW;

/// Cancels a task that no function was called for yet: it will never be, and who waits gets
/// DART_ERR_OTHER, or the error of a task before it. A task that comes after others ends when they
/// are finished nevertheless; until then their functions cannot wait for it.
/// Thread-safe. \param[out] cancelled 0: too late; may be NULL
DART_API dart_ret_t dart_tapi_task_cancel(dart_tapi_task_t task, int32_t* cancelled) DART_NOTHROW;

/// Text of the error of a finished task; empty if it has none. Thread-safe.
DART_API dart_ret_t dart_tapi_task_error(dart_tapi_task_t task, char* text, size_t nbytes)
    DART_NOTHROW;

/// Gives a handle and its copies back and sets it to DART_TAPI_TASK_NULL. A task that is started
/// executes nevertheless. Null: DART_OK. Thread-safe.
DART_API dart_ret_t dart_tapi_task_destroy(dart_tapi_task_t* task) DART_NOTHROW;

DART_INTERFACE_OFF
