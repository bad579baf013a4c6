#pragma once

/// \file
/// Wrappers of the functions of the C interface that need the runtime.

#include "base/exception_guard.h"
#include "runtime/runtime.h"
#include "tasks/executing.h"

namespace dart {

/// Logs that the runtime is not running. \return DART_ERR_NOTINIT
[[gnu::cold]] dart_ret_t refuse_without_runtime(const char* function) noexcept;

/// Ends the run if this unit has abandoned collective operations. Logs that the calling thread
/// executes a task and returns DART_ERR_INVAL if it does; otherwise as refuse_without_runtime.
[[gnu::cold]] dart_ret_t refuse_collective(const char* function) noexcept;

/// Logs that this unit knows no team with this id. \return DART_ERR_INVAL
[[gnu::cold]] dart_ret_t refuse_team(const char* function, dart_team_t id) noexcept;

/// Runs the body of a function of the C interface.
/// \param function  name of the function for messages: \c __func__
/// \param body      gets the runtime and the name of the function
/// \return what the body returns, DART_ERR_NOTINIT if the runtime is not running, or the code of
///   the exception that the body has thrown
template <class Body>
[[gnu::always_inline]] inline dart_ret_t guarded(const char* function, const Body& body) noexcept
{
  Runtime* const rt = runtime();
  if (rt == nullptr) [[unlikely]]
    return refuse_without_runtime(function);
  return guarded_always(function, [&](const char*) { return body(*rt, function); });
}

/// Runs the body of a function about a team like guarded(); \c body gets the team after the
/// runtime.
/// \return DART_ERR_INVAL if this unit knows no such team
template <class Body>
[[gnu::always_inline]] inline dart_ret_t guarded(
    const char* function, dart_team_t id, const Body& body) noexcept
{
  return guarded(function, [&](Runtime& rt, const char*) {
    Team* const team = rt.teams().find(id);
    return team == nullptr ? refuse_team(function, id) : body(rt, *team, function);
  });
}

/// Runs the body of a function like guarded() in which all units of a team take part. If this unit
/// has abandoned such a function, the run ends. Tasks call none, because the other units need not
/// execute tasks at the same time.
template <class Body>
[[gnu::always_inline]] inline dart_ret_t guarded_together(
    const char* function, dart_team_t id, const Body& body) noexcept
{
  Runtime* const rt = collective_runtime();
  if (rt == nullptr || is_in_task()) [[unlikely]]
    return refuse_collective(function);
  return guarded_always(function, [&](const char*) {
    Team* const team = rt->teams().find(id);
    return team == nullptr ? refuse_team(function, id) : body(*rt, *team, function);
  });
}

}  // namespace dart
