#include "runtime/runtime.h"

#include "base/environment.h"
#include "base/wait.h"
#include "job/unit_place.h"
#include "stream/triggers.h"
#include "team/collectives.h"
#include "trace/trace.h"

namespace dart {

Runtime* runtime_instance = nullptr;
std::atomic<Runtime*> collective_instance{nullptr};

namespace {

std::unique_ptr<RemoteCalls> make_calls(Network* network)
{
  if (network == nullptr) return nullptr;
  const auto poll_us = environment_integer_or_default(env_service_poll);
  const auto timeout_s = environment_integer_or_default(env_network_timeout);
  return std::make_unique<RemoteCalls>(
      *network, RemoteCalls::Knobs{std::uint32_t(poll_us), std::uint32_t(timeout_s)});
}

std::unique_ptr<MemoryService> make_memory_service(
    RemoteCalls* calls, const GlobalMemory& memory, const UnitTable& units, Control& control)
{
  if (calls == nullptr) return nullptr;
  return std::make_unique<MemoryService>(
      *calls, memory, units, control.atomic_locks, control.registered_locks[units.index()]);
}

/// What this unit tells the others.
UnitInfo introduce(const Arena& arena, const Hosts& hosts, const DeviceSpace* devices)
{
  const std::uint32_t index = arena.unit_on_host();
  UnitInfo info{find_place(hosts), -1, 0, 0};
  info.host_slot = reinterpret_cast<std::uint64_t>(arena.unit_slot(index));
  if (arena.is_gpu_unit(index)) {
    info.gpu = devices->gpu_of(index);
    info.device_slot = reinterpret_cast<std::uint64_t>(arena.device_slot(index));
  }
  info.joins_traces = JointTrace::is_wanted();
  return info;
}

}  // namespace

Runtime::Runtime(
    Arena& arena, const Hosts& hosts, Network* network, DeviceSpace* devices,
    std::optional<std::uint64_t> heap_limit)
    : arena_(arena),
      units_(hosts),
      control_(make_control(arena, hosts)),
      memory_(arena, units_, devices),
      energy_(units_, devices),
      calls_(make_calls(network)),
      memory_service_(make_memory_service(calls_.get(), memory_, units_, control_)),
      said_(*control_.said, hosts, calls_.get()),
      messages_(control_.mailboxes, control_.message_accounts, control_.heap, units_, calls_.get()),
      locks_(control_.heap, hosts, calls_.get()),
      team_ids_(control_.team_ids, hosts, calls_.get()),
      long_waits_(control_.long_waits, hosts, arena.job().wait),
      shared_teams_(control_.heap, team_ids_, long_waits_),
      teams_(
          units_, introduce(arena, hosts, devices), shared_teams_, *control_.all_team,
          calls_.get()),
      transports_(
          units_, memory_, control_.registered_locks, calls_.get(), network,
          [this](bool here) { return teams_.holds_everywhere(here); }),
      routes_(memory_, units_, transports_, calls_ == nullptr ? nullptr : &calls_->fence()),
      pointers_(memory_, units_, teams_),
      segments_(memory_, units_, control_.symmetric, pointers_, transports_.network()),
      transfers_(teams_, memory_, routes_),
      atomics_(teams_, memory_, routes_, control_.atomic_locks),
      notifications_(
          teams_, memory_, units_, routes_, control_.registered_locks[units_.index()],
          calls_.get()),
      streams_(teams_, memory_, units_, routes_, segments_, transfers_, atomics_, notifications_),
      stream_collectives_(memory_, units_, streams_),
      localities_(units_, teams_)
{
  memory_.add_heaps(heap_limit);
  messages_.set_limit(memory_.heap(DART_MEMORY_HOST).limit() / 4);
  Team& all = teams_.all();
  all.set_local_segment(DART_SEGMENT_LOCAL, memory_.make_heap_segment(DART_MEMORY_UNIT));
  if (devices != nullptr) {
    all.set_local_segment(DART_SEGMENT_LOCAL_HOST, memory_.make_heap_segment(DART_MEMORY_HOST));
  }
  // Where units share a core, one that spins keeps another from running.
  SpinPolicy::current = units_.share_cores() ? SpinPolicy::for_shared_cores() : SpinPolicy{};
  trace::start(
      units_.me(), units_.mine().gpu, devices == nullptr ? nullptr : devices->profiler(),
      units_.of(0).joins_traces);
  if (units_.of(0).joins_traces) joint_trace_.emplace(units_, messages_);
  tasks_ = std::make_unique<Tasks>(TaskSurroundings{
      units_, memory_, control_.heap, *control_.tasks, routes_, transfers_, teams_, calls_.get()});
}

void Runtime::meet_at_end()
{
  // The end of one object may wait until the puts of all of them have begun.
  triggers_table.for_each([](const auto& triggers) { triggers->release(); });
  triggers_table.clear();
  stream_table.clear();
  teams_.for_each([](int, Team& team) {
    if (team.board().is_broken()) return;
    team.board().begin(CollectiveCall(Collective::exit));
    team.complete_started("dart_exit");
  });
  if (memory_.devices() != nullptr) memory_.devices()->flush();
  teams_.all().board().begin(CollectiveCall(Collective::exit));
  barrier(teams_.all().board());  // nobody but tasks uses this unit's memory any more
  if (joint_trace_) joint_trace_->write();
}

Runtime::~Runtime()
{
  tasks_->end();
  team_ids_.end();
  teams_.for_each([this](int id, Team&) {
    if (id != DART_TEAM_ALL) teams_.remove(static_cast<dart_team_t>(id));
  });
  memory_.close();
  transports_.disconnect();
  barrier(teams_.all().board());  // nobody calls this unit any more
  calls_.reset();
  teams_.remove(DART_TEAM_ALL);
  if (memory_.devices() != nullptr) forget_devices();
  release_arena();
}

/// Memory can only be given back once no process has it mapped or registered.
void Runtime::forget_devices()
{
  DeviceSpace& devices = *memory_.devices();
  for (std::uint32_t k = 0; k < arena_.units(); ++k) {
    devices.forget_host(arena_.unit_slot(k), arena_.slot_bytes());
    if (arena_.is_gpu_unit(k)) devices.forget(k, 0, arena_.slot_bytes());
  }
  arena_.job_barrier();
  if (arena_.is_gpu_unit(arena_.unit_on_host())) devices.release(0, arena_.slot_bytes());
}

void Runtime::release_arena()
{
  const std::uint32_t index = arena_.unit_on_host();
  Arena::release(arena_.unit_slot(index), arena_.slot_bytes());
  arena_.job_barrier();
  if (index != 0) return;
  std::byte* begin = arena_.control_slot() + job_block_bytes;
  Arena::release(begin, arena_.device_block() - begin);
}

}  // namespace dart
