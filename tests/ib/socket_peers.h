#pragma once

/// \file
/// Replaces the runtime's channel between units by a socket for each ordered pair.

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "net/peers.h"

namespace dart::ib::test {

/// The sockets between several processes, which are created before the processes fork.
class SocketMesh {
 public:
  explicit SocketMesh(int units);
  ~SocketMesh();
  SocketMesh(const SocketMesh&) = delete;
  SocketMesh& operator=(const SocketMesh&) = delete;

  int units() const { return units_; }
  /// The end at which \c from asks \c to, and the end at which \c to receives the question.
  int asking_end(int from, int to) const { return ends_[index(from, to)].asking; }
  int answering_end(int from, int to) const { return ends_[index(from, to)].answering; }
  /// Closes the ends of other units, so that their closing can be noticed.
  void keep_only(int unit);

 private:
  struct Ends {
    int asking;
    int answering;
  };
  std::size_t index(int from, int to) const { return static_cast<std::size_t>(from * units_ + to); }

  int units_;
  std::vector<Ends> ends_;
};

class SocketPeers final : public Peers {
 public:
  SocketPeers(SocketMesh& mesh, int unit);
  ~SocketPeers() override;

  void answer(Handler handler) override;
  dart_ret_t ask(
      dart_unit_t unit, std::span<const std::byte> request, std::span<std::byte> reply) override;

  /// Number of requests that this unit has answered.
  int answered() const { return answered_; }
  /// Changes replies before they are sent.
  std::function<void(ByteBuffer& reply)> edit_reply;

 private:
  void serve();
  void answer_one(int from);

  const SocketMesh& mesh_;
  int unit_;
  std::mutex handler_mutex_;
  Handler handler_;
  std::mutex ask_mutex_;
  std::atomic<int> answered_{0};
  std::atomic<bool> stop_{false};
  std::thread service_;
};

}  // namespace dart::ib::test
