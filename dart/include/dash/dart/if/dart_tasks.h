#pragma once

/// \file
/// Tasks: functions that units of a host execute for each other. This is an extension of the DART
/// interface.
///
/// A task is created from a description, started once, waited for and destroyed. After its start
/// the runtime owns it: it puts it into a queue, and a thread of a device, which is a CPU unit or a
/// GPU, executes it there. Handles may be copied, and passed to other units of the host. After
/// dart_tapi_task_destroy, a handle and all its copies stand for nothing: functions return
/// DART_ERR_INVAL for them, for handles of other hosts or of a run that dart_exit has ended, and
/// for arbitrary words. A thread that waits for a task while another one destroys it is not always
/// noticed.
///
/// Functions of tasks cannot call collective functions, dart_init or dart_exit, because other units
/// need not execute tasks at the same time. These return DART_ERR_INVAL there (dart_init
/// DART_ERR_OTHER).
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
  void* record;     ///< private
  uint64_t serial;  ///< private
} dart_tapi_task_t;

/// Handle of no task.
#ifdef __cplusplus
#define DART_TAPI_TASK_NULL (dart_tapi_task_t{NULL, 0})
#else
#define DART_TAPI_TASK_NULL ((dart_tapi_task_t){NULL, 0})
#endif

/// How a task accesses a range.
typedef enum {
  DART_TAPI_IN = 1,    ///< only reads it
  DART_TAPI_OUT = 2,   ///< writes all of it, and does not read it before
  DART_TAPI_INOUT = 3  ///< reads and writes it
} dart_tapi_access_t;

/// Global memory that a task accesses; it must not be memory that the program has registered. It
/// has to exist until the task has ended; ranges that the task writes must not overlap.
typedef struct {
  dart_gptr_t gptr;  ///< start of the range
  size_t nbytes;     ///< all bytes are in the part of one unit; 0: the range orders no tasks
  dart_tapi_access_t access;  ///< what the task does with it
} dart_tapi_range_t;

/// Where a task executes.
typedef enum {
  /// Preferably where its data are: at the owner of the first range that it writes, or of its first
  /// range if it writes none.
  DART_TAPI_AFFINITY_DATA = 0,
  /// The task runs at this unit, or on its GPU, and nowhere else.
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
  size_t nranges;        ///< number of ranges
  void* args;            ///< the task's copy of its arguments, aligned for any type
  size_t args_nbytes;    ///< size of the arguments
  void* stream;  ///< stream for kernels: a cudaStream_t; NULL on CPU units and emulated GPUs
  dart_global_unit_t unit;  ///< unit that executes the task
  dart_tapi_task_t task;    ///< the task itself
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
  size_t nranges;                   ///< number of ranges
  const void* args;                 ///< copied byte by byte
  size_t args_nbytes;               ///< size of the arguments
  dart_tapi_affinity_t affinity;    ///< where the task is executed
  dart_global_unit_t unit;          ///< unit for DART_TAPI_AFFINITY_UNIT
  int priority;      ///< from DART_TAPI_PRIORITY_LOWEST to DART_TAPI_PRIORITY_HIGHEST
  const char* name;  ///< name in traces, whose first bytes are copied; may be NULL
} dart_tapi_task_desc_t;

/// Creates a task. The functions have to belong to the program or to a library that each unit of
/// the host has loaded. Local, thread-safe.
///
/// \param desc       description of the task; what it points to is copied
/// \param[out] task  handle of the task; null in case of an error
/// \return DART_OK; DART_ERR_INVAL for a description that no unit of the host can execute;
///   DART_ERR_NOMEM if there is no memory for the task: the tasks of a unit that are not destroyed
///   may take half of its limit of global memory, with their arguments and ranges.
DART_API dart_ret_t dart_tapi_task_create(const dart_tapi_task_desc_t* desc, dart_tapi_task_t* task)
    DART_NOTHROW;

