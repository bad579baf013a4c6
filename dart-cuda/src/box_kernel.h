#pragma once

/// \file
/// Copies of boxes by a GPU that reaches both memories.

#include <cuda_runtime_api.h>

#include <cstddef>

#include "kernel_box.h"

namespace dart::cuda {

/// \param most_blocks  of threads, but for transpositions; 0: as many as there is work for
cudaError_t launch_copy_box(
    std::byte* to, const std::byte* from, const KernelBox& box, unsigned most_blocks,
    cudaStream_t stream);

/// As load_atomic_kernels().
cudaError_t load_box_kernels();

}  // namespace dart::cuda
