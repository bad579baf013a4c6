#pragma once

/// \file
/// The runtime of this unit: all its parts.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "job/hosts.h"
#include "job/unit_table.h"
#include "locality/team_localities.h"
#include "memory/arena.h"
#include "memory/global_memory.h"
#include "net/network.h"
#include "net/remote_calls.h"
#include "net/said_in_run.h"
#include "runtime/control.h"
#include "runtime/joint_trace.h"
#include "runtime/unit_energy.h"
#include "stream/stream_collectives.h"
#include "stream/streams.h"
#include "tasks/tasks.h"
#include "team/locks.h"
#include "team/long_waits.h"
#include "team/pointer_lookup.h"
#include "team/segments.h"
#include "team/teams.h"
#include "team/unit_messages.h"
#include "transfer/atomic_operations.h"
#include "transfer/notifications.h"
#include "transfer/route.h"
#include "transfer/transfer.h"
#include "transport/memory_service.h"
#include "transport/transports.h"

namespace dart {

/// Owns the parts of the runtime from dart_init to dart_exit, and knows the order in which they
/// begin and end. Parts know those that they get in their constructors, and not this class.
class Runtime {
 public:
  /// \param network    the way to other hosts; nullptr in a run on one host
  /// \param devices    device memory; nullptr on a host without GPU units
  /// \param heap_limit of each kind of memory of the unit; nothing: what there is, shared evenly
  Runtime(
      Arena& arena, const Hosts& hosts, Network* network, DeviceSpace* devices,
      std::optional<std::uint64_t> heap_limit);
  ~Runtime();
  /// Waits for all units to end, and writes the trace that they put together; has to be called
  /// before the destructor.
  /// \throws CollectiveMismatch if other units do not end, and then the runtime cannot end
  void meet_at_end();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  const UnitTable& units() const { return units_; }
  GlobalMemory& memory() { return memory_; }
  const GlobalMemory& memory() const { return memory_; }
  Teams& teams() { return teams_; }
  const Teams& teams() const { return teams_; }
  Segments& segments() { return segments_; }
  const PointerLookup& pointers() const { return pointers_; }
  Locks& locks() { return locks_; }
  Messages& messages() { return messages_; }
  const Transports& transports() const { return transports_; }
  const Routes& routes() const { return routes_; }
  const Transfers& transfers() const { return transfers_; }
  const AtomicOperations& atomics() const { return atomics_; }
  const Notifications& notifications() const { return notifications_; }
  Streams& streams() { return streams_; }
  StreamCollectives& stream_collectives() { return stream_collectives_; }
  TeamLocalities& localities() { return localities_; }
  Tasks& tasks() { return *tasks_; }
  SaidInRun& said() { return said_; }
  UnitEnergy& energy() { return energy_; }

 private:
  void forget_devices();
  void release_arena();

  Arena& arena_;
  UnitTable units_;
  Control& control_;
  GlobalMemory memory_;
  UnitEnergy energy_;
  // From here on units of other hosts can call this one.
  std::unique_ptr<RemoteCalls> calls_;             // nullptr in a run on one host
  std::unique_ptr<MemoryService> memory_service_;  // as the calls
  SaidInRun said_;
  Messages messages_;
  Locks locks_;
  TeamIds team_ids_;
  LongWaits long_waits_;
  SharedTeams shared_teams_;
  // From here on the units know each other.
  Teams teams_;
  Transports transports_;
  Routes routes_;
  PointerLookup pointers_;
  Segments segments_;
  Transfers transfers_;
  AtomicOperations atomics_;
  Notifications notifications_;
  Streams streams_;
  StreamCollectives stream_collectives_;
  TeamLocalities localities_;
  std::optional<JointTrace> joint_trace_;
  std::unique_ptr<Tasks> tasks_;
};

/// The runtime, or nullptr when it is not initialised.
extern Runtime* runtime_instance;
inline Runtime* runtime()
{
  return runtime_instance;
}

/// The runtime for collective operations: nullptr also after this unit has abandoned one (fault.h),
/// so that the test for a running runtime suffices there.
extern std::atomic<Runtime*> collective_instance;
inline Runtime* collective_runtime()
{
  return collective_instance.load(std::memory_order_relaxed);
}

}  // namespace dart
