#pragma once

/// \file
/// Starts kernels on the calling unit's GPU. Only for nvcc.

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/execution/LoadKernels.h>
#include <dash/detail/execution/ResidentBlocks.h>
#include <dash/detail/memory/DeviceScratch.h>
#include <dash/kernel/Scope.h>

#include <dash/dart/if/dart_gpu.h>

#include <cuda_runtime.h>

#include <cstddef>
#include <limits>

namespace dash::kernel::detail {

/// The bound lets blocks of any size start, whatever the body needs.
template <class Body, class... Args>
__global__ void __launch_bounds__(1024, 1) run_body(Body body, Args... args)
{
  body(Grid(blockIdx.x, gridDim.x), args...);
}

/// Largest number of blocks that the selected GPU runs at the same time, for \c name.
/// \throws exception::RuntimeError
template <class Body, class... Args>
std::size_t blocks_that_fit(std::size_t threads, const char* name)
{
  std::size_t blocks = 0;
  dash::detail::check_cuda(
      dash::detail::resident_blocks(run_body<Body, Args...>, threads, &blocks), name);
  return blocks;
}

/// All blocks run at the same time, or the launch is refused: they may wait for each other. The
/// kernel is loaded before: a launch that loads it could wait for running kernels, and those may
/// wait for this one.
/// \throws exception::RuntimeError, exception::InvalidArgument
template <class Body, class... Args>
void launch_together(
    cudaStream_t stream, std::size_t blocks, std::size_t threads, Body body, Args... args)
{
  constexpr char name[] = "dash::kernel::launch";
  const auto kernel = run_body<Body, Args...>;
  cudaFuncAttributes attributes;
  dash::detail::check_cuda(cudaFuncGetAttributes(&attributes, kernel), name);
  if (threads > static_cast<std::size_t>(attributes.maxThreadsPerBlock)) {
    DASH_THROW(
        exception::InvalidArgument, name << ": blocks of " << threads
                                         << " threads; blocks of this kernel have at most "
                                         << attributes.maxThreadsPerBlock);
  }
  void* arguments[] = {&body, &args...};
  const auto launch = [&] {
    if (blocks > (std::numeric_limits<int>::max)()) return cudaErrorCooperativeLaunchTooLarge;
    return cudaLaunchCooperativeKernel(
        reinterpret_cast<const void*>(kernel), dim3(static_cast<unsigned>(blocks)),
        dim3(static_cast<unsigned>(threads)), arguments, 0, stream);
  };
  const cudaError_t launched = launch();
  if (launched == cudaErrorCooperativeLaunchTooLarge) {
    static_cast<void>(cudaGetLastError());
    const std::size_t most = blocks_that_fit<Body, Args...>(threads, name);
    DASH_THROW(
        exception::InvalidArgument,
        name << ": " << blocks << " blocks of " << threads
             << " threads do not fit on the GPU at the same time, which they have to because they "
                "may wait for each other; start at most "
             << most << " and let each do more, see dash::kernel::most_blocks");
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
