#pragma once

/// \file
/// Divides positions of a range into runs for native loops, whichever units own the elements.

#include <dash/detail/base/GoesOn.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/memory/Reach.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/plan/Limits.h>
#include <dash/detail/range/AlignedRanges.h>
#include <dash/detail/range/BlockSizes.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/range/Transfer.h>
#include <dash/detail/range/ViewValues.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace dash::detail {

/// Contiguous elements in host or device memory on which steps can work.
template <class T>
struct NativeRun {
  T* begin;
  Position size;
};

/// The first run of the \c n elements that begin at \c it. If steps cannot access it, or if it is
/// the first of many short ones, the address is null and the size is the number of elements, on any
/// units, that should be copied together.
template <GlobalIterator Iterator>
auto first_native_run(const Iterator& it, Position n)
{
  const auto [element, available] = it.contiguous();
  using T = std::remove_reference_t<decltype(*element)>;
  const auto together = [n] {
    return (std::min)(n, copied_together<std::iter_value_t<Iterator>>());
  };
  if (starts_short_runs(it, available, n)) [[unlikely]]
    return NativeRun<T>{nullptr, together()};
  if (element != nullptr) return NativeRun<T>{element, std::min<Position>(available, n)};
  if (!run_has_unmapped_memory || available <= 0) return NativeRun<T>{nullptr, n};
  const Position reached = std::min<Position>(available, is_gpu_unit() ? n : together());
  auto* const begin = static_cast<T*>(
      address_for_steps(it.dart_gptr(), static_cast<std::size_t>(reached) * sizeof(T)));
  return begin != nullptr ? NativeRun<T>{begin, reached} : NativeRun<T>{nullptr, together()};
}

/// Calls \c f(begin, end, offset) for the \c n values of a view that begin at \c it, which are
/// computed first, until it returns false. The elements below are copied, and may be on any units.
/// Local call. \return whether it never returned false
template <ComputedValues Iterator, class F>
bool for_each_computed_run(const Iterator& it, Position n, F f)
{
  ValueBlock<std::iter_value_t<Iterator>> values(n);
  InnerCopies copies;
  for (Position offset = 0; offset < n; offset += values.capacity()) {
    const Position size = (std::min)(values.capacity(), n - offset);
    Iterator next = it + static_cast<std::iter_difference_t<Iterator>>(offset);
    copies.read(next, size);
    values.compute(next, 0, size, 0);
    if (!goes_on(f, values.data(), values.data() + size, offset)) return false;
  }
  return true;
}

/// Whether the values of a view should be computed first because host code cannot read the elements
/// below them, or these lie in many short runs. Local decision.
template <ComputedValues Iterator>
bool needs_computed_runs(const Iterator& it, Position n)
{
  return n > 0 && are_inner_intervals(it, it + n) &&
         any_inner(it, [n](const auto& inner) { return needs_copies(inner, n); });
}

/// Calls \c f(begin, end, offset) for consecutive runs of the \c n elements that begin at \c it,
/// until it returns false. Begin and end are native pointers, possibly to device memory, if steps
/// can access the elements, otherwise iterators. Local call. \return whether it never returned
/// false
template <class Iterator, class F>
bool for_each_native_run(Iterator it, Position n, F f)
{
  if constexpr (GlobalIterator<Iterator>) {
    for (Position offset = 0; offset < n;) {
      const auto [element, size] = first_native_run(it, n - offset);
      const bool more = element == nullptr ? goes_on(f, it, it + size, offset)
                                           : goes_on(f, element, element + size, offset);
      if (!more) return false;
      offset += size;
      it += size;
    }
  } else if constexpr (CopiedBackwards<Iterator>) {
    const Position together = copied_together<std::iter_value_t<Iterator>>();
    return for_each_block<FirstBlocks::small>(0, n, together, [&](Position offset, Position size) {
      return goes_on(f, it + offset, it + (offset + size), offset);
    });
  } else if (n > 0) {
    if constexpr (ComputedValues<Iterator>) {
      if (needs_computed_runs(it, n)) return for_each_computed_run(it, n, f);
    }
    return goes_on(f, it, it + n, Position(0));
  }
  return true;
}

/// Calls \c f(begin, end, to, offset) for consecutive runs of the \c n elements that begin at \c in
/// and at \c out, with begin, end and to as for_each_native_run gives them. Local call.
template <class In, class Out, class F>
void for_each_common_native_run(const In& in, const Out& out, Position n, F f)
{
  for_each_native_run(in, n, [&](auto begin, auto end, Position offset) {
    for_each_native_run(out + offset, end - begin, [&](auto to, auto to_end, Position inside) {
      const auto from = begin + inside;
      f(from, from + (to_end - to), to, offset + inside);
    });
  });
}

/// If elements of one range are copied, those of the other one are copied with them, unless they
/// are a long run: to copy a few takes longer than to work on them.
template <GlobalIterator In, GlobalIterator Out, class F>
void for_each_common_native_run(const In& in, const Out& out, Position n, F f)
{
  for (Position offset = 0; offset < n;) {
    const In from = in + static_cast<typename In::difference_type>(offset);
    const Out to = out + static_cast<typename Out::difference_type>(offset);
    auto read = first_native_run(from, n - offset);
    auto written = first_native_run(to, n - offset);
    if (written.begin == nullptr && read.size < limits::short_copy_elements)
      read = {nullptr, written.size};
    if (read.begin == nullptr && written.size < limits::short_copy_elements)
      written = {nullptr, read.size};
    const Position size = (std::min)(read.size, written.size);
    const auto call = [&](const auto& begin) {
      if (written.begin != nullptr) return f(begin, begin + size, written.begin, offset);
      f(begin, begin + size, to, offset);
    };
    read.begin != nullptr ? call(read.begin) : call(from);
    offset += size;
  }
}

/// Calls \c part between two barriers; calls it alone if the ranges are distributed alike or
/// \c other is not global. Collective.
template <class Iterator, class Other, class Part>
void synchronized_unless_aligned(
    const Iterator& first, const Iterator& last, const Other& other, Part part)
{
  if constexpr (SegmentedIterator<Other>) {
    if (first != last && !same_distribution(first, other)) {
      Team& team = team_of(first);
      team.barrier();
      in_front_of_step(team, part);
      team.barrier();
      return;
    }
  }
  part();
}

}  // namespace dash::detail
