#pragma once

/// \file
/// State of the runtime in this unit, and the data that the units of a host share.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>

#include "base/buddy.h"
#include "base/log.h"
#include "dash/dart/if/dart_globmem.h"
#include "job/hosts.h"
#include "job/unit_place.h"
#include "memory/arena.h"
#include "memory/device_space.h"
#include "memory/exposed_ranges.h"
#include "memory/exposed_space.h"
#include "memory/heap.h"
#include "net/mailbox.h"
#include "net/network.h"
#include "net/network_tags.h"
#include "net/remote_calls.h"
#include "team/team.h"
#include "transport/transport.h"

namespace dart {

struct HostTasks;
class TaskScheduler;

/// The data that the units of a host share, at the start of the arena's control slot behind the job
/// block.
struct Control {
  struct Unit {
    Mailbox mailbox;
    /// held during atomic operations on memory that the unit has registered
    SpinLock registered_lock;
  };

  explicit Control(const Arena& arena);

  Buddy memory;  ///< control heap: memory for teams, boards, locks and messages
  SpinLock memory_lock;
  Buddy symmetric;  ///< offsets that are the same in the slot of each unit
  SpinLock symmetric_lock;
  SpinLock team_ids_lock;
  /// Number of hosts on which a team with this id exists; team 0 is DART_TEAM_ALL. Only the array
  /// on unit 0's host is used.
  std::uint16_t team_id_users[most_teams] = {1};
  /// Locks for atomic operations that no instruction supports (wide or misaligned elements),
  /// selected by address.
  static constexpr std::size_t atomic_locks = 64;
  SpinLock atomic_lock[atomic_locks];
  std::byte* memory_base;
  TeamShared* all_team = nullptr;
  Unit* units;  ///< the units of the host, by index
  HostTasks* tasks = nullptr;

  /// Memory that all units of the host map at the same address; nullptr if it is exhausted.
  void* allocate(std::size_t bytes)
  {
    std::lock_guard guard(memory_lock);
    const auto offset = memory.allocate(bytes);
    return offset ? memory_base + *offset : nullptr;
  }
  void free(void* address)
  {
    const std::uint64_t offset = static_cast<std::byte*>(address) - memory_base;
    std::lock_guard guard(memory_lock);
    const std::uint64_t bytes = memory.block_size(offset);
    if (bytes >= release_bytes) Arena::release(memory_base + offset, bytes);
    memory.free(offset);
  }
};

/// Offsets in a unit's slot of the arena.
struct SlotLayout {
  explicit SlotLayout(std::size_t slot_bytes)
      : symmetric_bytes(slot_bytes / 2),
        heap_offset(slot_bytes / 2),
        heap_bytes(slot_bytes / 4),
        heap_granule(heap_bytes / Buddy::max_granules > 64 ? heap_bytes / Buddy::max_granules : 64),
        table_offset(heap_offset + heap_bytes),
        device_table_offset(table_offset + slot_bytes / 8)
  {}
  std::uint64_t symmetric_bytes;  ///< symmetric memory starts at 0
  std::uint64_t heap_offset, heap_bytes, heap_granule;
  std::uint64_t table_offset;         ///< table of the heap's buddy allocator, in host memory
  std::uint64_t device_table_offset;  ///< the same for the heap in device memory
};

/// What each unit publishes to all others when it starts.
struct UnitInfo {
  UnitPlace place;
  int gpu = -1;                          ///< GPU of the unit; -1 for a CPU unit
  std::uint64_t host_slot, device_slot;  ///< addresses in the unit's process
};

/// The runtime of this unit, from dart_init to dart_exit.
class Runtime {
 public:
  /// \param network     the network to other hosts; nullptr in a run on one host
  /// \param devices     device memory; nullptr on a host without GPU units
  /// \param heap_limit  limit of each kind of memory of the unit; nullopt: an even share of the
  ///   memory that exists
  Runtime(
      Arena& arena, const Hosts& hosts, Network* network, DeviceSpace* devices,
      std::optional<std::uint64_t> heap_limit);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// Barrier over all units of the run.
  void barrier();

