#pragma once

/// \file
/// The kernel that folds elements into accumulated values of any size, in the order of the
/// elements. Only for nvcc.
///
/// Each thread folds a segment of adjacent elements. A value of a few words accumulates in
/// registers. A larger one, whose members a program chooses by what it finds in an element, lies in
/// shared memory: in local memory, each access would be one to the cache for each thread.

#include <dash/detail/base/Accumulation.h>
#include <dash/detail/execution/ResidentBlocks.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <new>
#include <type_traits>

namespace dash::detail::device {

constexpr std::size_t most_segment_threads = 256;

/// Whether threads accumulate values of a type in registers.
template <class T>
inline constexpr bool fits_registers = sizeof(T) <= 64;

/// The distance of the threads' values in shared memory. It is an odd number of words, so that the
/// same member of the values of adjacent threads is in different banks.
template <class T>
inline constexpr std::size_t accumulator_distance = [] {
  constexpr std::size_t word = (std::max)(alignof(T), sizeof(int));
  constexpr std::size_t words = (sizeof(T) + word - 1) / word;
  return (words | 1) * word;
}();

/// Elements that a thread loads at once: bytes that memory delivers together are used together.
template <class Element>
inline constexpr std::ptrdiff_t elements_at_once =
    std::is_default_constructible_v<Element>
        ? std::clamp<std::ptrdiff_t>(64 / sizeof(Element), 1, 16)
        : 1;

/// Loads adjacent elements, by words as large as a thread loads if they lie at such a place.
template <class Element, std::size_t n>
__device__ void load_together(Element (&elements)[n], const Element* from)
{
  if constexpr (sizeof(elements) % sizeof(uint4) == 0) {
    if (reinterpret_cast<std::uintptr_t>(from) % sizeof(uint4) == 0) {
      uint4 words[sizeof(elements) / sizeof(uint4)];
      const auto* const place = reinterpret_cast<const uint4*>(from);
#pragma unroll
      for (std::size_t k = 0; k < sizeof(words) / sizeof(uint4); ++k) words[k] = place[k];
      std::memcpy(elements, words, sizeof(elements));
      return;
    }
  }
#pragma unroll
  for (std::size_t k = 0; k < n; ++k) elements[k] = from[k];
}

/// Combines a value with f(*first), f(*(first + 1)), … in this order.
template <class T, class It, class Op, class F>
__device__ void accumulate_segment(T& total, It first, It last, Op& op, F& f)
{
  using Element = std::iter_value_t<It>;
  constexpr std::ptrdiff_t together = elements_at_once<Element>;
  if constexpr (together > 1) {
    for (; last - first >= together; first += together) {
      Element elements[together];
      load_together(elements, first);
#pragma unroll
      for (std::ptrdiff_t k = 0; k < together; ++k) combine_into(total, op, f(elements[k]));
    }
  }
  for (; first != last; ++first) combine_into(total, op, f(*first));
}

/// Stores the fold of each block's elements, which begins with the neutral value. Blocks have a
/// power of two of threads, and each of them a segment of so many elements.
template <class T, class It, class Op, class F>
__global__ void __launch_bounds__(most_segment_threads)
    fold_segments(It first, std::ptrdiff_t n, std::ptrdiff_t segment, T neutral, Op op, F f, T* out)
{
  extern __shared__ __align__(128) unsigned char accumulators[];
  const auto accumulator = [](unsigned thread) {
    return reinterpret_cast<T*>(accumulators + thread * accumulator_distance<T>);
  };
  const auto thread = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::ptrdiff_t begin = thread * segment < n ? thread * segment : n;
  const std::ptrdiff_t end = begin + segment < n ? begin + segment : n;
  if constexpr (fits_registers<T>) {
    T total = neutral;
    accumulate_segment(total, first + begin, first + end, op, f);
    ::new (accumulator(threadIdx.x)) T(total);
  } else {
    T* const total = ::new (accumulator(threadIdx.x)) T(neutral);
    accumulate_segment(*total, first + begin, first + end, op, f);
  }
  for (unsigned pairs = blockDim.x / 2, distance = 1; pairs > 0; pairs /= 2, distance *= 2) {
    __syncthreads();
    const unsigned left = 2 * distance * threadIdx.x;
    if (threadIdx.x < pairs) {
      const T& right = *accumulator(left + distance);
      combine_into(*accumulator(left), op, right);
    }
  }
  if (threadIdx.x == 0) out[blockIdx.x] = *accumulator(0);
}

/// How many blocks of how many threads fold segments of how many elements.
struct SegmentLaunch {
  unsigned blocks = 1;
  unsigned threads = most_segment_threads;
  std::size_t shared = 0;  ///< bytes of shared memory for each block
  std::ptrdiff_t segment = 1;
};

/// Fills the GPU as far as there are elements, if so many blocks may. Processors hold two blocks at
/// least, so that one loads elements while another one combines its values.
/// \param together  segments are multiples of so many elements
template <class T, class Kernel>
cudaError_t plan_segments(
    Kernel kernel, std::ptrdiff_t n, std::ptrdiff_t together, std::ptrdiff_t most_blocks,
    SegmentLaunch& launch)
{
  int gpu = 0, most_shared = 0;
  std::size_t resident = 1;
  cudaError_t result = cudaGetDevice(&gpu);
  if (result == cudaSuccess) {
    result = cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, gpu);
  }
  while (launch.threads > 1 &&
         2 * launch.threads * accumulator_distance<T> > static_cast<std::size_t>(most_shared)) {
    launch.threads /= 2;
  }
  launch.shared = launch.threads * accumulator_distance<T>;
  if (result == cudaSuccess) {
    result = cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(launch.shared));
  }
  if (result == cudaSuccess)
    result = resident_blocks(kernel, launch.threads, &resident, launch.shared);
  const auto divided = [](std::ptrdiff_t a, std::ptrdiff_t b) { return (a + b - 1) / b; };
  const auto threads = static_cast<std::ptrdiff_t>(launch.threads);
  most_blocks = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(resident), 1, most_blocks);
  const auto blocks = std::clamp<std::ptrdiff_t>(divided(n, threads * together), 1, most_blocks);
  launch.blocks = static_cast<unsigned>(blocks);
  launch.segment = divided(divided(n, blocks * threads), together) * together;
  return result;
}

/// Starts a kernel that stores the fold of each block's elements. \c out_for(blocks) is memory for
/// the values of so many blocks.
template <class T, class It, class Op, class F, class OutFor>
cudaError_t start_fold(
    It first, std::ptrdiff_t n, const T& neutral, const Op& op, const F& f,
    std::ptrdiff_t most_blocks, OutFor out_for, cudaStream_t stream)
{
  const auto kernel = fold_segments<T, It, Op, F>;
  SegmentLaunch launch;
  const cudaError_t planned =
      plan_segments<T>(kernel, n, elements_at_once<std::iter_value_t<It>>, most_blocks, launch);
  if (planned != cudaSuccess) return planned;
  kernel<<<launch.blocks, launch.threads, launch.shared, stream>>>(
      first, n, launch.segment, neutral, op, f, out_for(launch.blocks));
  return cudaGetLastError();
}

}  // namespace dash::detail::device
