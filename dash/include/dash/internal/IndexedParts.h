/**
 * \file dash/internal/IndexedParts.h
 * The calling unit's elements of a global range with their global indices.
 */
#ifndef DASH__INTERNAL__INDEXED_PARTS_H__INCLUDED
#define DASH__INTERNAL__INDEXED_PARTS_H__INCLUDED

#include <dash/Init.h>
#include <dash/Iterator.h>
#include <dash/internal/IndexMap.h>
#include <dash/internal/LocalParts.h>
#include <dash/internal/Macro.h>

#include <concepts>
#include <cstddef>

namespace dash::internal {

/** first, first + 1, … */
template <class Index>
struct ConsecutiveIndices {
  Index first;

  DASH_HOST_DEVICE constexpr Index operator[](Index n) const { return first + n; }
};

/** Global indices of a unit's elements from a local index on. */
template <class Index>
struct DealtIndices {
  UniformIndexMap<Index> map;
  UnitIndex<Index> first;

  DASH_HOST_DEVICE constexpr Index operator[](Index n) const
  {
    return map.global({first.unit, first.local + n});
  }
};

/** A function of indices as a function of the numbers 0, 1, … of elements. */
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

/**
 * Calls \c f(begin, end, indices) for the calling unit's elements of [first, last), ascending:
 * indices[n] is the global index of begin[n]. On GPU units as few pieces as possible, for one kernel
 * each; on CPU units consecutive indices, which take no arithmetic. Local.
 */
template <GlobalIterator Iterator, class F>
void for_each_indexed_part(const Iterator& first, const Iterator& last, F f)
{
  using index_type = typename Iterator::index_type;
  if constexpr (LinearIterator<Iterator>) {
    using Pattern = typename Iterator::pattern_type;
    if constexpr (std::same_as<IndexMap<Pattern>, UniformIndexMap<index_type>>) {
      if (is_gpu_unit() && first != last) {
        const auto& pattern = first.pattern();
        const team_unit_t me = pattern.team().myid();
        const auto own = pattern.local_interval(me, first.pos(), last.pos());
        auto* const elements = local_elements(first);
        const DealtIndices<index_type> indices{
            UniformIndexMap<index_type>(pattern), {me.id, own.begin}};
        if (own.size() > 0) f(elements + own.begin, elements + own.end, indices);
        return;
      }
    }
  }
  for_each_local_run(first, last, [&](auto begin, auto end, Position position) {
    const auto index = static_cast<index_type>(dash::index(first) + position);
    f(begin, end, ConsecutiveIndices<index_type>{index});
  });
}

}  // namespace dash::internal

#endif  // DASH__INTERNAL__INDEXED_PARTS_H__INCLUDED
