#include "transfer/route.h"

namespace dart {

Routes::Routes(
    const GlobalMemory& memory, const UnitTable& units, Transports& transports,
    const HostFence* fence)
    : memory_(memory),
      units_(units),
      fence_(fence),
      // Host memory of this host is mapped.
      here_{nullptr, transports.device(), &transports.process()},
      far_{
          transports.network(),
          transports.network_reaches_devices() ? transports.network() : transports.messages(),
          transports.network()},
      device_(transports.device()),
      messages_(transports.messages()),
      adapter_atomics_(transports.has_adapter_atomics() ? transports.network() : nullptr),
      ordered_(nullptr)
{
  Transport* const network = transports.network();
  if (network != nullptr && network->keeps_order()) ordered_ = network;
}

RunsRoute Routes::of_runs(const Segment::Part& part, bool on_device) const
{
  constexpr std::size_t long_run = std::size_t(64) << 10, short_run = std::size_t(4) << 10;
  RunsRoute route{of(part, on_device), false};
  const bool is_mapped = part.mapped != nullptr;
  const bool is_device_here = part.is_here && part.kind == MemoryKind::device;
  route.as_rows = is_device_here || (on_device && is_mapped);
  if (!part.is_here) {
    // A message that the owner unpacks costs as much as a few one-sided operations.
    const bool moves_many = route.one.transport->moves_many();
    route.parcel_below = moves_many ? long_run : short_run;
    route.parcels = moves_many ? route.one.transport : messages_;
  }
  return route;
}

NotifyRoute Routes::of_notification(
    const Segment::Part& data, const Segment::Part& flag, std::size_t bytes, bool on_device) const
{
  if (!flag.is_here) fence_->pass();
  NotifyRoute route{nullptr, data.is_here ? nullptr : ordered_, nullptr};
  // An adapter that writes a GPU's memory and host memory keeps no order between the two. The owner
  // resets flags of registered memory by a copy, between whose steps an adapter could set them.
  const bool is_one_way = route.flushed != nullptr && transport_to(data) == ordered_ &&
                          transport_to(flag) == ordered_ && data.kind == flag.kind &&
                          flag.kind != MemoryKind::process;
  const bool takes_source =
      bytes == 0 || !on_device || (is_one_way && ordered_->takes_device_buffers());
  if (is_one_way && takes_source) route.together = ordered_;
  // Copies may store a word twice, the second time after the flag was seen and reset; atomic
  // operations store it once.
  if (!is_flag_of_processor(flag)) route.flag = flag.is_here ? transport_to(flag) : messages_;
  return route;
}

/// Address of mapped or own memory, as the local buffer of a transfer.
std::byte* Routes::known_address(const Target& target) const
{
  if (target.part->mapped == nullptr && target.unit.id != units_.me()) return nullptr;
  return memory_.own_address(*target.part, target.offset);
}

std::byte* Routes::kernel_address(const Target& target, std::size_t bytes) const
{
  const Segment::Part& part = *target.part;
  const bool is_device_here = part.is_here && part.kind == MemoryKind::device;
  const std::uint32_t owner = units_.hosts().index_of(target.unit.id);
  if (is_device_here && !memory_.devices()->kernels_reach(owner)) return nullptr;
  return memory_.reach(part, target.unit, target.offset, bytes);
}

BetweenRoute Routes::between(const Target& to, const Target& from, std::size_t bytes) const
{
  using Way = BetweenRoute::Way;
  if (std::byte* const source = known_address(from)) return {Way::put, source};
  if (std::byte* const target = known_address(to)) return {Way::get, target};
  if (std::byte* const source = kernel_address(from, bytes)) return {Way::put, source};
  return {};
}

ViewRoute Routes::view_by_cpu(const ViewedRange& range) const
{
  if (!range.is_here) return {};
  if (range.kind != MemoryKind::device) return {range.place, true};
  const Arena& arena = memory_.arena();
  std::byte* const place = memory_.devices()->reach(
      arena.unit_of(range.place), arena.offset_of(range.place), range.bytes);
  return {place, false, false, place != nullptr};
}

ViewRoute Routes::view_by_gpu(const ViewedRange& range) const
{
  const Arena& arena = memory_.arena();
  DeviceSpace& devices = *memory_.devices();
  ViewRoute route{range.place};
  if (range.kind == MemoryKind::device) {
    const std::uint32_t owner = arena.unit_of(range.place);
    route.place = devices.reach(owner, arena.offset_of(range.place), range.bytes);
    if (route.place == nullptr) return {nullptr, false, false, false};
    route.is_by_stream = devices.kernels_reach(owner);
  } else {
    // Where the GPU cannot register host memory, copies go their own way.
    route.is_by_stream = devices.reach_host(range.place, range.bytes) != nullptr;
  }
  route.is_in_place = route.is_by_stream && range.is_good_in_place;
  return route;
}

}  // namespace dart
