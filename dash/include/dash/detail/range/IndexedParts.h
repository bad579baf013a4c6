#pragma once

/// \file
/// The calling unit's elements of a global range, with their global indices.

#include <dash/Init.h>
#include <dash/Iterator.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/IndexMap.h>
#include <dash/detail/range/LocalParts.h>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace dash::detail {

/// The indices first, first + 1, ….
template <class Index>
struct ConsecutiveIndices {
  Index first;

  DASH_HOST_DEVICE constexpr Index operator[](Index n) const { return first + n; }
};

/// The indices first, first + step, …: those of a unit's elements if blocks have one element, which
/// take no time.
template <class Index>
struct SteppedIndices {
  Index first;
  Index step;

  DASH_HOST_DEVICE constexpr Index operator[](Index n) const { return first + n * step; }
};

/// Global indices of a unit's elements that begin at a local index, in any pattern.
template <class Pattern, class Index = typename Pattern::index_type>
struct PatternIndices {
  Pattern pattern;
  UnitIndex<Index> first;

  DASH_HOST_DEVICE constexpr Index operator[](Index n) const
  {
    const team_unit_t unit(static_cast<dart_unit_t>(first.unit));
    return pattern.global(unit, first.local + n);
  }
};

/// Global indices of a unit's elements of a box of its memory.
template <class Pattern, class Index = typename Pattern::index_type>
struct BoxIndices {
  Pattern pattern;
  team_unit_t unit;
  typename Pattern::viewspec_type box;
  Index first;

  DASH_HOST_DEVICE constexpr Index operator[](Index n) const
  {
    auto coords = linear_coords<Pattern::memory_order()>(first + n, box.extents());
    for (std::size_t d = 0; d < coords.size(); ++d) coords[d] += box.offsets()[d];
    return pattern.global_at(pattern.global(unit, coords));
  }
};

/// Whether kernels can hold a pattern by value.
template <class Pattern>
inline constexpr bool is_kernel_pattern = std::is_trivially_copyable_v<Pattern>;

/// Makes a function of indices a function of the numbers 0, 1, … of elements.
template <class F, class Indices>
struct AtIndices {
  F f;
  Indices indices;

  DASH_NO_EXECUTION_CHECK
  template <class N>
  DASH_HOST_DEVICE constexpr decltype(auto) operator()(N n)
  {
    return f(indices[n]);
  }

  DASH_NO_EXECUTION_CHECK
  template <class Element, class N>
  DASH_HOST_DEVICE constexpr decltype(auto) operator()(Element&& element, N n)
  {
    return f(static_cast<Element&&>(element), indices[n]);
  }
};

/// The global indices of the calling unit's elements that begin at a local index, in a form for
/// kernels.
template <class Pattern, class Index = typename Pattern::index_type>
auto indices_for_kernels(const Pattern& pattern, Index lidx)
{
  const team_unit_t me = pattern.team().myid();
  if constexpr (Pattern::ndim() == 1) {
    return dealt_indices(pattern, me, lidx);
  } else {
    return PatternIndices<Pattern>{pattern, {me.id, lidx}};
  }
}

/// Calls \c f(lbegin, n, gbegin) for runs of own elements with consecutive global indices.
template <class Pattern, class Index, class F>
void for_each_consecutive(const Pattern& pattern, Index lbegin, Index n, F f)
{
  for (const Index lend = lbegin + n; lbegin < lend;) {
    const Index gidx = pattern.global(lbegin);
    const Index size = (std::min)(pattern.run_at(gidx).gend - gidx, lend - lbegin);
    f(lbegin, size, gidx);
    lbegin += size;
  }
}

/// Whether the calling unit should work on elements with any indices together: each call needs a
/// kernel on a GPU unit, and where there are GPU units it takes the time in which other units
/// compute the indices of some elements of one dimension.
template <class Pattern>
bool wants_indices_together(const Pattern& pattern)
{
  if constexpr (!is_kernel_pattern<Pattern>) {
    return false;
  } else if constexpr (Pattern::ndim() == 1) {
    constexpr Position few = 16;
    const auto size = static_cast<Position>(pattern.blocksize(0));
    return is_gpu_unit() || (run_has_gpu_units && size > 1 && size < few);
  } else {
    return is_gpu_unit();
  }
}

