#pragma once

/// \file
/// The exception that a failure of the runtime becomes.

#include <dash/detail/base/Macro.h>

#include <stdexcept>

namespace dash::exception {

/// An operation cannot be carried out in the present state.
class DASH_API RuntimeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dash::exception
