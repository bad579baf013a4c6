#pragma once

/// \file
/// Ranges whose elements at equal positions belong to the same units.

#include <dash/Types.h>
#include <dash/detail/plan/DealtBlocks.h>
#include <dash/detail/range/LocalRuns.h>
#include <dash/detail/range/Places.h>
#include <dash/iterator/GlobIter.h>
#include <dash/iterator/IteratorTraits.h>
#include <dash/pattern/PatternRun.h>

#include <optional>
#include <type_traits>

namespace dash::detail {

/// Whether two iterators are at the same position of the same view of their patterns.
template <GlobalIterator A, GlobalIterator B>
bool is_same_position(const A& a, const B& b)
{
  if constexpr (LinearIterator<A>) {
    return a.pos() == b.pos();
  } else {
    return a.rpos() == b.rpos() && a.section().box() == b.section().box();
  }
}

/// Iterators in one dimension over blocks of equal size that the units take in turn.
template <class It>
concept OverDealtBlocks =
    HasPatternRuns<It> && LinearIterator<It> && HasUniformMap<typename It::pattern_type>;

template <OverDealtBlocks It>
DealtBlocks dealt_blocks(const It& first)
{
  return {
      static_cast<Position>(first.pattern().blocksize(0)),
      static_cast<Position>(first.pattern().num_units()), static_cast<Position>(first.pos())};
}

/// How far the local index of an element of \c b lies behind that of the element at the same
/// position of \c a, if these always belong to the same unit; nullopt otherwise. The same on all
/// units.
template <class A, class B>
std::optional<Position> shift_of_aligned(const A& a, const B& b)
{
  if constexpr (
      GlobalIterator<A> && GlobalIterator<B> && !LocalViewIterator<A> && !LocalViewIterator<B>) {
    if (!(a.team() == b.team())) return std::nullopt;
    if constexpr (
        std::is_same_v<typename A::pattern_type, typename B::pattern_type> &&
        LinearIterator<A> == LinearIterator<B>) {
      const bool is_same = &a.pattern() == &b.pattern() || a.pattern() == b.pattern();
      if (is_same && is_same_position(a, b)) return 0;
    }
    if constexpr (OverDealtBlocks<A> && OverDealtBlocks<B>) {
      return shift_of_aligned(dealt_blocks(a), dealt_blocks(b));
    }
  }
  return std::nullopt;
}

/// Whether elements at equal positions of two ranges always belong to the same unit, so that each
/// unit has all elements that it needs. Returns the same on all units.
template <class A, class B>
bool same_distribution(const A& a, const B& b)
{
  return shift_of_aligned(a, b).has_value();
}

/// The elements of a range at the positions of the calling unit's elements of another one that has
/// equal blocks: a pointer p, so that p[i] has the position of the own element with local index i.
template <OverDealtBlocks Own, OverDealtBlocks It>
auto* mapped_counterparts(const Own& own, const It& it)
{
  const auto [unit, shift] =
      counterparts(dealt_blocks(own), dealt_blocks(it), own.team().myid().id);
  using T = std::remove_pointer_t<typename It::local_type>;
  const team_unit_t owner(static_cast<dart_unit_t>(unit));
  return reinterpret_cast<T*>(it.globmem().mapped_base(owner)) + shift;
}

}  // namespace dash::detail
