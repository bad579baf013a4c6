#pragma once

// State of the runtime in this unit, and what the units of a host share.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>

#include "arena.h"
#include "buddy.h"
#include "dash/dart/if/dart_globmem.h"
#include "device_space.h"
#include "heap.h"
#include "log.h"
#include "mailbox.h"
#include "team.h"
#include "transport.h"
#include "unit_place.h"

namespace dart {

/// What the units of a host share, at the start of the arena's control slot behind the job block.
struct Control {
  struct Unit {
    Mailbox mailbox;
    SpinLock registered_lock;  ///< excludes atomic operations on memory that the unit registered
    UnitPlace place;
    int gpu = -1;  ///< that the unit stands for; -1: a CPU unit
  };

  explicit Control(const Arena& arena);

  Buddy memory;  ///< control heap: memory for teams, boards, locks, messages
  SpinLock memory_lock;
  Buddy symmetric;  ///< offsets that are the same in the slot of each unit
  SpinLock symmetric_lock;
  SpinLock team_ids_lock;
  static constexpr std::size_t team_id_words = SlotTable<Team>::capacity / 64;
  std::uint64_t team_ids[team_id_words] = {1};  ///< bit set: in use; team 0 is DART_TEAM_ALL
  /// For atomic operations without an instruction: wide or misaligned elements, by address.
  static constexpr std::size_t atomic_locks = 64;
  SpinLock atomic_lock[atomic_locks];
  std::byte* memory_base;
  TeamShared* all_team = nullptr;
  Unit* units;

  /// Memory that all units of the host see at the same address; nullptr when exhausted.
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

  /// New id for a team, unique on the host; -1 when all are in use.
  int take_team_id();
  void give_team_id_back(int id);
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
  {
  }
  std::uint64_t symmetric_bytes;  ///< symmetric memory starts at 0
  std::uint64_t heap_offset, heap_bytes, heap_granule;
  std::uint64_t table_offset;         ///< table of the heap's buddy allocator, in host memory
  std::uint64_t device_table_offset;  ///< … of the heap in device memory
};

/// The runtime of this unit, from dart_init to dart_exit.
class Runtime {
public:
  /// \param devices    device memory; nullptr in a run without GPU units
  /// \param heap_limit of each kind of memory of the unit; nothing: what there is, shared evenly
  Runtime(
      Arena& arena, dart_unit_t unit, DeviceSpace* devices,
      std::optional<std::uint64_t> heap_limit);
  ~Runtime();

  dart_unit_t unit() const { return unit_; }
  std::uint32_t units() const { return arena_.units(); }
  Arena& arena() { return arena_; }
  const Arena& arena() const { return arena_; }
  Control& control() { return *control_; }
  Control::Unit& my_control() { return control_->units[unit_]; }
  MemorySpace& host_space() { return host_space_; }
  /// nullptr in a run without GPU units.
  DeviceSpace* devices() { return devices_; }
  const SlotLayout& layout() const { return layout_; }

  /// Memory that an allocation with this choice takes at a unit.
  Segment::Memory memory_at(dart_unit_t unit, dart_memory_t choice) const
  {
    const bool on_device = choice == DART_MEMORY_UNIT && arena_.is_gpu_unit(unit);
    return on_device ? Segment::Memory::device : Segment::Memory::host;
  }
  /// Heap of this unit in that memory; it keeps the account of all global memory of its kind.
  Heap& heap(dart_memory_t choice)
  {
    return memory_at(unit_, choice) == Segment::Memory::device ? *device_heap_ : *host_heap_;
  }
  /// Segment id of memory of that heap.
  std::int16_t local_segment(dart_memory_t choice) const
  {
    const bool is_own_kind = memory_at(unit_, choice) == memory_at(unit_, DART_MEMORY_UNIT);
    return is_own_kind ? DART_SEGMENT_LOCAL : DART_SEGMENT_LOCAL_HOST;
  }
  /// A part of \c bytes bytes at an offset of the unit's slot.
  Segment::Part part_at(
      dart_unit_t unit, Segment::Memory memory, std::uint64_t offset, std::uint64_t bytes) const;

