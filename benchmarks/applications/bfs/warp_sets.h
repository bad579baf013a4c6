#pragma once

/// \file
/// Sets of at most 32 numbers, on each of which a warp works. Number i is bit i % 32 of word i
/// / 32. On the host a warp is one thread.

#include <dash/Types.h>
#include <dash/kernel/Scope.h>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace bfs {

namespace kernel = dash::kernel;

constexpr std::uint32_t word_bits = 32;

/// Says of each number whether it is in a set.
struct Bitmap {
  const std::uint32_t* words;

  DASH_HOST_DEVICE bool has(std::uint64_t i) const
  {
    return (words[i / word_bits] >> i % word_bits & 1) != 0;
  }
};

/// Calls \p f(w) for each word in all threads of a warp, always of the same one.
template <class F>
DASH_HOST_DEVICE void for_each_word(const kernel::Grid& grid, std::size_t words, F f)
{
  const std::size_t warps = grid.size() / kernel::Warp::size();
  for (std::size_t w = grid.rank() / kernel::Warp::size(); w < words; w += warps) f(w);
}

/// The position of the lowest bit that is set. For kernels, nvcc 13 translates std::countr_zero of
/// libstdc++ to 32, whatever the set is.
DASH_HOST_DEVICE inline unsigned lowest_bit(std::uint32_t set)
{
#if defined(__CUDA_ARCH__)
  return static_cast<unsigned>(__ffs(static_cast<int>(set)) - 1);
#else
  return static_cast<unsigned>(std::countr_zero(set));
#endif
}

/// Calls \p f for each number of a word's set in all threads of the warp together.
template <class F>
DASH_HOST_DEVICE void for_each_together(std::size_t w, std::uint32_t set, F f)
{
  for (; set != 0; set &= set - 1) f(w * word_bits + lowest_bit(set));
}

/// Calls \p f for each number of a word's set in one thread of the warp.
template <class F>
DASH_HOST_DEVICE void for_each_apart(std::size_t w, std::uint32_t set, F f)
{
  if (kernel::Warp::size() == 1) return for_each_together(w, set, f);
  const std::size_t bit = kernel::Warp::rank();
  if ((set >> bit & 1) != 0) f(w * word_bits + bit);
}

/// Those numbers of a word's set for which \p is_selected is true.
template <class IsSelected>
DASH_HOST_DEVICE std::uint32_t select(std::size_t w, std::uint32_t set, IsSelected is_selected)
{
  std::uint32_t selected = 0;
  for_each_apart(w, set, [&](std::size_t i) {
    if (is_selected(i)) selected |= std::uint32_t{1} << i % word_bits;
  });
  return kernel::Warp::sum(selected);
}

}  // namespace bfs
