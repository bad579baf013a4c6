#include "box_kernel.h"

#include <algorithm>
#include <cstdint>

namespace dart::cuda {
namespace {

constexpr int most_dimensions = KernelBox::most_dimensions;
constexpr unsigned threads = 256;
constexpr unsigned together = 4;              // words that a thread loads before it stores them
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

/// Where a word of the box is in both memories.
template <class Word>
__device__ KernelBox::Steps place_of(const KernelBox& box, unsigned index)
{
  unsigned rest = index / box.words;
  KernelBox::Steps at{index % box.words * sizeof(Word), index % box.words * sizeof(Word)};
#pragma unroll
  for (int d = most_dimensions - 1; d >= 0; --d) {
    const unsigned number = d > 0 ? rest % box.extents[d] : rest;
    rest /= box.extents[d];
    at.to += number * box.steps[d].to;
    at.from += number * box.steps[d].from;
  }
  return at;
}

/// Each thread copies one word of a small box, a few of a large one, or more if there are few
/// threads. A few loads are under way at the same time, as those of another GPU's memory take
/// microseconds.
template <class Word>
__global__ void copy_elements(std::byte* to, const std::byte* from, KernelBox box, unsigned count)
{
  const std::size_t step = std::size_t(gridDim.x) * threads;
  for (std::size_t first = blockIdx.x * threads + threadIdx.x; first < count;
       first += together * step) {
    Word words[together];
    std::size_t places[together];
#pragma unroll
    for (unsigned k = 0; k < together; ++k) {
      const std::size_t index = first + k * step;
      if (index >= count) break;
      const KernelBox::Steps at = place_of<Word>(box, static_cast<unsigned>(index));
      places[k] = at.to;
      words[k] = word_at<Word>(from + at.from);
    }
#pragma unroll
    for (unsigned k = 0; k < together; ++k) {
      if (first + k * step < count) word_at<Word>(to + places[k]) = words[k];
    }
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
    // Small boxes are spread over more threads.
    constexpr unsigned few = 1U << 18;
    const unsigned words_each = count < few ? 1 : together;
    unsigned blocks = (count - 1) / (words_each * threads) + 1;
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
