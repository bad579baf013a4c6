#pragma once

/// \file
/// Tasks: functions that units of a host execute for each other. This is an extension of the DART
/// interface.
///
/// A task is created from a description, started once, waited for and destroyed. After its start
/// the runtime owns it: it puts it into a queue, and a thread of a device, which is a CPU unit or a
/// GPU, executes it there. Handles may be copied, and passed to other units of the host.
///
/// Tasks that use overlapping ranges of global memory execute in the order in which they were
/// started, except that tasks that only read execute concurrently. If a task fails or is cancelled,
/// all tasks that depend on it fail, including those that are started before it is destroyed.

#include <dash/dart/if/dart_globmem.h>
#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Handle of a task, which is valid in each process of the host; its fields are private to the
/// runtime.
typedef struct {
  void* record;
  uint64_t serial;
} dart_tapi_task_t;

#ifdef __cplusplus
#define DART_TAPI_TASK_NULL (dart_tapi_task_t{NULL, 0})
#else
#define DART_TAPI_TASK_NULL ((dart_tapi_task_t){NULL, 0})
#endif

/// How a task accesses a range.
typedef enum {
  DART_TAPI_IN = 1,   ///< only reads it
  DART_TAPI_OUT = 2,  ///< writes all of it, and does not read it before
  DART_TAPI_INOUT = 3
} dart_tapi_access_t;

/// Global memory that a task accesses; it must not be memory that the program has registered. It
/// has to exist until the task has ended; ranges that the task writes must not overlap.
typedef struct {
  dart_gptr_t gptr;
  size_t nbytes;  ///< all bytes are in the part of one unit; 0: the range orders no tasks
  dart_tapi_access_t access;
} dart_tapi_range_t;

/// Where a task executes.
typedef enum {
  /// Preferably where its data are: at the owner of the first range that it writes, or of its first
  /// range if it writes none.
  DART_TAPI_AFFINITY_DATA = 0,
  /// At this unit, or on its GPU, and nowhere else.
  DART_TAPI_AFFINITY_UNIT = 1,
  /// Anywhere.
  DART_TAPI_AFFINITY_NONE = 2
} dart_tapi_affinity_t;

/// Priorities; of the tasks that wait in the same queue, those with a higher priority are executed
/// first.
enum { DART_TAPI_PRIORITY_LOWEST = -3, DART_TAPI_PRIORITY_HIGHEST = 3 };

/// The arguments of a task's function. They are valid until the function returns; the data are
/// valid until its kernels end. A device that does not own a range may get a copy of it, which is
/// written back at the end.
typedef struct {
  void* const* data;     ///< range i at an address that is valid for the function
  const size_t* nbytes;  ///< size of range i
  size_t nranges;
  void* args;  ///< the task's copy of its arguments, aligned for any type
  size_t args_nbytes;
  void* stream;  ///< stream for kernels: a cudaStream_t; NULL on CPU units and emulated GPUs
  dart_global_unit_t unit;  ///< unit that executes the task
  dart_tapi_task_t task;
} dart_tapi_task_args_t;

/// Function of a task. A return value other than DART_OK, or a C++ exception that it throws,
/// becomes the error of the task.
typedef dart_ret_t (*dart_tapi_function_t)(const dart_tapi_task_args_t* args);

/// Description of a task; unused members are zero.
typedef struct {
  dart_tapi_function_t cpu;  ///< executed by CPU units; may be NULL if \c gpu is not
  /// Executed for GPUs by a host thread that has selected the GPU: enqueues kernels on the stream
  /// in its arguments and does not wait for them. For launches that the device refuses, see
  /// dart_tapi_check_launch in dart_tasks_cuda.h.
  dart_tapi_function_t gpu;
  const dart_tapi_range_t* ranges;  ///< the array is copied
  size_t nranges;
  const void* args;  ///< copied byte by byte
  size_t args_nbytes;
  dart_tapi_affinity_t affinity;
  dart_global_unit_t unit;  ///< unit for DART_TAPI_AFFINITY_UNIT
  int priority;
  const char* name;  ///< name in traces, whose first bytes are copied; may be NULL
} dart_tapi_task_desc_t;

/// Creates a task. The functions have to belong to the program or to a library that each unit of
/// the host has loaded. Local, thread-safe.
/// \return DART_ERR_INVAL for a description that no unit of the host can execute, DART_ERR_NOMEM
DART_API dart_ret_t dart_tapi_task_create(const dart_tapi_task_desc_t* desc, dart_tapi_task_t* task)
    DART_NOTHROW;

/// Starts a task asynchronously. Local, thread-safe. \return DART_ERR_INVAL if it was started
/// already
DART_API dart_ret_t dart_tapi_task_start(dart_tapi_task_t task) DART_NOTHROW;

/// Starts a task and waits for it: a synchronous task, which precedes asynchronous ones.
/// \return an error of dart_tapi_task_start or dart_tapi_task_wait
DART_API dart_ret_t dart_tapi_task_run(dart_tapi_task_t task) DART_NOTHROW;

/// Waits until a started task is finished; executes tasks of the calling unit's device meanwhile.
/// Tasks may wait, too. Thread-safe.
/// \return the task's error, after a message; DART_ERR_INVAL if the task cannot finish because it
///   needs the waiting task
DART_API dart_ret_t dart_tapi_task_wait(dart_tapi_task_t task) DART_NOTHROW;

/// Tests whether a started task is finished. \return its error if it is. Thread-safe.
DART_API dart_ret_t dart_tapi_task_test(dart_tapi_task_t task, int32_t* finished) DART_NOTHROW;

/// Waits for all tasks. \return the first error. Thread-safe.
DART_API dart_ret_t dart_tapi_task_waitall(const dart_tapi_task_t* tasks, size_t n) DART_NOTHROW;

/// Tests whether all tasks are finished. \return the first error if they are. Thread-safe.
DART_API dart_ret_t
dart_tapi_task_testall(const dart_tapi_task_t* tasks, size_t n, int32_t* finished) DART_NOTHROW;

/// Cancels a task whose function has not been called yet: it will never be called, and waiting
/// threads get DART_ERR_OTHER, or the error of a preceding task. A task with predecessors still
/// ends only when they are finished; until then their functions cannot wait for it. Thread-safe.
/// \param[out] cancelled  0 if it was too late; may be NULL
DART_API dart_ret_t dart_tapi_task_cancel(dart_tapi_task_t task, int32_t* cancelled) DART_NOTHROW;

/// Returns the text of the error of a finished task, which is empty if it has none. Thread-safe.
DART_API dart_ret_t dart_tapi_task_error(dart_tapi_task_t task, char* text, size_t nbytes)
    DART_NOTHROW;

/// Releases a handle and its copies and sets it to DART_TAPI_TASK_NULL. A task that was started
/// executes nevertheless. Returns DART_OK for a null handle. Thread-safe.
DART_API dart_ret_t dart_tapi_task_destroy(dart_tapi_task_t* task) DART_NOTHROW;

DART_INTERFACE_OFF
