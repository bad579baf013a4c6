#pragma once

/// \file
/// The exception for indices out of range.

#include <dash/detail/base/Macro.h>

#include <stdexcept>

namespace dash::exception {

/// An index, offset or unit id lies outside its range.
class DASH_API OutOfRange : public std::out_of_range {
 public:
  using std::out_of_range::out_of_range;
};

}  // namespace dash::exception
