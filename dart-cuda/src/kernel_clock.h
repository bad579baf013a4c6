#pragma once

/// \file
/// The time in kernels.

#include <cuda_runtime_api.h>

#include <cstdint>

namespace dart::cuda {

/// Nanoseconds of a clock that all processors of the GPU share.
inline __device__ std::uint64_t clock_ns()
{
  std::uint64_t ns;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
  return ns;
}

}  // namespace dart::cuda
