#pragma once

/// \file
/// Messages between two units.

#include <cstddef>
#include <span>

#include "job/unit_table.h"
#include "memory/control_heap.h"
#include "net/remote_calls.h"
#include "team/mailbox.h"

namespace dart {

/// Sends messages to the mailboxes of all units, and takes those of this unit.
class Messages {
 public:
  using Bytes = std::span<const std::byte>;

  /// \param mailboxes of the units of this host, by index
  /// \param calls     to other hosts; nullptr in a run on one host
  Messages(Mailbox* mailboxes, ControlHeap& heap, const UnitTable& units, RemoteCalls* calls);
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  /// Never waits for the receiver. \return DART_ERR_NOMEM without a message if memory is exhausted
  dart_ret_t send(dart_unit_t to, int tag, Bytes data);
  /// Waits for a message. \return its size; at most \c data.size() bytes are stored
  std::size_t receive(dart_unit_t from, int tag, std::span<std::byte> data);

 private:
  dart_ret_t put(dart_unit_t from, dart_unit_t to, int tag, Bytes data);

  Mailbox* mailboxes_;
  ControlHeap& heap_;
  const UnitTable& units_;
  RemoteCalls* calls_;
};

}  // namespace dart