  dart_unit_t unit() const { return hosts_.me(); }
  std::uint32_t units() const { return hosts_.units(); }
  const Hosts& hosts() const { return hosts_; }
  /// Index of this unit among those of the host, which arena and device memory use.
  std::uint32_t index() const { return arena_.unit_on_host(); }
  const UnitInfo& info(dart_unit_t unit) const { return infos_[unit]; }
  /// Hardware of a unit, in a run on several hosts, where units cannot inspect each other's
  /// hardware.
  const dart_hwinfo_t& hardware(dart_unit_t unit) const { return hardware_[unit]; }

  Arena& arena() { return arena_; }
  const Arena& arena() const { return arena_; }
  Control& control() { return *control_; }
  /// Shared data of a unit of this host.
  Control::Unit& control_of(dart_unit_t unit) { return control_->units[hosts_.index_of(unit)]; }
  Control::Unit& my_control() { return control_->units[index()]; }
  /// The memory space of this unit's part of the global memory.
  MemorySpace& space(Segment::Memory memory);
  /// nullptr on a host without GPU units.
  DeviceSpace* devices() { return devices_; }
  const SlotLayout& layout() const { return layout_; }

  TaskScheduler& tasks() { return *tasks_; }

  /// Calls to units of other hosts; nullptr in a run on one host.
  RemoteCalls* calls() { return calls_.get(); }
  /// One-sided access to memory of other hosts; nullptr in a run on one host.
  Transport* network_transport() { return network_transport_; }
  /// The transport to all memory of other hosts through the owners' processes; nullptr in a run on
  /// one host.
  Transport* message_transport() { return message_transport_.get(); }
  /// Memory that the program has registered, in a run on several hosts.
  ExposedRanges& exposed_process_memory() { return *exposed_process_memory_; }
  /// Whether the adapter executes atomic operations on 64-bit integers in host memory.
  bool has_adapter_atomics() const { return adapter_atomics_; }
  /// Whether something holds on all units. Collective.
  bool holds_everywhere(bool here);
  bool is_ending() const { return is_ending_; }

  /// The kind of memory in which an allocation with this choice is made at a unit.
  Segment::Memory memory_at(dart_unit_t unit, dart_memory_t choice) const
  {
    const bool on_device = choice == DART_MEMORY_UNIT && infos_[unit].gpu >= 0;
    return on_device ? Segment::Memory::device : Segment::Memory::host;
  }
  /// Heap of this unit in that memory; it accounts for all global memory of its kind.
  Heap& heap(dart_memory_t choice)
  {
    return memory_at(unit(), choice) == Segment::Memory::device ? *device_heap_ : *host_heap_;
  }
  /// Segment id of memory of that heap.
  std::int16_t local_segment(dart_memory_t choice) const
  {
    const bool is_own_kind = memory_at(unit(), choice) == memory_at(unit(), DART_MEMORY_UNIT);
    return is_own_kind ? DART_SEGMENT_LOCAL : DART_SEGMENT_LOCAL_HOST;
  }
  /// Address of an offset in the slot of a unit, in that unit's process.
  std::uint64_t slot_address(dart_unit_t unit, Segment::Memory memory, std::uint64_t offset) const
  {
    const UnitInfo& info = infos_[unit];
    return (memory == Segment::Memory::device ? info.device_slot : info.host_slot) + offset;
  }
  /// Creates a part of a segment: memory of a unit at an address in that unit's process.
  Segment::Part make_part(
      dart_unit_t unit, Segment::Memory memory, std::uint64_t address, std::uint64_t bytes) const;

  Team* team(dart_team_t id) const { return teams_.find(id); }
  Team& all() const { return *all_; }
  SlotTable<Team>& teams() { return teams_; }

  /// The transport to device memory of this host; nullptr if there are no GPU units here.
  Transport* device_transport() { return device_transport_.get(); }

  /// The transport that executes atomic operations on a part, which is the same for all units;
  /// nullptr if the processor does so on mapped memory.
  Transport* atomic_transport(
      const Segment::Part& part, dart_unit_t unit, dart_datatype_t type) const;

