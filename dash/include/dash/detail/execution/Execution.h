#pragma once

/// \file
/// Executes steps of algorithms on the processor that has the memory of their elements.

#include <dash/detail/base/CurrentStream.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/TraceSpan.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/CopiedOperand.h>
#include <dash/detail/execution/DeviceCallable.h>
#include <dash/detail/execution/HostExecution.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/execution/ShippedCall.h>
#include <dash/detail/execution/ShippedSteps.h>
#include <dash/detail/execution/StepCall.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/plan/Explain.h>

#if defined(__CUDACC__)
#include <dash/detail/execution/DeviceExecution.h>
#endif

#include <atomic>
#include <cstddef>
#include <iterator>
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
 *     using functions = Functions<>;              // those of the algorithm's caller
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
 * them. If its kernels have variables for elements, these need a default constructor: then \c
 * stores_elements is true, or \c stored_in_kernels the type, if it is not that of the operands.
 */

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
inline constexpr bool are_callable_by_kernels =
    Step::functions::are_device_callable && !keeps_state<Step>();

/// Whether a step fits into the arguments of a kernel, which are limited to 32,764 bytes.
template <class Step>
inline constexpr bool fits_arguments = sizeof(Step) <= 24 * 1024;

/// Whether kernels can execute a step.
template <class Step>
inline constexpr bool is_device_step = are_callable_by_kernels<Step> && fits_arguments<Step>;

/// Whether kernels can work on an operand.
template <class It>
inline constexpr bool has_device_elements = false;
template <class T>
inline constexpr bool has_device_elements<T*> = std::is_trivially_copyable_v<T>;

/// Whether kernels can have the variables that a step needs on operands.
template <class Step, class... It>
constexpr bool can_store()
{
  if constexpr (requires { typename Step::stored_in_kernels; }) {
    return std::is_default_constructible_v<typename Step::stored_in_kernels>;
  } else if constexpr (requires { Step::stores_elements; }) {
    return !Step::stores_elements ||
           std::conjunction_v<std::is_default_constructible<std::iter_value_t<It>>...>;
  } else {
    return true;
  }
}

/// Whether kernels can execute a step on operands.
template <class Step, class... It>
inline constexpr bool is_device_call =
    is_device_step<Step> && std::conjunction_v<std::bool_constant<has_device_elements<It>>...> &&
    can_store<Step, It...>();

template <class Step, class... It>
using StepResult = std::invoke_result_t<const Step&, const HostExecution&, const Elements<It>&...>;

/// The name of the algorithm in messages; some steps that only the host executes have none.
template <class Step>
inline constexpr const char* step_name = "an algorithm";
template <class Step>
  requires requires { Step::name; }
inline constexpr const char* step_name<Step> = Step::name;

/// The elements of an operand as compiled code passes them on (StepCall.h).
template <class It>
Elements<It> elements_at(const void* elements)
{
  if constexpr (std::is_pointer_v<It>) {
    const auto& native = *static_cast<const NativeElements*>(elements);
    return {static_cast<It>(native.first), static_cast<It>(native.last)};
  } else {
    return *static_cast<const Elements<It>*>(elements);
  }
}

template <class Execution, class Step, class... It, std::size_t... i>
void launch_step_on(
    const Step& step, [[maybe_unused]] const void* const* elements, [[maybe_unused]] void* result,
    std::index_sequence<i...>)
{
  using Result = StepResult<Step, It...>;
  const Step mine = step;  // a copy whose address is not known elsewhere
  const Execution exec(step_name<Step>);
  if constexpr (std::is_void_v<Result>) {
    mine(exec, elements_at<It>(elements[i])...);
  } else {
    ::new (result) Result(mine(exec, elements_at<It>(elements[i])...));
  }
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
  if constexpr (is_device_call<Step, It...>) {
    if (dart_gpu_backend() == DART_GPU_EMULATED) return &launch_step<HostExecution, Step, It...>;
#if defined(__CUDACC__)
    return &launch_step<DeviceExecution, Step, It...>;
#else
    return find_shipped_step(typeid(ShippedCall<Step, It...>).name());
#endif
  }
  return nullptr;
}

template <class Step, Staged staged>
inline constinit std::atomic<bool> is_staging_reported{false};

template <class Step, Staged staged = Staged::elements>
constexpr StagingReport staging_report()
{
  constexpr StagingReason reason = !are_callable_by_kernels<Step> ? StagingReason::function
                                   : !fits_arguments<Step>        ? StagingReason::size
                                                                  : StagingReason::not_shipped;
  return {Step::name, typeid(Step), reason, staged, is_staging_reported<Step, staged>};
}

/// Reports once for each step that kernels cannot run it.
template <class Step, Staged staged = Staged::elements>
void report_staging_once()
{
  report_staging_once(staging_report<Step, staged>());
}

