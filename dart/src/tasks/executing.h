#pragma once

/// \file
/// Which task a thread executes.

#include "tasks/task_record.h"

namespace dart {

/// The task that the calling thread executes; null if there is none. Each collective looks here, so
/// access is two instructions.
extern constinit thread_local TaskRef executing [[gnu::tls_model("initial-exec")]];

inline bool is_in_task()
{
  return executing.task != nullptr;
}

}  // namespace dart
