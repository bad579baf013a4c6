#pragma once

/// \file
/// Kernels that copy boxes between two memories, both of which the GPU can access.

#include <cuda_runtime_api.h>

#include <cstddef>

#include "kernel_box.h"

namespace dart::cuda {

/// \param most_blocks  largest number of thread blocks, except for transpositions; 0: no limit
cudaError_t launch_copy_box(
    std::byte* to, const std::byte* from, const KernelBox& box, unsigned most_blocks,
    cudaStream_t stream);

/// Loads the kernels on the selected GPU, for load_kernels().
cudaError_t load_box_kernels();

}  // namespace dart::cuda
