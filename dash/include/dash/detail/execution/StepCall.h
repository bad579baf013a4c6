#pragma once

/// \file
/// Calls of steps in a form that does not depend on the types of the step and of its operands:
/// where a step runs, and on which copies, is decided by compiled code, once for all steps.

#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/execution/ShippedSteps.h>
#include <dash/detail/memory/Scratch.h>

#include <atomic>
#include <cstddef>
#include <span>
#include <typeinfo>

namespace dash::detail {

/// The Elements of native operands of any type.
struct NativeElements {
  void* first = nullptr;
  void* last = nullptr;
};

/// How the elements that an iterator gives are copied.
struct ElementCopies {
  std::size_t element_size;
  /// Whether copies are in host memory wherever the step runs.
  bool are_on_host;
  void (*read)(const void* first, std::ptrdiff_t n, void* to);
  void (*write)(const void* first, std::ptrdiff_t n, const void* from);
};

/// An operand of any type. Native elements have addresses; of elements that steps cannot access,
/// they get a copy; other iterators are passed on as they are.
struct AnyOperand {
  Access access;
  bool is_native;
  /// Addresses of native elements, possibly of device memory.
  NativeElements native;
  /// The iterators' Elements.
  const void* iterators;
  /// The number of elements that are copied, and how; nullptr for elements that are not.
  std::ptrdiff_t size;
  const ElementCopies* copies;
};

/// Steps have at most so many operands.
inline constexpr std::size_t most_operands = 4;

/// The reason why a GPU unit's host works on elements of device memory.
enum class StagingReason { function, size, constructor, not_shipped };

/// Whether the host then works on copies of elements, or on no elements.
enum class Staged { elements, nothing };

/// What to report of a step that kernels cannot run.
struct StagingReport {
  const char* algorithm;
  /// Names element types and the function object.
  const std::type_info& step;
  StagingReason reason;
  Staged staged;
  std::atomic<bool>& is_done;
};

/// Reports once.
/// \throws exception::RuntimeError with DASH_STRICT_DEVICE=1; otherwise one unit of the run logs a
///   warning
DASH_API void report_staging_once(const StagingReport& report);

/// A step for native operands.
struct StepInfo {
  StagingReport staging;
  StepLauncher on_host;
  /// Finds what runs the step on this unit's GPU, or nullptr; nullptr if kernels cannot run it.
  StepLauncher (*on_device)();
};

/// Launches a step, on operands of which none is copied unless it is native, for elements in memory
/// of the given kind: in place if possible, otherwise on copies.
DASH_API void launch_at(
    MemoryKind memory, StepLauncher launch, const void* step, std::span<const AnyOperand> operands,
    void* result);

/// Implements run_step (Execution.h) for any operands.
DASH_API void run_any_step(
    const StepInfo& info, const void* step, std::span<const AnyOperand> operands, void* result);

/// Implements run_on_host (Execution.h) for any operands.
DASH_API void run_any_on_host(
    StepLauncher launch, const void* step, std::span<const AnyOperand> operands, void* result);

}  // namespace dash::detail
