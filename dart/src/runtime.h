#pragma once

// State of the runtime in this unit, and what the units of a host share.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>

#include "arena.h"
#include "buddy.h"
#include "dash/dart/if/dart_globmem.h"
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
        table_offset(heap_offset + heap_bytes)
  {
  }
  std::uint64_t symmetric_bytes;  ///< symmetric memory starts at 0
  std::uint64_t heap_offset, heap_bytes, heap_granule;
  std::uint64_t table_offset;  ///< table of the heap's buddy allocator
};

/// The runtime of this unit, from dart_init to dart_exit.
class Runtime {
public:
  Runtime(Arena& arena, dart_unit_t unit, std::uint64_t heap_limit);
  ~Runtime();

  dart_unit_t unit() const { return unit_; }
  std::uint32_t units() const { return arena_.units(); }
  Arena& arena() { return arena_; }
  const Arena& arena() const { return arena_; }
  Control& control() { return *control_; }
  Control::Unit& my_control() { return control_->units[unit_]; }
  MemorySpace& host_space() { return host_space_; }
  const SlotLayout& layout() const { return layout_; }
  Heap& heap() { return *heap_; }

  Team* team(dart_team_t id) const { return teams_.find(id); }
  Team& all() const { return *all_; }
  SlotTable<Team>& teams() { return teams_; }

  /// Transport to memory of \c unit that is not mapped here.
  Transport& transport_to(dart_global_unit_t unit);

  /// Remembers which segment a block of symmetric memory belongs to, for look-ups by address.
  void note_symmetric_block(std::uint64_t offset, std::uint64_t bytes, dart_team_t, std::int16_t);
  void forget_symmetric_block(std::uint64_t offset);
  dart_gptr_t gptr_of(const void* address) const;

private:
  struct SymmetricBlock {
    std::uint64_t bytes;
    dart_team_t team;
    std::int16_t segment;
  };

  void create_shared_state();
  void choose_spin_policy();
  void add_local_heaps(std::uint64_t limit);

  Arena& arena_;
  dart_unit_t unit_;
  SlotLayout layout_;
  Control* control_;
  HostSpace host_space_;
  std::unique_ptr<Heap> heap_;
  std::unique_ptr<Transport> transport_;
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
