#pragma once

/// \file
/// The ways in which programs call the collectives of a team.

#include <cstddef>
#include <cstdint>

namespace dart {

/// Collectives that are called in different ways go on beside each other, so each way has a board
/// and messages of its own.
enum class CallWay : std::uint8_t {
  now,       ///< complete on return
  started,   ///< with a handle
  in_stream  ///< when a stream has come so far
};
inline constexpr std::size_t call_ways = 3;

}  // namespace dart
