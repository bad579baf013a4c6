#pragma once

/// \file
/// Two processes: this one is unit 0, and the other one acts as all further units.

#include <sys/types.h>

#include <atomic>
#include <memory>
#include <vector>

#include "socket_peers.h"
#include "transport/ib_module.h"

namespace bench::ib {

/// Cores of this process and of the other one, which are also those of perftest's client and
/// server: in emulation, the core of a process changes times by a factor of two.
inline constexpr int own_core = 0, peer_core = 1;

/// Binds the calling thread, and threads that it starts, to \p core.
void pin_to(int core);

inline constexpr int units = 9;  ///< unit 0 and the eight that it may be connected to

/// Memory that both processes share.
struct Board {
  std::atomic<std::uint64_t> address[units];
  std::atomic<int> echo;  ///< size of the messages that unit 1 replies to; if negative, it ends
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

/// The other process. It ends with this object.
class Peer {
 public:
  /// \param bytes  size of the memory of each unit
  Peer(dart::ib::test::SocketMesh& mesh, std::size_t bytes);
  ~Peer();

  dart::RemoteAddress memory_of(int unit) const { return {unit, board_->address[unit]}; }
  /// From now on unit 1 replies to each message of this size by a message of the same size.
  void echo(std::size_t bytes) { board_->echo = static_cast<int>(bytes); }
  Board& board() { return *board_; }

 private:
  Board* board_;
  pid_t process_;
};

/// The last byte of a message, which changes when the message has arrived.
inline volatile char* last_byte(std::byte* memory, std::size_t bytes)
{
  return reinterpret_cast<volatile char*>(memory + bytes - 1);
}

}  // namespace bench::ib
