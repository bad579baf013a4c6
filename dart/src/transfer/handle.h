#pragma once

#include "transfer/transfer.h"

/// An operation that a transport has under way. Operations that completed at once have no handle.
struct dart_handle_struct {
  dart::Pending pending;
};
