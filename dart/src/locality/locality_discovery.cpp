#include "locality/locality_discovery.h"

#include <hwloc.h>

#include <algorithm>
#include <climits>
#include <fstream>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <type_traits>

namespace dart {

namespace {

struct TopologyDelete {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, TopologyDelete>;

struct BitmapDelete {
  void operator()(hwloc_bitmap_t bitmap) const { hwloc_bitmap_free(bitmap); }
};
using Bitmap = std::unique_ptr<std::remove_pointer_t<hwloc_bitmap_t>, BitmapDelete>;

Topology load_topology()
{
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return nullptr;
  Topology topology(raw);
  // On Linux, sysfs has all information that the x86 backend finds by binding this process to each
  // processor.
  hwloc_topology_set_components(raw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
  return hwloc_topology_load(raw) == 0 ? std::move(topology) : nullptr;
}

/// The topology of this host; nullptr if hwloc cannot read it. It is read once per process, because
/// hardware does not change when the runtime ends.
hwloc_topology_t topology()
{
  static const Topology loaded = load_topology();
  return loaded.get();
}

int saturated(std::uint64_t bytes)
{
  return static_cast<int>(std::min<std::uint64_t>(bytes, INT_MAX));
}

/// MHz from a file of the kernel's frequency scaling; -1 if the processor has none.
int read_mhz(int cpu, const char* file)
{
  std::ifstream in("/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpufreq/" + file);
  int khz = 0;
  return in >> khz ? khz / 1000 : -1;
}

/// Current MHz of a processor, for hosts without frequency scaling, which are mostly virtual
/// machines.
int read_present_mhz(int cpu)
{
  std::ifstream in("/proc/cpuinfo");
  const auto value = [](const std::string& line) { return line.substr(line.find(':') + 1); };
  int processor = -1;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("processor", 0) == 0) processor = std::atoi(value(line).c_str());
    if (processor == cpu && line.rfind("cpu MHz", 0) == 0) {
      return static_cast<int>(std::atof(value(line).c_str()));
    }
  }
  return -1;
}

void read_frequencies(int cpu, dart_hwinfo_t& hw)
{
  hw.min_cpu_mhz = read_mhz(cpu, "cpuinfo_min_freq");
  hw.max_cpu_mhz = read_mhz(cpu, "cpuinfo_max_freq");
  if (hw.max_cpu_mhz < 0) hw.min_cpu_mhz = hw.max_cpu_mhz = read_present_mhz(cpu);
}

/// Number of objects of a type; -1 if hwloc does not know the type here.
int count(hwloc_obj_type_t type)
{
  const int n = hwloc_get_nbobjs_by_type(topology(), type);
  return n > 0 ? n : -1;
}

void read_host(dart_hwinfo_t& hw)
{
  hw.num_numa = count(HWLOC_OBJ_NUMANODE);
  hw.num_sockets = count(HWLOC_OBJ_PACKAGE);
  hw.system_memory_bytes = saturated(hwloc_get_root_obj(topology())->total_memory);
}

void read_core(hwloc_obj_t core, dart_hwinfo_t& hw)
{
  hw.core_id = static_cast<int>(core->logical_index);
  hw.min_threads = 1;
  hw.max_threads = hwloc_bitmap_weight(core->cpuset);
}

void read_caches(hwloc_obj_t pu, dart_hwinfo_t& hw)
{
  for (hwloc_obj_t obj = pu->parent; obj != nullptr; obj = obj->parent) {
    if (!hwloc_obj_type_is_dcache(obj->type)) continue;
    const auto level = obj->attr->cache.depth - 1;
    if (level >= DART_LOCALITY_MAX_CACHE_LEVELS) continue;
    hw.cache_sizes[level] = saturated(obj->attr->cache.size);
    hw.cache_line_sizes[level] = static_cast<int>(obj->attr->cache.linesize);
    hw.cache_ids[level] = static_cast<int>(obj->logical_index);
  }
}

/// The memory that is nearest to a processor; the first one if there are several kinds.
hwloc_obj_t numa_of(hwloc_obj_t pu)
{
  hwloc_obj_t numa = nullptr;
  while ((numa = hwloc_get_next_obj_by_type(topology(), HWLOC_OBJ_NUMANODE, numa)) != nullptr) {
    if (hwloc_bitmap_isset(numa->cpuset, pu->os_index)) return numa;
  }
  return nullptr;
}

void read_numa(hwloc_obj_t numa, dart_hwinfo_t& hw)
{
  hw.numa_id = static_cast<int>(numa->os_index);
  hw.numa_memory_bytes = saturated(numa->attr->numanode.local_memory);
}

void set_scopes(dart_hwinfo_t& hw, std::initializer_list<dart_locality_scope_pos_t> scopes)
{
  std::copy(scopes.begin(), scopes.end(), hw.scopes);
  hw.num_scopes = static_cast<int>(scopes.size());
}

/// The path from the node to the core. There is one module, which contains the processors. A
/// third-level cache is a domain of its own, because cores without a common one are far apart.
void find_scopes(dart_hwinfo_t& hw)
{
  const dart_locality_scope_pos_t node{DART_LOCALITY_SCOPE_NODE, 0};
  const dart_locality_scope_pos_t module{DART_LOCALITY_SCOPE_MODULE, 0};
  const dart_locality_scope_pos_t numa{DART_LOCALITY_SCOPE_NUMA, std::max(hw.numa_id, 0)};
  const dart_locality_scope_pos_t cache{DART_LOCALITY_SCOPE_CACHE, hw.cache_ids[2]};
  const dart_locality_scope_pos_t core{
      DART_LOCALITY_SCOPE_CORE, hw.core_id >= 0 ? hw.core_id : hw.cpu_id};
  if (hw.cache_ids[2] >= 0) {
    set_scopes(hw, {node, module, numa, cache, core});
  } else {
    set_scopes(hw, {node, module, numa, core});
  }
}

/// A hardware record in which only the processor's number is known.
dart_hwinfo_t unknown_hardware(int cpu)
{
  dart_hwinfo_t hw{};
  hw.num_cores = hw.num_numa = hw.numa_id = hw.num_sockets = hw.core_id = -1;
  hw.min_cpu_mhz = hw.max_cpu_mhz = hw.min_threads = hw.max_threads = hw.max_shmem_mbps = -1;
  hw.system_memory_bytes = hw.numa_memory_bytes = -1;
  std::fill(std::begin(hw.cache_sizes), std::end(hw.cache_sizes), -1);
  std::fill(std::begin(hw.cache_line_sizes), std::end(hw.cache_line_sizes), -1);
  std::fill(std::begin(hw.cache_ids), std::end(hw.cache_ids), -1);
  for (auto& place : hw.scopes) place = {DART_LOCALITY_SCOPE_UNDEFINED, -1};
  hw.cpu_id = cpu;
  find_scopes(hw);
  return hw;
}

dart_hwinfo_t read_hardware(int cpu)
{
  dart_hwinfo_t hw = unknown_hardware(cpu);
  read_frequencies(cpu, hw);
  if (topology() == nullptr) return hw;
  read_host(hw);
  const hwloc_obj_t pu = hwloc_get_pu_obj_by_os_index(topology(), static_cast<unsigned>(cpu));
  if (pu == nullptr) return hw;
  if (hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology(), HWLOC_OBJ_CORE, pu)) {
    read_core(core, hw);
  }
  if (hwloc_obj_t numa = numa_of(pu)) read_numa(numa, hw);
  read_caches(pu, hw);
  find_scopes(hw);
  return hw;
}

}  // namespace

dart_hwinfo_t discover_hardware(int cpu)
{
  // cached because reading files for each unit and team would be slow
  static std::map<int, dart_hwinfo_t> known;
  const auto found = known.find(cpu);
  return found != known.end() ? found->second
                              : known.emplace(cpu, read_hardware(cpu)).first->second;
}

int cores_per_unit(const std::vector<int>& unit_cpus)
{
  const Bitmap bound(hwloc_bitmap_alloc());
  if (topology() == nullptr || bound == nullptr ||
      hwloc_get_cpubind(topology(), bound.get(), HWLOC_CPUBIND_PROCESS) != 0) {
    return 1;
  }
  const auto units = std::count_if(unit_cpus.begin(), unit_cpus.end(), [&](int cpu) {
    return hwloc_bitmap_isset(bound.get(), static_cast<unsigned>(cpu));
  });
  int cores = 0;
  hwloc_obj_t core = nullptr;
  while ((core = hwloc_get_next_obj_by_type(topology(), HWLOC_OBJ_CORE, core)) != nullptr) {
    cores += hwloc_bitmap_intersects(core->cpuset, bound.get());
  }
  return std::max(1, cores / std::max(1, static_cast<int>(units)));
}

}  // namespace dart
