#pragma once

/// \file
/// When a task or an asynchronous operation may start.

#include <cstdint>

namespace dash {

/// Whether an operation is complete when the call returns, or may go on in the background.
enum class launch : std::uint16_t { sync = 0x1, async = 0x2 };

}  // namespace dash
