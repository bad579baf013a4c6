#pragma once

/// \file
/// Whether a call waits for its operation.

#include <cstdint>

namespace dash {

/// Whether an operation is complete when the call returns, or continues asynchronously.
enum class launch : std::uint16_t { sync = 0x1, async = 0x2 };

}  // namespace dash
