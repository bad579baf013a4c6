#pragma once

/// \file
/// Executes steps of algorithms on the processor that has the memory of their elements.

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/TraceSpan.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/CurrentStream.h>
#include <dash/detail/execution/DeviceCallable.h>
#include <dash/detail/execution/HostExecution.h>
#include <dash/detail/execution/NativeOperand.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/execution/ShippedCall.h>
#include <dash/detail/execution/ShippedSteps.h>
#include <dash/detail/execution/Workplace.h>
#include <dash/detail/memory/Reach.h>
#include <dash/detail/memory/Scratch.h>

#if defined(__CUDACC__)
#include <dash/detail/execution/DeviceExecution.h>
#endif

#include <atomic>
#include <cstddef>
#include <new>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace dash::detail {

/*
 * A step is a small trivially copyable struct beside its algorithm:
 *
 *   template <class T>
 *   struct FillStep {
 *     static constexpr auto name = "dash::fill";  // for messages
 *     using functions = Functions<>;              // of the algorithm's caller
 *     T value;
 *     template <class Execution, class Out>
 *     void operator()(const Execution& exec, const Out& out) const
 *     {
 *       exec.fill(out.begin(), out.end(), value);
 *     }
 *   };
 *
 * It is written once for all execution objects (HostExecution.h), gets the Elements of each
 * operand, and returns nothing or a trivially copyable value: positions as offsets, never pointers.
 * If \c keeps_state is true, its function objects change from call to call, so kernels cannot call
 * them.
 */

template <class F>
inline constexpr bool are_device_callable = false;
template <class... F>
inline constexpr bool are_device_callable<Functions<F...>> = (is_device_callable_v<F> && ...);

template <class Step>
constexpr bool keeps_state()
{
  if constexpr (requires { Step::keeps_state; }) {
    return Step::keeps_state;
  } else {
    return false;
  }
}

/// Whether kernels can call all function objects of a step.
template <class Step>
inline constexpr bool is_device_step =
    are_device_callable<typename Step::functions> && !keeps_state<Step>();

/// Whether kernels can work on an operand.
template <class It>
inline constexpr bool has_device_elements = false;
template <class T>
inline constexpr bool has_device_elements<T*> = std::is_trivially_copyable_v<T>;

template <class Step, class... It>
using StepResult = std::invoke_result_t<const Step&, const HostExecution&, const Elements<It>&...>;

/// An execution object; those of devices know the algorithm's name for messages.
template <class Execution, class Step>
Execution execution_for()
{
  if constexpr (requires { Execution(Step::name); }) {
    return Execution(Step::name);
  } else {
    return Execution();
  }
}

/// Constructs the result of a step that runs.
template <class Result, class Step, class Execution, class... It>
void run_into(
    void* result, const Step& step, const Execution& exec, const Elements<It>&... elements)
{
  if constexpr (std::is_void_v<Result>) {
    step(exec, elements...);
  } else {
    ::new (result) Result(step(exec, elements...));
  }
}

template <class Execution, class Step, class... It, std::size_t... i>
void launch_step_on(
    const Step& step, [[maybe_unused]] const void* const* elements, void* result,
    std::index_sequence<i...>)
{
  run_into<StepResult<Step, It...>>(
      result, step, execution_for<Execution, Step>(),
      *static_cast<const Elements<It>*>(elements[i])...);
}

/// Runs a step and constructs its result: the form in which shipped steps are called.
template <class Execution, class Step, class... It>
void launch_step(const void* step, const void* const* elements, void* result)
{
  launch_step_on<Execution, Step, It...>(
      *static_cast<const Step*>(step), elements, result, std::index_sequence_for<It...>{});
}

/// The function that runs a step on this unit's GPU; nullptr if there is none.
template <class Step, class... It>
StepLauncher device_launcher()
{
  if constexpr (is_device_step<Step> && (has_device_elements<It> && ...)) {
    if (dart_gpu_backend() == DART_GPU_EMULATED) return &launch_step<HostExecution, Step, It...>;
#if defined(__CUDACC__)
    return &launch_step<DeviceExecution, Step, It...>;
#else
    return find_shipped_step(typeid(ShippedCall<Step, It...>).name());
#endif
  }
  return nullptr;
}

/// The reason why a GPU unit's host works on elements of device memory.
enum class StagingReason { function, not_shipped };

/// Whether the host then works on copies of elements, or on no elements.
enum class Staged { elements, nothing };

/// \param step  type of the step, which names element types and the function object
/// \throws exception::RuntimeError with DASH_STRICT_DEVICE=1; otherwise one unit of the run logs a
///   warning
DASH_API void report_staging(
    const char* algorithm, const std::type_info& step, StagingReason reason, Staged staged);

