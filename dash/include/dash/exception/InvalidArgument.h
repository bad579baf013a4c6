#pragma once

/// \file
/// The exception for invalid arguments.

#include <dash/exception/RuntimeError.h>

namespace dash::exception {

/// A function cannot work with an argument's value.
class DASH_API InvalidArgument : public RuntimeError {
 public:
  using RuntimeError::RuntimeError;
};

}  // namespace dash::exception
