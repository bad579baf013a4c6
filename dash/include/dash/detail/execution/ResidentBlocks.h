#pragma once

/// \file
/// How many blocks of a kernel a GPU holds. Only for nvcc.

#include <cuda_runtime.h>

#include <cstddef>

namespace dash::detail {

/// \param threads      of each block
/// \param[out] blocks  largest number of them that are on the selected GPU at the same time
/// \param shared       bytes of shared memory that a launch gives each block
template <class Kernel>
cudaError_t resident_blocks(
    Kernel kernel, std::size_t threads, std::size_t* blocks, std::size_t shared = 0)
{
  int gpu = 0, processors = 0, on_each = 0;
  cudaError_t result = cudaGetDevice(&gpu);
  if (result == cudaSuccess)
    result = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, gpu);
  if (result == cudaSuccess) {
    result = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &on_each, kernel, static_cast<int>(threads), shared);
  }
  *blocks = static_cast<std::size_t>(processors) * static_cast<std::size_t>(on_each);
  return result;
}

}  // namespace dash::detail
