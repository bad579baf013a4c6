#include "team/collectives.h"

#include <algorithm>
#include <vector>

namespace dart {

void broadcast(Board& board, std::span<std::byte> data, std::uint32_t root)
{
  const bool is_root = board.me() == root;
  in_steps(data.size(), board.step_bytes(), [&](std::size_t offset, std::size_t bytes) {
    std::byte* place = board.contribute(is_root ? bytes : 0);
    if (is_root) put_bytes(place, data.data() + offset, bytes);
    board.show([=](std::uint32_t unit) { return unit == root ? bytes : 0; });
    if (!is_root) put_bytes(data.data() + offset, board.read(root, bytes), bytes);
  });
}

namespace {

/// Some bytes of each block.
struct PartOfBlocks {
  std::size_t block_bytes, offset, bytes;
};

/// One step of distribute(), for the blocks of some units.
void distribute_to(
    Board& board, UnitRange receivers, const std::byte* send, std::byte* recv,
    const PartOfBlocks& part, UnitRange senders)
{
  const std::size_t shown_bytes = (receivers.end - receivers.first) * part.bytes;
  const bool sends = senders.contains(board.me());
  std::byte* place = board.contribute(sends ? shown_bytes : 0);
  for (std::size_t unit = receivers.first; sends && unit < receivers.end; ++unit) {
    put_bytes(place, send + unit * part.block_bytes + part.offset, part.bytes);
    place += part.bytes;
  }
  board.show([=](std::uint32_t unit) { return senders.contains(unit) ? shown_bytes : 0; });
  if (!receivers.contains(board.me())) return;
  const std::size_t mine = (board.me() - receivers.first) * part.bytes;
  for (std::uint32_t unit = senders.first; unit < senders.end; ++unit) {
    const std::byte* shown = board.read(unit, shown_bytes);
    put_bytes(
        recv + (unit - senders.first) * part.block_bytes + part.offset, shown + mine, part.bytes);
  }
}

}  // namespace

void distribute(
    Board& board, const std::byte* send, std::byte* recv, std::size_t bytes, UnitRange senders)
{
  // The contribution to one step may be smaller than a byte for each unit.
  const auto together =
      static_cast<std::uint32_t>(std::min<std::size_t>(board.units(), board.step_bytes()));
  // Blocks for units of later steps must not be overwritten in place by what comes in earlier ones.
  std::vector<std::byte> copy;
  if (send == recv && together < board.units()) {
    copy.assign(send, send + board.units() * bytes);
    send = copy.data();
  }
  in_steps(bytes, board.step_bytes() / together, [&](std::size_t offset, std::size_t some) {
    for (std::uint32_t first = 0; first < board.units(); first += together) {
      const UnitRange receivers{first, std::min(first + together, board.units())};
      distribute_to(board, receivers, send, recv, {bytes, offset, some}, senders);
    }
  });
}

}  // namespace dart
