#include "device.h"

#include <cerrno>

#include "port_choice.h"

namespace dart::ib {
namespace {

/// Registers a range that cannot exist: an adapter that supports dma-buf rejects the descriptor.
bool probe_dmabuf(ibv_pd* domain)
{
  errno = 0;
  const MemoryRegion region(ibv_reg_dmabuf_mr(domain, 0, 4096, 0, -1, IBV_ACCESS_LOCAL_WRITE));
  return region == nullptr && errno == EBADF;
}

}  // namespace

Device::Device(const Settings& settings, dart_unit_t unit)
{
  PortChoice choice = choose_port(settings, static_cast<std::size_t>(unit));
  context_ = std::move(choice.context);
  port_ = choice.port;
  port_attributes_ = choice.attributes;
  if (const int error = ibv_query_device(context(), &attributes_)) {
    throw verbs_failure(std::string("asking adapter ") + name() + " for its properties", error);
  }
  gid_ = choose_gid(context(), port_, port_attributes_, settings.gid);
  domain_.reset(ibv_alloc_pd(context()));
  if (domain_ == nullptr) {
    throw verbs_failure(std::string("a protection domain of adapter ") + name(), errno);
  }
  registers_dmabuf_ = settings.direct_to_devices && probe_dmabuf(protection_domain());
}

}  // namespace dart::ib
