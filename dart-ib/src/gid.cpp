#include "gid.h"

#include <arpa/inet.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "verbs_objects.h"

namespace dart::ib {
namespace {

std::vector<ibv_gid_entry> gids_of(ibv_context* context, int port, int table_size)
{
  // The size of the table is the same for all ports of the device.
  ibv_device_attr attributes{};
  if (const int error = ibv_query_device(context, &attributes)) {
    throw verbs_failure("asking an adapter for its properties", error);
  }
  std::vector<ibv_gid_entry> table(static_cast<std::size_t>(table_size) * attributes.phys_port_cnt);
  const ssize_t count = ibv_query_gid_table(context, table.data(), table.size(), 0);
  table.resize(std::max<ssize_t>(count, 0));
  std::erase_if(table, [port](const ibv_gid_entry& entry) {
    return entry.port_num != static_cast<std::uint32_t>(port);
  });
  return table;
}

bool is_ipv4(const ibv_gid& gid)
{
  return IN6_IS_ADDR_V4MAPPED(reinterpret_cast<const in6_addr*>(gid.raw));
}

bool is_link_local(const ibv_gid& gid)
{
  return IN6_IS_ADDR_LINKLOCAL(reinterpret_cast<const in6_addr*>(gid.raw));
}

int rank(const ibv_gid_entry& entry)
{
  const int version = entry.gid_type == IBV_GID_TYPE_ROCE_V2 ? 4 : 0;
  if (is_ipv4(entry.gid)) return version + 2;
  return version + (is_link_local(entry.gid) ? 0 : 1);
}

std::string describe(const ibv_gid_entry& entry)
{
  char address[INET6_ADDRSTRLEN] = "?";
  inet_ntop(AF_INET6, entry.gid.raw, address, sizeof address);
  const char* type = entry.gid_type == IBV_GID_TYPE_IB        ? ""
                     : entry.gid_type == IBV_GID_TYPE_ROCE_V2 ? "RoCE v2 "
                                                              : "RoCE v1 ";
  return std::to_string(entry.gid_index) + " (" + type + address + ")";
}

std::string list(const std::vector<ibv_gid_entry>& table)
{
  std::string text;
  for (const ibv_gid_entry& entry : table) text += (text.empty() ? "" : ", ") + describe(entry);
  return text.empty() ? "none" : text;
}

}  // namespace

Gid choose_gid(
    ibv_context* context, int port, const ibv_port_attr& attributes, std::optional<int> index)
{
  const auto table = gids_of(context, port, attributes.gid_tbl_len);
  const bool ethernet = attributes.link_layer == IBV_LINK_LAYER_ETHERNET;
  if (!index && !ethernet) index = 0;
  const ibv_gid_entry* best = nullptr;
  for (const ibv_gid_entry& entry : table) {
    if (index ? static_cast<int>(entry.gid_index) == *index
              : best == nullptr || rank(entry) > rank(*best)) {
      best = &entry;
    }
  }
  const std::string name = ibv_get_device_name(context->device);
  if (best == nullptr && index) {
    throw std::runtime_error(
        "adapter " + name + ", port " + std::to_string(port) + " has no GID of index " +
        std::to_string(*index) + "; set DART_IB_GID to one of: " + list(table));
  }
  if (best == nullptr) {
    throw std::runtime_error(
        "adapter " + name + ", port " + std::to_string(port) +
        " has no GID; give its network interface an address (ip address add …)");
  }
  return {static_cast<int>(best->gid_index), best->gid};
}

}  // namespace dart::ib
