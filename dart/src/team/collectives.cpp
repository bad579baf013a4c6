#include "team/collectives.h"

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

void distribute(
    Board& board, const std::byte* send, std::byte* recv, std::size_t bytes, UnitRange senders)
{
  const std::size_t units = board.units();
  const bool sends = senders.contains(board.me());
  const std::size_t most = std::max<std::size_t>(1, board.step_bytes() / units);
  in_steps(bytes, most, [&](std::size_t offset, std::size_t some) {
    std::byte* place = board.contribute(sends ? units * some : 0);
    for (std::size_t unit = 0; sends && unit < units; ++unit) {
      put_bytes(place + unit * some, send + unit * bytes + offset, some);
    }
    board.show([=](std::uint32_t unit) { return senders.contains(unit) ? units * some : 0; });
    for (std::uint32_t unit = senders.first; unit < senders.end; ++unit) {
      const std::byte* shown = board.read(unit, units * some);
      put_bytes(recv + (unit - senders.first) * bytes + offset, shown + board.me() * some, some);
    }
  });
}

}  // namespace dart
