#pragma once

/// \file
/// Tasks that launch user-written CUDA kernels. Only for nvcc.

#include <dash/detail/memory/DeviceScratch.h>
#include <dash/detail/tasks/Start.h>

#include <cuda_runtime.h>

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>

namespace dash::detail {

/// Placeholder for the address of a range, which is known where the task executes.
template <class T>
struct RangeArgument {
  std::size_t number;  ///< number of the range
};

template <class T>
auto kernel_argument(std::size_t& ranges, const T& argument)
{
  if constexpr (is_task_range<T>) {
    return RangeArgument<typename T::element_type>{ranges++};
  } else {
    static_assert(
        TaskCallable<T>, "arguments of kernels of tasks are ranges or trivially copyable values");
    return argument;
  }
}

template <class T>
T* final_argument(const RangeArgument<T>& argument, const void* const* data)
{
  return static_cast<T*>(const_cast<void*>(data[argument.number]));
}
template <class T>
const T& final_argument(const T& argument, const void* const*)
{
  return argument;
}

/// The body of a task that launches a kernel.
template <auto kernel, class... Args>
auto kernel_body(dim3 grid, dim3 block, std::size_t shared_bytes, const Args&... args)
{
  [[maybe_unused]] std::size_t ranges = 0;
  // A braced list evaluates its elements in this order; the arguments of a call would be evaluated
  // in any order.
  const std::tuple all{kernel_argument(ranges, args)...};
  return std::apply(
      [&](const auto&... arguments) {
        return tasks::on_gpu([=](tasks::Stream stream, auto... spans) {
          [[maybe_unused]] const std::array<const void*, sizeof...(spans)> data{spans.data()...};
          kernel<<<grid, block, shared_bytes, stream>>>(final_argument(arguments, data.data())...);
          check_cuda(cudaGetLastError(), "the launch of a task's kernel");
        });
      },
      all);
}

/// The tuple of those arguments that are ranges.
template <class T>
auto only_range(const T& argument)
{
  if constexpr (is_task_range<T>) {
    return std::tuple(argument);
  } else {
    return std::tuple<>();
  }
}

}  // namespace dash::detail

namespace dash::tasks {

/// A kernel and its launch configuration. Calling it starts a task.
template <auto kernel>
class KernelTask {
 public:
  KernelTask(dim3 grid, dim3 block, std::size_t shared_bytes)
      : grid_(grid),
        block_(block),
        shared_bytes_(shared_bytes)
  {}

  /// Starts a task that launches the kernel with these arguments: ranges, for which it gets
  /// pointers to their first elements, and trivially copyable values.
  /// \param args  the arguments, optionally with options in front as for dash::async
  /// \throws exception::RuntimeError in the same cases as dash::async
  template <class... Args>
  Future<void> operator()(const Args&... args) const
  {
    return detail::with_task_options(
        [this](const Options& options, const auto&... rest) {
          const auto body = detail::kernel_body<kernel>(grid_, block_, shared_bytes_, rest...);
          return std::apply(
              [&](const auto&... ranges) {
                return detail::start_program("dash::tasks::kernel", options, body, ranges...);
              },
              std::tuple_cat(detail::only_range(rest)...));
        },
        args...);
  }

 private:
  dim3 grid_, block_;
  std::size_t shared_bytes_;
};

/// Tasks that launch a <tt>__global__</tt> function with a launch configuration:
///
///     dash::tasks::kernel<scale>(grid, block)(dash::in(x), dash::out(y), 2.0F, n);
///
/// They need CUDA GPUs, because emulated GPUs only execute host functions. The kernel is a template
/// parameter because its address differs from process to process.
template <auto kernel_function>
KernelTask<kernel_function> kernel(dim3 grid, dim3 block, std::size_t shared_bytes = 0)
{
  return {grid, block, shared_bytes};
}

}  // namespace dash::tasks
