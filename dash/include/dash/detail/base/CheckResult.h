#pragma once

/// \file
/// Converts error codes of the runtime's functions to exceptions with the runtime's reasons.

#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/Macro.h>

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_error.h>

#include <new>
#include <stdexcept>
#include <string>

namespace dash::detail {

/// While an object of this class exists, functions of the runtime that fail on this thread write no
/// message: the text belongs to an exception, which the program may catch.
class FailureReasons {
 public:
  FailureReasons() noexcept { ++dart_errors_kept; }
  ~FailureReasons() { --dart_errors_kept; }
  FailureReasons(const FailureReasons&) = delete;
  FailureReasons& operator=(const FailureReasons&) = delete;

  /// Takes what the failed functions had to say, with ": " in front; empty if that was nothing.
  DASH_API std::string take() const;
};

/// A lack of memory with the runtime's reasons.
class DASH_API NoMemory final : public std::bad_alloc {
 public:
  explicit NoMemory(const FailureReasons& reasons)
      : text_("no global memory of the unit is left" + reasons.take())
  {}
  const char* what() const noexcept override { return text_.what(); }

 private:
  std::runtime_error text_;  // can be copied without memory
};

/// \throws exception::RuntimeError  always; the message names the operation, the error and, if they
///   were kept, the runtime's reasons
[[noreturn]] DASH_API void throw_failure(dart_ret_t result, const char* operation);

/// \throws exception::RuntimeError  unless \c result is DART_OK
inline void check_result(dart_ret_t result, const char* operation)
{
  if (result != DART_OK) [[unlikely]]
    throw_failure(result, operation);
}

/// \throws exception::InvalidArgument for DART_ERR_INVAL, exception::RuntimeError for other errors;
///   the message is the name of the program's call and the runtime's reasons
[[noreturn]] DASH_API void throw_refusal(
    dart_ret_t result, const char* function, const FailureReasons& reasons);

/// Makes a call of the runtime that checks the arguments of the program's call.
/// \param function  name of the program's call
/// \throws exception::InvalidArgument, exception::RuntimeError
template <class Call>
void checked_call(const char* function, const Call& call)
{
  const CurrentCall current(function);
  const FailureReasons reasons;
  const dart_ret_t result = call();
  if (result != DART_OK) [[unlikely]]
    throw_refusal(result, function, reasons);
}

/// Checks a call whose reasons go to the exception: CheckedCall().result(dart_barrier(team), …).
/// The object is made before the arguments are evaluated.
class CheckedCall : FailureReasons {
 public:
  /// \throws exception::RuntimeError  unless \c result is DART_OK
  void result(dart_ret_t result, const char* operation) const { check_result(result, operation); }
};

}  // namespace dash::detail
