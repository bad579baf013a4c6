#pragma once

/// \file
/// The pools of dart_allocator_new.

namespace dart {

/// Forgets all pools of this process, whose memory ends with the runtime.
void forget_pools();

}  // namespace dart
