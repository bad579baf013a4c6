#include "tasks/task_call.h"

#include <exception>

#include "tasks/task_view.h"

namespace dart {
namespace {

TaskOutcome call(dart_tapi_function_t function, const dart_tapi_task_args_t& args)
{
  try {
    const dart_ret_t code = function(&args);
    if (code == DART_OK) return {};
    return {code, "its function returned " + std::to_string(code)};
  } catch (const std::exception& error) {
    return {DART_ERR_OTHER, error.what()};
  } catch (...) {
    return {DART_ERR_OTHER, "its function threw an exception of unknown type"};
  }
}

}  // namespace

TaskOutcome call_task(
    dart_unit_t unit, Task& task, DeviceKind kind, const TaskView& view, void* stream)
{
  const CodeHandle code = kind == DeviceKind::cpu ? task.cpu : task.gpu;
  const auto function = reinterpret_cast<dart_tapi_function_t>(code_address(code));
  if (function == nullptr) {
    return {
        DART_ERR_NOTFOUND, "its function is of a library that unit " + std::to_string(unit) +
                               " has not loaded; load it there too"};
  }
  const TaskRef self = task.ref();
  return call(
      function, {view.data(),
                 view.bytes(),
                 task.range_count,
                 task.args(),
                 task.args_bytes,
                 stream,
                 unit,
                 {self.task, self.serial}});
}

}  // namespace dart
