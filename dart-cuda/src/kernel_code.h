#pragma once

/// \file
/// What is known about the compiled code of a kernel.

#include <cuda_runtime_api.h>

namespace dart::cuda {

/// Whether the selected GPU executes code of a kernel that was compiled for an architecture or a
/// later one. A GPU may be newer than the code that it executes, which lacks parts in `#if` then.
/// \param architecture  as `__CUDA_ARCH__`, divided by 10
template <class Kernel>
bool is_compiled_for(Kernel* kernel, int architecture)
{
  cudaFuncAttributes attributes{};
  return cudaFuncGetAttributes(&attributes, kernel) == cudaSuccess &&
         attributes.ptxVersion >= architecture;
}

}  // namespace dart::cuda
