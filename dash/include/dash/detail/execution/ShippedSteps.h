#pragma once

/// \file
/// Steps of algorithms that the library brings along compiled for GPUs, for programs that are not.

#include <dash/detail/base/Macro.h>

#include <typeinfo>

namespace dash::detail {

/// Runs a step on a tuple of Elements; \c result points to room for what the step returns.
using StepLauncher = void (*)(const void* step, const void* elements, void* result);

/// The launcher that the module libdash-cuda.so has for a call (Execution.h); nullptr if none.
/// Loads the module on first use; warns once if there is none. Local, thread-safe.
///
/// \param call name of the call's type
DASH_API StepLauncher find_shipped_step(const char* call);

/// Entry point of the module: find_shipped_step among its own steps.
inline constexpr char shipped_steps_entry[] = "dash_find_shipped_step";
using ShippedStepsEntry = StepLauncher (*)(const char* call);

}  // namespace dash::detail
