#pragma once

/// \file
/// Words that several processors access: loads, stores and atomic operations with system scope, in
/// kernels and in host functions.

#include <dash/detail/base/Macro.h>

#include <cstdint>

#if defined(__CUDACC__)
#include <cuda/atomic>
#endif
#if !defined(__CUDA_ARCH__)
#include <atomic>
#include <chrono>
#endif

namespace dash::kernel::detail {

using Word = std::uint64_t;

/// Atomic access to an element of 4 or 8 bytes.
#if defined(__CUDA_ARCH__)
template <class T>
using Shared = ::cuda::atomic_ref<T, ::cuda::thread_scope_system>;
/// The same among threads of one GPU, which costs less.
template <class T>
using SharedOnGpu = ::cuda::atomic_ref<T, ::cuda::thread_scope_device>;
namespace order = ::cuda::std;
#else
template <class T>
using Shared = std::atomic_ref<T>;
template <class T>
using SharedOnGpu = std::atomic_ref<T>;
namespace order = std;
#endif

DASH_HOST_DEVICE inline Word load_acquire(const Word* word)
{
  return Shared<Word>(*const_cast<Word*>(word)).load(order::memory_order_acquire);
}

DASH_HOST_DEVICE inline Word load_relaxed(const Word* word)
{
  return Shared<Word>(*const_cast<Word*>(word)).load(order::memory_order_relaxed);
}

DASH_HOST_DEVICE inline void store_release(Word* word, Word value)
{
  Shared<Word>(*word).store(value, order::memory_order_release);
}

DASH_HOST_DEVICE inline void store_relaxed(Word* word, Word value)
{
  Shared<Word>(*word).store(value, order::memory_order_relaxed);
}

/// Orders all accesses of the calling thread before it with those behind it, for all processors.
DASH_HOST_DEVICE inline void fence_system()
{
#if defined(__CUDA_ARCH__)
  __threadfence_system();
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

/// A time in nanoseconds, for differences.
DASH_HOST_DEVICE inline Word now_ns()
{
#if defined(__CUDA_ARCH__)
  Word now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
#else
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<Word>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
#endif
}

}  // namespace dash::kernel::detail
