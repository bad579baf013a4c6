#pragma once

/// \file
/// What tasks need of the run around them.

#include "job/unit_table.h"
#include "memory/control_heap.h"
#include "memory/global_memory.h"
#include "net/remote_calls.h"
#include "team/teams.h"
#include "transfer/transfer.h"

namespace dart {

struct HostTasks;

struct TaskSurroundings {
  const UnitTable& units;
  GlobalMemory& memory;
  ControlHeap& heap;  ///< for records, and for errors
  HostTasks& shared;  ///< what the units of the host share
  const Routes& routes;
  const Transfers& transfers;
  const Teams& teams;
  RemoteCalls* calls;  ///< reaches other hosts; nullptr in a run on one host
};

}  // namespace dart
