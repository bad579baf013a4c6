// Tasks, of the C interface.

#include "dash/dart/if/dart_tasks.h"

#include <cstdio>
#include <utility>

#include "api/guard.h"

using dart::guarded;
using dart::Runtime;
using dart::Task;
using dart::TaskPhase;
using dart::TaskRef;

namespace {

/// What a handle stands for, or returns from the enclosing function after a message.
#define DART_TASK(name, rt, handle, function)                                                      \
  const TaskRef name{static_cast<Task*>((handle).record), (handle).serial};                        \
  DART_REQUIRE(                                                                                    \
      (rt).tasks().exists(name), DART_ERR_INVAL,                                                   \
      "%s: no such task: the handle is null, or the task is destroyed already, or was created on " \
      "another host",                                                                              \
      function)

}  // namespace

extern "C" {

dart_ret_t dart_tapi_task_create(const dart_tapi_task_desc_t* desc, dart_tapi_task_t* task)
    DART_NOTHROW
{
  DART_REQUIRE_POINTER(task, __func__);
  *task = DART_TAPI_TASK_NULL;
  DART_REQUIRE_POINTER(desc, __func__);
  return guarded(__func__, [&](Runtime& rt, const char*) {
    Task* record = nullptr;
    const dart_ret_t created = rt.tasks().create(*desc, &record);
    if (created == DART_OK) *task = {record, record->ref().serial};
    return created;
  });
}

dart_ret_t dart_tapi_task_start(dart_tapi_task_t task) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_TASK(ref, rt, task, function);
    return rt.tasks().start(ref, false, function);
  });
}

dart_ret_t dart_tapi_task_run(dart_tapi_task_t task) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_TASK(ref, rt, task, function);
    const dart_ret_t started = rt.tasks().start(ref, true, function);
    return started == DART_OK ? rt.tasks().wait(ref, function) : started;
  });
}

dart_ret_t dart_tapi_task_wait(dart_tapi_task_t task) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_TASK(ref, rt, task, function);
    return rt.tasks().wait(ref, function);
  });
}

dart_ret_t dart_tapi_task_test(dart_tapi_task_t task, int32_t* finished) DART_NOTHROW
{
  return dart_tapi_task_testall(&task, 1, finished);
}

dart_ret_t dart_tapi_task_waitall(const dart_tapi_task_t* tasks, size_t n) DART_NOTHROW
{
  DART_REQUIRE(tasks != nullptr || n == 0, DART_ERR_INVAL, "dart_tapi_task_waitall: tasks is null");
  dart_ret_t first = DART_OK;
  for (size_t k = 0; k < n; ++k) {
    const dart_ret_t waited = dart_tapi_task_wait(tasks[k]);
    if (first == DART_OK) first = waited;
  }
  return first;
}

dart_ret_t dart_tapi_task_testall(const dart_tapi_task_t* tasks, size_t n, int32_t* finished)
    DART_NOTHROW
{
  DART_REQUIRE_POINTER(finished, __func__);
  *finished = 0;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_REQUIRE(
        tasks != nullptr || n == 0, DART_ERR_INVAL, "dart_tapi_task_testall: tasks is null");
    for (size_t k = 0; k < n; ++k) {
      DART_TASK(ref, rt, tasks[k], function);
      const dart_ret_t started = dart::require_started(ref, function);
      if (started != DART_OK) return started;
      if (ref.task->state.phase() != TaskPhase::finished) return DART_OK;
    }
    *finished = 1;
    dart_ret_t first = DART_OK;
    for (size_t k = 0; k < n; ++k) {
      const TaskRef ref{static_cast<Task*>(tasks[k].record), tasks[k].serial};
      const dart_ret_t result = rt.tasks().result_of(ref, function);
      if (first == DART_OK) first = result;
    }
    return first;
  });
}

dart_ret_t dart_tapi_task_cancel(dart_tapi_task_t task, int32_t* cancelled) DART_NOTHROW
{
  if (cancelled != nullptr) *cancelled = 0;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_TASK(ref, rt, task, function);
    const bool in_time = rt.tasks().cancel(ref);
    if (cancelled != nullptr) *cancelled = in_time ? 1 : 0;
    return DART_OK;
  });
}

dart_ret_t dart_tapi_task_error(dart_tapi_task_t task, char* text, size_t nbytes) DART_NOTHROW
{
  DART_REQUIRE(
      text != nullptr && nbytes > 0, DART_ERR_INVAL, "dart_tapi_task_error: no room for the text");
  *text = '\0';
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_TASK(ref, rt, task, function);
    const bool is_finished = ref.task->state.phase() == TaskPhase::finished;
    if (is_finished && ref.task->error != nullptr) {
      std::snprintf(text, nbytes, "%s", ref.task->error);
    }
    return DART_OK;
  });
}

dart_ret_t dart_tapi_task_destroy(dart_tapi_task_t* task) DART_NOTHROW
{
  DART_REQUIRE_POINTER(task, __func__);
  const dart_tapi_task_t handle = std::exchange(*task, DART_TAPI_TASK_NULL);
  if (handle.record == nullptr) return DART_OK;
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_TASK(ref, rt, handle, function);
    rt.tasks().release_handle(*ref.task);
    return DART_OK;
  });
}

}  // extern "C"
