#pragma once

/// \file
/// Ranges whose elements at equal positions belong to the same units.

#include <dash/Types.h>
#include <dash/detail/base/RunMemory.h>
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

/// Blocks of equal size that the units take in turn, and the index at which a range begins.
struct DealtBlocks {
  Position size;
  Position units;
  Position begin;
};

template <OverDealtBlocks It>
DealtBlocks dealt_blocks(const It& first)
{
  return {
      static_cast<Position>(first.pattern().blocksize(0)),
      static_cast<Position>(first.pattern().num_units()), static_cast<Position>(first.pos())};
}

/// Whether two ranges begin at the same place of blocks of equal size, which equally many units
/// take in turn: then all elements of a unit correspond to elements of one unit.
inline bool have_equal_blocks(const DealtBlocks& a, const DealtBlocks& b)
{
  return a.size > 0 && a.size == b.size && a.units == b.units && (b.begin - a.begin) % a.size == 0;
}

/// The elements of a range at the positions of one unit's elements of another range: those of a
/// unit, with local indices that lie \c shift behind.
struct Counterparts {
  Position unit;
  Position shift;
};

/// The elements of \c b at the positions of a unit's elements of \c a, which have equal blocks.
inline Counterparts counterparts(const DealtBlocks& a, const DealtBlocks& b, Position unit)
{
  const Position place = unit + (b.begin - a.begin) / a.size;
  const Position round = place / a.units - Position(place % a.units < 0);
  return {place - round * a.units, round * a.size};
}

/// How far local indices of \c b lie behind those of \c a at the same positions, if elements there
/// always belong to the same unit; nullopt otherwise.
inline std::optional<Position> shift_of_aligned(const DealtBlocks& a, const DealtBlocks& b)
{
  if (!have_equal_blocks(a, b)) return std::nullopt;
  const auto [unit, shift] = counterparts(a, b, 0);
  return unit == 0 ? std::optional(shift) : std::nullopt;
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

/// Whether all ranges have equal blocks, dealt to all units of one team, and host code can access
/// all memory of the run: then elements at the positions of a unit's elements of the first range
/// follow each other in memory. The same on all units.
template <OverDealtBlocks Own, OverDealtBlocks... Others>
bool has_mapped_counterparts(const Own& own, const Others&... others)
{
  const DealtBlocks blocks = dealt_blocks(own);
  return !run_has_unmapped_memory && blocks.units == static_cast<Position>(own.team().size()) &&
         ((own.team() == others.team()) && ...) &&
         (have_equal_blocks(blocks, dealt_blocks(others)) && ...);
}

/// Such elements of a range: a pointer p, so that p[i] has the position of the calling unit's
/// element of the first range with local index i.
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
