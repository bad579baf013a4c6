#pragma once

/// \file
/// What stands around each function of the C interface: state that it needs, and exceptions that
/// become codes.

#include <new>

#include "base/log.h"
#include "runtime/runtime.h"

namespace dart {

/// The code of the exception that is being handled, after a message that names \c function:
/// DART_ERR_NOMEM for lack of memory, DART_ERR_OTHER for all others.
[[gnu::cold]] dart_ret_t code_of_exception(const char* function) noexcept;

/// Says that this process has no memory left. \return DART_ERR_NOMEM
[[gnu::cold]] dart_ret_t refuse_without_memory(const char* function) noexcept;

/// Says that the runtime is not running. \return DART_ERR_NOTINIT
[[gnu::cold]] dart_ret_t refuse_without_runtime(const char* function) noexcept;

/// Says that this unit knows no team with this id. \return DART_ERR_INVAL
[[gnu::cold]] dart_ret_t refuse_team(const char* function, dart_team_t id) noexcept;

/// Runs what a collective needs memory for before the units exchange anything. A unit that lacks it
/// still takes part in the exchange, by which the others learn of it.
/// \return what \c prepare returns, or DART_ERR_NOMEM
template <class Prepare>
dart_ret_t prepared(const Prepare& prepare)
{
  try {
    return prepare();
  } catch (const std::bad_alloc&) {
    return DART_ERR_NOMEM;
  }
}

/// Runs the body of a function of the C interface that works without the runtime, too.
/// \param function name of the function for messages: \c __func__
/// \param body gets the name of the function
/// \return what the body returns, or the code of the exception that ended it
template <class Body>
[[gnu::always_inline]] inline dart_ret_t guarded_always(
    const char* function, const Body& body) noexcept
{
  try {
    return body(function);
  } catch (...) {
    return code_of_exception(function);
  }
}

/// Runs the body of a function of the C interface.
/// \param function name of the function for messages: \c __func__
/// \param body gets the runtime and the name of the function
/// \return what the body returns, DART_ERR_NOTINIT if the runtime is not running, or the code of
///         the exception that ended the body
template <class Body>
[[gnu::always_inline]] inline dart_ret_t guarded(const char* function, const Body& body) noexcept
{
  Runtime* const rt = runtime();
  if (rt == nullptr) [[unlikely]]
    return refuse_without_runtime(function);
  return guarded_always(function, [&](const char*) { return body(*rt, function); });
}

/// As guarded(), for a function about a team, which \c body gets behind the runtime.
/// \return DART_ERR_INVAL if this unit knows no such team
template <class Body>
[[gnu::always_inline]] inline dart_ret_t guarded(
    const char* function, dart_team_t id, const Body& body) noexcept
{
  return guarded(function, [&](Runtime& rt, const char*) {
    Team* const team = rt.team(id);
    return team == nullptr ? refuse_team(function, id) : body(rt, *team, function);
  });
}

}  // namespace dart

/// Refuses a null pointer that is the argument \c argument of the function called \c function.
#define DART_REQUIRE_POINTER(argument, function) \
  DART_REQUIRE((argument) != nullptr, DART_ERR_INVAL, "%s: %s is null", function, #argument)
