#pragma once

/// \file
/// Atomic operations on 64-bit integers, executed by the target's adapter.

#include "connection.h"

namespace dart::ib {

inline bool is_word(dart_datatype_t type)
{
  return type == DART_TYPE_LONG || type == DART_TYPE_ULONG || type == DART_TYPE_LONGLONG ||
         type == DART_TYPE_ULONGLONG;
}

/// Executes an atomic operation; it is complete on return. The adapter supports addition and
/// compare-and-swap; all other operations are loops of compare-and-swap. All of them are atomic
/// with respect to each other as long as they go through the target's adapter, so its owner must
/// not update the word by the processor's instructions.
dart_ret_t update_atomically(
    Connection& connection, std::uint64_t address, const AtomicRequest& request);

}  // namespace dart::ib
