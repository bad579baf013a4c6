// Tasks: functions of the C interface.

#include "dash/dart/if/dart_tasks.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "api/guard.h"
#include "runtime/runtime.h"
#include "tasks/task_scheduler.h"
#include "transfer/target.h"

using dart::DeviceKind;
using dart::guarded;
using dart::Runtime;
using dart::Task;
using dart::TaskPhase;
using dart::TaskRange;
using dart::TaskRef;
using dart::TaskScheduler;

namespace {

/// Declares the task of a handle, or returns from the enclosing function after a message.
#define DART_TASK(name, rt, handle, function)                               \
  const TaskRef name{static_cast<Task*>((handle).record), (handle).serial}; \
  DART_REQUIRE(                                                             \
      is_task(rt, name), DART_ERR_INVAL,                                    \
      "%s: no such task: the handle is null, or the task is destroyed already", function)

bool is_task(Runtime& rt, TaskRef task)
{
  return task.serial != 0 && rt.arena().contains(task.task) && is_current(task) &&
         task.task->has_handle;
}

/* ---- creation -------------------------------------------------------------------------------- */

constexpr std::size_t most_args_bytes = std::size_t(1) << 30;

dart_ret_t set_functions(Runtime& rt, const dart_tapi_task_desc_t& desc, Task& task)
{
  DART_REQUIRE(
      desc.cpu != nullptr || desc.gpu != nullptr, DART_ERR_INVAL,
      "dart_tapi_task_create: the description has neither a CPU nor a GPU function");
  task.cpu = dart::code_handle_of(reinterpret_cast<void*>(desc.cpu));
  task.gpu = dart::code_handle_of(reinterpret_cast<void*>(desc.gpu));
  DART_REQUIRE(
      bool(task.cpu) == (desc.cpu != nullptr) && bool(task.gpu) == (desc.gpu != nullptr),
      DART_ERR_INVAL,
      "dart_tapi_task_create: a function is in no loaded object; give one of the program or of a "
      "library, not code made at run time");
  const unsigned kinds = (task.cpu ? 1u : 0u) | (task.gpu ? 2u : 0u);
  task.kinds = static_cast<DeviceKind>(kinds & static_cast<unsigned>(rt.tasks().kinds()));
  DART_REQUIRE(
      static_cast<unsigned>(task.kinds) != 0, DART_ERR_INVAL,
      "dart_tapi_task_create: the task has a %s function only, but no unit of this host is a %s "
      "unit; give both functions, or start such units (dartrun --cpu, --gpu)",
      task.cpu ? "CPU" : "GPU", task.cpu ? "CPU" : "GPU");
  return DART_OK;
}

/// Memory for \c count objects: in the record, or in the control heap if the record is too small.
template <class T>
T* room_for(Runtime& rt, std::size_t count, std::size_t inside, T* own, T*& more)
{
  if (count <= inside) return own;
  more = static_cast<T*>(rt.control().allocate(count * sizeof(T)));
  return more;
}

dart_ret_t set_range(Runtime& rt, const dart_tapi_range_t& given, std::size_t k, TaskRange& range)
{
  DART_REQUIRE(
      given.access >= DART_TAPI_IN && given.access <= DART_TAPI_INOUT, DART_ERR_INVAL,
      "dart_tapi_task_create: access %d of range %zu is none of DART_TAPI_IN, _OUT, _INOUT",
      static_cast<int>(given.access), k);
  range = {
      0, given.nbytes, given.gptr, TaskRange::Kind::mapped,
      static_cast<std::uint8_t>(given.access)};
  if (given.nbytes == 0) return DART_OK;
  dart::Target target{};
  const dart_ret_t found =
      dart::resolve(rt, given.gptr, given.nbytes, "dart_tapi_task_create", &target);
  if (found != DART_OK) return found;
  DART_REQUIRE(
      target.part->memory != dart::Segment::Memory::process, DART_ERR_INVAL,
      "dart_tapi_task_create: range %zu is memory that unit %d registered, which has no place in "
      "the order of tasks; use memory that DART allocates",
      k, target.unit.id);
  const bool is_device = target.part->memory == dart::Segment::Memory::device;
  if (!rt.hosts().is_here(target.unit.id)) {
    range.kind = TaskRange::Kind::far;
  } else if (is_device) {
    range.kind = TaskRange::Kind::device;
  }
  void* place = nullptr;
  const dart_ret_t placed = dart_gptr_place(given.gptr, &place);
  range.place = reinterpret_cast<std::uint64_t>(place);
  return placed;
}

dart_ret_t set_ranges(Runtime& rt, const dart_tapi_task_desc_t& desc, Task& task)
{
  DART_REQUIRE(
      desc.ranges != nullptr || desc.nranges == 0, DART_ERR_INVAL,
      "dart_tapi_task_create: ranges is null, but there are %zu", desc.nranges);
  DART_REQUIRE(
      desc.nranges <= 1u << 24, DART_ERR_INVAL, "dart_tapi_task_create: %zu ranges are too many",
      desc.nranges);
  TaskRange* ranges =
      room_for(rt, desc.nranges, Task::inline_ranges, task.own_ranges, task.more_ranges);
  DART_REQUIRE(
      ranges != nullptr, DART_ERR_NOMEM, "dart_tapi_task_create: no memory for %zu ranges",
      desc.nranges);
  task.range_count = static_cast<std::uint32_t>(desc.nranges);
  bool has_far = false;
  for (std::size_t k = 0; k < desc.nranges; ++k) {
    const dart_ret_t set = set_range(rt, desc.ranges[k], k, ranges[k]);
    if (set != DART_OK) return set;
    has_far = has_far || ranges[k].kind == TaskRange::Kind::far;
  }
  if (has_far && is_among(DeviceKind::gpu, task.kinds)) {
    DART_REQUIRE(
        is_among(DeviceKind::cpu, task.kinds), DART_ERR_INVAL,
        "dart_tapi_task_create: GPUs do not reach ranges of other hosts; give a CPU function");
    task.kinds = DeviceKind::cpu;
  }
  return DART_OK;
}

dart_ret_t set_args(Runtime& rt, const dart_tapi_task_desc_t& desc, Task& task)
{
  DART_REQUIRE(
      desc.args != nullptr || desc.args_nbytes == 0, DART_ERR_INVAL,
      "dart_tapi_task_create: args is null, but has %zu bytes", desc.args_nbytes);
  DART_REQUIRE(
      desc.args_nbytes <= most_args_bytes, DART_ERR_INVAL,
      "dart_tapi_task_create: %zu bytes of arguments are too many; pass ranges", desc.args_nbytes);
  auto* more = static_cast<std::byte*>(nullptr);
  std::byte* args = room_for(rt, desc.args_nbytes, Task::inline_args, task.own_args, more);
  task.more_args = more;
  DART_REQUIRE(
      args != nullptr, DART_ERR_NOMEM,
      "dart_tapi_task_create: no memory for %zu bytes of arguments", desc.args_nbytes);
  task.args_bytes = static_cast<std::uint32_t>(desc.args_nbytes);
  if (desc.args_nbytes > 0) std::memcpy(args, desc.args, desc.args_nbytes);
  return DART_OK;
}

/// Owner of the range that determines where the task executes; -1 if there is none.
dart_unit_t owner_of_data(Runtime& rt, Task& task)
{
  TaskRange* const begin = task.ranges();
  TaskRange* const end = begin + task.range_count;
  TaskRange* range = std::find_if(begin, end, [](const TaskRange& r) { return r.is_written(); });
  if (range == end) range = begin;
  const bool is_here = range != end && range->bytes > 0 && range->kind != TaskRange::Kind::far;
  return is_here ? rt.owner_of(reinterpret_cast<const void*>(range->place)) : -1;
}

dart_ret_t set_affinity(Runtime& rt, const dart_tapi_task_desc_t& desc, Task& task)
{
  DART_REQUIRE(
      desc.affinity >= DART_TAPI_AFFINITY_DATA && desc.affinity <= DART_TAPI_AFFINITY_NONE,
      DART_ERR_INVAL,
      "dart_tapi_task_create: affinity %d is none of DART_TAPI_AFFINITY_DATA, _UNIT, _NONE",
      static_cast<int>(desc.affinity));
  task.device = Task::nowhere;
  task.is_pinned = desc.affinity == DART_TAPI_AFFINITY_UNIT;
  if (desc.affinity == DART_TAPI_AFFINITY_NONE) return DART_OK;
  if (task.is_pinned) {
    const bool exists = desc.unit.id >= 0 && std::uint32_t(desc.unit.id) < rt.units();
    DART_REQUIRE(
        exists && rt.hosts().is_here(desc.unit.id), DART_ERR_INVAL,
        "dart_tapi_task_create: affinity to unit %d, which is no unit of this host", desc.unit.id);
  }
  const dart_unit_t unit = task.is_pinned ? desc.unit.id : owner_of_data(rt, task);
  if (unit < 0) return DART_OK;
  const int device = rt.tasks().device_of(rt.hosts().index_of(unit));
  const bool fits = is_among(rt.tasks().kind_of(device), task.kinds);
  DART_REQUIRE(
      fits || !task.is_pinned, DART_ERR_INVAL,
      "dart_tapi_task_create: affinity to unit %d, a %s unit, but the task has no function for it",
      unit, rt.tasks().kind_of(device) == DeviceKind::gpu ? "GPU" : "CPU");
  if (fits) task.device = device;
  return DART_OK;
}

dart_ret_t set_priority(Runtime&, const dart_tapi_task_desc_t& desc, Task& task)
{
  DART_REQUIRE(
      desc.priority >= DART_TAPI_PRIORITY_LOWEST && desc.priority <= DART_TAPI_PRIORITY_HIGHEST,
      DART_ERR_INVAL, "dart_tapi_task_create: priority %d is not between %d and %d", desc.priority,
      DART_TAPI_PRIORITY_LOWEST, DART_TAPI_PRIORITY_HIGHEST);
  task.priority = static_cast<std::int8_t>(desc.priority);
  return DART_OK;
}

dart_ret_t set_name(Runtime&, const dart_tapi_task_desc_t& desc, Task& task)
{
  task.has_name = desc.name != nullptr;
  if (task.has_name) std::snprintf(task.name, sizeof task.name, "%s", desc.name);
  return DART_OK;
}

dart_ret_t describe(Runtime& rt, const dart_tapi_task_desc_t& desc, Task& task)
{
  task.range_count = 0;
  task.args_bytes = 0;
  for (const auto set :
       {set_functions, set_ranges, set_args, set_affinity, set_priority, set_name}) {
    const dart_ret_t done = set(rt, desc, task);
    if (done != DART_OK) return done;
  }
  return DART_OK;
}

/// Releases a record for which there is no handle yet.
struct ReleaseRecord {
  Runtime& rt;
  void operator()(Task* record) const { rt.tasks().release(*record); }
};
using Record = std::unique_ptr<Task, ReleaseRecord>;

/* ---- starts and ends ------------------------------------------------------------------------- */

dart_ret_t start(Runtime& rt, TaskRef ref, bool is_sync, const char* function)
{
  Task& task = *ref.task;
  DART_REQUIRE(
      !rt.tasks().is_ending(), DART_ERR_OTHER,
      "%s: dart_exit is in progress; wait for tasks that start others before", function);
  task.users.fetch_add(1);
  if (!task.state.advance(TaskPhase::created, TaskPhase::waiting)) {
    rt.tasks().release(task);
    dart::log(
        dart::LogLevel::error,
        "%s: task %llu is started or cancelled already; create a task for each start", function,
        static_cast<unsigned long long>(ref.serial));
    return DART_ERR_INVAL;
  }
  task.is_sync = is_sync;
  rt.tasks().start(task, is_sync);
  return DART_OK;
}

/// Where a task was executed, for messages; empty if it was not executed.
std::string place_of(Runtime& rt, const Task& task)
{
  if (task.executor == Task::nowhere) return {};
  const dart_unit_t unit = rt.hosts().units_here()[task.executor];
  const int gpu = rt.info(unit).gpu;
  return " on unit " + std::to_string(unit) + (gpu < 0 ? "" : ", GPU " + std::to_string(gpu));
}

/// The error of a finished task, after a message.
dart_ret_t result_of(Runtime& rt, TaskRef ref, const char* function)
{
  const Task& task = *ref.task;
  const dart_ret_t result = task.result;
  if (result != DART_OK) {
    dart::log(
        dart::LogLevel::error, "%s: task %llu of unit %d failed%s: %s", function,
        static_cast<unsigned long long>(ref.serial), rt.hosts().units_here()[task.creator],
        place_of(rt, task).c_str(),
        task.error != nullptr ? task.error : "no memory for the reason");
  }
  return result;
}

dart_ret_t require_started(TaskRef ref, const char* function)
{
  DART_REQUIRE(
      ref.task->state.phase() != TaskPhase::created, DART_ERR_INVAL,
      "%s: task %llu is not started; call dart_tapi_task_start first", function,
      static_cast<unsigned long long>(ref.serial));
  return DART_OK;
}

dart_ret_t wait(Runtime& rt, TaskRef ref, const char* function)
{
  const dart_ret_t started = require_started(ref, function);
  if (started != DART_OK) return started;
  const dart_ret_t waited = rt.tasks().wait(ref, function);
  return waited == DART_OK ? result_of(rt, ref, function) : waited;
}

}  // namespace

