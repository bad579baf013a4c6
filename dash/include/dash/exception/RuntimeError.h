#pragma once

/// \file
/// The exception for failures of the runtime.

#include <dash/detail/base/Macro.h>

#include <stdexcept>

namespace dash::exception {

/// An operation cannot be executed in the current state.
class DASH_API RuntimeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dash::exception
