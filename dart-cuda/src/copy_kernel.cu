#include "copy_kernel.h"

#include <cstdint>

namespace dart::cuda {
namespace {

using Word = uint4;

constexpr std::size_t smallest_copy = std::size_t(256) << 10;
constexpr unsigned threads = 256;
constexpr std::size_t block_bytes = threads * sizeof(Word);

/// Each thread copies one word; several words per thread are slower.
__global__ void copy_words(Word* to, const Word* from, std::size_t words)
{
  const std::size_t at = std::size_t(blockIdx.x) * threads + threadIdx.x;
  if (at < words) __stcs(to + at, __ldcs(from + at));
}

bool is_aligned(const std::byte* address)
{
  return reinterpret_cast<std::uintptr_t>(address) % sizeof(Word) == 0;
}

}  // namespace

bool has_copy_kernel(const std::byte* to, const std::byte* from, std::size_t bytes)
{
  const bool apart = to + bytes <= from || from + bytes <= to;
  const bool fits_grid = bytes / block_bytes < (std::size_t(1) << 31) - 1;
  return bytes >= smallest_copy && bytes % sizeof(Word) == 0 && is_aligned(to) &&
         is_aligned(from) && apart && fits_grid;
}

cudaError_t launch_copy(
    std::byte* to, const std::byte* from, std::size_t bytes, cudaStream_t stream)
{
  const auto blocks = static_cast<unsigned>((bytes + block_bytes - 1) / block_bytes);
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
