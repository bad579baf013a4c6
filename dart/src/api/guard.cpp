#include "api/guard.h"

#include "runtime/fault.h"

namespace dart {

dart_ret_t refuse_without_runtime(const char* function) noexcept
{
  if (is_forked_child()) {
    log(LogLevel::error,
        "%s: called in a process that a unit has forked, which takes no part in the run", function);
    return DART_ERR_NOTINIT;
  }
  log(LogLevel::error,
      "%s: the runtime is not running; call dart_init (dash::init) before and dart_exit "
      "(dash::finalize) after it",
      function);
  return DART_ERR_NOTINIT;
}

dart_ret_t refuse_collective(const char* function) noexcept
{
  if (is_in_task()) {
    log(LogLevel::error,
        "%s: called inside a task; collective operations are for the program outside of tasks",
        function);
    return DART_ERR_INVAL;
  }
  if (runtime() != nullptr) end_abandoned_run(function);
  return refuse_without_runtime(function);
}

dart_ret_t refuse_team(const char* function, dart_team_t id) noexcept
{
  log(LogLevel::error, "%s: no team %d on this unit", function, id);
  return DART_ERR_INVAL;
}

}  // namespace dart
