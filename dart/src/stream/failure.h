#pragma once

/// \file
/// The first error of operations that are executed while the program goes on.

#include <functional>
#include <mutex>
#include <string>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// Keeps an error with its messages until the program asks for it.
class Failure {
 public:
  /// Executes an operation, unless one has failed since the last take().
  /// \param function   of the C interface that has added the operation, for messages
  /// \param user_call  function of the library above that has called it
  void run(
      const char* function, const char* user_call,
      const std::function<dart_ret_t()>& operation) noexcept;

  /// The error since the last call, after its messages; DART_OK if there is none.
  dart_ret_t take();

 private:
  bool has_failed();

  std::mutex mutex_;
  dart_ret_t result_ = DART_OK;
  std::string messages_;
};

}  // namespace dart
