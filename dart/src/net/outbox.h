#pragma once

/// \file
/// Messages on their way that nobody waits for.

#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>
#include <vector>

#include "base/byte_buffer.h"
#include "net/network.h"

namespace dart {

/// Cancels a message. If that is not possible, the bytes stay for good, because the network still
/// reads or writes them; the buffer is empty then.
void cancel(Network& network, Network::Ticket ticket, ByteBuffer& buffer);

/// Keeps the bytes of messages until they are sent. Several threads may use it.
class Outbox {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit Outbox(Network& network);
  /// Cancels what is not sent.
  ~Outbox();
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  /// A buffer for a message, if possible with the memory of one that is sent: to allocate a large
  /// one costs more than its transfer.
  ByteBuffer buffer();
  /// \param end  when the message is cancelled if it is not sent
  void send(dart_unit_t to, int tag, ByteBuffer message, Time end = Time::max());
  /// Frees what is sent, or late; to cancel a late message takes up to half a second.
  void forget_sent();
  bool is_empty();

 private:
  struct Message {
    ByteBuffer bytes;
    Network::Ticket sent;
    Time end;
  };
  static constexpr std::size_t most_spare = 8;

  void take_back(ByteBuffer& buffer);

  Network& network_;
  std::mutex mutex_;
  std::list<Message> messages_;    // guarded by mutex_
  std::vector<ByteBuffer> spare_;  // guarded by mutex_
};

}  // namespace dart
