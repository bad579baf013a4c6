#pragma once

/// \file
/// Units of a test: forked processes, each with a verbs transport.

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "socket_peers.h"
#include "transport/ib_module.h"

extern "C" dart::Transport* dart_make_ib_transport(const dart::IbSetup& setup);

namespace dart::ib::test {

inline constexpr int max_units = 4;

/// Memory that all units of a test share.
struct Board {
  std::atomic<int> arrived;
  std::atomic<int> round;
  std::atomic<std::uint64_t> words[max_units][16];
};

class Unit {
 public:
  Unit(int id, SocketMesh& mesh, Board& board);
  ~Unit();

  int id() const { return id_; }
  int units() const { return peers_.units; }
  /// The unit after this one.
  int next() const { return (id_ + 1) % units(); }

  /// The setup of the transport, which may be changed before start().
  IbSetup setup;
  void start() { transport_.reset(dart_make_ib_transport(setup)); }
  void stop() { transport_.reset(); }
  Transport& transport() { return *transport_; }
  SocketPeers& peers() { return peers_.sockets; }

  void barrier();
  /// A word of a unit that all units can access.
  std::atomic<std::uint64_t>& word(int unit, int index) { return board_.words[unit][index]; }

  /// Exposes memory of the given size; publishes its address as word \c index.
  std::byte* expose(std::size_t bytes, int index = 0);
  RemoteAddress at(int unit, std::size_t offset = 0, int index = 0)
  {
    return {unit, word(unit, index) + offset};
  }

  // The following operations are complete on return.
  void put(RemoteAddress to, const void* from, std::size_t bytes);
  void get(void* to, RemoteAddress from, std::size_t bytes);
  /// Fetches and updates one word.
  template <class T>
  T fetch(RemoteAddress target, dart_operation_t operation, T operand, T compare = {});

 private:
  dart_ret_t atomic(RemoteAddress target, const AtomicRequest& request);

  struct PeersOfUnit {
    int units;
    SocketPeers sockets;
  };

  int id_;
  Board& board_;
  PeersOfUnit peers_;
  std::unique_ptr<Transport> transport_;
};

template <class T>
T Unit::fetch(RemoteAddress target, dart_operation_t operation, T operand, T compare)
{
  T old{};
  atomic(
      target, {std::is_signed_v<T> ? DART_TYPE_LONG : DART_TYPE_ULONG, 1, operation, &operand,
               &compare, &old});
  return old;
}

using Body = std::function<void(Unit&)>;

/// Runs \c body in \c units processes; failures in any of them are failures of the test. The
/// transport is started before.
void run_units(int units, const Body& body);
/// Does the same as run_units, but \c body starts the transport.
void run_unstarted(int units, const Body& body);
/// Does the same as run_unstarted, but a unit may end without reporting its result.
void run_mortal(int units, const Body& body);

/// The errors that the units of this process have logged.
std::string errors_logged();

/// Random-looking bytes.
std::vector<std::byte> noise(std::size_t bytes, unsigned seed);

/// Memory of whole pages.
std::byte* map_pages(std::size_t bytes);

}  // namespace dart::ib::test
