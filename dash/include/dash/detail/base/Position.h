#pragma once

/// \file
/// Positions in ranges.

#include <cstddef>

namespace dash::detail {

/// A position relative to the start of a range.
using Position = std::ptrdiff_t;

}  // namespace dash::detail