  Team* team(dart_team_t id) const { return teams_.find(id); }
  Team& all() const { return *all_; }
  SlotTable<Team>& teams() { return teams_; }

  /// Transport to a part that is not mapped here.
  Transport& transport_to(const Segment::Part& part)
  {
    return part.memory == Segment::Memory::device ? *device_transport_ : *process_transport_;
  }

  Transport& device_transport() { return *device_transport_; }

  /// Address of a byte of an own part for the program.
  std::byte* own_address(const Segment::Part& part, std::uint64_t offset) const
  {
    if (part.memory != Segment::Memory::device) return part.mapped + offset;
    const auto* begin = reinterpret_cast<const std::byte*>(part.owner_address);
    return devices_->local_address(arena_.offset_of(begin) + offset);
  }

  /// Address by which copies and kernels reach bytes of a part of a unit, of any memory but another
  /// process's own; nullptr (after a message) where they cannot.
  std::byte* reach(
      const Segment::Part& part, dart_global_unit_t unit, std::uint64_t offset, std::uint64_t bytes);

  /// Whether an address belongs to the units' device memory.
  bool is_device_place(const void* address) const
  {
    return arena_.is_device_address(address) ||
           (devices_ != nullptr && devices_->place_of(address).has_value());
  }
  /// Whether a user's buffer is device memory.
  bool is_device(const void* buffer) const
  {
    return devices_ != nullptr && devices_->is_device(buffer);
  }

  /// Remembers which segment a block of symmetric memory belongs to, for look-ups by address.
  void note_symmetric_block(std::uint64_t offset, std::uint64_t bytes, dart_team_t, std::int16_t);
  void forget_symmetric_block(std::uint64_t offset);
  dart_gptr_t gptr_of(const void* address) const;
  /// Unit whose memory holds an address; -1 for other addresses.
  dart_unit_t owner_of(const void* address) const;

private:
  struct SymmetricBlock {
    std::uint64_t bytes;
    dart_team_t team;
    std::int16_t segment;
  };

  void create_shared_state();
  void choose_spin_policy();
  void add_local_heaps(std::optional<std::uint64_t> limit);
  void add_local_segment(std::int16_t id, dart_memory_t choice);
  void forget_devices();
  dart_gptr_t gptr_at(dart_unit_t unit, std::uint64_t offset, Segment::Memory memory) const;

  Arena& arena_;
  dart_unit_t unit_;
  SlotLayout layout_;
  Control* control_;
  HostSpace host_space_;
  DeviceSpace* devices_;
  std::unique_ptr<Heap> host_heap_, device_heap_;
  std::unique_ptr<Transport> process_transport_, device_transport_;
  SlotTable<Team> teams_;
  Team* all_ = nullptr;
  mutable std::shared_mutex blocks_mutex_;
  std::map<std::uint64_t, SymmetricBlock> blocks_;  // by offset
};

/// The runtime, or nullptr when it is not initialised.
extern Runtime* runtime_instance;
inline Runtime* runtime()
{
  return runtime_instance;
}

}  // namespace dart

/// Declares \c rt, or returns from the enclosing function, after a message that names \c function,
/// when the runtime is not initialised.
#define DART_RUNTIME(rt, function)                                                            \
  ::dart::Runtime* const rt##_pointer = ::dart::runtime();                                    \
  DART_REQUIRE(                                                                               \
      rt##_pointer != nullptr, DART_ERR_NOTINIT,                                              \
      "%s: the runtime is not running; call dart_init (dash::init) before and dart_exit "     \
      "(dash::finalize) after it", function);                                                 \
  ::dart::Runtime& rt = *rt##_pointer

/// Declares \c name as the team with this id, or returns from the enclosing function.
#define DART_TEAM(name, rt, id)                                                              \
  ::dart::Team* const name##_pointer = (rt).team(id);                                        \
  DART_REQUIRE(                                                                              \
      name##_pointer != nullptr, DART_ERR_INVAL, "%s: no team %d on this unit", __func__, id); \
  ::dart::Team& name = *name##_pointer
