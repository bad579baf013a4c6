#pragma once

/// \file
/// Which GPU a GPU unit uses: one rule for the launcher and for all device spaces.

#include <cstddef>
#include <vector>

namespace dart {

/// The GPU of a GPU unit: GPU units take in turn those of the map, or all \c gpus GPUs if the map
/// is empty.
inline int gpu_in_turn(const std::vector<int>& map, std::size_t gpu_unit, std::size_t gpus)
{
  return map.empty() ? static_cast<int>(gpu_unit % gpus) : map[gpu_unit % map.size()];
}

}  // namespace dart
