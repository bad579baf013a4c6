#pragma once

/// \file
/// Reduces tests on slow machines: DASH_TEST_SCALE=10 means a tenth of the work.

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace dash::test {

/// Number of repetitions or bytes for this run, where an ordinary run has \p ordinary; at least 1.
inline std::size_t scaled(std::size_t ordinary)
{
  static const std::size_t divisor = [] {
    const char* text = std::getenv("DASH_TEST_SCALE");
    return std::max<std::size_t>(1, text != nullptr ? std::strtoul(text, nullptr, 10) : 1);
  }();
  return std::max<std::size_t>(1, ordinary / divisor);
}

/// Whether this is a reduced run.
inline bool is_scaled()
{
  return scaled(2) < 2;
}

}  // namespace dash::test