extern "C" {

dart_ret_t dart_tapi_task_create(const dart_tapi_task_desc_t* desc, dart_tapi_task_t* task)
    DART_NOTHROW
{
  DART_REQUIRE_POINTER(task, __func__);
  *task = DART_TAPI_TASK_NULL;
  DART_REQUIRE_POINTER(desc, __func__);
  return guarded(__func__, [&](Runtime& rt, const char*) {
    Record record(rt.tasks().create(), {rt});
    DART_REQUIRE(record != nullptr, DART_ERR_NOMEM, "dart_tapi_task_create: no memory for a task");
    const dart_ret_t described = describe(rt, *desc, *record);
    if (described != DART_OK) return described;
    const std::uint64_t serial = record->ref().serial;
    *task = {record.release(), serial};
    return DART_OK;
  });
}

dart_ret_t dart_tapi_task_start(dart_tapi_task_t task) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_TASK(ref, rt, task, function);
    return start(rt, ref, false, function);
  });
}

dart_ret_t dart_tapi_task_run(dart_tapi_task_t task) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_TASK(ref, rt, task, function);
    const dart_ret_t started = start(rt, ref, true, function);
    return started == DART_OK ? wait(rt, ref, function) : started;
  });
}

dart_ret_t dart_tapi_task_wait(dart_tapi_task_t task) DART_NOTHROW
{
  return guarded(__func__, [&](Runtime& rt, const char* function) {
    DART_TASK(ref, rt, task, function);
    return wait(rt, ref, function);
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
      const dart_ret_t started = require_started(ref, function);
      if (started != DART_OK) return started;
      if (ref.task->state.phase() != TaskPhase::finished) return DART_OK;
    }
    *finished = 1;
    dart_ret_t first = DART_OK;
    for (size_t k = 0; k < n; ++k) {
      const TaskRef ref{static_cast<Task*>(tasks[k].record), tasks[k].serial};
      const dart_ret_t result = result_of(rt, ref, function);
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
    if (ref.task->has_handle.exchange(false)) rt.tasks().release(*ref.task);
    return DART_OK;
  });
}

}  // extern "C"
