#pragma once

/// \file
/// Copies by the threads of a scope.

#include <dash/detail/base/HostCopy.h>
#include <dash/detail/base/Macro.h>

#include <cstddef>
#include <cstdint>

namespace dash::kernel::detail {

#if defined(__CUDA_ARCH__)

/// Number of words that a thread has in progress at a time.
constexpr int words_in_progress = 4;

/// Loads several words before it stores the first one, so that their latencies overlap.
template <class Word, class Scope>
__device__ void copy_words(const Scope& scope, Word* to, const Word* from, std::size_t n)
{
  const std::size_t step = scope.size();
  std::size_t i = scope.rank();
  for (; i + (words_in_progress - 1) * step < n; i += words_in_progress * step) {
    Word words[words_in_progress];
#pragma unroll
    for (int k = 0; k < words_in_progress; ++k) words[k] = from[i + k * step];
#pragma unroll
    for (int k = 0; k < words_in_progress; ++k) to[i + k * step] = words[k];
  }
  for (; i < n; i += step) to[i] = from[i];
}

/// Copies by words, which both addresses are a multiple of after the same number of bytes.
template <class Word, class Scope>
__device__ void copy_by_words(
    const Scope& scope, std::byte* to, const std::byte* from, std::size_t bytes)
{
  const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(to) % sizeof(Word);
  std::size_t head = misaligned == 0 ? 0 : sizeof(Word) - misaligned;
  if (head > bytes) head = bytes;
  const std::size_t words = (bytes - head) / sizeof(Word);
  const std::size_t tail = head + words * sizeof(Word);
  copy_words(scope, to, from, head);
  copy_words(
      scope, reinterpret_cast<Word*>(to + head), reinterpret_cast<const Word*>(from + head), words);
  copy_words(scope, to + tail, from + tail, bytes - tail);
}

#endif

/// Copies bytes, each by one of the threads of the scope, by the largest words that the addresses
/// permit. Waits for nobody.
template <class Scope>
DASH_HOST_DEVICE void copy_bytes(
    const Scope& scope, std::byte* to, const std::byte* from, std::size_t bytes)
{
#if defined(__CUDA_ARCH__)
  const auto difference =
      reinterpret_cast<std::uintptr_t>(to) ^ reinterpret_cast<std::uintptr_t>(from);
  if (difference % 16 == 0) {
    copy_by_words<uint4>(scope, to, from, bytes);
  } else if (difference % 8 == 0) {
    copy_by_words<std::uint64_t>(scope, to, from, bytes);
  } else if (difference % 4 == 0) {
    copy_by_words<std::uint32_t>(scope, to, from, bytes);
  } else {
    copy_words(scope, to, from, bytes);
  }
#else
  // Threads get pieces that follow each other.
  const std::size_t begin = bytes * scope.rank() / scope.size();
  const std::size_t end = bytes * (scope.rank() + 1) / scope.size();
  if (end > begin) dash::detail::copy_host_bytes(to + begin, from + begin, end - begin);
#endif
}

/// Copies elements. One that fits into a register is stored as a whole.
template <class Scope, class T>
DASH_HOST_DEVICE void copy_elements(const Scope& scope, T* to, const T* from, std::size_t n)
{
  if constexpr (sizeof(T) == alignof(T) && sizeof(T) <= 16) {
    if (n == 1) {
      if (scope.rank() == 0) *to = *from;
      return;
    }
  }
  copy_bytes(
      scope, reinterpret_cast<std::byte*>(to), reinterpret_cast<const std::byte*>(from),
      n * sizeof(T));
}

}  // namespace dash::kernel::detail
