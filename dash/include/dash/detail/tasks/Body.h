#pragma once

/// \file
/// The bodies of tasks, for CPU units and for GPUs.

#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/DeviceCallable.h>

#include <functional>
#include <type_traits>
#include <utility>

namespace dash::tasks {

/// A CUDA stream; it converts to \c cudaStream_t and other pointer types that stand for a stream.
struct Stream {
  void* handle = nullptr;

  template <class P>
    requires std::is_pointer_v<P>
  operator P() const
  {
    return static_cast<P>(handle);
  }
};

/// A body of which the programmer says that it holds no addresses; see by_value.
template <class F>
struct ByValue {
  F body;

  DASH_NO_EXECUTION_CHECK
  template <class... Args>
  DASH_HOST_DEVICE constexpr decltype(auto) operator()(Args&&... args)
  {
    return body(static_cast<Args&&>(args)...);
  }
};

/// Marks a body whose captures mean the same in all processes, so that the call that starts the
/// task does not look for addresses of variables in it. That look may find one by chance, in bytes
/// that the program has not initialised or in two small numbers side by side.
template <class F>
ByValue<F> by_value(const F& body)
{
  return {body};
}

}  // namespace dash::tasks

namespace dash::detail {

/// Whether a function object can execute in another process as a copy of its bytes. A marked lambda
/// compiled by nvcc cannot, because it keeps captures and code in memory of the process that made
/// it.
template <class F>
concept TaskCallable = std::is_trivially_copyable_v<F> && std::is_trivially_destructible_v<F>
#if defined(__CUDACC__)
                       && !HasMarkedClosure<F>::value
#endif
    ;

/// Whether a type is a pointer, or a reference wrapper.
template <class F>
inline constexpr bool refers_to_process = !std::is_class_v<F>;
template <class F>
inline constexpr bool refers_to_process<std::reference_wrapper<F>> = true;

/// Whether a body may hold an address: bodies without members or with smaller ones hold none.
template <class F>
inline constexpr bool may_hold_address = !std::is_empty_v<F> && alignof(F) >= alignof(void*);
template <class F>
inline constexpr bool may_hold_address<tasks::ByValue<F>> = false;

template <class F>
constexpr void require_task_callable()
{
  static_assert(
      !refers_to_process<F>,
      "a task's body executes in whichever process, where a function or an object may have another "
      "address: in place of a function pointer or std::ref, pass a lambda that calls the function");
  static_assert(
      TaskCallable<F>,
      "a task's body executes in whichever process, so it must be trivially copyable: capture "
      "numbers, dash::GlobPtr and the like by value, pass containers as ranges (dash::in, "
      "dash::out, dash::inout). Instead of lambdas marked __device__, which nvcc does not make so, "
      "write a struct with a marked call operator");
}

/*
 * A program of a task is trivially copyable. It has on_cpu(spans...), on_gpu(stream, spans...), or
 * both, and for_gpu, which says whether GPUs execute it. Emulated ones execute on_cpu.
 * for_each_body(visit) visits the user's function objects.
 */

/// A body that CPU units execute.
template <class F>
struct CpuProgram {
  static constexpr bool for_gpu = false;

  F body;

  template <class Visit>
  void for_each_body(Visit visit) const
  {
    visit(body);
  }

  template <class... Spans>
  auto on_cpu(Spans... spans)
  {
    return body(spans...);
  }
};

/// A body that is executed for CUDA GPUs.
template <class F>
struct GpuProgram {
  static constexpr bool for_gpu = true;

  F body;

  template <class Visit>
  void for_each_body(Visit visit) const
  {
    visit(body);
  }

  template <class... Spans>
  void on_gpu(void* stream, Spans... spans)
  {
    body(tasks::Stream{stream}, spans...);
  }
};

template <class Cpu, class Gpu>
struct EitherProgram : CpuProgram<Cpu>, GpuProgram<Gpu> {
  static constexpr bool for_gpu = true;

  template <class Visit>
  void for_each_body(Visit visit) const
  {
    CpuProgram<Cpu>::for_each_body(visit);
    GpuProgram<Gpu>::for_each_body(visit);
  }
};

template <class T>
inline constexpr bool is_task_program = false;
template <class F>
inline constexpr bool is_task_program<CpuProgram<F>> = true;
template <class F>
inline constexpr bool is_task_program<GpuProgram<F>> = true;
template <class Cpu, class Gpu>
inline constexpr bool is_task_program<EitherProgram<Cpu, Gpu>> = true;

/// Plain function objects are bodies for CPU units.
template <class Body>
auto task_program(const Body& body)
{
  if constexpr (is_task_program<Body>) {
    return body;
  } else {
    require_task_callable<Body>();
    return CpuProgram<Body>{body};
  }
}

}  // namespace dash::detail

namespace dash::tasks {

/// A body for tasks on CUDA GPUs: a host function \c body(stream, spans...) that enqueues kernels
/// or calls of CUDA's libraries on the stream and does not wait for them. A host thread that has
/// selected the GPU calls it. The spans contain addresses for kernels.
template <class Body>
auto on_gpu(const Body& body)
{
  detail::require_task_callable<Body>();
  return detail::GpuProgram<Body>{body};
}

/// Two bodies for one task; the kind of the device that executes the task selects one. Emulated
/// GPUs execute the first.
template <class CpuBody, class GpuBody>
auto on_either(const CpuBody& cpu, const GpuBody& gpu)
{
  detail::require_task_callable<CpuBody>();
  detail::require_task_callable<GpuBody>();
  return detail::EitherProgram<CpuBody, GpuBody>{{cpu}, {gpu}};
}

}  // namespace dash::tasks
