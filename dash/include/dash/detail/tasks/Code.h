#pragma once

/// \file
/// The functions by which the runtime executes a task's program.

#include <dash/detail/memory/ByteAccess.h>
#include <dash/tasks/Span.h>

#include <dash/dart/if/dart_gpu.h>
#include <dash/dart/if/dart_tasks.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace dash::detail {

template <class Program, class... T>
concept HasCpuBody =
    requires(Program& program, tasks::Span<T>... spans) { program.on_cpu(spans...); };

template <class Program, class... T>
concept HasGpuBody =
    requires(Program& program, tasks::Span<T>... spans) { program.on_gpu(nullptr, spans...); };

template <bool on_cpu, class Program, class... T>
struct TaskResultOf {
  using type = void;
};
template <class Program, class... T>
struct TaskResultOf<true, Program, T...> {
  using type = decltype(std::declval<Program&>().on_cpu(std::declval<tasks::Span<T>>()...));
};

/// A program whose arguments are ranges of elements of the types \c T.
template <class Program, class... T>
class TaskCode {
  static constexpr bool on_cpu = HasCpuBody<Program, T...>;

 public:
  using result_type = typename TaskResultOf<on_cpu, Program, T...>::type;

  static_assert(
      on_cpu || Program::for_gpu,
      "the body of a task is called with a dash::tasks::Span for each range; make it take these");
  static_assert(
      std::is_void_v<result_type> || !Program::for_gpu,
      "bodies of tasks for GPUs return nothing; give them a range for the result");
  static_assert(
      std::is_void_v<result_type> || (std::is_trivially_copyable_v<result_type> &&
                                      std::is_default_constructible_v<result_type>),
      "the result of a task must be trivially copyable, as another process may execute the task, "
      "and have a default constructor");

  /// The data of a task that the runtime copies byte by byte.
  struct Closure {
    Program program;
    dart_gptr_t result;  ///< address of the result, if the program has one
  };
  static_assert(alignof(Closure) <= alignof(std::max_align_t));

  /// The function for CPU units, or for GPUs of this run; nullptr if the program has none.
  static dart_tapi_function_t cpu_function()
  {
    if constexpr (on_cpu) return &execute_on_cpu;
    return nullptr;
  }
  static dart_tapi_function_t gpu_function()
  {
    if constexpr (Program::for_gpu) {
      if (dart_gpu_backend() == DART_GPU_EMULATED) return cpu_function();
      if constexpr (HasGpuBody<Program, T...>) {
        if (dart_gpu_backend() == DART_GPU_CUDA) return &execute_on_gpu<Program>;
      }
    }
    return nullptr;
  }

 private:
  static dart_ret_t execute_on_cpu(const dart_tapi_task_args_t* args)
  {
    auto& closure = *static_cast<Closure*>(args->args);
    call_with_spans(*args, [&](auto... spans) {
      if constexpr (std::is_void_v<result_type>) {
        closure.program.on_cpu(spans...);
      } else {
        write_value<result_type>(closure.result, closure.program.on_cpu(spans...));
      }
    });
    return DART_OK;
  }

  template <HasGpuBody<T...> P>
  static dart_ret_t execute_on_gpu(const dart_tapi_task_args_t* args)
  {
    auto& closure = *static_cast<Closure*>(args->args);
    call_with_spans(*args, [&](auto... spans) { closure.program.on_gpu(args->stream, spans...); });
    return DART_OK;
  }

  template <class Call>
  static void call_with_spans(const dart_tapi_task_args_t& args, const Call& call)
  {
    [&]<std::size_t... k>(std::index_sequence<k...>) {
      call(tasks::Span<T>(static_cast<T*>(args.data[k]), args.nbytes[k] / sizeof(T))...);
    }(std::index_sequence_for<T...>{});
  }
};

}  // namespace dash::detail
