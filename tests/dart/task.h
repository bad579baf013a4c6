#pragma once

/// \file
/// Helpers of tests of tasks.

#include <dash/dart/if/dart_tasks.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "support.h"

namespace dart::test {

using Args = dart_tapi_task_args_t;

/// A task that is destroyed at the end of its scope.
class Task {
 public:
  explicit Task(const dart_tapi_task_desc_t& desc)
  {
    EXPECT_OK(dart_tapi_task_create(&desc, &task_));
  }
  Task(Task&& other) noexcept : task_(std::exchange(other.task_, DART_TAPI_TASK_NULL)) {}
  Task& operator=(Task&&) = delete;
  ~Task() { EXPECT_OK(dart_tapi_task_destroy(&task_)); }

  operator dart_tapi_task_t() const { return task_; }
  dart_tapi_task_t* handle() { return &task_; }
  Task& start()
  {
    EXPECT_OK(dart_tapi_task_start(task_));
    return *this;
  }
  dart_ret_t wait() const { return dart_tapi_task_wait(task_); }
  std::string error() const
  {
    char text[512];
    EXPECT_OK(dart_tapi_task_error(task_, text, sizeof text));
    return text;
  }
  bool cancel() const
  {
    int32_t cancelled = 77;
    EXPECT_OK(dart_tapi_task_cancel(task_, &cancelled));
    return cancelled == 1;
  }

 private:
  dart_tapi_task_t task_ = DART_TAPI_TASK_NULL;
};

/// Sets a variable and restarts the runtime with it; at the end of the scope, restarts it without
/// the variable.
class RunWith {
 public:
  RunWith(const char* variable, const char* value) : variable_(variable)
  {
    EXPECT_OK(dart_exit());
    setenv(variable, value, 1);
    EXPECT_OK(dart_init(nullptr, nullptr));
  }
  RunWith(const RunWith&) = delete;
  RunWith& operator=(const RunWith&) = delete;
  ~RunWith() { unsetenv(variable_); }

 private:
  const char* variable_;
};

/// The description of a task that any device may execute.
inline dart_tapi_task_desc_t description(dart_tapi_function_t function)
{
  dart_tapi_task_desc_t desc{};
  desc.cpu = function;
  desc.gpu = function;
  desc.unit = dart_global_unit_t{};
  return desc;
}

template <class T>
dart_tapi_task_desc_t description(dart_tapi_function_t function, const T& args)
{
  dart_tapi_task_desc_t desc = description(function);
  desc.args = &args;
  desc.args_nbytes = sizeof args;
  return desc;
}

/// Whether host code of task functions can access the memory of units that execute them: if GPUs
/// are real, only on CPU units.
inline bool has_host()
{
  if (dart_gpu_backend() != DART_GPU_CUDA) return true;
  dart_unit_kind_t first = DART_UNIT_GPU;  // CPU units have the lower ids
  EXPECT_OK(dart_unit_kind(dart_global_unit_t(0), &first));
  return first == DART_UNIT_CPU;
}

/// Restricts tasks to CPU units if GPUs are real. \return has_host()
inline bool leave_to_host(dart_tapi_task_desc_t& desc)
{
  if (dart_gpu_backend() == DART_GPU_CUDA) desc.gpu = nullptr;
  return has_host();
}

inline constexpr char needs_host[] = "needs a CPU unit or an emulated GPU";

template <class T>
T& arguments_of(const Args* args)
{
  EXPECT_EQ(sizeof(T), args->args_nbytes);
  return *static_cast<T*>(args->args);
}

}  // namespace dart::test