/// Reports once for each step that kernels cannot run it.
template <class Step, Staged staged = Staged::elements>
void report_staging_once()
{
  static std::atomic<bool> is_reported{false};
  if (is_reported.load(std::memory_order_relaxed)) return;
  report_staging(
      Step::name, typeid(Step),
      is_device_step<Step> ? StagingReason::not_shipped : StagingReason::function, staged);
  is_reported.store(true, std::memory_order_relaxed);
}

/// Launches a step on operands in workplaces, which it finishes.
template <class Result, class... Place>
Result launch_in(StepLauncher launch, const void* step, Place&&... place)
{
  const void* const elements[sizeof...(Place) + 1] = {&place.elements()...};
  if constexpr (std::is_void_v<Result>) {
    launch(step, elements, nullptr);
    (place.finish(), ...);
  } else {
    static_assert(std::is_trivially_destructible_v<Result>);
    alignas(Result) std::byte result[sizeof(Result)];
    launch(step, elements, result);
    (place.finish(), ...);
    return Result(*std::launder(reinterpret_cast<Result*>(result)));
  }
}

template <class Step, class... It, Access... access>
auto launch_at(
    MemoryKind memory, StepLauncher launch, const Step& step,
    const Operand<It, access>&... operands)
{
  return launch_in<StepResult<Step, It...>>(
      launch, &step, Workplace<It, access>(memory, operands)...);
}

/// Runs a step by host code; elements that host code cannot access are copied to the host and back.
template <class Step, class... It, Access... access>
auto run_on_host(const Step& step, const Operand<It, access>&... operands)
{
  if constexpr ((CopiedOperand<It> || ...)) {
    return run_on_copies(
        MemoryKind::host, [&](const auto&... copies) { return run_on_host(step, copies...); },
        operands...);
  } else {
    if (run_has_gpu_units) [[unlikely]] {
      return launch_at(
          MemoryKind::host, &launch_step<HostExecution, Step, It...>, step, operands...);
    }
    return step(HostExecution{}, operands.elements...);
  }
}

template <class It, Access access>
bool is_in_device_memory(const Operand<It, access>& operand)
{
  if constexpr (Operand<It, access>::is_native) {
    return operand.elements.size() > 0 && is_device_memory(operand.elements.first);
  } else {
    return false;
  }
}

/// Implements run_step in runs with GPU units.
template <class Step, class... It, Access... access>
[[gnu::noinline]] auto run_step_by_place(const Step& step, const Operand<It, access>&... operands)
{
  if ((is_in_device_memory(operands) || ...) && is_gpu_unit()) {
    if (const StepLauncher launch = device_launcher<Step, It...>()) {
      return launch_at(MemoryKind::device, launch, step, operands...);
    }
    if constexpr ((Operand<It, access>::is_native && ...)) report_staging_once<Step>();
  }
  require_no_stream(Step::name);
  return launch_at(MemoryKind::host, &launch_step<HostExecution, Step, It...>, step, operands...);
}

/// Implements run_step for operands that need no copies.
template <class Step, class... It, Access... access>
auto run_step_on_native(const Step& step, const Operand<It, access>&... operands)
{
  if constexpr ((Operand<It, access>::is_native || ...)) {
    if (run_has_gpu_units) [[unlikely]]
      return run_step_by_place(step, operands...);
  }
  const Step mine = step;  // a copy whose address is not known elsewhere
  return mine(HostExecution{}, operands.elements...);
}

/// The memory to which elements are copied for a step: where the step runs.
template <class Step, class... Copies>
MemoryKind memory_of_copies()
{
  if (memory_of_unit() == MemoryKind::host) return MemoryKind::host;
  if (device_launcher<Step, typename Copies::iterator...>()) return MemoryKind::device;
  report_staging_once<Step>();
  return MemoryKind::host;
}

/// Runs a step on operands in place; complete on return. Local call.
///
/// On GPU units, steps on device memory run on the GPU if kernels can call the step's function
/// objects. Otherwise, and on CPU units, elements in device memory are copied to the host and back.
/// On all units, elements of a container that are given by global iterators are copied as well:
/// they are on other hosts, or lie in many short runs.
template <class Step, class... It, Access... access>
auto run_step(const Step& step, const Operand<It, access>&... operands)
{
  const TraceSpan span(Step::name);
  if constexpr ((CopiedOperand<It> || ...)) {
    require_no_stream(Step::name);
    return run_on_copies(
        memory_of_copies<Step, NativeOperand<It, access>...>(),
        [&](const auto&... copies) { return run_step_on_native(step, copies...); }, operands...);
  } else {
    return run_step_on_native(step, operands...);
  }
}

}  // namespace dash::detail
