#pragma once

/// \file
/// Atomic operations on memory that this process can load and store.

#include "transport/transport.h"

namespace dart {

/// Executes the request on mapped memory, element by element, by the processor's atomic
/// instructions; elements that these do not support (long double, misaligned) are updated while a
/// lock is held.
void apply_atomically(void* target, const AtomicRequest& request);

}  // namespace dart
