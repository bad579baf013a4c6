#pragma once

/// \file
/// Messages between two units of a host.

#include <cstddef>
#include <cstdint>

#include "base/wait.h"
#include "dash/dart/if/dart_types.h"
#include "memory/control_heap.h"

namespace dart {

/// The messages that wait for one unit. The object is in shared memory, and messages are in the
/// control heap.
class Mailbox {
 public:
  /// Puts a copy of the bytes into the mailbox. \return false if memory is exhausted
  bool put(ControlHeap& heap, dart_unit_t source, int tag, const void* data, std::size_t bytes);

  /// Takes the oldest message from \c source with \c tag; waits if there is none.
  /// \return its size; at most \c bytes bytes are stored
  std::size_t take(ControlHeap& heap, dart_unit_t source, int tag, void* data, std::size_t bytes);

 private:
  struct Message;
  Message* unlink(dart_unit_t source, int tag);

  SpinLock lock_;
  Message* first_ = nullptr;
  Message* last_ = nullptr;
  WaitWord arrivals_;
};

}  // namespace dart
