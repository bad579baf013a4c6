#pragma once

/// \file
/// Atomic operations on 64-bit integers, by the target's adapter.

#include "connection.h"

namespace dart::ib {

inline bool is_word(dart_datatype_t type)
{
  return type == DART_TYPE_LONG || type == DART_TYPE_ULONG || type == DART_TYPE_LONGLONG ||
         type == DART_TYPE_ULONGLONG;
}

/// Complete on return. The adapter adds, and it compares and swaps; all other operations are loops
/// of the latter. So all of them are atomic among each other as far as they come through the
/// target's adapter: its owner must not update the word by the processor's instructions.
dart_ret_t update_atomically(
    Connection& connection, std::uint64_t address, const AtomicRequest& request);

}  // namespace dart::ib