/// Starts a task; does not wait for it. Local, thread-safe.
///
/// \param task  the task, which must not have been started before
/// \return DART_OK, or DART_ERR_INVAL if there is no such task, or it was already started or
///   cancelled.
DART_API dart_ret_t dart_tapi_task_start(dart_tapi_task_t task) DART_NOTHROW;

/// Starts a task and waits for it. It is a synchronous task, which goes before asynchronous ones.
/// Local, thread-safe.
///
/// \param task  the task, which must not have been started before
/// \return The same as dart_tapi_task_start and dart_tapi_task_wait.
DART_API dart_ret_t dart_tapi_task_run(dart_tapi_task_t task) DART_NOTHROW;

/// Waits until a started task is finished. The calling thread executes tasks of its unit's device
/// meanwhile. Tasks may wait as well. Local, thread-safe.
///
/// \param task  the task
/// \return DART_OK, or the error of the task, after a message; DART_ERR_INVAL if the task is not
///   started, or cannot finish because it needs the task that waits.
DART_API dart_ret_t dart_tapi_task_wait(dart_tapi_task_t task) DART_NOTHROW;

/// Tests whether a started task is finished; does not wait. Local, thread-safe.
///
/// \param task           the task
/// \param[out] finished  1 if it is finished, otherwise 0
/// \return DART_OK, or the error of the task if it is finished; DART_ERR_INVAL if it is not
///   started.
DART_API dart_ret_t dart_tapi_task_test(dart_tapi_task_t task, int32_t* finished) DART_NOTHROW;

/// Waits until several tasks are finished. Local, thread-safe.
///
/// \param tasks  the tasks
/// \param n      number of tasks
/// \return DART_OK, or the first error, as for dart_tapi_task_wait; all tasks are waited for.
DART_API dart_ret_t dart_tapi_task_waitall(const dart_tapi_task_t* tasks, size_t n) DART_NOTHROW;

/// Tests whether several tasks are finished; does not wait. Local, thread-safe.
///
/// \param tasks          the tasks
/// \param n              number of tasks
/// \param[out] finished  1 if all are finished, otherwise 0
/// \return DART_OK, or the first error if all are finished, as for dart_tapi_task_test.
DART_API dart_ret_t
dart_tapi_task_testall(const dart_tapi_task_t* tasks, size_t n, int32_t* finished) DART_NOTHROW;

/// Cancels a task whose function has not been called yet: it will never be called, and waiting
/// threads get DART_ERR_OTHER, or the error of a preceding task. A task with predecessors still
/// ends only when they are finished; until then their functions cannot wait for it. Thread-safe.
///
/// \param task            the task
/// \param[out] cancelled  1 if no function of the task will be called, 0 if it is too late; may be
///                        NULL
/// \return DART_OK, or DART_ERR_INVAL if there is no such task.
DART_API dart_ret_t dart_tapi_task_cancel(dart_tapi_task_t task, int32_t* cancelled) DART_NOTHROW;

/// Gives the text of the error of a finished task. Local, thread-safe.
///
/// \param task       the task
/// \param[out] text  the text, which ends with a zero byte; empty if the task has no error
/// \param nbytes     size of \c text; longer texts are cut
/// \return DART_OK, or DART_ERR_INVAL if there is no such task, or no room for the text.
DART_API dart_ret_t dart_tapi_task_error(dart_tapi_task_t task, char* text, size_t nbytes)
    DART_NOTHROW;

/// Frees a handle and all its copies. A task that is started is executed nevertheless. Local,
/// thread-safe.
///
/// \param[in,out] task  the handle, which may be null; set to DART_TAPI_TASK_NULL
/// \return DART_OK, or DART_ERR_INVAL if there is no such task, or the pointer is null.
DART_API dart_ret_t dart_tapi_task_destroy(dart_tapi_task_t* task) DART_NOTHROW;

DART_INTERFACE_OFF
