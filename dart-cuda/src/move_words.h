#pragma once

/// \file
/// Copies of bytes by the threads of a kernel.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "memory/device_space.h"

namespace dart::cuda {

/// The largest words in which an end of a copy, or both, can be accessed: 16, 4 or 1 bytes.
inline __host__ __device__ unsigned word_bytes(const DeviceSpace::Move& move)
{
  const auto ends =
      reinterpret_cast<std::uintptr_t>(move.to) | reinterpret_cast<std::uintptr_t>(move.from);
  return ends % sizeof(uint4) == 0 ? sizeof(uint4) : ends % sizeof(unsigned) == 0 ? 4 : 1;
}

/// A thread loads some words before it stores the first one, so that it does not wait for each.
template <class Word>
__device__ void move_words(const DeviceSpace::Move& move, std::size_t self, std::size_t stride)
{
  constexpr unsigned batch = 4;
  const std::size_t words = move.bytes / sizeof(Word);
  const auto* const from = reinterpret_cast<const Word*>(move.from);
  auto* const to = reinterpret_cast<Word*>(move.to);
  for (std::size_t first = self; first < words; first += batch * stride) {
    Word loaded[batch];
#pragma unroll
    for (unsigned k = 0; k < batch; ++k) {
      const std::size_t i = first + k * stride;
      if (i < words) loaded[k] = from[i];
    }
#pragma unroll
    for (unsigned k = 0; k < batch; ++k) {
      const std::size_t i = first + k * stride;
      if (i < words) to[i] = loaded[k];
    }
  }
  for (std::size_t i = words * sizeof(Word) + self; i < move.bytes; i += stride)
    move.to[i] = move.from[i];
}

/// Copies the share of a thread.
/// \param self    number of the thread, one of \p stride
inline __device__ void move_words(
    const DeviceSpace::Move& move, std::size_t self, std::size_t stride)
{
  const unsigned bytes = word_bytes(move);
  if (bytes == sizeof(uint4))
    move_words<uint4>(move, self, stride);
  else if (bytes == sizeof(unsigned))
    move_words<unsigned>(move, self, stride);
  else
    move_words<unsigned char>(move, self, stride);
}

}  // namespace dart::cuda
