#pragma once

/// \file
/// Which GPU each GPU unit stands for, and how its memory is passed to others: the user's choices.

#include <cstdint>
#include <optional>
#include <vector>

#include "shared_block.h"

namespace dart::cuda {

/// GPU of each GPU unit: in turn those that DART_GPU_MAP names ("0,1,1"), or all of \c gpus GPUs.
/// \throws std::runtime_error naming the variable and what is expected
std::vector<int> gpu_map(std::uint32_t gpu_units, int gpus);

/// DART_GPU_EXPORT; nothing for auto. \throws std::runtime_error naming what is expected
std::optional<Export> chosen_export();

}  // namespace dart::cuda
