#pragma once

/// \file
/// For GPU functions of tasks, in C++ files that CUDA's headers are there for.

#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

/// Makes a launch that the device refused, for its configuration or otherwise, the error of the
/// task: to be called by its GPU function after its launches. The runtime sees what kernels do, but
/// the program's CUDA keeps refusals to itself. Local. \throws std::runtime_error with the reason
inline void dart_tapi_check_launch()
{
  const cudaError_t code = cudaGetLastError();
  if (code == cudaSuccess) return;
  throw std::runtime_error(
      std::string("a kernel was not launched: ") + cudaGetErrorName(code) + " (" +
      cudaGetErrorString(code) + ")");
}
