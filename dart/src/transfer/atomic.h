#pragma once

/// \file
/// Atomic operations on memory that this process may load and store.

#include "transport/transport.h"

namespace dart {

/// Performs the request on mapped memory, element by element, by the processor's atomic
/// instructions; elements that these do not serve (long double, misaligned) under a lock.
void apply_atomically(void* target, const AtomicRequest& request);

}  // namespace dart
