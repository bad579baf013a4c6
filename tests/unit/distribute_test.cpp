// Tier: suite

// Data for all units, on the boards of the units of one process.

#include "team/collectives.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

namespace {

struct Free {
  void operator()(std::byte* memory) const { std::free(memory); }
};

/// Memory of the board of a team, with guarded bytes behind it.
class BoardMemory {
 public:
  static constexpr std::size_t guarded = 4096;

  explicit BoardMemory(std::uint32_t units)
      : bytes_(dart::Board::bytes(units)),
        memory_(static_cast<std::byte*>(std::aligned_alloc(4096, pages(bytes_ + guarded))))
  {
    std::memset(memory_.get(), 0, dart::Board::zeroed_bytes(units));
    std::memset(memory_.get() + bytes_, 0x55, guarded);
  }

  std::byte* get() const { return memory_.get(); }
  bool is_guard_untouched() const
  {
    const std::byte* const guard = memory_.get() + bytes_;
    for (std::size_t i = 0; i < guarded; ++i) {
      if (guard[i] != std::byte{0x55}) return false;
    }
    return true;
  }

 private:
  static std::size_t pages(std::size_t bytes) { return (bytes + 4095) / 4096 * 4096; }

  std::size_t bytes_;
  std::unique_ptr<std::byte, Free> memory_;
};

/// What the units of a team share.
struct LargeTeam {
  static constexpr std::uint32_t units = 4100, root = units - 1;

  LargeTeam() : members(units), places(units), memory(units), send(units)
  {
    std::iota(members.begin(), members.end(), 0);
    table.places = places.data();
    for (std::size_t unit = 0; unit < units; ++unit) send[unit] = value_for(unit);
  }

  static std::byte value_for(std::size_t unit) { return static_cast<std::byte>(unit * 7 % 251); }

  /// A unit receives from the root.
  void receive(std::uint32_t me)
  {
    const dart::Hosts hosts(units, static_cast<dart_unit_t>(me));
    dart::LongWaits waits(table, hosts, nullptr);
    dart::Board board(memory.get(), {0, members, waits}, me, nullptr);
    board.begin(dart::CollectiveCall(dart::Collective::scatter));
    std::byte received{0};
    dart::distribute(board, send.data(), &received, 1, {root, root + 1});
    EXPECT_EQ(value_for(me), received) << me;
  }

  std::vector<dart_unit_t> members;
  std::vector<dart::LongWaitTable::Place> places;
  dart::LongWaitTable table;
  BoardMemory memory;
  std::vector<std::byte> send;
};

/// The contribution to a step is smaller than a byte for each unit of such a team.
TEST(Distribute, MoreUnitsThanAStepHasBytes)
{
  constexpr auto in_first_step =
      static_cast<std::uint32_t>(dart::Board::step_bytes(LargeTeam::units));
  static_assert(in_first_step < LargeTeam::units);
  LargeTeam team;
  // The units of the second step wait for all others.
  std::vector<std::thread> later;
  for (std::uint32_t unit = in_first_step; unit < LargeTeam::units; ++unit)
    later.emplace_back([&team, unit] { team.receive(unit); });
  for (std::uint32_t unit = 0; unit < in_first_step; ++unit) team.receive(unit);
  for (std::thread& thread : later) thread.join();
  EXPECT_TRUE(team.memory.is_guard_untouched());
}

}  // namespace
