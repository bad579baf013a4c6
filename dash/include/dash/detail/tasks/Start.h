#pragma once

/// \file
/// Creates, starts and awaits tasks.

#include <dash/Future.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/tasks/Body.h>
#include <dash/detail/tasks/Code.h>
#include <dash/tasks/Options.h>
#include <dash/tasks/TaskRange.h>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace dash::detail {

/// Waits for a task. \throws exception::RuntimeError with the text of its error
DASH_API void wait_for_task(dart_tapi_task_t task);

/// Whether a task has ended. \throws exception::RuntimeError with the text of its error
DASH_API bool test_task(dart_tapi_task_t task);

/// Releases the handle of a task, which may still be executing.
DASH_API void release_task(dart_tapi_task_t task);

/// Memory of the calling unit for the result of a task. Host code of all units on the host can
/// access it.
class DASH_API TaskResultMemory {
 public:
  explicit TaskResultMemory(std::size_t nbytes);
  /// Frees the memory unless a future has taken it over.
  ~TaskResultMemory();
  TaskResultMemory(const TaskResultMemory&) = delete;
  TaskResultMemory& operator=(const TaskResultMemory&) = delete;

  dart_gptr_t gptr() const { return gptr_; }
  dart_gptr_t hand_on() { return std::exchange(gptr_, DART_GPTR_NULL); }

 private:
  dart_gptr_t gptr_ = DART_GPTR_NULL;
};

/// Creates and starts a task; with launch::sync, the task has ended on return.
/// \param result  memory for its result; nullptr if there is none. The memory is abandoned if the
///   task cannot be awaited and still writes to it.
/// \throws exception::RuntimeError with the runtime's reason
DASH_API dart_tapi_task_t start_task(
    const char* function, dart_tapi_task_desc_t& desc, const tasks::Options& options,
    TaskResultMemory* result = nullptr);

/// Refuses bodies that hold the address of a variable on the calling thread's stack: a reference or
/// pointer to it, or an iterator or a view of a container there. Nobody can see the captures of a
/// lambda, but a reference is an address among its bytes. The address means nothing in another
/// process, so tasks are exempt that can only execute in this one.
/// \param function  name for messages
/// \throws exception::InvalidArgument
DASH_API void require_no_stack_address(
    const char* function, const tasks::Options& options, const void* body, std::size_t nbytes);

/// Releases the handle of a task together with its result. Waits for the task first, because it
/// writes the result.
DASH_API void release_task_and_result(dart_tapi_task_t task, dart_gptr_t result);

inline Future<void> future_of_task(dart_tapi_task_t task)
{
  return {
      [task] { wait_for_task(task); }, [task] { return test_task(task); },
      [task] { release_task(task); }};
}

template <class R>
Future<R> future_of_task(dart_tapi_task_t task, dart_gptr_t result)
{
  const auto wait = [task, result] {
    wait_for_task(task);
    return read_value<R>(result);
  };
  const auto test = [task, result](R* value) {
    const bool finished = test_task(task);
    if (finished) *value = read_value<R>(result);
    return finished;
  };
  return {wait, test, [task, result] { release_task_and_result(task, result); }};
}

/// Starts a task that executes the program on the ranges. \param function  name for messages
template <class Program, class... Range>
auto start_program(
    const char* function, const tasks::Options& options, const Program& program,
    const Range&... ranges)
{
  using Code = TaskCode<Program, typename Range::element_type...>;
  using Result = typename Code::result_type;
  program.for_each_body([&]<class Body>(const Body& body) {
    if constexpr (may_hold_address<Body>) {
      require_no_stack_address(function, options, &body, sizeof body);
    }
  });
  const std::array<dart_tapi_range_t, sizeof...(Range)> uses{dart_tapi_range_t{
      ranges.begin, ranges.size * sizeof(typename Range::element_type), Range::access}...};
  typename Code::Closure closure{program, DART_GPTR_NULL};
  dart_tapi_task_desc_t desc{};
  desc.cpu = Code::cpu_function();
  desc.gpu = Code::gpu_function();
  desc.ranges = uses.data();
  desc.nranges = uses.size();
  desc.args = &closure;
  desc.args_nbytes = sizeof closure;
  if constexpr (std::is_void_v<Result>) {
    return future_of_task(start_task(function, desc, options));
  } else {
    TaskResultMemory memory(sizeof(Result));
    closure.result = memory.gptr();
    const dart_tapi_task_t task = start_task(function, desc, options, &memory);
    return future_of_task<Result>(task, memory.hand_on());
  }
}

template <class F>
auto with_task_options(const F& f)
{
  return f(tasks::Options{});
}

/// Calls \c f(options, rest...) with the options at the front of the arguments, or with default
/// options if there are none.
template <class F, class First, class... Rest>
auto with_task_options(const F& f, const First& first, const Rest&... rest)
{
  if constexpr (std::is_same_v<First, tasks::Options>) {
    return f(first, rest...);
  } else if constexpr (std::is_same_v<First, dash::launch>) {
    return f(tasks::Options{.launch = first}, rest...);
  } else {
    return f(tasks::Options{}, first, rest...);
  }
}

template <class T>
inline constexpr bool is_task_range = false;
template <class T, dart_tapi_access_t access>
inline constexpr bool is_task_range<tasks::Range<T, access>> = true;

/// Calls \c f with the first \c n arguments moved behind the others.
template <std::size_t n, class F, class First, class... Rest>
auto with_rotated(const F& f, const First& first, const Rest&... rest)
{
  if constexpr (n == 0) {
    return f(first, rest...);
  } else {
    return with_rotated<n - 1>(f, rest..., first);
  }
}

/// Calls \c f(body, ranges...) for arguments that consist of ranges followed by the body.
template <class F, class... Args>
auto with_body_first(const F& f, const Args&... args)
{
  constexpr std::size_t ranges = (std::size_t{is_task_range<Args>} + ...);
  static_assert(
      ranges == sizeof...(Args) - 1,
      "what stands in front of a task's body are ranges: dash::in(…), dash::out(…), "
      "dash::inout(…)");
  return with_rotated<ranges>(f, args...);
}

}  // namespace dash::detail
