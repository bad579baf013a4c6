#include "host_info.h"

#include <hwloc.h>
#include <sys/resource.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <type_traits>

namespace dart::info {
namespace {

struct TopologyDelete {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, TopologyDelete>;

Topology load_topology()
{
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) throw std::runtime_error("hwloc cannot start");
  Topology topology(raw);
  if (hwloc_topology_load(raw) != 0) {
    throw std::runtime_error("hwloc cannot read the topology of this host");
  }
  return topology;
}

unsigned count(hwloc_topology_t topology, hwloc_obj_type_t type)
{
  const int number = hwloc_get_nbobjs_by_type(topology, type);
  return number > 0 ? static_cast<unsigned>(number) : 0;
}

launcher::Cpus processors_of(hwloc_const_bitmap_t set)
{
  launcher::Cpus cpus;
  for (int cpu = hwloc_bitmap_first(set); cpu >= 0; cpu = hwloc_bitmap_next(set, cpu)) {
    cpus.push_back(cpu);
  }
  return cpus;
}

std::vector<NumaNode> numa_nodes(hwloc_topology_t topology)
{
  std::vector<NumaNode> nodes;
  for (hwloc_obj_t node = nullptr;
       (node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr;) {
    nodes.push_back(
        {static_cast<int>(node->os_index), processors_of(node->cpuset),
         node->attr->numanode.local_memory});
  }
  return nodes;
}

std::optional<std::uint64_t> soft_limit(int resource)
{
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return limit.rlim_cur;
}

std::optional<int> ptrace_scope()
{
  int scope = 0;
  if (std::ifstream("/proc/sys/kernel/yama/ptrace_scope") >> scope) return scope;
  return std::nullopt;
}

/// The setting lists all values, and has brackets around the one that is selected.
std::optional<std::string> shared_huge_pages()
{
  std::ifstream setting("/sys/kernel/mm/transparent_hugepage/shmem_enabled");
  for (std::string value; setting >> value;) {
    if (value.front() == '[' && value.back() == ']') return value.substr(1, value.size() - 2);
  }
  return std::nullopt;
}

}  // namespace

HostInfo inspect_host()
{
  const Topology topology = load_topology();
  const hwloc_obj_t root = hwloc_get_root_obj(topology.get());
  HostInfo host;
  utsname system{};
  uname(&system);
  host.name = system.nodename;
  host.system = std::string(system.sysname) + ' ' + system.release + ' ' + system.machine;
  const hwloc_obj_t package = hwloc_get_obj_by_type(topology.get(), HWLOC_OBJ_PACKAGE, 0);
  const char* model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : nullptr;
  host.processor = model != nullptr ? model : "unknown processor";
  host.packages = count(topology.get(), HWLOC_OBJ_PACKAGE);
  host.cores = count(topology.get(), HWLOC_OBJ_CORE);
  host.processors = count(topology.get(), HWLOC_OBJ_PU);
  host.allowed_cores = static_cast<unsigned>(launcher::allowed_cores().size());
  host.memory_bytes = root->total_memory;
  host.numa_nodes = numa_nodes(topology.get());
  host.limits = {soft_limit(RLIMIT_MEMLOCK), soft_limit(RLIMIT_NOFILE),
                 cgroup_memory_limit(),      ptrace_scope(),
                 shared_huge_pages(),        count_reserved_pages()};
  // The highest number stands for no limit in version 1 of cgroups.
  if (host.limits.memory && host.limits.memory->bytes >= host.memory_bytes) {
    host.limits.memory.reset();
  }
  return host;
}

}  // namespace dart::info
