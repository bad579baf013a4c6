#pragma once

/// \file
/// Copies of host memory.

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace dart {

#if defined(__x86_64__)

/// The C library may copy more bytes than these by one string instruction (rep movsb).
inline constexpr std::size_t most_bytes_by_vectors = 2048;

/// Whether that instruction is slow: on processors of AMD from the generation Zen 3 on, it moves
/// some bytes at a time, instead of 64, if the target lies less than a vector behind the source in
/// their pages. From an array at the start of a page to a long std::vector, which begins 16 bytes
/// behind one, that is 2 instead of 30 GB/s.
inline bool is_slow_by_string_instruction(const void* to, const void* from)
{
  constexpr std::uintptr_t page = 4096, vector = 32;
  const auto behind =
      (reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from)) % page;
  return behind != 0 && behind < vector && __builtin_cpu_is("amd") != 0;
}

inline bool have_common_bytes(const void* to, const void* from, std::size_t bytes)
{
  const auto a = reinterpret_cast<std::uintptr_t>(to), b = reinterpret_cast<std::uintptr_t>(from);
  return a - b < bytes || b - a < bytes;
}

/// Copies line by line of the target; there are at least as many bytes as in a line.
[[gnu::noinline]] inline void copy_lines(std::byte* to, const std::byte* from, std::size_t bytes)
{
  constexpr std::size_t line = 64;
  const std::size_t head = -reinterpret_cast<std::uintptr_t>(to) % line;
  std::memcpy(to, from, head);
  std::size_t done = head;
  for (; done + line <= bytes; done += line) {
    const auto* source = reinterpret_cast<const __m128i*>(from + done);
    auto* const target = reinterpret_cast<__m128i*>(to + done);
    const __m128i a = _mm_loadu_si128(source), b = _mm_loadu_si128(source + 1);
    const __m128i c = _mm_loadu_si128(source + 2), d = _mm_loadu_si128(source + 3);
    _mm_store_si128(target, a);
    _mm_store_si128(target + 1, b);
    _mm_store_si128(target + 2, c);
    _mm_store_si128(target + 3, d);
  }
  std::memcpy(to + done, from + done, bytes - done);
}

/// Copies if the C library would do so slowly. \return false if not; then nothing is copied
inline bool copied_by_lines(void* to, const void* from, std::size_t bytes)
{
  if (bytes <= most_bytes_by_vectors || !is_slow_by_string_instruction(to, from) ||
      have_common_bytes(to, from, bytes))
    return false;
  copy_lines(static_cast<std::byte*>(to), static_cast<const std::byte*>(from), bytes);
  return true;
}

#else

inline bool copied_by_lines(void*, const void*, std::size_t)
{
  return false;
}

#endif

/// Copies like memmove, and also fast where that is slow.
inline void copy_bytes(void* to, const void* from, std::size_t bytes)
{
  if (bytes > 0 && !copied_by_lines(to, from, bytes)) std::memmove(to, from, bytes);
}

}  // namespace dart
