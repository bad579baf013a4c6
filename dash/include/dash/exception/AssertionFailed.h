#pragma once

/// \file
/// The exception of a violated assertion.

#include <dash/detail/base/Macro.h>

#include <stdexcept>

namespace dash::exception {

/// A condition that the library or the program asserts does not hold.
class DASH_API AssertionFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dash::exception
