#pragma once

/// \file
/// Blocks of equal size that units take in turn, and which of them correspond in two ranges.

#include <dash/detail/base/Position.h>

#include <optional>

namespace dash::detail {

/// Blocks of equal size that the units take in turn, and the index at which a range begins.
struct DealtBlocks {
  Position size;
  Position units;
  Position begin;
};

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

}  // namespace dash::detail
