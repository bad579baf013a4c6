#pragma once

/// \file
/// Where and when a task executes.

#include <dash/LaunchPolicy.h>
#include <dash/Types.h>

#include <dash/dart/if/dart_tasks.h>

namespace dash::tasks {

/// The device that a task executes on: a CPU unit, or the GPU that a GPU unit stands for.
struct Affinity {
  dart_tapi_affinity_t kind = DART_TAPI_AFFINITY_DATA;
  global_unit_t unit{0};
};

/// Where its data is: at the owner of the first range that it writes, else of the first. With the
/// policy \c steal, idle devices take it from there.
inline constexpr Affinity near_data{};

/// Wherever a device is free.
inline constexpr Affinity anywhere{DART_TAPI_AFFINITY_NONE, global_unit_t{0}};

/// At this unit of the caller's host, and nowhere else.
constexpr Affinity at(global_unit_t unit)
{
  return {DART_TAPI_AFFINITY_UNIT, unit};
}

/// Tasks of a higher priority go first where they wait for the same device.
inline constexpr int lowest_priority = DART_TAPI_PRIORITY_LOWEST;
inline constexpr int highest_priority = DART_TAPI_PRIORITY_HIGHEST;

/// What may be said in front of a task's ranges: <tt>Options{.priority = 1}</tt>, or a policy.
struct Options {
  /// sync: the call waits for the task, which goes before asynchronous ones, and throws its error
  dash::launch launch = dash::launch::async;
  Affinity affinity = near_data;
  int priority = 0;
  /// For traces; by default that of the function that starts the task.
  const char* name = nullptr;
};

}  // namespace dash::tasks
