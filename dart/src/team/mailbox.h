#pragma once

/// \file
/// Messages between two units of a host.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/wait.h"
#include "dash/dart/if/dart_types.h"
#include "memory/control_heap.h"

namespace dart {

/// The messages that wait for one unit. The object is in shared memory, and messages are in the
/// control heap.
class Mailbox {
 public:
  /// Memory of a message in addition to its bytes.
  static constexpr std::size_t overhead = 128;

  /// Puts a copy of the bytes into the mailbox. \return false if memory is exhausted
  bool put(ControlHeap& heap, dart_unit_t source, int tag, const void* data, std::size_t bytes);

  /// Takes the oldest message from \c source with \c tag, if there is one.
  /// \return its size; at most \c bytes bytes are stored
  std::optional<std::size_t> try_take(
      ControlHeap& heap, dart_unit_t source, int tag, void* data, std::size_t bytes);

  /// The same; waits if there is none.
  std::size_t take(ControlHeap& heap, dart_unit_t source, int tag, void* data, std::size_t bytes);

  /// Whether a thread waits for the next message from \c source with \c tag, and has done so for
  /// some time.
  bool is_awaited(dart_unit_t source, int tag);

  /// Tells senders for which message the calling thread waits, until the end of a scope.
  class Awaiting;

 private:
  struct Message;
  struct Awaited;
  Message* unlink(dart_unit_t source, int tag);

  SpinLock lock_;
  Message* first_ = nullptr;
  Message* last_ = nullptr;
  Awaited* awaited_ = nullptr;
  WaitWord arrivals_;
};

class Mailbox::Awaiting {
 public:
  /// Without memory, senders are not told.
  Awaiting(Mailbox& mailbox, ControlHeap& heap, dart_unit_t source, int tag);
  ~Awaiting();
  Awaiting(const Awaiting&) = delete;
  Awaiting& operator=(const Awaiting&) = delete;

 private:
  Mailbox& mailbox_;
  ControlHeap& heap_;
  Awaited* entry_;
};

}  // namespace dart
