#pragma once

/// \file
/// What threads of a block do together: copies and other stores of many elements.

#include <cuda_runtime_api.h>

#include <cstddef>

#include "fold.h"

namespace dart::cuda {

struct Group {
  unsigned barrier;  ///< number of one of the block's named barriers
  unsigned rank, size;

  __device__ void sync() const
  {
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(size) : "memory");
  }
};

inline __device__ Group whole_block()
{
  return {0, threadIdx.x, blockDim.x};
}
/// \param half  0 or 1
inline __device__ Group half_of_block(unsigned half)
{
  const unsigned size = blockDim.x / 2;
  return {1 + half, threadIdx.x - half * size, size};
}

/// \return elements of which those from the end on are 0
template <unsigned count, class T>
__device__ Vector<T, count> load(const T* from, std::size_t rest, bool is_aligned)
{
  if (is_aligned && rest >= count) return *reinterpret_cast<const Vector<T, count>*>(from);
  Vector<T, count> values{};
#pragma unroll
  for (unsigned i = 0; i < count; ++i)
    if (i < rest) values.at[i] = from[i];
  return values;
}

template <unsigned count, class T>
__device__ void store(T* to, const Vector<T, count>& values, std::size_t rest, bool is_aligned)
{
  if (is_aligned && rest >= count) {
    *reinterpret_cast<Vector<T, count>*>(to) = values;
    return;
  }
#pragma unroll
  for (unsigned i = 0; i < count; ++i)
    if (i < rest) to[i] = values.at[i];
}

/// Stores computed elements, of which \c count fit into a vector. A thread computes \c batch
/// vectors before it stores them, so that it does not wait for each load.
/// \param value_of  gets the index of a vector's first element, the number of elements from there
///   on, and whether the vector is aligned
template <unsigned count, unsigned batch, class T, class ValueOf>
__device__ void fill(
    const Group& group, T* to, std::size_t n, bool is_aligned, const ValueOf& value_of)
{
  const std::size_t stride = group.size * count;
  std::size_t first = group.rank * count;
  for (; is_aligned && first + (batch - 1) * stride + count <= n; first += batch * stride) {
    Vector<T, count> values[batch];
#pragma unroll
    for (unsigned k = 0; k < batch; ++k) values[k] = value_of(first + k * stride, count, true);
#pragma unroll
    for (unsigned k = 0; k < batch; ++k)
      store<count>(to + first + k * stride, values[k], count, true);
  }
  for (; first < n; first += stride)
    store<count>(to + first, value_of(first, n - first, is_aligned), n - first, is_aligned);
}

template <unsigned count, class T>
__device__ void copy(const Group& group, T* to, const T* from, std::size_t n, bool is_aligned)
{
  if (to == from) return;
  fill<count, 8>(group, to, n, is_aligned, [=](std::size_t i, std::size_t rest, bool aligned) {
    return load<count>(from + i, rest, aligned);
  });
}

}  // namespace dart::cuda
