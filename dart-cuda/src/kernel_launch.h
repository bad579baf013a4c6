#pragma once

/// \file
/// Launches of kernels with an attribute.

#include <cuda_runtime_api.h>

namespace dart::cuda {

/// How to launch a kernel.
/// \param attribute  has to exist until then; nullptr: none
inline cudaLaunchConfig_t launch_config(
    unsigned blocks, unsigned threads, cudaStream_t stream, cudaLaunchAttribute* attribute)
{
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = threads;
  config.stream = stream;
  config.attrs = attribute;
  config.numAttrs = attribute != nullptr ? 1 : 0;
  return config;
}

}  // namespace dart::cuda
