#pragma once

/// \file
/// The exception for operations that are not implemented.

#include <dash/detail/base/Macro.h>

#include <stdexcept>

namespace dash::exception {

/// The operation is not supported for these arguments.
class DASH_API NotImplemented : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dash::exception
