#pragma once

/// \file
/// Gives signals to neighbours and waits for them in kernels, for files that nvcc compiles.

#include <dash/detail/halo/StepSignals.h>

#include <cuda/atomic>

#include <cstddef>
#include <cstdint>

namespace dash::halo::detail {

/// A word that kernels of several GPUs access, or only those of one.
using SystemWord = cuda::atomic_ref<std::uint64_t, cuda::thread_scope_system>;
using DeviceWord = cuda::atomic_ref<std::uint64_t, cuda::thread_scope_device>;

template <dim_t N>
__device__ void tell_neighbours(const SignalWords<N>& signals, std::uint64_t count)
{
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_system);
  for (std::size_t i = 0; i < signals.count; ++i) {
    SystemWord(*signals.at_neighbours[i]).store(count, cuda::memory_order_relaxed);
  }
}

/// Waits for one neighbour.
template <dim_t N>
__device__ void await_neighbour(const SignalWords<N>& signals, std::size_t i, std::uint64_t count)
{
  const SystemWord word(signals.arrived[i]);
  while (word.load(cuda::memory_order_acquire) < count) __nanosleep(20);
}

/// Called by all threads of a block.
template <dim_t N>
__device__ void await_neighbours(const SignalWords<N>& signals, std::uint64_t count)
{
  for (std::size_t i = threadIdx.x; i < signals.count; i += blockDim.x) {
    await_neighbour(signals, i, count);
  }
  __syncthreads();
}

}  // namespace dash::halo::detail
