#include "binding.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace dart::launcher {
namespace {

/// The content of a small file in /sys; empty if the file does not exist.
std::string read_file(const std::string& path)
{
  std::string text;
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return text;
  char buffer[4096];
  for (ssize_t got; (got = read(fd, buffer, sizeof buffer)) > 0;) text.append(buffer, got);
  close(fd);
  return text;
}

Cpus intersection(const Cpus& a, const Cpus& b)
{
  Cpus both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

std::vector<Cpus> allowed_numa_nodes()
{
  const Cpus allowed = allowed_cpus();
  std::vector<Cpus> nodes;
  for (int node : parse_cpus(read_file("/sys/devices/system/node/online"))) {
    const std::string list = "/sys/devices/system/node/node" + std::to_string(node) + "/cpulist";
    Cpus cpus = intersection(allowed, parse_cpus(read_file(list)));
    if (!cpus.empty()) nodes.push_back(std::move(cpus));
  }
  if (nodes.empty()) nodes.push_back(allowed);
  return nodes;
}

}  // namespace

const char* to_string(Bind bind)
{
  switch (bind) {
    case Bind::core:
      return "core";
    case Bind::numa:
      return "numa";
    case Bind::none:
      break;
  }
  return "none";
}

Cpus allowed_cpus()
{
  CpuMask mask;
  Cpus cpus;
  if (sched_getaffinity(0, sizeof mask.bits, mask.bits.data()) != 0) return {0};
  for (std::size_t cpu = 0; cpu < 8 * sizeof mask.bits; ++cpu) {
    if (CPU_ISSET_S(cpu, sizeof mask.bits, mask.bits.data())) cpus.push_back(cpu);
  }
  return cpus;
}

std::vector<Cpus> allowed_cores()
{
  Cpus unassigned = allowed_cpus();
  std::vector<Cpus> cores;
  while (!unassigned.empty()) {
    const int cpu = unassigned.front();
    const std::string siblings = read_file(
        "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list");
    Cpus core = intersection(unassigned, parse_cpus(siblings));
    if (core.empty()) core = {cpu};
    Cpus rest;
    std::set_difference(
        unassigned.begin(), unassigned.end(), core.begin(), core.end(), std::back_inserter(rest));
    unassigned = std::move(rest);
    cores.push_back(std::move(core));
  }
  return cores;
}

std::vector<Cpus> bind_units(Bind bind, std::uint32_t units)
{
  std::vector<Cpus> cpus(units);
  if (bind == Bind::core) {
    const auto cores = allowed_cores();
    for (std::uint32_t unit = 0; unit < units; ++unit) cpus[unit] = cores[unit % cores.size()];
  } else if (bind == Bind::numa) {
    const auto nodes = allowed_numa_nodes();
    for (std::uint64_t unit = 0; unit < units; ++unit) {
      cpus[unit] = nodes[unit * nodes.size() / units];
    }
  } else {
    std::fill(cpus.begin(), cpus.end(), allowed_cpus());
  }
  return cpus;
}

Cpus parse_cpus(std::string_view text)
{
  Cpus cpus;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    int first = 0;
    auto parsed = std::from_chars(at, end, first);
    if (parsed.ec != std::errc()) break;
    int last = first;
    if (parsed.ptr < end && *parsed.ptr == '-') parsed = std::from_chars(parsed.ptr + 1, end, last);
    for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
    at = parsed.ptr + 1;  // skips the comma
  }
  return cpus;
}

std::string to_string(const Cpus& cpus)
{
  std::string text;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t last = i;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
    if (!text.empty()) text += ',';
    text += std::to_string(cpus[i]);
    if (last > i) text += '-' + std::to_string(cpus[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace dart::launcher
