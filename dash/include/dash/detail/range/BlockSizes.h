#pragma once

/// \file
/// How many elements of a range are worked on, or copied, together.

#include <dash/Init.h>
#include <dash/detail/base/GoesOn.h>
#include <dash/detail/base/Position.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/plan/Limits.h>
#include <dash/detail/range/Transfer.h>

#include <algorithm>
#include <cstddef>

namespace dash::detail {

/// Number of elements of \c nbytes bytes, at least one.
template <class T>
inline constexpr Position elements_in(std::ptrdiff_t nbytes)
{
  return std::max<Position>(1, nbytes / static_cast<Position>(sizeof(T)));
}

/// Number of elements that the calling unit copies together.
template <class T>
Position copied_together()
{
  using namespace limits;
  if (is_gpu_unit()) return elements_in<T>(together_on_gpu);
  if (!run_has_unmapped_memory) return elements_in<T>(together_in_cache);
  if (run_has_gpu_units_anywhere) return elements_in<T>(together_with_gpus);
  const auto units = static_cast<std::ptrdiff_t>(dash::size());
  return elements_in<T>(
      std::clamp(units * together_in_cache, together_between_hosts, together_with_gpus));
}

/// Below this number of elements, to copy a run with its neighbours takes less time than to work on
/// it alone.
template <class T>
Position short_run_limit(bool by_gpu, bool between_hosts)
{
  if (by_gpu) return elements_in<T>(limits::short_run_of_gpu);
  return between_hosts ? elements_in<T>(limits::short_run_between_hosts)
                       : Position{limits::short_run_elements};
}

/// The size of the first blocks of a range: small if the work may end early, as a search; other
/// work takes longer in more blocks.
enum class FirstBlocks { small, full };

/// The first block of work that may end early should take about as long as its start.
/// \param together  the size of full blocks
inline Position first_block_size(FirstBlocks first, Position together)
{
  const Position parts =
      run_has_unmapped_memory ? limits::first_part_unmapped : limits::first_part_mapped;
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
