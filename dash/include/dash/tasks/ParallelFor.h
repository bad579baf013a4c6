#pragma once

/// \file
/// Tasks that call a function object for all indices.

#include <dash/detail/execution/Execution.h>
#include <dash/detail/tasks/Start.h>

#if defined(__CUDACC__)
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/tasks/DeviceLoop.h>
#endif

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace dash::detail {

/// Calls f(i, j, …) for all coordinates within \c extents; the last coordinate is the fastest one.
template <class Index, std::size_t N, class F, class... Outer>
void for_each_coords(const std::array<Index, N>& extents, const F& f, Outer... outer)
{
  if constexpr (sizeof...(Outer) == N) {
    f(outer...);
  } else {
    for (Index i = 0; i < extents[sizeof...(Outer)]; ++i) for_each_coords(extents, f, outer..., i);
  }
}

/// Calls body(indices..., spans...) in a loop on CPU units, and in a kernel on GPUs.
template <class Index, std::size_t N, class Body>
struct IndexProgram {
  static constexpr bool for_gpu = true;
  static constexpr const char* name = "dash::tasks::parallel_for";
  using functions = Functions<Body>;

  std::array<Index, N> extents;
  Body body;

  template <class Visit>
  void for_each_body(Visit visit) const
  {
    visit(body);
  }

  template <class... Spans>
  void on_cpu(Spans... spans)
  {
    // a local copy can stay in registers, because stores through the spans cannot change it
    Body local = body;
    for_each_coords(extents, [&](auto... indices) { local(indices..., spans...); });
  }

#if defined(__CUDACC__)
  template <class... Spans>
    requires is_device_callable_v<Body>
  void on_gpu(void* stream, Spans... spans)
  {
    device::enqueue_for_coords(static_cast<cudaStream_t>(stream), extents, body, spans...);
  }
#endif
};

/// Warns once if tasks work on copies of elements of GPUs because there is no kernel for them.
template <class Program, class... Range>
void report_if_staged(const Range&... ranges)
{
  if constexpr (!HasGpuBody<Program, typename Range::element_type...>) {
    const auto is_on_gpu = [](const dart_gptr_t& gptr) {
      return !DART_GPTR_ISNULL(gptr) && dart_is_device_memory(place_of(gptr));
    };
    if (dart_gpu_backend() == DART_GPU_CUDA && (is_on_gpu(ranges.begin) || ...)) {
      report_staging_once<Program>();
    }
  }
}

template <std::integral Index>
std::array<Index, 1> task_extents(Index n)
{
  return {n};
}
template <std::integral Index, std::size_t N>
const std::array<Index, N>& task_extents(const std::array<Index, N>& extents)
{
  return extents;
}

template <class Extents, class... Args>
Future<void> parallel_for(
    const tasks::Options& options, const Extents& extents, const Args&... args)
{
  return with_body_first(
      [&](const auto& body, const auto&... ranges) {
        using Body = std::remove_cvref_t<decltype(body)>;
        require_task_callable<Body>();
        const auto space = task_extents(extents);
        using Space = std::remove_cvref_t<decltype(space)>;
        using Program = IndexProgram<typename Space::value_type, std::tuple_size_v<Space>, Body>;
        report_if_staged<Program>(ranges...);
        return start_program(Program::name, options, Program{space, body}, ranges...);
      },
      args...);
}

}  // namespace dash::detail

namespace dash::tasks {

/// Starts a task that calls \c body(i, spans...) for i = 0 … n - 1, or \c body(i, j, …, spans...)
/// for all coordinates within extents, which are a std::array:
///
///     dash::tasks::parallel_for(n, dash::in(x), dash::inout(y), Axpy{2.0});
///     dash::tasks::parallel_for(std::array{rows, columns}, dash::out(field.block(0)), Paint{});
///
/// The body is written once: a CPU unit executes it in a loop, a GPU as a kernel, in any order and
/// concurrently. Kernels exist only in files that nvcc compiles, for a trivially copyable class
/// whose call operator is marked <tt>__host__ __device__</tt> (DASH_HOST_DEVICE) or constexpr.
/// Marked lambdas do not work, because they cannot be passed to other processes. In other files the
/// task executes on CPU units only, on copies of elements of GPUs, which is reported like for other
/// algorithms. Emulated GPUs execute the loop.
///
/// \param args  the same as for dash::async, with n or the extents in front of the ranges. The body
///   returns nothing.
/// \throws exception::RuntimeError in the same cases as dash::async
template <class... Args>
Future<void> parallel_for(const Args&... args)
{
  return detail::with_task_options(
      [](const Options& options, const auto&... rest) {
        return detail::parallel_for(options, rest...);
      },
      args...);
}

}  // namespace dash::tasks
