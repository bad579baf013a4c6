#include "copy_kernel.h"

#include <cstdint>

namespace dart::cuda {
namespace {

using Word = uint4;

constexpr std::size_t smallest_copy = std::size_t(256) << 10;
constexpr unsigned threads = 256;
/// Loads of a thread that are under way at once.
constexpr unsigned words_per_thread = 1;
constexpr std::size_t tile_bytes = threads * words_per_thread * sizeof(Word);

__global__ void copy_words(Word* to, const Word* from, std::size_t words)
{
  const std::size_t first = std::size_t(blockIdx.x) * threads * words_per_thread + threadIdx.x;
  Word loaded[words_per_thread];
#pragma unroll
  for (unsigned k = 0; k < words_per_thread; ++k) {
    const std::size_t at = first + k * threads;
    if (at < words) loaded[k] = __ldcs(from + at);
  }
#pragma unroll
  for (unsigned k = 0; k < words_per_thread; ++k) {
    const std::size_t at = first + k * threads;
    if (at < words) __stcs(to + at, loaded[k]);
  }
}

bool is_aligned(const std::byte* address)
{
  return reinterpret_cast<std::uintptr_t>(address) % sizeof(Word) == 0;
}

}  // namespace

bool has_copy_kernel(const std::byte* to, const std::byte* from, std::size_t bytes)
{
  const bool apart = to + bytes <= from || from + bytes <= to;
  const bool fits_grid = bytes / tile_bytes < (std::size_t(1) << 31) - 1;
  return bytes >= smallest_copy && bytes % sizeof(Word) == 0 && is_aligned(to) &&
         is_aligned(from) && apart && fits_grid;
}

cudaError_t launch_copy(
    std::byte* to, const std::byte* from, std::size_t bytes, cudaStream_t stream)
{
  const auto blocks = static_cast<unsigned>((bytes + tile_bytes - 1) / tile_bytes);
  copy_words<<<blocks, threads, 0, stream>>>(
      reinterpret_cast<Word*>(to), reinterpret_cast<const Word*>(from), bytes / sizeof(Word));
  return cudaGetLastError();
}

cudaError_t load_copy_kernel()
{
  cudaFuncAttributes attributes;
  return cudaFuncGetAttributes(&attributes, copy_words);
}

}  // namespace dart::cuda
