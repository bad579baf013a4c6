#include <nlohmann/json.hpp>

#include "dash/dart/if/dart.h"
#include "job/job.h"
#include "report.h"

namespace dart::info {
namespace {

using Json = nlohmann::ordered_json;

/// The value as JSON; null if there is none.
template <class T>
Json optional(const std::optional<T>& value)
{
  return value ? Json(*value) : Json();
}

Json host_json(const HostInfo& host)
{
  Json nodes = Json::array();
  for (const NumaNode& node : host.numa_nodes) {
    nodes.push_back(
        {{"number", node.number},
         {"processors", node.processors},
         {"memory_bytes", node.memory_bytes}});
  }
  return {
      {"name", host.name},
      {"system", host.system},
      {"processor", host.processor},
      {"packages", host.packages},
      {"cores", host.cores},
      {"hardware_threads", host.processors},
      {"memory_bytes", host.memory_bytes},
      {"numa_nodes", std::move(nodes)}};
}

Json limits_json(const Limits& limits)
{
  return {
      {"locked_memory_bytes", optional(limits.locked_memory)},
      {"open_files", optional(limits.open_files)},
      {"memory_bytes", limits.memory ? Json(limits.memory->bytes) : Json()},
      {"memory_source", limits.memory ? Json(limits.memory->source) : Json()},
      {"ptrace_scope", optional(limits.ptrace_scope)},
      {"shared_huge_pages", optional(limits.shared_huge_pages)},
      {"reserved_huge_pages",
       {{"page_bytes", ReservedPages::page_bytes},
        {"all", limits.reserved_huge_pages.all},
        {"free", limits.reserved_huge_pages.free},
        {"on_demand", limits.reserved_huge_pages.on_demand}}}};
}

Json gpu_json(const GpuInfo& gpu)
{
  return {
      {"number", gpu.number},
      {"name", gpu.name},
      {"uuid", gpu.uuid},
      {"pci_bus_id", gpu.pci_bus_id},
      {"numa_node", gpu.numa_node < 0 ? Json() : Json(gpu.numa_node)},
      {"memory_bytes", gpu.memory_bytes},
      {"compute_capability",
       std::to_string(gpu.compute_major) + '.' + std::to_string(gpu.compute_minor)},
      {"multiprocessors", gpu.multiprocessors},
      {"virtual_memory", gpu.virtual_memory},
      {"file_handles", gpu.file_handles},
      {"rdma", gpu.rdma},
      {"host_native_atomics", gpu.host_native_atomics}};
}

Json links_json(const GpuSurvey& survey)
{
  Json links = Json::array();
  for (std::size_t from = 0; from < survey.gpus.size(); ++from) {
    for (std::size_t to = 0; to < survey.gpus.size(); ++to) {
      if (from == to) continue;
      const GpuLink& link = survey.link(from, to);
      links.push_back(
          {{"from", survey.gpus[from].number},
           {"to", survey.gpus[to].number},
           {"kind", to_string(link.kind)},
           {"peer_access", link.peer_access},
           {"native_atomics", link.native_atomics},
           {"performance_rank", link.performance_rank}});
    }
  }
  return links;
}

Json port_json(const AdapterPort& port)
{
  Json gids = Json::array();
  for (const Gid& gid : port.gids) {
    gids.push_back(
        {{"index", gid.index},
         {"gid", gid.gid},
         {"type", gid.type.empty() ? Json() : Json(gid.type)},
         {"interface", gid.interface.empty() ? Json() : Json(gid.interface)}});
  }
  return {
      {"number", port.number},
      {"state", port.state},
      {"link_layer", port.link_layer},
      {"rate", port.rate},
      {"gids", std::move(gids)}};
}

Json adapters_json(const std::vector<Adapter>& adapters)
{
  Json list = Json::array();
  for (const Adapter& adapter : adapters) {
    Json ports = Json::array();
    for (const AdapterPort& port : adapter.ports) ports.push_back(port_json(port));
    list.push_back(
        {{"name", adapter.name},
         {"firmware", adapter.firmware},
         {"pci_bus_id", adapter.pci_bus_id.empty() ? Json() : Json(adapter.pci_bus_id)},
         {"numa_node", adapter.numa_node < 0 ? Json() : Json(adapter.numa_node)},
         {"trouble", adapter.trouble.empty() ? Json() : Json(adapter.trouble)},
         {"ports", std::move(ports)}});
  }
  return list;
}

Json cuda_json(const GpuSurvey& survey)
{
  if (survey.gpus.empty()) return {{"trouble", survey.trouble}};
  return {
      {"driver_version", cuda_version(survey.driver_version)},
      {"runtime_version", cuda_version(survey.runtime_version)}};
}

}  // namespace

std::string to_json(const Report& report)
{
  Json gpus = Json::array();
  for (const GpuInfo& gpu : report.gpus.gpus) gpus.push_back(gpu_json(gpu));
  Json transports = Json::array();
  for (const TransportInfo& transport : report.transports) {
    transports.push_back(
        {{"name", transport.name},
         {"available", transport.available},
         {"detail", transport.detail}});
  }
  const Json json{
      {"version", DASH_RELEASE_STRING},
      {"host", host_json(report.host)},
      {"units", {{"default", report.host.allowed_cores}, {"most", max_units_per_host}}},
      {"cuda", cuda_json(report.gpus)},
      {"gpus", std::move(gpus)},
      {"links", links_json(report.gpus)},
      {"adapters", adapters_json(report.adapters)},
      {"transports", std::move(transports)},
      {"limits", limits_json(report.host.limits)}};
  return json.dump(2) + '\n';
}

}  // namespace dart::info
