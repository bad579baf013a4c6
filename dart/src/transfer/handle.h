#pragma once

#include "transfer/move.h"

/// An operation that a transport has in progress. Operations that were complete at once have no
/// handle.
struct dart_handle_struct {
  dart::Pending pending;
};
