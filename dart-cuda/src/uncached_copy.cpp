#include "uncached_copy.h"

#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

#include "base/copy_bytes.h"

namespace dart::cuda {
namespace {

#if defined(__x86_64__)

constexpr std::size_t line_bytes = 64;

bool can_flush()
{
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_CLFLUSHOPT) != 0;
}

__attribute__((target("clflushopt"))) void flush(const std::byte* begin, std::size_t bytes)
{
  for (std::size_t line = 0; line < bytes; line += line_bytes) {
    _mm_clflushopt(const_cast<std::byte*>(begin + line));
  }
}

/// Stores whole cache lines without leaving them in the cache. \return number of bytes stored
std::size_t store_past_cache(std::byte* to, const std::byte* from, std::size_t bytes)
{
  std::size_t done = 0;
  for (; done + line_bytes <= bytes; done += line_bytes) {
    for (std::size_t part = 0; part < line_bytes; part += sizeof(__m128i)) {
      const auto* source = reinterpret_cast<const __m128i*>(from + done + part);
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + done + part), _mm_loadu_si128(source));
    }
  }
  _mm_sfence();
  return done;
}

#else

bool can_flush()
{
  return false;
}
void flush(const std::byte*, std::size_t) {}
std::size_t store_past_cache(std::byte*, const std::byte*, std::size_t)
{
  return 0;
}

#endif

}  // namespace

void fill_uncached(std::byte* buffer, const std::byte* from, std::size_t bytes)
{
  const std::size_t done = store_past_cache(buffer, from, bytes);
  std::memcpy(buffer + done, from + done, bytes - done);
}

void drain_uncached(std::byte* to, const std::byte* buffer, std::size_t bytes)
{
  static const bool flushes = can_flush();
  copy_bytes(to, buffer, bytes);
  if (flushes) flush(buffer, bytes);
}

}  // namespace dart::cuda
