#pragma once

/// \file
/// Steps of algorithms that the library contains compiled for GPUs, for programs that are not
/// compiled by nvcc.

#include <dash/detail/base/Macro.h>

#include <typeinfo>

namespace dash::detail {

/// Runs a step on the Elements of its operands, whose addresses are in an array; \c result is the
/// address for the step's result.
using StepLauncher = void (*)(const void* step, const void* const* elements, void* result);

/// The launcher that the module libdash-cuda.so has for a call (Execution.h); nullptr if there is
/// none. Loads the module on first use; warns once if it is missing. Local and thread-safe.
///
/// \param call  name of the call's type
DASH_API StepLauncher find_shipped_step(const char* call);

/// Loads the module if it is there. Local and thread-safe.
DASH_API void open_shipped_steps();

/// Entry point of the module: a function like find_shipped_step for its own steps.
inline constexpr char shipped_steps_entry[] = "dash_find_shipped_step";
using ShippedStepsEntry = StepLauncher (*)(const char* call);

}  // namespace dash::detail
