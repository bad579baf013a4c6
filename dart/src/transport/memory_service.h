#pragma once

/// \file
/// What units of other hosts ask of this unit's memory.

#include <cstddef>
#include <vector>

#include "memory/global_memory.h"
#include "net/remote_calls.h"
#include "transport/memory_calls.h"
#include "types/processor_atomics.h"

namespace dart {

/// Performs the operations of other units' MessageTransport, on the threads that serve calls.
class MemoryService {
 public:
  /// \param locks           for atomic operations without an instruction
  /// \param registered_lock excludes atomic operations on memory that this unit registered
  MemoryService(
      RemoteCalls& calls, const GlobalMemory& memory, const UnitTable& units, AtomicLocks& locks,
      SpinLock& registered_lock);
  MemoryService(const MemoryService&) = delete;
  MemoryService& operator=(const MemoryService&) = delete;

 private:
  using Bytes = RemoteCalls::Bytes;
  using Reply = ByteBuffer;

  dart_ret_t put(Bytes call) const;
  dart_ret_t get(Bytes call, Reply& reply) const;
  dart_ret_t update(Bytes call, Reply& reply);
  dart_ret_t copy_all(Bytes call, std::byte* packed, bool to_own) const;
  dart_ret_t copy_own(const CalledRows& rows, std::byte* packed, bool to_own) const;

  const GlobalMemory& memory_;
  std::uint32_t index_;  ///< this unit's index on the host
  AtomicLocks& locks_;
  SpinLock& registered_lock_;
};

}  // namespace dart
