#pragma once

#include <chrono>
#include <cstdint>

namespace dart {

/// Nanoseconds of the clock that all processes of a host share.
inline std::int64_t now_ns()
{
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

}  // namespace dart
