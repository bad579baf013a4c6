#pragma once

/// \file
/// Helper for GPU functions of tasks, in C++ files that can include CUDA's headers.

#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

/// Makes a launch that the device has refused, for example for its configuration, the error of the
/// task. A GPU function calls it after its launches: the runtime sees errors of kernels, but only
/// the program's CUDA runtime knows of refusals. Local. \throws std::runtime_error with the reason
inline void dart_tapi_check_launch()
{
  const cudaError_t code = cudaGetLastError();
  if (code == cudaSuccess) return;
  throw std::runtime_error(
      std::string("a kernel was not launched: ") + cudaGetErrorName(code) + " (" +
      cudaGetErrorString(code) + ")");
}