  /// Address of a byte of an own part in the form that the program gets.
  std::byte* own_address(const Segment::Part& part, std::uint64_t offset) const
  {
    if (part.memory != Segment::Memory::device) return part.mapped + offset;
    const auto* begin = reinterpret_cast<const std::byte*>(part.owner_address);
    return devices_->local_address(arena_.offset_of(begin) + offset);
  }

  /// Address by which copies and kernels access bytes of a part of a unit, in any memory except
  /// another process's own; nullptr, after a message, if they cannot.
  std::byte* reach(
      const Segment::Part& part, dart_global_unit_t unit, std::uint64_t offset,
      std::uint64_t bytes);

  /// Whether an address belongs to the units' device memory.
  bool is_device_place(const void* address) const
  {
    return arena_.is_device_address(address) ||
           (devices_ != nullptr && devices_->place_of(address).has_value());
  }
  /// Whether a user's buffer is in device memory.
  bool is_device(const void* buffer) const
  {
    return devices_ != nullptr && devices_->is_device(buffer);
  }

  /// The record of a block of symmetric memory.
  struct SymmetricBlock {
    std::uint64_t bytes;
    dart_team_t team;
    std::int16_t segment;
  };
  using SymmetricBlocks = std::map<std::uint64_t, SymmetricBlock>;  // by offset
  using BlockNote = SymmetricBlocks::node_type;
  /// Allocates the memory of a record in advance, so that recording a block cannot fail.
  static BlockNote prepare_block_note();
  /// Records which segment a block of symmetric memory belongs to, for look-ups by address.
  void note_symmetric_block(BlockNote note, std::uint64_t offset, const SymmetricBlock& block);
  void forget_symmetric_block(std::uint64_t offset);
  dart_gptr_t gptr_of(const void* address) const;
  /// The unit whose memory contains an address; -1 for other addresses.
  dart_unit_t owner_of(const void* address) const;

 private:
  void create_shared_state();
  void join_all_units();
  void connect_hosts(Network* network);
  void choose_network_transport(Network& network);
  void choose_device_path();
  void choose_spin_policy();
  void add_local_heaps(std::optional<std::uint64_t> limit);
  void add_local_segment(std::int16_t id, dart_memory_t choice);
  void forget_devices();
  Transport* transport_to(dart_unit_t unit, Segment::Memory memory) const;
  dart_gptr_t gptr_at(dart_unit_t unit, std::uint64_t offset, Segment::Memory memory) const;
  dart_gptr_t gptr_of_far(dart_unit_t unit, std::uint64_t address) const;

  Arena& arena_;
  const Hosts& hosts_;
  SlotLayout layout_;
  Control* control_;
  HostSpace host_space_;
  DeviceSpace* devices_;
  std::unique_ptr<RemoteCalls> calls_;
  std::unique_ptr<Transport> process_transport_, device_transport_;  // to memory of this host
  std::unique_ptr<Transport> message_transport_;                     // to all memory of other hosts
  std::unique_ptr<TransportPeers> peers_;
  std::unique_ptr<Transport> one_sided_;  // to memory of other hosts, if there is such a transport
  Transport* network_transport_ = nullptr;
  bool network_reaches_devices_ = false;
  bool adapter_atomics_ = false;
  std::unique_ptr<ExposedRanges> exposed_process_memory_;
  std::unique_ptr<ExposedSpace> exposed_host_, exposed_device_;  // used in runs on several hosts
  std::unique_ptr<Heap> host_heap_, device_heap_;
  bool is_ending_ = false;
  SlotTable<Team> teams_;
  Team* all_ = nullptr;
  std::vector<UnitInfo> infos_;          // for each unit
  std::vector<dart_hwinfo_t> hardware_;  // for each unit; empty in a run on one host
  mutable std::shared_mutex blocks_mutex_;
  SymmetricBlocks blocks_;
  std::unique_ptr<TaskScheduler> tasks_;
};

/// The runtime; nullptr if it is not initialised.
extern Runtime* runtime_instance;
inline Runtime* runtime()
{
  return runtime_instance;
}

}  // namespace dart
