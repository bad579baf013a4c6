#include "tasks/task_description.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/log.h"
#include "tasks/task_memory.h"
#include "transfer/target.h"

namespace dart {
namespace {

/// What descriptions are checked against.
struct Setting {
  const TaskSurroundings& around;
  const TaskDevices& devices;
};

constexpr std::size_t most_args_bytes = std::size_t(1) << 30;

dart_ret_t set_functions(const Setting& run, const dart_tapi_task_desc_t& desc, Task& task)
{
  DART_REQUIRE(
      desc.cpu != nullptr || desc.gpu != nullptr, DART_ERR_INVAL,
      "dart_tapi_task_create: the description has neither a CPU nor a GPU function");
  task.cpu = code_handle_of(reinterpret_cast<void*>(desc.cpu));
  task.gpu = code_handle_of(reinterpret_cast<void*>(desc.gpu));
  DART_REQUIRE(
      bool(task.cpu) == (desc.cpu != nullptr) && bool(task.gpu) == (desc.gpu != nullptr),
      DART_ERR_INVAL,
      "dart_tapi_task_create: a function is in no loaded object; give one of the program or of a "
      "library, not code made at run time");
  const unsigned kinds = (task.cpu ? 1u : 0u) | (task.gpu ? 2u : 0u);
  task.kinds = static_cast<DeviceKind>(kinds & static_cast<unsigned>(run.devices.kinds()));
  DART_REQUIRE(
      static_cast<unsigned>(task.kinds) != 0, DART_ERR_INVAL,
      "dart_tapi_task_create: the task has a %s function only, but no unit of this host is a %s "
      "unit; give both functions, or start such units (dartrun --cpu, --gpu)",
      task.cpu ? "CPU" : "GPU", task.cpu ? "CPU" : "GPU");
  return DART_OK;
}

/// Room for \c count objects: in the record, or in the control heap if that is too small.
template <class T>
T* room_for(const Setting& run, std::size_t count, std::size_t inside, T* own, T*& more)
{
  if (count <= inside) return own;
  more = static_cast<T*>(allocate_for_task(run.around, count * sizeof(T)));
  return more;
}

dart_ret_t set_range(
    const Setting& run, const dart_tapi_range_t& given, std::size_t k, TaskRange& range)
{
  DART_REQUIRE(
      given.access >= DART_TAPI_IN && given.access <= DART_TAPI_INOUT, DART_ERR_INVAL,
      "dart_tapi_task_create: access %d of range %zu is none of DART_TAPI_IN, _OUT, _INOUT",
      static_cast<int>(given.access), k);
  range = {0, given.nbytes, TaskRange::Kind::mapped, static_cast<std::uint8_t>(given.access)};
  if (given.nbytes == 0) return DART_OK;
  Target target{};
  const dart_ret_t found =
      resolve(run.around.teams, given.gptr, given.nbytes, "dart_tapi_task_create", &target);
  if (found != DART_OK) return found;
  DART_REQUIRE(
      target.part->kind != MemoryKind::process, DART_ERR_INVAL,
      "dart_tapi_task_create: range %zu is memory that unit %d registered, which has no place in "
      "the order of tasks; use memory that DART allocates",
      k, target.unit.id);
  const bool is_device = target.part->kind == MemoryKind::device;
  if (!target.part->is_here) {
    range.kind = is_device ? TaskRange::Kind::far_device : TaskRange::Kind::far;
  } else if (is_device) {
    range.kind = TaskRange::Kind::device;
  }
  range.place = reinterpret_cast<std::uint64_t>(target.place());
  return DART_OK;
}

dart_ret_t set_ranges(const Setting& run, const dart_tapi_task_desc_t& desc, Task& task)
{
  DART_REQUIRE(
      desc.ranges != nullptr || desc.nranges == 0, DART_ERR_INVAL,
      "dart_tapi_task_create: ranges is null, but there are %zu", desc.nranges);
  DART_REQUIRE(
      desc.nranges <= 1u << 24, DART_ERR_INVAL, "dart_tapi_task_create: %zu ranges are too many",
      desc.nranges);
  TaskRange* ranges =
      room_for(run, desc.nranges, Task::inline_ranges, task.own_ranges, task.more_ranges);
  DART_REQUIRE(
      ranges != nullptr, DART_ERR_NOMEM, "dart_tapi_task_create: no memory for %zu ranges: %s",
      desc.nranges, memory_of_tasks(run.around).c_str());
  task.range_count = static_cast<std::uint32_t>(desc.nranges);
  bool has_far = false;
  for (std::size_t k = 0; k < desc.nranges; ++k) {
    const dart_ret_t set = set_range(run, desc.ranges[k], k, ranges[k]);
    if (set != DART_OK) return set;
    has_far = has_far || ranges[k].is_far();
  }
  if (has_far && is_among(DeviceKind::gpu, task.kinds)) {
    DART_REQUIRE(
        is_among(DeviceKind::cpu, task.kinds), DART_ERR_INVAL,
        "dart_tapi_task_create: GPUs do not reach ranges of other hosts; give a CPU function");
    task.kinds = DeviceKind::cpu;
  }
  task.role = has_far ? TaskRole::abroad : TaskRole::domestic;
  return DART_OK;
}

dart_ret_t set_args(const Setting& run, const dart_tapi_task_desc_t& desc, Task& task)
{
  DART_REQUIRE(
      desc.args != nullptr || desc.args_nbytes == 0, DART_ERR_INVAL,
      "dart_tapi_task_create: args is null, but has %zu bytes", desc.args_nbytes);
  DART_REQUIRE(
      desc.args_nbytes <= most_args_bytes, DART_ERR_INVAL,
      "dart_tapi_task_create: %zu bytes of arguments are too many; pass ranges", desc.args_nbytes);
  auto* more = static_cast<std::byte*>(nullptr);
  std::byte* args = room_for(run, desc.args_nbytes, Task::inline_args, task.own_args, more);
  task.more_args = more;
  DART_REQUIRE(
      args != nullptr, DART_ERR_NOMEM,
      "dart_tapi_task_create: no memory for %zu bytes of arguments: %s", desc.args_nbytes,
      memory_of_tasks(run.around).c_str());
  task.args_bytes = static_cast<std::uint32_t>(desc.args_nbytes);
  if (desc.args_nbytes > 0) std::memcpy(args, desc.args, desc.args_nbytes);
  return DART_OK;
}

/// Owner of the range that decides where the task executes; -1: none.
dart_unit_t owner_of_data(const Setting& run, Task& task)
{
  TaskRange* const begin = task.ranges();
  TaskRange* const end = begin + task.range_count;
  TaskRange* range = std::find_if(begin, end, [](const TaskRange& r) { return r.is_written(); });
  if (range == end) range = begin;
  const bool is_here = range != end && range->bytes > 0 && !range->is_far();
  return is_here ? run.around.memory.owner_of(reinterpret_cast<const void*>(range->place)) : -1;
}

dart_ret_t set_affinity(const Setting& run, const dart_tapi_task_desc_t& desc, Task& task)
{
  DART_REQUIRE(
      desc.affinity >= DART_TAPI_AFFINITY_DATA && desc.affinity <= DART_TAPI_AFFINITY_NONE,
      DART_ERR_INVAL,
      "dart_tapi_task_create: affinity %d is none of DART_TAPI_AFFINITY_DATA, _UNIT, _NONE",
      static_cast<int>(desc.affinity));
  task.device = Task::nowhere;
  task.is_pinned = desc.affinity == DART_TAPI_AFFINITY_UNIT;
  if (desc.affinity == DART_TAPI_AFFINITY_NONE) return DART_OK;
  if (task.is_pinned) {
    const bool exists = run.around.units.contains(desc.unit.id);
    DART_REQUIRE(
        exists && run.around.units.hosts().is_here(desc.unit.id), DART_ERR_INVAL,
        "dart_tapi_task_create: affinity to unit %d, which is no unit of this host", desc.unit.id);
  }
  const dart_unit_t unit = task.is_pinned ? desc.unit.id : owner_of_data(run, task);
  if (unit < 0) return DART_OK;
  const int device = run.devices.of(run.around.units.hosts().index_of(unit));
  const bool fits = is_among(run.devices.kind_of(device), task.kinds);
  DART_REQUIRE(
      fits || !task.is_pinned, DART_ERR_INVAL,
      "dart_tapi_task_create: affinity to unit %d, a %s unit, but the task has no function for it",
      unit, run.devices.kind_of(device) == DeviceKind::gpu ? "GPU" : "CPU");
  if (fits) task.device = device;
  return DART_OK;
}

dart_ret_t set_priority(const Setting&, const dart_tapi_task_desc_t& desc, Task& task)
{
  DART_REQUIRE(
      desc.priority >= DART_TAPI_PRIORITY_LOWEST && desc.priority <= DART_TAPI_PRIORITY_HIGHEST,
      DART_ERR_INVAL, "dart_tapi_task_create: priority %d is not between %d and %d", desc.priority,
      DART_TAPI_PRIORITY_LOWEST, DART_TAPI_PRIORITY_HIGHEST);
  task.priority = static_cast<std::int8_t>(desc.priority);
  return DART_OK;
}

dart_ret_t set_name(const Setting&, const dart_tapi_task_desc_t& desc, Task& task)
{
  task.has_name = desc.name != nullptr;
  if (task.has_name) std::snprintf(task.name, sizeof task.name, "%s", desc.name);
  return DART_OK;
}

}  // namespace

dart_ret_t describe_task(
    const TaskSurroundings& around, const TaskDevices& devices, const dart_tapi_task_desc_t& desc,
    Task& task)
{
  const Setting run{around, devices};
  task.range_count = 0;
  task.args_bytes = 0;
  for (const auto set :
       {set_functions, set_ranges, set_args, set_affinity, set_priority, set_name}) {
    const dart_ret_t done = set(run, desc, task);
    if (done != DART_OK) return done;
  }
  return DART_OK;
}

}  // namespace dart
