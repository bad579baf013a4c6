#include "tasks/tasks.h"

#include <memory>

#include "base/log.h"
#include "tasks/task_description.h"

namespace dart {

dart_ret_t Tasks::create(const dart_tapi_task_desc_t& description, Task** task)
{
  const auto release = [this](Task* record) { scheduler_.release(*record); };
  // No handle stands for it yet.
  std::unique_ptr<Task, decltype(release)> record(scheduler_.create(run_.units.index()), release);
  DART_REQUIRE(
      record != nullptr, DART_ERR_NOMEM, "dart_tapi_task_create: no memory for a task: %s",
      memory_of_tasks(run_).c_str());
  const dart_ret_t described = describe_task(run_, scheduler_.devices(), description, *record);
  if (described == DART_OK) *task = record.release();
  return described;
}

bool Tasks::exists(TaskRef task) const
{
  const bool may_be_record = task.serial != 0 &&
                             reinterpret_cast<std::uintptr_t>(task.task) % alignof(Task) == 0 &&
                             run_.memory.arena().has_host_bytes(task.task, sizeof(Task));
  return may_be_record && is_current(task) && task.task->has_handle;
}

dart_ret_t Tasks::start(TaskRef ref, bool will_wait, const char* function)
{
  Task& task = *ref.task;
  DART_REQUIRE(
      !scheduler_.is_ending(), DART_ERR_OTHER,
      "%s: dart_exit is under way; wait for tasks that start others before", function);
  task.users.fetch_add(1);
  if (!task.state.advance(TaskPhase::created, TaskPhase::waiting)) {
    scheduler_.release(task);
    log(LogLevel::error,
        "%s: task %llu is started or cancelled already; create a task for each start", function,
        static_cast<unsigned long long>(number_of(ref.serial)));
    return DART_ERR_INVAL;
  }
  task.is_sync = will_wait;
  scheduler_.start(task, will_wait);
  return DART_OK;
}

dart_ret_t Tasks::wait(TaskRef task, const char* function)
{
  const dart_ret_t started = require_started(task, function);
  if (started != DART_OK) return started;
  const dart_ret_t waited = scheduler_.wait(task, function);
  return waited == DART_OK ? result_of(task, function) : waited;
}

/// Where a task was executed, for messages; empty: nowhere.
std::string Tasks::place_of(const Task& task) const
{
  if (task.executor == Task::nowhere) return {};
  const dart_unit_t unit = run_.units.hosts().units_here()[task.executor];
  const int gpu = run_.units.of(unit).gpu;
  return " on unit " + std::to_string(unit) + (gpu < 0 ? "" : ", GPU " + std::to_string(gpu));
}

dart_ret_t Tasks::result_of(TaskRef ref, const char* function) const
{
  const Task& task = *ref.task;
  const dart_ret_t result = task.result;
  if (result != DART_OK) {
    log(LogLevel::error, "%s: task %llu of unit %d failed%s: %s", function,
        static_cast<unsigned long long>(number_of(ref.serial)),
        run_.units.hosts().units_here()[task.creator], place_of(task).c_str(),
        task.error != nullptr ? task.error : "no memory for the reason");
  }
  return result;
}

void Tasks::release_handle(Task& task)
{
  if (task.has_handle.exchange(false)) scheduler_.drop_handle(task);
}

dart_ret_t require_started(TaskRef task, const char* function)
{
  DART_REQUIRE(
      task.task->state.phase() != TaskPhase::created, DART_ERR_INVAL,
      "%s: task %llu is not started; call dart_tapi_task_start first", function,
      static_cast<unsigned long long>(number_of(task.serial)));
  return DART_OK;
}

}  // namespace dart
