#pragma once

/// \file
/// The threads of a kernel; on the host, where a kernel is a host function, there is one for each
/// block.

#include <dash/detail/base/Macro.h>

#include <cstddef>

#if !defined(__CUDA_ARCH__)
#include <chrono>
#include <thread>
#endif

namespace dash::kernel::detail {

constexpr std::size_t threads_of_warp = 32;

/// Number of the calling thread in its block.
DASH_HOST_DEVICE inline std::size_t thread_index()
{
#if defined(__CUDA_ARCH__)
  return threadIdx.x + blockDim.x * (threadIdx.y + std::size_t(blockDim.y) * threadIdx.z);
#else
  return 0;
#endif
}

DASH_HOST_DEVICE inline std::size_t threads_of_block()
{
#if defined(__CUDA_ARCH__)
  return std::size_t(blockDim.x) * blockDim.y * blockDim.z;
#else
  return 1;
#endif
}

DASH_HOST_DEVICE inline std::size_t lane_index()
{
#if defined(__CUDA_ARCH__)
  return thread_index() % threads_of_warp;
#else
  return 0;
#endif
}

DASH_HOST_DEVICE inline std::size_t lanes_of_warp()
{
#if defined(__CUDA_ARCH__)
  return threads_of_warp;
#else
  return 1;
#endif
}

DASH_HOST_DEVICE inline void sync_warp()
{
#if defined(__CUDA_ARCH__)
  __syncwarp();
#endif
}

DASH_HOST_DEVICE inline void sync_block()
{
#if defined(__CUDA_ARCH__)
  __syncthreads();
#endif
}

/// The same as sync_warp. \return whether \c condition holds in one of the threads
DASH_HOST_DEVICE inline bool any_of_warp(bool condition)
{
#if defined(__CUDA_ARCH__)
  const bool found = __any_sync(0xffffffff, condition) != 0;
  __syncwarp();
  return found;
#else
  return condition;
#endif
}

/// The value of the first thread of the warp, and what that thread knows to be written.
template <class T>
DASH_HOST_DEVICE T first_of_warp(T value)
{
#if defined(__CUDA_ARCH__)
  __syncwarp();  // a shuffle orders no accesses to memory
  return __shfl_sync(0xffffffff, value, 0);
#else
  return value;
#endif
}

/// The same as sync_block. \return whether \c condition holds in one of the threads
DASH_HOST_DEVICE inline bool any_of_block(bool condition)
{
#if defined(__CUDA_ARCH__)
  return __syncthreads_or(condition) != 0;
#else
  return condition;
#endif
}

/// The sum of the values of the warp's threads, for all of them.
template <class T>
DASH_HOST_DEVICE T sum_of_warp(T value)
{
#if defined(__CUDA_ARCH__)
  __syncwarp();  // a shuffle orders no accesses to memory
  for (unsigned distance = threads_of_warp / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync(0xffffffff, value, distance);
#endif
  return value;
}

/// The sum of the values of the block's threads, for all of them.
template <class T>
DASH_HOST_DEVICE T sum_of_block(T value)
{
#if defined(__CUDA_ARCH__)
  __shared__ T of_warps[threads_of_warp];
  value = sum_of_warp(value);
  __syncthreads();  // all have read the sums of the call before
  if (lane_index() == 0) of_warps[thread_index() / threads_of_warp] = value;
  __syncthreads();
  const bool has_warp = lane_index() < threads_of_block() / threads_of_warp;
  value = sum_of_warp(has_warp ? of_warps[lane_index()] : T{});
#endif
  return value;
}

/// After look number \c polls at a word that another processor writes. On the host that one may
/// need this core, which others get soonest while this thread sleeps.
DASH_HOST_DEVICE inline void pause_polling([[maybe_unused]] unsigned polls)
{
#if !defined(__CUDA_ARCH__)
  constexpr unsigned most_without_pause = 50;
  if (polls > most_without_pause) std::this_thread::sleep_for(std::chrono::microseconds(20));
#endif
}

}  // namespace dash::kernel::detail
