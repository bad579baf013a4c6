#pragma once

// Who uses which tags of the network.

#include <cstdint>

namespace dart {

inline constexpr int call_tag = 1;

/// Tag for the reply to a call, by the number of the call in its process.
inline int reply_tag(std::uint32_t call)
{
  constexpr std::uint32_t first = 0x1000, count = 0x1000;
  return static_cast<int>(first + call % count);
}

/// Tag for exchanges between the hosts of a team.
inline int exchange_tag(int team)
{
  constexpr int first = 0x10000;
  return first + team;
}

}  // namespace dart
