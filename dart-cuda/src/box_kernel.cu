#include "box_kernel.h"

#include <algorithm>
#include <cstdint>

namespace dart::cuda {
namespace {

constexpr int most_dimensions = KernelBox::most_dimensions;
constexpr unsigned threads = 256;
constexpr unsigned tile = 32, tile_rows = 8;  // sizes of the tiles of transpositions

template <class Word>
const __device__ Word& word_at(const std::byte* address)
{
  return *reinterpret_cast<const Word*>(address);
}
template <class Word>
__device__ Word& word_at(std::byte* address)
{
  return *reinterpret_cast<Word*>(address);
}

/// Each thread copies one word, or several if there are few threads.
template <class Word>
__global__ void copy_elements(std::byte* to, const std::byte* from, KernelBox box, unsigned count)
{
  const unsigned step = gridDim.x * threads;
  for (unsigned index = blockIdx.x * threads + threadIdx.x; index < count; index += step) {
    unsigned rest = index / box.words;
    KernelBox::Steps at{index % box.words * sizeof(Word), index % box.words * sizeof(Word)};
#pragma unroll
    for (int d = most_dimensions - 1; d >= 0; --d) {
      const unsigned number = d > 0 ? rest % box.extents[d] : rest;
      rest /= box.extents[d];
      at.to += number * box.steps[d].to;
      at.from += number * box.steps[d].from;
    }
    word_at<Word>(to + at.to) = word_at<Word>(from + at.from);
  }
}

/// Each thread block copies a tile of the last two dimensions.
template <class Word>
__global__ void transpose_elements(
    std::byte* to, const std::byte* from, KernelBox box, unsigned tiles_across,
    unsigned tiles_along)
{
  __shared__ Word values[tile][tile + 1];
  const unsigned along = blockIdx.x % tiles_along * tile;
  const unsigned across = blockIdx.x / tiles_along % tiles_across * tile;
  const std::size_t slice = blockIdx.x / tiles_along / tiles_across;
  to += slice * box.steps[0].to;
  from += slice * box.steps[0].from;
  const unsigned column = threadIdx.x, first_row = threadIdx.y;
  if (across + column < box.extents[1]) {
    const std::byte* source = from + (across + column) * sizeof(Word);
    for (unsigned row = first_row; row < tile && along + row < box.extents[2]; row += tile_rows) {
      values[row][column] = word_at<Word>(source + (along + row) * box.steps[2].from);
    }
  }
  __syncthreads();
  if (along + column < box.extents[2]) {
    std::byte* target = to + (along + column) * sizeof(Word);
    for (unsigned row = first_row; row < tile && across + row < box.extents[1]; row += tile_rows) {
      word_at<Word>(target + (across + row) * box.steps[1].to) = values[column][row];
    }
  }
}

unsigned tiles_in(unsigned extent)
{
  return (extent + tile - 1) / tile;
}

template <class Word>
void launch(
    std::byte* to, const std::byte* from, const KernelBox& box, unsigned most_blocks,
    cudaStream_t stream)
{
  if (box.is_transposition) {
    const unsigned across = tiles_in(box.extents[1]), along = tiles_in(box.extents[2]);
    transpose_elements<Word><<<box.extents[0] * across * along, dim3(tile, tile_rows), 0, stream>>>(
        to, from, box, across, along);
  } else {
    const unsigned count = box.extents[0] * box.extents[1] * box.extents[2] * box.words;
    unsigned blocks = (count + threads - 1) / threads;
    if (most_blocks != 0) blocks = std::min(blocks, most_blocks);
    copy_elements<Word><<<blocks, threads, 0, stream>>>(to, from, box, count);
  }
}

template <class Word>
cudaError_t load()
{
  cudaFuncAttributes attributes;
  const cudaError_t loaded = cudaFuncGetAttributes(&attributes, copy_elements<Word>);
  return loaded != cudaSuccess ? loaded
                               : cudaFuncGetAttributes(&attributes, transpose_elements<Word>);
}

/// Calls \c f with a word of the given size.
template <class F>
auto with_word(std::size_t bytes, F f)
{
  static_assert(sizeof(uint4) == KernelBox::largest_word);
  switch (bytes) {
    case 1:
      return f(std::uint8_t{});
    case 2:
      return f(std::uint16_t{});
    case 4:
      return f(std::uint32_t{});
    case 8:
      return f(std::uint64_t{});
    default:
      return f(uint4{});
  }
}

}  // namespace

cudaError_t launch_copy_box(
    std::byte* to, const std::byte* from, const KernelBox& box, unsigned most_blocks,
    cudaStream_t stream)
{
  with_word(box.word_bytes, [&](auto word) {
    launch<decltype(word)>(to, from, box, most_blocks, stream);
  });
  return cudaGetLastError();
}

cudaError_t load_box_kernels()
{
  for (std::size_t bytes = 1; bytes <= KernelBox::largest_word; bytes *= 2) {
    const cudaError_t loaded = with_word(bytes, [](auto word) { return load<decltype(word)>(); });
    if (loaded != cudaSuccess) return loaded;
  }
  return cudaSuccess;
}

}  // namespace dart::cuda
