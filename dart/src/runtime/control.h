#pragma once

/// \file
/// What the units of a host share.

#include "base/said_texts.h"
#include "base/wait.h"
#include "job/hosts.h"
#include "memory/arena.h"
#include "memory/control_heap.h"
#include "memory/symmetric_offsets.h"
#include "team/long_waits.h"
#include "team/mailbox.h"
#include "team/message_account.h"
#include "team/shared_teams.h"
#include "team/team_ids.h"
#include "types/processor_atomics.h"

namespace dart {

struct HostTasks;

/// The shared halves of the runtime's parts; at the start of the arena's control slot behind the
/// job block. Each part knows its own one only.
struct Control {
  Control(const Arena& arena, const Hosts& hosts);

  ControlHeap heap;
  SymmetricOffsets symmetric;
  TeamIdTable team_ids;
  AtomicLocks atomic_locks;
  // These have an entry for each unit, at its index on the host:
  Mailbox* mailboxes;
  SpinLock* registered_locks;  ///< exclude atomic operations on memory that a unit registered
  /// There is one for each global id, for messages that wait on this host.
  MessageAccount* message_accounts;
  LongWaitTable long_waits;
  SaidTexts* said;
  HostTasks* tasks = nullptr;
  TeamShared* all_team = nullptr;  ///< nullptr: there was no memory for all of this
};

/// The place of what the units share; there is nothing yet before one of them has made it.
Control& control_of(const Arena& arena);

/// Makes what the units of the host share, and waits for all. Collective over the host.
/// \throws std::runtime_error if there is no room for so many units
Control& make_control(Arena& arena, const Hosts& hosts);

}  // namespace dart
