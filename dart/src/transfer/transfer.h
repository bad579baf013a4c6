#pragma once

/// \file
/// One-sided transfers between a local buffer and a part of a segment.

#include "dash/dart/if/dart_communication.h"
#include "transport/transport.h"

namespace dart {

enum class Direction { get, put };

/// Operations under way; empty when all completed at once.
struct Pending {
  Transport* transport = nullptr;
  Transport::Ticket ticket = 0;
};

/// Starts a transfer of \c elements base elements. If it fails, the buffer is not in use any more.
dart_ret_t start_transfer(
    Direction direction, dart_gptr_t gptr, void* buffer, std::size_t elements,
    dart_datatype_t src_type, dart_datatype_t dst_type, const char* function, Pending* pending);

}  // namespace dart
