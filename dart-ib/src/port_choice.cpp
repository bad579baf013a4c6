#include "port_choice.h"

#include <cerrno>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "module_log.h"
#include "numa.h"

namespace dart::ib {
namespace {

constexpr char soft_roce_hint[] =
    "install the adapter's driver and rdma-core; without an adapter, Soft-RoCE makes one of a "
    "network interface: rdma link add rxe0 type rxe netdev eth0";

/// The adapters of this host.
class DeviceList {
 public:
  DeviceList()
  {
    protect_from_fork();
    devices_ = ibv_get_device_list(&count_);
    if (devices_ == nullptr) {
      throw std::runtime_error(
          std::string("no adapter for InfiniBand verbs can be listed: ") + std::strerror(errno) +
          "; " + soft_roce_hint);
    }
    if (count_ == 0) {
      ibv_free_device_list(devices_);
      throw std::runtime_error(
          std::string("this host has no adapter for InfiniBand verbs; ") + soft_roce_hint);
    }
  }
  ~DeviceList() { ibv_free_device_list(devices_); }
  DeviceList(const DeviceList&) = delete;
  DeviceList& operator=(const DeviceList&) = delete;

  ibv_device** begin() const { return devices_; }
  ibv_device** end() const { return devices_ + count_; }

 private:
  /// On old kernels, without this call the adapter would not see what the program writes after a
  /// fork. It has to precede all registrations.
  static void protect_from_fork()
  {
    if (ibv_is_fork_initialized() != IBV_FORK_DISABLED) return;
    if (const int error = ibv_fork_init()) {
      log(LogLevel::info, "this program must not fork (system, popen): %s", std::strerror(error));
    }
  }

  int count_ = 0;
  ibv_device** devices_ = nullptr;
};

ibv_device* device_named(const DeviceList& devices, const std::string& name)
{
  std::string names;
  for (ibv_device* device : devices) {
    if (name == ibv_get_device_name(device)) return device;
    names += std::string(names.empty() ? "" : ", ") + ibv_get_device_name(device);
  }
  throw std::runtime_error(
      "DART_IB_DEVICE: this host has no adapter " + name + "; it has " + names);
}

ibv_port_attr ask_port(ibv_context* context, int port, const std::string& device)
{
  ibv_port_attr attributes{};
  if (const int error = ibv_query_port(context, port, &attributes)) {
    throw verbs_failure(
        "adapter " + device + " has no port " + std::to_string(port) + " (DART_IB_PORT)", error);
  }
  return attributes;
}

/// \throws std::runtime_error unless the port is active
void require_active(const ibv_port_attr& attributes, int port, const std::string& device)
{
  if (attributes.state == IBV_PORT_ACTIVE) return;
  throw std::runtime_error(
      "port " + std::to_string(port) + " of adapter " + device + " is not active but " +
      ibv_port_state_str(attributes.state) +
      "; check the cable, that the network interface is up (ip link), or the subnet manager");
}

PortChoice port_of(ibv_device* device, std::optional<int> wanted)
{
  const std::string name = ibv_get_device_name(device);
  if (device->transport_type != IBV_TRANSPORT_IB) {
    throw std::runtime_error(
        "adapter " + name +
        " has no reliable connections of InfiniBand or RoCE; use DART_TRANSPORT=mpi there");
  }
  Context context(ibv_open_device(device));
  if (context == nullptr) {
    throw verbs_failure(
        "adapter " + name + " cannot be opened; may this user read and write /dev/infiniband/*?",
        errno);
  }
  ibv_device_attr attributes{};
  if (const int error = ibv_query_device(context.get(), &attributes)) {
    throw verbs_failure("asking adapter " + name + " for its properties", error);
  }
  const int first = wanted.value_or(1);
  const int last = wanted.value_or(attributes.phys_port_cnt);
  for (int port = first;; ++port) {
    const ibv_port_attr found = ask_port(context.get(), port, name);
    if (found.state != IBV_PORT_ACTIVE && port < last) continue;
    require_active(found, port, name);
    return {std::move(context), static_cast<std::uint8_t>(port), found};
  }
}

PortChoice nearest_port(const DeviceList& devices, std::optional<int> port)
{
  std::optional<PortChoice> best;
  int best_distance = 0;
  std::string reasons;
  for (ibv_device* device : devices) {
    const int distance = numa_distance(ibv_get_device_name(device));
    if (best && distance >= best_distance) continue;
    try {
      best = port_of(device, port);
      best_distance = distance;
    } catch (const std::runtime_error& failure) {
      reasons += (reasons.empty() ? "" : "; ") + std::string(failure.what());
    }
  }
  if (!best) throw std::runtime_error("no adapter is usable: " + reasons);
  return std::move(*best);
}

}  // namespace

PortChoice choose_port(const Settings& settings, std::size_t unit)
{
  const DeviceList devices;
  if (settings.devices.empty()) return nearest_port(devices, settings.port);
  const std::string& name = settings.devices[unit % settings.devices.size()];
  return port_of(device_named(devices, name), settings.port);
}

}  // namespace dart::ib
