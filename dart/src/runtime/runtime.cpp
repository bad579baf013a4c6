#include "runtime/runtime.h"

#include <algorithm>
#include <memory>
#include <new>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/environment.h"
#include "locality/unit_hardware.h"
#include "memory/far_place.h"
#include "memory/host_memory.h"
#include "tasks/task_scheduler.h"
#include "team/lock.h"
#include "team/team_ids.h"
#include "trace/trace.h"
#include "transfer/message.h"
#include "transport/cma_transport.h"
#include "transport/device_transport.h"
#include "transport/message_transport.h"
#include "transport/one_sided_transport.h"

namespace dart {

Runtime* runtime_instance = nullptr;

namespace {

constexpr std::uint64_t symmetric_granule = 256;
/// Alignment with which the threads of a warp load whole cache lines.
constexpr std::uint64_t device_granule = 256;

/// Sizes of the parts of the control slot as fractions of the slot.
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

}  // namespace

Control::Control(const Arena& arena)
    : memory(
          ControlLayout(arena).heap_bytes, ControlLayout(arena).heap_granule(),
          ControlLayout(arena).heap_table),
      symmetric(
          SlotLayout(arena.slot_bytes()).symmetric_bytes, symmetric_granule,
          ControlLayout(arena).symmetric_table),
      memory_base(ControlLayout(arena).heap_memory)
{
  units = static_cast<Unit*>(allocate(arena.units() * sizeof(Unit)));
  if (units != nullptr) std::uninitialized_value_construct_n(units, arena.units());
}

Runtime::Runtime(
    Arena& arena, const Hosts& hosts, Network* network, DeviceSpace* devices,
    std::optional<std::uint64_t> heap_limit)
    : arena_(arena),
      hosts_(hosts),
      layout_(arena.slot_bytes()),
      control_(reinterpret_cast<Control*>(ControlLayout(arena).control)),
      host_space_(arena),
      devices_(devices)
{
  static_assert(sizeof(Control) <= job_block_bytes);
  if (index() == 0) create_shared_state();
  arena_.job_barrier();
  if (control_->all_team == nullptr) {
    throw std::runtime_error(
        "the address space is too small for " + std::to_string(arena.units()) +
        " units on one host; start fewer");
  }
  if (network != nullptr) connect_hosts(network);
  process_transport_ = std::make_unique<CmaTransport>(*this);
  if (devices_ != nullptr) {
    device_transport_ = std::make_unique<DeviceTransport>(arena_, hosts_, *devices_);
  }
  join_all_units();
  if (network != nullptr) choose_network_transport(*network);
  add_local_heaps(heap_limit);
  choose_spin_policy();
  trace::start(unit(), infos_[unit()].gpu, devices_ == nullptr ? nullptr : devices_->profiler());
  tasks_ = std::make_unique<TaskScheduler>(*this);
}

/// From here on, units on other hosts can call this unit.
void Runtime::connect_hosts(Network* network)
{
  const auto poll_us = environment_integer(env_service_poll, 1, 1'000'000).value_or(100);
  const auto timeout_s = environment_integer(env_network_timeout, 1, 86'400).value_or(30);
  calls_ = std::make_unique<RemoteCalls>(
      *network, RemoteCalls::Knobs{std::uint32_t(poll_us), std::uint32_t(timeout_s)});
  serve_memory(*this);
  serve_messages(*this);
  serve_locks(*this);
  serve_team_ids(*this);
  message_transport_ = std::make_unique<MessageTransport>(*calls_);
}

/// Creates the team of all units, in which each unit publishes information about itself.
void Runtime::join_all_units()
{
  std::vector<dart_unit_t> everybody(units());
  std::iota(everybody.begin(), everybody.end(), 0);
  auto all = std::make_unique<Team>(*this, *control_->all_team, std::move(everybody));
  all_ = all.get();
  teams_.set(DART_TEAM_ALL, std::move(all));

  UnitInfo mine{find_place(hosts_), -1, 0, 0};
  mine.host_slot = reinterpret_cast<std::uint64_t>(arena_.unit_slot(index()));
  if (arena_.is_gpu_unit(index())) {
    mine.gpu = devices_->gpu_of(index());
    mine.device_slot = reinterpret_cast<std::uint64_t>(arena_.device_slot(index()));
  }
  infos_ = all_->board().from_all(mine);
  if (!hosts_.is_one()) {
    hardware_ = all_->board().from_all(HardwareHere(*this).of(unit()));
  }
}

bool Runtime::holds_everywhere(bool here)
{
  return all_->board().holds_everywhere(here);
}

void Runtime::choose_network_transport(Network& network)
{
  peers_ = std::make_unique<TransportPeers>(*calls_);
  one_sided_ = make_one_sided_transport(*this, network, *peers_);
  network_transport_ = one_sided_ != nullptr ? one_sided_.get() : message_transport_.get();
  adapter_atomics_ =
      holds_everywhere(one_sided_ != nullptr && one_sided_->has_atomics(DART_TYPE_LONG));
  exposed_process_memory_ = std::make_unique<ExposedRanges>(*network_transport_);
  exposed_host_ = std::make_unique<ExposedSpace>(
      host_space_, *network_transport_, arena_.unit_slot(index()), arena_.slot_bytes());
  choose_device_path();
}

/// Device memory is accessed through the network only if that works for all GPUs, which has to be
/// tried.
void Runtime::choose_device_path()
{
  const bool has_gpu = arena_.is_gpu_unit(index());
  if (has_gpu && network_transport_->reaches_devices()) {
    exposed_device_ = std::make_unique<ExposedSpace>(
        *devices_, *network_transport_, arena_.device_slot(index()), arena_.slot_bytes());
  }
  const bool works = !has_gpu || (exposed_device_ != nullptr && exposed_device_->commit(0, 1));
  network_reaches_devices_ = holds_everywhere(works);
  if (!network_reaches_devices_) exposed_device_.reset();
}

Runtime::~Runtime()
{
  if (devices_ != nullptr) devices_->flush();
  barrier();  // from here on, only tasks use this unit's memory
  tasks_->end();
  is_ending_ = true;
  teams_.for_each([this](int id, Team&) {
    if (id != DART_TEAM_ALL) teams_.remove(id);
  });
  host_heap_.reset();
  device_heap_.reset();
  exposed_host_.reset();
  exposed_device_.reset();
  one_sided_.reset();
  barrier();  // from here on, no unit calls this one
  calls_.reset();
  teams_.remove(DART_TEAM_ALL);
  if (devices_ != nullptr) forget_devices();
  arena_.release(arena_.unit_slot(index()), arena_.slot_bytes());
  arena_.job_barrier();
  if (index() == 0) {
    std::byte* begin = arena_.control_slot() + job_block_bytes;
    arena_.release(begin, arena_.device_block() - begin);
  }
}

void Runtime::barrier()
{
  Board& board = all_->board();
  board.contribute(0);
  board.show([](std::uint32_t) { return std::size_t(0); });
  board.wait_for_all();
}

MemorySpace& Runtime::space(Segment::Memory memory)
{
  const bool on_device = memory == Segment::Memory::device;
  if (ExposedSpace* exposed = (on_device ? exposed_device_ : exposed_host_).get()) return *exposed;
  return on_device ? static_cast<MemorySpace&>(*devices_) : host_space_;
}

/// Memory can only be released when no process has it mapped or registered.
void Runtime::forget_devices()
{
  for (std::uint32_t k = 0; k < arena_.units(); ++k) {
    devices_->forget_host(arena_.unit_slot(k), arena_.slot_bytes());
    if (arena_.is_gpu_unit(k)) devices_->forget(k, 0, arena_.slot_bytes());
  }
  arena_.job_barrier();
  if (arena_.is_gpu_unit(index())) devices_->release(0, arena_.slot_bytes());
}

/// If units share a core, a spinning unit keeps another one from running.
void Runtime::choose_spin_policy()
{
  std::set<int> cores;
  std::size_t here = 0;
  for (const UnitInfo& info : infos_) {
    if (!info.place.is_on_machine_of(infos_[unit()].place)) continue;
    cores.insert(info.place.cpu);
    ++here;
  }
  SpinPolicy::current = cores.size() == here ? SpinPolicy{} : SpinPolicy::for_shared_cores();
}

void Runtime::create_shared_state()
{
  new (control_) Control(arena_);
  if (control_->units == nullptr) return;
  control_->tasks = create_host_tasks(*control_, arena_.units());
  if (control_->tasks == nullptr) return;
  control_->all_team = create_team_shared(*control_, DART_TEAM_ALL, units(), arena_.units());
}

Transport* Runtime::transport_to(dart_unit_t unit, Segment::Memory memory) const
{
  const bool is_device = memory == Segment::Memory::device;
  if (!hosts_.is_here(unit)) {
    const bool is_reached = !is_device || network_reaches_devices_;
    return is_reached ? network_transport_ : message_transport_.get();
  }
  if (memory == Segment::Memory::host) return nullptr;
  return is_device ? device_transport_.get() : process_transport_.get();
}

Segment::Part Runtime::make_part(
    dart_unit_t unit, Segment::Memory memory, std::uint64_t address, std::uint64_t bytes) const
{
  const bool is_mapped =
      hosts_.is_here(unit) && (memory == Segment::Memory::host ||
                               (memory == Segment::Memory::process && unit == this->unit()));
  std::byte* mapped = is_mapped ? reinterpret_cast<std::byte*>(address) : nullptr;
  return {bytes, mapped, address, memory, transport_to(unit, memory)};
}

/// A word is always updated in the same way, so that operations of units on this and on other hosts
/// do not race.
Transport* Runtime::atomic_transport(
    const Segment::Part& part, dart_unit_t unit, dart_datatype_t type) const
{
  const bool is_host = part.memory == Segment::Memory::host;
  if (is_host && adapter_atomics_ && network_transport_->has_atomics(type)) {
    return network_transport_;
  }
  if (!hosts_.is_here(unit)) return message_transport_.get();
  return is_host ? nullptr : part.transport;
}

std::byte* Runtime::reach(
    const Segment::Part& part, dart_global_unit_t unit, std::uint64_t offset, std::uint64_t bytes)
{
  if (!hosts_.is_here(unit.id)) return nullptr;
  if (part.memory == Segment::Memory::device) {
    const auto* place = reinterpret_cast<const std::byte*>(part.owner_address);
    return devices_->reach(hosts_.index_of(unit.id), arena_.offset_of(place) + offset, bytes);
  }
  if (part.mapped == nullptr) return nullptr;
  // Only a GPU has to register host memory, and only that of the arena.
  const bool by_gpu = devices_ != nullptr && arena_.is_gpu_unit(index());
  if (!by_gpu) return part.mapped + offset;
  if (part.memory == Segment::Memory::process) {
    return devices_->backend() == DART_GPU_CUDA ? nullptr : part.mapped + offset;
  }
  return devices_->reach_host(part.mapped + offset, bytes);
}

void Runtime::add_local_heaps(std::optional<std::uint64_t> limit)
{
  std::byte* slot = arena_.unit_slot(index());
  // Pages that a GPU has registered must stay, and other processes register this unit's pages.
  const bool gives_back = devices_ == nullptr || devices_->backend() != DART_GPU_CUDA;
  const std::uint64_t keep = gives_back ? 0 : ~std::uint64_t(0);
  host_heap_ = std::make_unique<Heap>(
      space(Segment::Memory::host), layout_.heap_offset, layout_.heap_bytes, layout_.heap_granule,
      slot + layout_.table_offset, limit.value_or(host_memory_bytes() / arena_.units()), keep);
  if (arena_.is_gpu_unit(index())) {
    // Allocating device memory takes milliseconds, and mapping it takes as long in each process.
    const std::uint64_t device_memory = devices_->capacity();
    device_heap_ = std::make_unique<Heap>(
        space(Segment::Memory::device), layout_.heap_offset, layout_.heap_bytes,
        std::max(device_granule, layout_.heap_granule), slot + layout_.device_table_offset,
        limit.value_or(device_memory), device_memory / 4);
  }
  add_local_segment(DART_SEGMENT_LOCAL, DART_MEMORY_UNIT);
  if (devices_ != nullptr) add_local_segment(DART_SEGMENT_LOCAL_HOST, DART_MEMORY_HOST);
}

/// Adds the heap of each unit as a segment.
void Runtime::add_local_segment(std::int16_t id, dart_memory_t choice)
{
  auto segment = std::make_unique<Segment>();
  for (std::uint32_t k = 0; k < units(); ++k) {
    const auto unit = static_cast<dart_unit_t>(k);
    const Segment::Memory memory = memory_at(unit, choice);
    segment->parts.push_back(make_part(
        unit, memory, slot_address(unit, memory, layout_.heap_offset), layout_.heap_bytes));
  }
  all_->set_local_segment(id, std::move(segment));
}

Runtime::BlockNote Runtime::prepare_block_note()
{
  SymmetricBlocks one{{0, {}}};
  return one.extract(one.begin());
}

void Runtime::note_symmetric_block(
    BlockNote note, std::uint64_t offset, const SymmetricBlock& block)
{
  note.key() = offset;
  note.mapped() = block;
  std::unique_lock guard(blocks_mutex_);
  blocks_.erase(offset);
  blocks_.insert(std::move(note));
}

void Runtime::forget_symmetric_block(std::uint64_t offset)
{
  std::unique_lock guard(blocks_mutex_);
  blocks_.erase(offset);
}

/// Inverse of the mapping of global pointers to addresses; null for addresses that belong to no
/// allocation.
dart_gptr_t Runtime::gptr_of(const void* address) const
{
  const dart_unit_t unit = owner_of(address);
  if (unit < 0) return DART_GPTR_NULL;
  if (!hosts_.is_here(unit)) return gptr_of_far(unit, far_place_address(address));
  if (arena_.contains(address)) {
    const bool on_device = arena_.is_device_address(address);
    return gptr_at(
        unit, arena_.offset_of(address),
        on_device ? Segment::Memory::device : Segment::Memory::host);
  }
  return gptr_at(unit, devices_->place_of(address)->offset, Segment::Memory::device);
}

/// Only the unit's host knows to which segment a block belongs, so all segments with a part there
/// are searched.
dart_gptr_t Runtime::gptr_of_far(dart_unit_t unit, std::uint64_t address) const
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  teams_.for_each([&](int, const Team& team) {
    const dart_unit_t member = team.local_id(unit);
    if (member < 0) return;
    team.aligned_segments().for_each([&](int id, const Segment& segment) {
      const Segment::Part& part = segment.parts[member];
      if (address - part.owner_address >= part.bytes) return;
      gptr.unitid = member;
      gptr.teamid = team.id();
      gptr.segid = static_cast<std::int16_t>(id);
      gptr.addr_or_offs.offset = address - part.owner_address;
    });
  });
  return gptr;
}

dart_unit_t Runtime::owner_of(const void* address) const
{
  if (const dart_unit_t unit = far_place_unit(address); unit >= 0) return unit;
  if (arena_.contains(address)) {
    const int index = arena_.unit_of(address);
    return index < 0 ? -1 : hosts_.units_here()[index];
  }
  const auto place = devices_ == nullptr ? std::nullopt : devices_->place_of(address);
  return place ? hosts_.units_here()[place->unit] : -1;
}

dart_gptr_t Runtime::gptr_at(dart_unit_t unit, std::uint64_t offset, Segment::Memory memory) const
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  if (offset >= layout_.heap_offset) {
    if (offset >= layout_.table_offset) return gptr;
    const bool is_own_kind = memory == memory_at(unit, DART_MEMORY_UNIT);
    gptr.unitid = unit;
    gptr.teamid = DART_TEAM_ALL;
    gptr.segid = is_own_kind ? DART_SEGMENT_LOCAL : DART_SEGMENT_LOCAL_HOST;
    gptr.addr_or_offs.offset = offset - layout_.heap_offset;
    return gptr;
  }
  std::shared_lock guard(blocks_mutex_);
  auto block = blocks_.upper_bound(offset);
  // The address behind a block still belongs to it, as with native arrays.
  if (block == blocks_.begin() ||
      offset > std::prev(block)->first + std::prev(block)->second.bytes) {
    return gptr;
  }
  --block;
  const Team* owner = team(block->second.team);
  gptr.unitid = owner == nullptr ? -1 : owner->local_id(unit);
  if (gptr.unitid < 0) return DART_GPTR_NULL;
  gptr.teamid = block->second.team;
  gptr.segid = block->second.segment;
  gptr.addr_or_offs.offset = offset - block->first;
  return gptr;
}

}  // namespace dart
