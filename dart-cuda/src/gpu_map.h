#pragma once

/// \file
/// The user's settings for the GPU of each GPU unit, for the sharing of its memory, and for its
/// kernels.

#include <cstdint>
#include <optional>
#include <vector>

#include "shared_block.h"

namespace dart::cuda {

/// The GPU of each GPU unit: GPU units use in turn those that DART_GPU_MAP names ("0,1,1"), or all
/// \c gpus GPUs.
/// \throws std::runtime_error that names the variable and what is expected
std::vector<int> gpu_map(std::uint32_t gpu_units, int gpus);

/// The value of DART_GPU_EXPORT; nullopt for auto. \throws std::runtime_error that names what is
/// expected
std::optional<Export> chosen_export();

/// The value of DART_COLLECTIVE_LINGER: for how many microseconds a kernel of a small collective
/// waits for the next one. \throws std::runtime_error that names what is expected
unsigned chosen_linger_us();

}  // namespace dart::cuda
