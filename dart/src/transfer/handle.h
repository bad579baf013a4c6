#pragma once

/// \file
/// Handles of operations that a transport has in progress.

#include "base/token_table.h"
#include "dash/dart/if/dart_communication.h"
#include "transfer/move.h"

namespace dart {

/// The operations of this process that handles stand for. Operations that were complete at once
/// have no handle.
using Handles = TokenTable<Pending, TokenKind::transfer>;
extern Handles handles;

inline dart_handle_t handle_of(Handles::Token token)
{
  return reinterpret_cast<dart_handle_t>(token);
}

inline Handles::Token token_of(dart_handle_t handle)
{
  return reinterpret_cast<Handles::Token>(handle);
}

}  // namespace dart
