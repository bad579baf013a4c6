#pragma once

/// \file
/// Wrappers of the functions of the C interface, which convert exceptions to return codes.

#include <new>

#include "base/log.h"
#include "dash/dart/if/dart_types.h"

namespace dart {

/// The return code for the exception that is being handled, after a message that names \c function:
/// DART_ERR_NOMEM for std::bad_alloc, DART_ERR_INVAL for CollectiveMismatch, DART_ERR_OTHER for all
/// others.
[[gnu::cold]] dart_ret_t code_of_exception(const char* function) noexcept;

/// Logs that this process has no memory left. \return DART_ERR_NOMEM
[[gnu::cold]] dart_ret_t refuse_without_memory(const char* function) noexcept;

/// Executes the part of a collective that allocates memory, before the units exchange anything. A
/// unit without enough memory still takes part in the exchange, so that the others learn of it.
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

/// Runs the body of a function of the C interface that also works while the runtime is not running.
/// \param function  name of the function for messages: \c __func__
/// \param body      gets the name of the function
/// \return what the body returns, or the code of the exception that it has thrown
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

}  // namespace dart

/// Returns an error for a null pointer, the argument \c argument of the function \c function.
#define DART_REQUIRE_POINTER(argument, function) \
  DART_REQUIRE((argument) != nullptr, DART_ERR_INVAL, "%s: %s is null", function, #argument)
