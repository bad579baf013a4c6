#pragma once

/// \file
/// Messages between two units.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "job/unit_table.h"
#include "memory/control_heap.h"
#include "net/remote_calls.h"
#include "team/mailbox.h"
#include "team/message_account.h"

namespace dart {

/// Sends messages to the mailboxes of all units, and takes those of this unit.
///
/// Messages that nobody has received yet lie in memory of the receiver's host. On each host, those
/// of one sender have an account, because a sender that is faster than its receivers would fill the
/// host's memory. A send that exceeds the account waits until messages are received, or until a
/// receiver waits for just this message; so programs that would also be right if sends waited for
/// the receiver never stop.
class Messages {
 public:
  using Bytes = std::span<const std::byte>;

  /// \param mailboxes of the units of this host, by index
  /// \param accounts  of all units of the run, for messages that wait on this host
  /// \param calls     to other hosts; nullptr in a run on one host
  Messages(
      Mailbox* mailboxes, MessageAccount* accounts, ControlHeap& heap, const UnitTable& units,
      RemoteCalls* calls);
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  /// \param bytes of an account; before any other call
  void set_limit(std::uint64_t bytes) { limit_ = bytes; }
  std::uint64_t limit() const { return limit_; }

  /// Waits for room if the account is used up.
  /// \return DART_ERR_NOMEM without a message if memory is exhausted
  dart_ret_t send(dart_unit_t to, int tag, Bytes data);
  /// Waits for a message. \return its size; at most \c data.size() bytes are stored
  std::size_t receive(dart_unit_t from, int tag, std::span<std::byte> data);
  /// Both; the message is received while the send waits, if it arrives meanwhile.
  /// \param[out] received as the result of receive(), if the send succeeds
  dart_ret_t send_and_receive(
      dart_unit_t to, int send_tag, Bytes data, dart_unit_t from, int receive_tag,
      std::span<std::byte> buffer, std::size_t* received);

 private:
  /// What a call to another host does.
  enum class Step : std::int32_t {
    send,    ///< puts the message into the mailbox if the account has room
    ask,     ///< enters the message into the account if that has room; its bytes follow later
    deliver  ///< puts a message into the mailbox that was entered before
  };
  struct Header {
    int tag;
    Step step;
    std::uint64_t bytes;
  };
  static constexpr dart_ret_t no_room = DART_PENDING;

  Mailbox& mailbox_of(dart_unit_t unit) { return mailboxes_[units_.hosts().index_of(unit)]; }
  bool enter(dart_unit_t from, dart_unit_t to, int tag, std::uint64_t bytes);
  dart_ret_t put(dart_unit_t from, dart_unit_t to, int tag, Bytes data);
  dart_ret_t serve(dart_unit_t from, RemoteCalls::Bytes call);
  dart_ret_t call(dart_unit_t to, int tag, Step step, std::uint64_t bytes, Bytes data);
  dart_ret_t try_send(dart_unit_t to, int tag, Bytes data);
  template <class Meanwhile>
  dart_ret_t send_when_possible(dart_unit_t to, int tag, Bytes data, Meanwhile meanwhile);
  std::optional<std::size_t> try_receive(dart_unit_t from, int tag, std::span<std::byte> data);

  Mailbox* mailboxes_;
  MessageAccount* accounts_;
  ControlHeap& heap_;
  const UnitTable& units_;
  RemoteCalls* calls_;
  std::uint64_t limit_ = 0;
};

}  // namespace dart
