#pragma once

/// \file
/// Reductions over a team's board.

#include <cstddef>
#include <cstdint>

#include "team/board.h"
#include "types/reduction.h"

namespace dart {

/// For a root: all units get the result.
inline constexpr std::uint32_t on_all_units = ~std::uint32_t(0);

/// Combines the elements of all units in the order of the units: the same bits on all of them.
/// \param root unit that gets the result, or on_all_units
/// \return DART_ERR_NOMEM, without a message, on a unit that has no memory for its result
dart_ret_t reduce(
    Board& board, const std::byte* send, std::byte* recv, std::size_t elements,
    const Reduction& reduction, std::uint32_t root);

/// Combines the blocks that all units have for each unit; unit k gets the combination of blocks k.
/// \param send      a block of \c elements elements for each unit
/// \param recv      the result; may be this unit's block of \c send
/// \return as reduce()
dart_ret_t reduce_scatter(
    Board& board, const std::byte* send, std::byte* recv, std::size_t elements,
    const Reduction& reduction);

/// Combines the elements of the first units, as many as \c combined says; if that is 0, \c recv
/// keeps what it holds.
/// \return as reduce()
dart_ret_t scan(
    Board& board, const std::byte* send, std::byte* recv, std::size_t elements,
    const Reduction& reduction, std::uint32_t combined);

}  // namespace dart
