#pragma once

/// \file
/// Atomic operations on memory that this process may load and store.

#include <cstddef>
#include <cstdint>

#include "base/wait.h"
#include "types/atomic_request.h"

namespace dart {

/// Locks for elements that no instruction serves (long double, misaligned), by address. Lie in
/// shared memory, as all units of a host have to take the same.
class AtomicLocks {
 public:
  SpinLock& of(const void* element)
  {
    return locks_[reinterpret_cast<std::uintptr_t>(element) / line_bytes % count];
  }

 private:
  static constexpr std::size_t line_bytes = 64, count = 64;
  SpinLock locks_[count];
};

/// Performs the request on mapped memory, element by element, by the processor's atomic
/// instructions, or under one of \c locks.
void apply_atomically(void* target, const AtomicRequest& request, AtomicLocks& locks);

}  // namespace dart
