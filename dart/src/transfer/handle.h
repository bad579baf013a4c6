#pragma once

/// \file
/// Handles of operations in progress: transfers and collectives.

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

/// Gives a handle for what is under way; nothing under way has none.
/// \return DART_OK; if there is no memory for a handle, what the operation returns, complete
inline dart_ret_t hand_out(const Pending& pending, dart_handle_t* handle)
{
  if (pending.ticket == 0) return DART_OK;
  *handle = handle_of(handles.try_add(pending));
  return *handle != nullptr ? DART_OK : pending.operations->wait(pending.ticket, true);
}

}  // namespace dart