template <class Step, class... It>
constexpr StepInfo make_step_info()
{
  StepInfo info{staging_report<Step>(), &launch_step<HostExecution, Step, It...>, nullptr};
  if constexpr (is_device_call<Step, It...>) {
    info.on_device = &device_launcher<Step, It...>;
  } else if (is_device_step<Step> && !can_store<Step, It...>()) {
    info.staging.reason = StagingReason::constructor;
  }
  return info;
}

template <class Step, class... It>
inline constexpr StepInfo step_info = make_step_info<Step, It...>();

/// Memory in which a step constructs its result.
template <class Result>
class ResultOf {
  static_assert(std::is_trivially_destructible_v<Result>);

 public:
  void* address() { return bytes_; }
  Result take() { return Result(*std::launder(reinterpret_cast<Result*>(bytes_))); }

 private:
  alignas(Result) std::byte bytes_[sizeof(Result)];
};
template <>
class ResultOf<void> {
 public:
  void* address() { return nullptr; }
  void take() {}
};

/// Launches a step on native operands in memory of a kind, or on copies there.
template <class Step, class... It, Access... access>
auto launch_at(
    MemoryKind memory, StepLauncher launch, const Step& step,
    const Operand<It, access>&... operands)
{
  const AnyOperand any[] = {any_operand(operands)...};
  ResultOf<StepResult<Step, It...>> result;
  launch_at(memory, launch, &step, any, result.address());
  return result.take();
}

/// Implements run_on_host for runs with GPU units, and for operands of which copies are needed.
template <class Step, class... It, Access... access>
[[gnu::noinline]] auto run_on_host_by_place(
    const Step& step, const Operand<It, access>&... operands)
{
  const AnyOperand any[] = {any_operand(operands)...};
  ResultOf<StepResult<Step, native_type<It, access>...>> result;
  run_any_on_host(
      &launch_step<HostExecution, Step, native_type<It, access>...>, &step, any, result.address());
  return result.take();
}

/// Runs a step by host code; elements that host code cannot access are copied to the host and back.
template <class Step, class... It, Access... access>
auto run_on_host(const Step& step, const Operand<It, access>&... operands)
{
  if constexpr ((CopiedOperand<It> || ...)) {
    return run_on_host_by_place(step, operands...);
  } else {
    if (run_has_gpu_units) [[unlikely]]
      return run_on_host_by_place(step, operands...);
    return step(HostExecution{}, operands.elements...);
  }
}

/// The value of a native element, which may be in device memory.
template <class T>
T value_at(const T* element)
{
  const auto value = [](const HostExecution& exec, const auto& in) {
    return exec.value(in.begin());
  };
  return run_on_host(value, reads(element, element + 1));
}

/// Implements run_step for runs with GPU units, and for operands of which copies are needed.
template <class Step, class... It, Access... access>
[[gnu::noinline]] auto run_step_by_place(const Step& step, const Operand<It, access>&... operands)
{
  const AnyOperand any[] = {any_operand(operands)...};
  ResultOf<StepResult<Step, native_type<It, access>...>> result;
  run_any_step(step_info<Step, native_type<It, access>...>, &step, any, result.address());
  return result.take();
}

/// Whether only kernels can access the elements of an operand; of those to which pointers refer,
/// host code makes copies.
template <class It>
inline constexpr bool has_only_device_elements = has_device_elements<It> && !std::is_pointer_v<It>;

/// Runs a step on elements that only kernels can access, which must be able to run it.
template <class Step, class... It, Access... access>
[[gnu::noinline]] auto run_step_by_kernels(const Step& step, const Operand<It, access>&... operands)
{
  static_assert((has_only_device_elements<It> && ...), "pointers are passed in another form");
  explain_step(Step::name, "kernels run its step, at the places of elements");
  require_no_stream(Step::name);
  const void* const elements[] = {&operands.elements...};
  ResultOf<StepResult<Step, It...>> result;
  device_launcher<Step, It...>()(&step, elements, result.address());
  return result.take();
}

/// Runs a step on operands in place; complete on return. Local call.
///
/// On GPU units, steps on device memory run on the GPU if kernels can call the step's function
/// objects. Otherwise, and on CPU units, elements in device memory are copied to the host and back.
/// On all units, elements of a container that are given by global iterators are copied as well:
/// they are on other hosts, or lie in many short runs. Elements that only kernels can access are
/// not copied; then the caller has found out that kernels can run the step.
template <class Step, class... It, Access... access>
auto run_step(const Step& step, const Operand<It, access>&... operands)
{
  const TraceSpan span(Step::name);
  if constexpr ((has_only_device_elements<It> || ...)) {
    return run_step_by_kernels(step, operands...);
  } else if constexpr ((CopiedOperand<It> || ...)) {
    return run_step_by_place(step, operands...);
  } else {
    if constexpr ((Operand<It, access>::is_native || ...)) {
      if (run_has_gpu_units) [[unlikely]]
        return run_step_by_place(step, operands...);
    }
    explain_step(Step::name, "host code runs its step");
    const Step mine = step;  // a copy whose address is not known elsewhere
    return mine(HostExecution{}, operands.elements...);
  }
}

}  // namespace dash::detail
