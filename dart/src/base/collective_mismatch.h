#pragma once

/// \file
/// The error of units that have called different collectives.

#include <stdexcept>

namespace dart {

/// Units of a team have called different collectives, or one with different arguments.
class CollectiveMismatch : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace dart
