#include "runtime/control.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>

#include "memory/slot_layout.h"
#include "tasks/task_scheduler.h"

namespace dart {
namespace {

constexpr std::uint64_t symmetric_granule = 256;

/// Places in the control slot, by fraction of the slot.
struct ControlLayout {
  explicit ControlLayout(const Arena& arena)
      : control(arena.control_slot() + job_block_bytes),
        heap_table(arena.control_slot() + arena.slot_bytes() / 8),
        heap_memory(arena.control_slot() + arena.slot_bytes() / 4),
        symmetric_table(arena.control_slot() + arena.slot_bytes() / 2),
        heap_bytes(arena.slot_bytes() / 4)
  {}
  std::byte *control, *heap_table, *heap_memory, *symmetric_table;
  std::uint64_t heap_bytes;

  std::uint64_t heap_granule() const
  {
    return std::max<std::uint64_t>(64, heap_bytes / Buddy::max_granules);
  }
};

ControlHeap make_heap(const ControlLayout& layout)
{
  return {layout.heap_memory, layout.heap_bytes, layout.heap_granule(), layout.heap_table};
}

}  // namespace

Control::Control(const Arena& arena, const Hosts& hosts)
    : heap(make_heap(ControlLayout(arena))),
      symmetric(
          SlotLayout(arena.slot_bytes()).symmetric_bytes, symmetric_granule,
          ControlLayout(arena).symmetric_table),
      mailboxes(heap.make_array<Mailbox>(arena.units())),
      registered_locks(heap.make_array<SpinLock>(arena.units())),
      message_accounts(heap.make_array<MessageAccount>(hosts.units())),
      long_waits{{}, heap.make_array<LongWaitTable::Place>(arena.units())},
      said(heap.make_array<SaidTexts>(1))
{
  if (mailboxes == nullptr || registered_locks == nullptr || message_accounts == nullptr) return;
  tasks = create_host_tasks(heap, hosts);
  if (long_waits.places == nullptr || said == nullptr || tasks == nullptr) return;
  all_team = create_team_shared(heap, DART_TEAM_ALL, hosts.units(), arena.units());
}

Control& control_of(const Arena& arena)
{
  static_assert(sizeof(Control) <= job_block_bytes);
  return *reinterpret_cast<Control*>(ControlLayout(arena).control);
}

Control& make_control(Arena& arena, const Hosts& hosts)
{
  Control& control = control_of(arena);
  if (arena.unit_on_host() == 0) new (&control) Control(arena, hosts);
  arena.job_barrier();
  if (control.all_team == nullptr) {
    throw std::runtime_error(
        "the address space is too small for " + std::to_string(arena.units()) +
        " units on one host; start fewer");
  }
  return control;
}

}  // namespace dart
