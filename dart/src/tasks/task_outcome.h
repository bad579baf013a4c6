#pragma once

/// \file
/// How parts of the execution of a task end.

#include <string>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// The result of a part of a task's execution.
struct TaskOutcome {
  dart_ret_t code = DART_OK;
  std::string error;
};

}  // namespace dart
