#pragma once

/// \file
/// Copies inside the memory of a GPU by its processors.

#include <cuda_runtime_api.h>

#include <cstddef>

namespace dart::cuda {

/// Whether launch_copy() serves such a copy, and is worth it.
bool has_copy_kernel(const std::byte* to, const std::byte* from, std::size_t bytes);

cudaError_t launch_copy(
    std::byte* to, const std::byte* from, std::size_t bytes, cudaStream_t stream);

/// As load_atomic_kernels().
cudaError_t load_copy_kernel();

}  // namespace dart::cuda
