#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/tasks/Start.h>

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace dash::detail {
namespace {

/// Whether a task has ended.
bool is_finished(dart_tapi_task_t task)
{
  std::int32_t finished = 0;
  dart_tapi_task_test(task, &finished);
  return finished != 0;
}

/// Addresses of the calling thread's stack; it grows from the end towards the beginning.
struct Stack {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

Stack find_stack()
{
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* first = nullptr;
  std::size_t size = 0;
  const bool is_known = pthread_attr_getstack(&attributes, &first, &size) == 0;
  pthread_attr_destroy(&attributes);
  const auto begin = reinterpret_cast<std::uintptr_t>(first);
  return is_known ? Stack{begin, begin + size} : Stack{};
}

/// The part of the stack that is in use: all variables of the functions that have called this one.
/// Nothing if the thread runs on other memory than its own stack.
Stack stack_in_use(std::uintptr_t frame)
{
  thread_local const Stack whole = find_stack();
  return whole.begin <= frame && frame < whole.end ? Stack{frame, whole.end} : Stack{};
}

/// Whether a task can only execute in this process.
bool stays_here(const tasks::Options& options)
{
  return options.affinity.kind == DART_TAPI_AFFINITY_UNIT &&
         options.affinity.unit == Team::GlobalUnitID() && !is_gpu_unit();
}

[[noreturn]] void throw_failed_task(const FailureReasons& reasons)
{
  DASH_THROW(exception::RuntimeError, "a task failed" << reasons.take());
}

}  // namespace

void require_no_stack_address(
    const char* function, const tasks::Options& options, const void* body, std::size_t nbytes)
{
  const Stack stack = stack_in_use(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= nbytes; at += sizeof(std::uintptr_t)) {
    std::uintptr_t word = 0;
    std::memcpy(&word, static_cast<const std::byte*>(body) + at, sizeof word);
    if (word < stack.begin || word >= stack.end || stays_here(options)) continue;
    DASH_THROW(
        exception::InvalidArgument,
        function
            << ": the body holds the address of a variable of this thread (byte " << at
            << " of its captures): a reference, a pointer, or an iterator or view of a container. "
               "Another process may execute the task, where the address means nothing. Capture "
               "numbers and dash::GlobPtr by value; pass elements as ranges (dash::in, dash::out, "
               "dash::inout); return results through the future. Or bind the task to this CPU unit "
               "by Options{.affinity = dash::tasks::at(unit)}. If it is a number that looks like "
               "an address, pass dash::tasks::by_value(body)");
  }
}

dart_tapi_task_t start_task(
    const char* function, dart_tapi_task_desc_t& desc, const tasks::Options& options,
    TaskResultMemory* result)
{
  if (desc.cpu == nullptr && desc.gpu == nullptr) {
    DASH_THROW(
        exception::RuntimeError,
        function << ": the body is for CUDA GPUs, and this run has none; start it with dartrun "
                    "--gpu, or give a body for CPU units, too (dash::tasks::on_either)");
  }
  desc.affinity = options.affinity.kind;
  desc.unit = options.affinity.unit;
  desc.priority = options.priority;
  desc.name = options.name != nullptr ? options.name : std::strrchr(function, ':') + 1;
  const FailureReasons reasons;
  dart_tapi_task_t task;
  if (dart_tapi_task_create(&desc, &task) != DART_OK) {
    DASH_THROW(exception::RuntimeError, function << ": no such task is possible" << reasons.take());
  }
  const bool is_sync = options.launch == dash::launch::sync;
  const dart_ret_t done = is_sync ? dart_tapi_task_run(task) : dart_tapi_task_start(task);
  if (done != DART_OK) {
    const std::string text = reasons.take();
    // the task writes the result later
    if (result != nullptr && !is_finished(task)) result->hand_on();
    release_task(task);
    DASH_THROW(exception::RuntimeError, function << ": a task failed" << text);
  }
  return task;
}

void wait_for_task(dart_tapi_task_t task)
{
  const FailureReasons reasons;
  if (dart_tapi_task_wait(task) != DART_OK) throw_failed_task(reasons);
}

bool test_task(dart_tapi_task_t task)
{
  const FailureReasons reasons;
  std::int32_t finished = 0;
  if (dart_tapi_task_test(task, &finished) != DART_OK) throw_failed_task(reasons);
  return finished != 0;
}

void release_task(dart_tapi_task_t task)
{
  if (dash::is_initialized()) dart_tapi_task_destroy(&task);
}

TaskResultMemory::TaskResultMemory(std::size_t nbytes)
{
  const FailureReasons reasons;
  if (dart_memalloc_in(DART_MEMORY_HOST, nbytes, DART_TYPE_BYTE, &gptr_) != DART_OK) {
    DASH_THROW(exception::RuntimeError, "no memory for the result of a task" << reasons.take());
  }
}

TaskResultMemory::~TaskResultMemory()
{
  if (!DART_GPTR_ISNULL(gptr_)) dart_memfree(gptr_);
}

void release_task_and_result(dart_tapi_task_t task, dart_gptr_t result)
{
  if (!dash::is_initialized()) return;
  const bool is_over =
      is_finished(task) || dart_tapi_task_wait(task) == DART_OK || is_finished(task);
  // otherwise the task cannot be awaited here, and writes the result later
  if (is_over) dart_memfree(result);
  dart_tapi_task_destroy(&task);
}

}  // namespace dash::detail
