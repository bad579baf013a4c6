#pragma once

/// \file
/// Elements that are compared to find the best one.

#include <cstddef>

namespace dash::detail {

/// An element that may be the best one of a sequence, with its position there.
template <class T>
struct Candidate {
  T value;
  std::ptrdiff_t position;
};

}  // namespace dash::detail
