#pragma once

/// \file
/// The use of the network's tags. MPI guarantees tags up to 32767.

#include <cstdint>

#include "types/call_way.h"

namespace dart {

inline constexpr int call_tag = 1;

/// Tags of replies, by the number of the call in its process.
inline constexpr std::uint32_t first_reply_tag = 0x1000, reply_tags = 0x1000;

inline constexpr int first_exchange_tag = 0x2000;
/// Largest number of teams that can exist at the same time.
inline constexpr int most_teams = (0x8000 - first_exchange_tag) / int(call_ways);

/// Tag for exchanges between the hosts of a team in collectives that are called in one way.
inline int exchange_tag(int team, CallWay way)
{
  return first_exchange_tag + team + static_cast<int>(way) * most_teams;
}

}  // namespace dart
