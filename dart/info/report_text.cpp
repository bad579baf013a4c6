#include <algorithm>
#include <cstdio>
#include <string_view>

#include "dash/dart/if/dart.h"
#include "job/job.h"
#include "report.h"
#include "table.h"

namespace dart::info {
namespace {

std::string gibibytes(std::uint64_t bytes)
{
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", static_cast<double>(bytes) / (1 << 30));
  return text;
}

std::string number_of(unsigned count, const char* thing)
{
  return std::to_string(count) + ' ' + thing + (count == 1 ? "" : "s");
}

std::string host_text(const HostInfo& host)
{
  Table table;
  table.add({"system", host.system});
  table.add(
      {"processor", number_of(host.packages, "socket") + ", " + number_of(host.cores, "core") +
                        ", " + number_of(host.processors, "hardware thread") + ": " +
                        host.processor});
  table.add({"memory", gibibytes(host.memory_bytes)});
  for (const NumaNode& node : host.numa_nodes) {
    table.add(
        {"NUMA node " + std::to_string(node.number),
         gibibytes(node.memory_bytes) + ", processors " + launcher::to_string(node.processors)});
  }
  table.add(
      {"units", std::to_string(host.allowed_cores) + " by default (cores allowed here), at most " +
                    std::to_string(max_units_per_host)});
  return table.text();
}

bool are_huge_pages_shared(const Limits& limits)
{
  const auto& setting = limits.shared_huge_pages;
  return setting && *setting != "never" && *setting != "deny";
}

std::string huge_pages_text(const Limits& limits)
{
  const auto& setting = limits.shared_huge_pages;
  if (!setting) return "not for shared memory: the kernel has no setting for them";
  if (are_huge_pages_shared(limits)) return "for global memory (" + *setting + ')';
  return "not for shared memory: /sys/kernel/mm/transparent_hugepage/shmem_enabled is " + *setting +
         "; write advise into it for faster random access";
}

std::string reserved_pages_text(const Limits& limits)
{
  const auto mebibytes = [](std::uint64_t pages) {
    return std::to_string(pages * (ReservedPages::page_bytes >> 20)) + " MiB";
  };
  const ReservedPageCounts& pages = limits.reserved_huge_pages;
  if (pages.free + pages.on_demand > 0) {
    return mebibytes(pages.free) + " free, " + mebibytes(pages.on_demand) +
           " on demand; DART_HUGE_PAGES=reserved uses them for global memory";
  }
  const std::string none = "none are free";
  if (are_huge_pages_shared(limits)) return none;
  return none + "; where huge pages cannot be had for shared memory, write their number into " +
         reserved_pages_setting + " and set DART_HUGE_PAGES=reserved";
}

std::string limits_text(const Limits& limits)
{
  const auto kibibytes = [](std::uint64_t bytes) { return std::to_string(bytes >> 10) + " KiB"; };
  Table table;
  table.add(
      {"locked memory (RLIMIT_MEMLOCK)",
       limits.locked_memory ? kibibytes(*limits.locked_memory) : "unlimited"});
  table.add(
      {"open files (RLIMIT_NOFILE)",
       limits.open_files ? std::to_string(*limits.open_files) : "unlimited"});
  table.add(
      {"memory (cgroup)", limits.memory
                              ? kibibytes(limits.memory->bytes) + ", by " + limits.memory->source
                              : "unlimited"});
  table.add(
      {"ptrace_scope",
       limits.ptrace_scope ? std::to_string(*limits.ptrace_scope) : "no restriction"});
  table.add({"huge pages", huge_pages_text(limits)});
  table.add({"reserved huge pages", reserved_pages_text(limits)});
  return table.text();
}

std::string gpus_text(const GpuSurvey& survey)
{
  const auto yes = [](bool value) { return value ? "yes" : "no"; };
  Table table;
  table.add(
      {"GPU", "name", "memory", "capability", "processors", "PCI bus", "NUMA", "VMM", "RDMA",
       "host atomics"});
  for (const GpuInfo& gpu : survey.gpus) {
    table.add(
        {std::to_string(gpu.number), gpu.name, gibibytes(gpu.memory_bytes),
         std::to_string(gpu.compute_major) + '.' + std::to_string(gpu.compute_minor),
         std::to_string(gpu.multiprocessors), gpu.pci_bus_id,
         gpu.numa_node < 0 ? "?" : std::to_string(gpu.numa_node),
         yes(gpu.virtual_memory && gpu.file_handles), yes(gpu.rdma), yes(gpu.host_native_atomics)});
  }
  return table.text();
}

std::string link_text(const GpuLink& link)
{
  if (link.kind == GpuLink::self) return "-";
  if (!link.peer_access) return "by host";
  return std::string(to_string(link.kind)) + (link.native_atomics ? ", atomics" : "");
}

/// Each row lists the GPUs that the kernels and copies of one GPU can access, by column.
std::string links_text(const GpuSurvey& survey)
{
  Table table;
  Table::Row head{"from \\ to"};
  for (const GpuInfo& gpu : survey.gpus) head.push_back("GPU " + std::to_string(gpu.number));
  table.add(head);
  for (std::size_t from = 0; from < survey.gpus.size(); ++from) {
    Table::Row row{"GPU " + std::to_string(survey.gpus[from].number)};
    for (std::size_t to = 0; to < survey.gpus.size(); ++to) {
      row.push_back(link_text(survey.link(from, to)));
    }
    table.add(row);
  }
  return table.text();
}

std::string adapters_text(const std::vector<Adapter>& adapters)
{
  Table table;
  table.add({"adapter", "port", "state", "link", "rate", "PCI bus", "NUMA", "firmware"});
  for (const Adapter& adapter : adapters) {
    for (const AdapterPort& port : adapter.ports) {
      table.add(
          {adapter.name, std::to_string(port.number), port.state, port.link_layer, port.rate,
           adapter.pci_bus_id.empty() ? "?" : adapter.pci_bus_id,
           adapter.numa_node < 0 ? "?" : std::to_string(adapter.numa_node), adapter.firmware});
    }
  }
  std::string text = table.text();
  for (const Adapter& adapter : adapters) {
    if (!adapter.trouble.empty()) text += "  " + adapter.name + ": " + adapter.trouble + '\n';
  }
  return text;
}

std::string gids_text(const std::vector<Adapter>& adapters)
{
  Table table;
  table.add({"adapter", "port", "index", "GID", "type", "interface"});
  for (const Adapter& adapter : adapters) {
    for (const AdapterPort& port : adapter.ports) {
      for (const Gid& gid : port.gids) {
        table.add(
            {adapter.name, std::to_string(port.number), std::to_string(gid.index), gid.gid,
             gid.type, gid.interface});
      }
    }
  }
  return table.text();
}

std::string transports_text(const std::vector<TransportInfo>& transports)
{
  Table table;
  for (const TransportInfo& transport : transports) {
    table.add({transport.name, transport.available ? "yes" : "no", transport.detail});
  }
  return table.text();
}

}  // namespace

const char* to_string(GpuLink::Kind kind)
{
  switch (kind) {
    case GpuLink::self:
      return "self";
    case GpuLink::nvlink:
      return "NVLink";
    case GpuLink::pcie:
      return "PCIe";
    case GpuLink::none:
      break;
  }
  return "none";
}

std::string cuda_version(int number)
{
  return std::to_string(number / 1000) + '.' + std::to_string(number % 1000 / 10);
}

std::string to_text(const Report& report)
{
  std::string text = "DASH " DASH_RELEASE_STRING ", host " + report.host.name + '\n';
  text += host_text(report.host);
  if (report.gpus.gpus.empty()) {
    text += "\nGPUs: none; " + report.gpus.trouble + '\n';
  } else {
    text += "\nGPUs: CUDA " + cuda_version(report.gpus.runtime_version) + ", driver for " +
            cuda_version(report.gpus.driver_version) + '\n' + gpus_text(report.gpus);
    text += "\nLinks between GPUs\n" + links_text(report.gpus);
  }
  if (report.adapters.empty()) {
    text += "\nNetwork adapters for verbs: none\n";
  } else {
    text += "\nNetwork adapters for verbs\n" + adapters_text(report.adapters);
    text += "\nAddresses of their ports\n" + gids_text(report.adapters);
  }
  text += "\nTransports\n" + transports_text(report.transports);
  text += "\nLimits\n" + limits_text(report.host.limits);
  return text;
}

}  // namespace dart::info
