#pragma once

/// \file
/// Two processes: this one is unit 0, and the other one plays all further units.

#include <sys/types.h>

#include <atomic>
#include <memory>
#include <vector>

#include "socket_peers.h"
#include "transport/ib_module.h"

namespace bench::ib {

/// Of this process and of the other one, as of perftest's client and server: in emulation the place
/// of a process changes times by a factor of two.
inline constexpr int own_core = 0, peer_core = 1;

/// The calling thread, and those that it starts, stay there.
void pin_to(int core);

inline constexpr int units = 9;  ///< unit 0 and the eight that it may be connected to

/// Memory that both processes see.
struct Board {
  std::atomic<std::uint64_t> address[units];
  std::atomic<int> echo;  ///< which size unit 1 answers to; negative: it ends
  std::atomic<bool> ready;
};

/// A unit with its transport and exposed memory.
class Unit {
 public:
  Unit(int id, dart::ib::test::SocketMesh& mesh, std::size_t bytes, const char* adapter);

  dart::Transport& transport() { return *transport_; }
  std::byte* memory() const { return memory_; }

 private:
  dart::ib::test::SocketPeers peers_;
  std::unique_ptr<dart::Transport> transport_;
  std::byte* memory_;
};

/// The other process. Ends with this object.
class Peer {
 public:
  /// \p bytes of memory of each unit
  Peer(dart::ib::test::SocketMesh& mesh, std::size_t bytes);
  ~Peer();

  dart::RemoteAddress memory_of(int unit) const { return {unit, board_->address[unit]}; }
  /// From now on unit 1 answers each message of that size by one of the same.
  void echo(std::size_t bytes) { board_->echo = static_cast<int>(bytes); }
  Board& board() { return *board_; }

 private:
  Board* board_;
  pid_t process_;
};

/// A byte that changes when a message has arrived; the last one of it.
inline volatile char* last_byte(std::byte* memory, std::size_t bytes)
{
  return reinterpret_cast<volatile char*>(memory + bytes - 1);
}

}  // namespace bench::ib
