#pragma once

/// \file
/// A kernel that copies within the memory of a GPU.

#include <cuda_runtime_api.h>

#include <cstddef>

namespace dart::cuda {

/// Whether launch_copy() supports such a copy and is faster than CUDA's copy.
bool has_copy_kernel(const std::byte* to, const std::byte* from, std::size_t bytes);

cudaError_t launch_copy(
    std::byte* to, const std::byte* from, std::size_t bytes, cudaStream_t stream);

/// Loads the kernel on the selected GPU, for load_kernels().
cudaError_t load_copy_kernel();

}  // namespace dart::cuda