/// Whether a unit's elements are never next to each other, as with CYCLIC: then a call for each run
/// is one for each element, but few lines have all of them.
template <class Pattern>
bool deals_single_elements(const Pattern& pattern)
{
  if constexpr (is_kernel_pattern<Pattern> && Pattern::ndim() == 1) {
    return pattern.blocksize(0) == 1 && pattern.num_units() > 1;
  } else {
    return false;
  }
}

/// The global indices of own elements of a part of a matrix.
template <GlobalIterator Iterator>
auto indices_of_own_runs(const OwnRuns<Iterator>& runs)
{
  using Pattern = typename Iterator::pattern_type;
  using Index = typename Pattern::index_type;
  const Iterator& first = runs.first();
  const Pattern& pattern = first.pattern();
  const auto& section = first.section();
  const team_unit_t me = pattern.team().myid();
  const Index number = runs.number_in_section();
  if constexpr (LocalViewIterator<Iterator>) {
    return BoxIndices<Pattern>{pattern, me, section.box(), number};
  } else {
    return BoxIndices<Pattern>{pattern, me, pattern.local_box(me, section.box()), number};
  }
}

/// Calls \c f(begin, end, indices) for the calling unit's elements of [first, last), in ascending
/// order; indices[n] is the global index of begin[n]. There are as few calls as possible if
/// each takes long; otherwise the indices of each call are consecutive or a step apart, which needs
/// no arithmetic. The iterators are native ones. Local call.
template <GlobalIterator Iterator, class F>
void for_each_indexed_part_in_place(const Iterator& first, const Iterator& last, F f)
{
  using index_type = typename Iterator::index_type;
  using Pattern = typename Iterator::pattern_type;
  if (first == last) return;
  const Pattern& pattern = first.pattern();
  auto* const elements = local_elements(first);
  if constexpr (is_kernel_pattern<Pattern>) {
    if (wants_indices_together(pattern)) {
      for_each_part_in_place(first, last, [&](auto* begin, auto* end, auto&&) {
        const auto lidx = static_cast<index_type>(begin - elements);
        f(begin, end, indices_for_kernels(pattern, lidx));
      });
      return;
    }
  }
  const auto call = [&](index_type begin, index_type size, const auto& indices) {
    f(elements + begin, elements + (begin + size), indices);
  };
  const auto call_run = [&](index_type begin, index_type size, index_type gidx) {
    call(begin, size, ConsecutiveIndices<index_type>{gidx});
  };
  first.for_each_line_at(
      pattern.team().myid(), last - first, [&](const DealtLine<index_type>& line) {
        if (!LinearIterator<Iterator> && line.is_run())
          return for_each_consecutive(pattern, line.lbegin, line.n, call_run);
        const index_type gidx = pattern.global(line.lbegin);
        if (!line.is_run() && line.first == 1 && line.size == 1)
          return call(line.lbegin, line.n, SteppedIndices<index_type>{gidx, 1 + line.gap});
        line.for_each_run([&](index_type lbegin, index_type n, index_type offset) {
          call_run(lbegin, n, gidx + (offset - line.begin));
        });
      });
}

/// The same for steps that may get copies of the elements: the iterators are native ones, or those
/// of OwnRuns.
template <GlobalIterator Iterator, class F>
void for_each_indexed_part(const Iterator& first, const Iterator& last, F f)
{
  using Pattern = typename Iterator::pattern_type;
  if constexpr (
      CopiedElements<Iterator> && !LinearIterator<Iterator> && is_kernel_pattern<Pattern> &&
      Pattern::has_local_boxes) {
    if (should_copy_own_runs(first, last)) {
      return for_each_of_own_runs(first, last, [&](const auto& begin, const auto& end) {
        f(begin, end, indices_of_own_runs(begin));
      });
    }
  }
  for_each_indexed_part_in_place(first, last, f);
}

}  // namespace dash::detail
