#pragma once

/// \file
/// Where and when a task executes.

#include <dash/LaunchPolicy.h>
#include <dash/Types.h>

#include <dash/dart/if/dart_tasks.h>

namespace dash::tasks {

/// The device on which a task executes: a CPU unit, or the GPU of a GPU unit.
struct Affinity {
  dart_tapi_affinity_t kind = DART_TAPI_AFFINITY_DATA;
  global_unit_t unit{0};
};

/// The task executes where its data are: at the owner of the first range that it writes, or of its
/// first range if it writes none. With the policy \c steal, idle devices may take it from there.
inline constexpr Affinity near_data{};

/// The task executes on the first device that is free.
inline constexpr Affinity anywhere{DART_TAPI_AFFINITY_NONE, global_unit_t{0}};

/// The task executes at this unit of the caller's host, and nowhere else.
constexpr Affinity at(global_unit_t unit)
{
  return {DART_TAPI_AFFINITY_UNIT, unit};
}

/// Among the tasks that wait for the same device, those with a higher priority execute first.
inline constexpr int lowest_priority = DART_TAPI_PRIORITY_LOWEST;
inline constexpr int highest_priority = DART_TAPI_PRIORITY_HIGHEST;

/// Options that may precede a task's ranges: <tt>Options{.priority = 1}</tt>, or a launch policy.
struct Options {
  /// With sync, the call waits for the task and throws its error; the task precedes asynchronous
  /// ones.
  dash::launch launch = dash::launch::async;
  Affinity affinity = near_data;
  int priority = 0;
  /// Name in traces; by default that of the function that starts the task.
  const char* name = nullptr;
};

}  // namespace dash::tasks
