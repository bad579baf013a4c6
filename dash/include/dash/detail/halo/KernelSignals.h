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

/// Sets the words of this unit at all neighbours.
template <dim_t N>
__device__ void tell_neighbours(const SignalWords<N>& words, std::uint64_t count)
{
  cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_system);
  for (std::size_t i = 0; i < words.count; ++i) {
    SystemWord(*words.at_neighbours[i]).store(count, cuda::memory_order_relaxed);
  }
}

/// Waits for a signal of all neighbours. Some threads of a block call it together, after which the
/// block has to synchronise.
/// \param thread   number of the calling thread
/// \param threads  how many call it
template <dim_t N>
__device__ void await_neighbours(
    const SignalWords<N>& words, std::uint64_t count, unsigned thread, unsigned threads)
{
  for (std::size_t i = thread; i < words.count; i += threads) {
    const SystemWord word(words.arrived[i]);
    while (word.load(cuda::memory_order_acquire) < count) __nanosleep(20);
  }
}

}  // namespace dash::halo::detail
