#pragma once

/// \file
/// How many elements of a range are worked on, or copied, together.

#include <dash/Init.h>
#include <dash/detail/base/GoesOn.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/range/Transfer.h>

#include <algorithm>
#include <cstddef>

namespace dash::detail {

/// A position relative to the start of a range.
using Position = std::ptrdiff_t;

/// Number of elements of \c nbytes bytes, at least one.
template <class T>
inline constexpr Position elements_in(std::size_t nbytes)
{
  return std::max<Position>(1, static_cast<Position>(nbytes / sizeof(T)));
}

/// Number of elements that the calling unit copies together.
template <class T>
Position copied_together()
{
  if (is_gpu_unit()) return elements_in<T>(std::size_t(32) << 20);
  // They should stay in the cache of this process, but a copy to or from a GPU has to be worth its
  // start, and so has the message to each unit of another host that has some of them.
  constexpr std::size_t cached = std::size_t(256) << 10, large = std::size_t(4) << 20;
  if (!run_has_unmapped_memory) return elements_in<T>(cached);
  if (run_has_gpu_units_anywhere) return elements_in<T>(large);
  return elements_in<T>(std::clamp(dash::size() * cached, std::size_t(1) << 20, large));
}

/// Below this number of elements, to copy a run with its neighbours takes less time than to work on
/// it alone: host code loses a few nanoseconds with each run, a message between hosts takes
/// microseconds, and so do the kernels and copies of a GPU, which meanwhile moves a mebibyte.
template <class T>
Position short_run_limit(bool by_gpu, bool between_hosts)
{
  if (by_gpu) return elements_in<T>(std::size_t(1) << 20);
  return between_hosts ? elements_in<T>(std::size_t(16) << 10) : Position{short_run};
}

/// The size of the first blocks of a range: small if the work may end early, as a search; other
/// work takes longer in more blocks.
enum class FirstBlocks { small, full };

/// The first block of work that may end early should take about as long as its start: host code
/// copies some kibibytes of mapped memory in a microsecond; kernels and messages start later.
/// \param together  the size of full blocks
inline Position first_block_size(FirstBlocks first, Position together)
{
  const Position parts = run_has_unmapped_memory ? 8 : 64;
  return first == FirstBlocks::small ? std::max<Position>(1, together / parts) : together;
}

/// Calls \c f(begin, size) for blocks of the positions [begin, end), until it returns false. Blocks
/// have at most \c together elements. \return whether it never returned false
template <FirstBlocks first, class F>
bool for_each_block(Position begin, Position end, Position together, F f)
{
  for (Position size = first_block_size(first, together); begin < end;
       begin += size, size = (std::min)(4 * size, together)) {
    size = (std::min)(size, end - begin);
    if (!goes_on(f, begin, size)) return false;
  }
  return true;
}

}  // namespace dash::detail
