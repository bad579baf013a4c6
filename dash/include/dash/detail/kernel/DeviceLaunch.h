#pragma once

/// \file
/// Starts kernels on the calling unit's GPU. Only for nvcc.

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/memory/DeviceScratch.h>
#include <dash/kernel/Scope.h>

#include <dash/dart/if/dart_gpu.h>

#include <cuda_runtime.h>

#include <cstddef>

namespace dash::kernel::detail {

template <class Body, class... Args>
__global__ void run_body(Body body, Args... args)
{
  body(Grid(blockIdx.x, gridDim.x), args...);
}

/// All blocks run at the same time, or the launch is refused: they may wait for each other. The
/// kernel is loaded before: a launch that loads it could wait for running kernels, and those may
/// wait for this one.
/// \throws exception::RuntimeError
template <class Body, class... Args>
void launch_together(
    cudaStream_t stream, std::size_t blocks, std::size_t threads, Body body, Args... args)
{
  constexpr char name[] = "dash::kernel::launch";
  const auto kernel = run_body<Body, Args...>;
  cudaFuncAttributes attributes;
  dash::detail::check_cuda(cudaFuncGetAttributes(&attributes, kernel), name);
  void* arguments[] = {&body, &args...};
  const cudaError_t launched = cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(kernel), dim3(static_cast<unsigned>(blocks)),
      dim3(static_cast<unsigned>(threads)), arguments, 0, stream);
  if (launched == cudaErrorCooperativeLaunchTooLarge) {
    static_cast<void>(cudaGetLastError());
    DASH_THROW(
        exception::InvalidArgument, name
                                        << ": " << blocks << " blocks of " << threads
                                        << " threads do not fit on the GPU at the same time, which "
                                           "they have to because they may wait for each other; "
                                           "start fewer blocks and let each do more");
  }
  dash::detail::check_cuda(launched, name);
}

/// The calling unit's stream, whose GPU is selected then. \throws exception::RuntimeError
inline cudaStream_t stream_of_unit()
{
  void* stream = nullptr;
  dash::detail::CheckedCall().result(dart_gpu_stream(&stream), "starting a kernel");
  return static_cast<cudaStream_t>(stream);
}

}  // namespace dash::kernel::detail
