#pragma once

/// \file
/// Collectives that move data, step by step over a team's board.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/copy_bytes.h"
#include "team/board.h"

namespace dart {

/// Copies a contribution.
inline void put_bytes(std::byte* place, const void* data, std::size_t bytes)
{
  // One value is what most collectives carry.
  if (bytes == 8)
    std::memcpy(place, data, 8);
  else
    copy_bytes(place, data, bytes);
}

/// Calls \c f(offset, bytes) for as many steps as it takes, each of at most \c most bytes.
template <class F>
void in_steps(std::size_t bytes, std::size_t most, F f)
{
  for (std::size_t offset = 0; offset < bytes; offset += most) {
    f(offset, std::min(most, bytes - offset));
  }
}

/// A step of the current collective: all units have come before any goes on.
inline void barrier(Board& board)
{
  board.meet();
}

/// All units get the bytes of \c root.
void broadcast(Board& board, std::span<std::byte> data, std::uint32_t root);

/// Each unit contributes; units for which \c receives get all contributions, at \c recv +
/// offset_of(unit). \param bytes_of bytes of a unit's contribution, \c largest at most
template <class BytesOf, class OffsetOf>
void collect(
    Board& board, const std::byte* send, std::byte* recv, bool receives, std::size_t largest,
    BytesOf bytes_of, OffsetOf offset_of)
{
  in_steps(largest, board.step_bytes(), [&](std::size_t offset, std::size_t most) {
    const auto step_of = [&](std::uint32_t unit) -> std::size_t {
      const std::size_t bytes = bytes_of(unit);
      return bytes <= offset ? 0 : std::min(most, bytes - offset);
    };
    const std::size_t mine = step_of(board.me());
    put_bytes(board.contribute(mine), send + offset, mine);
    board.show(step_of);
    if (!receives) return;
    for (std::uint32_t unit = 0; unit < board.units(); ++unit) {
      const std::size_t bytes = step_of(unit);
      put_bytes(recv + offset_of(unit) + offset, board.read(unit, bytes), bytes);
    }
    board.has_read_all();
  });
}

/// Units [first, end).
struct UnitRange {
  std::uint32_t first, end;

  bool contains(std::uint32_t unit) const { return unit >= first && unit < end; }
};

/// Each of the \c senders has data for all units, \c bytes each; all units receive from all of
/// them, also in place: each step shows the bytes of all that it overwrites.
void distribute(
    Board& board, const std::byte* send, std::byte* recv, std::size_t bytes, UnitRange senders);

}  // namespace dart
