#include "transport/device_transport.h"

namespace dart {

/// \return nullptr, after a message, if this process cannot map the memory
std::byte* DeviceTransport::reach(RemoteAddress place, std::size_t bytes)
{
  const auto* address = reinterpret_cast<const std::byte*>(place.address);
  return space_.reach(hosts_.index_of(place.unit.id), arena_.offset_of(address), bytes);
}

dart_ret_t DeviceTransport::put(
    RemoteAddress to, const void* from, std::size_t bytes, Ticket* ticket)
{
  std::byte* address = reach(to, bytes);
  return address == nullptr ? DART_ERR_OTHER : space_.start_copy(address, from, bytes, ticket);
}

dart_ret_t DeviceTransport::get(void* to, RemoteAddress from, std::size_t bytes, Ticket* ticket)
{
  const std::byte* address = reach(from, bytes);
  return address == nullptr ? DART_ERR_OTHER : space_.start_copy(to, address, bytes, ticket);
}

dart_ret_t DeviceTransport::atomic(RemoteAddress target, const AtomicRequest& request)
{
  const auto* address = reinterpret_cast<const std::byte*>(target.address);
  return space_.atomic(hosts_.index_of(target.unit.id), arena_.offset_of(address), request);
}

}  // namespace dart
