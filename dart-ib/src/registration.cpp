#include "registration.h"

#include <sys/resource.h>

#include <cerrno>

namespace dart::ib {
namespace {

std::string mebibytes(std::uint64_t bytes)
{
  return bytes < (1 << 20) ? std::to_string(bytes >> 10) + " KiB"
                           : std::to_string(bytes >> 20) + " MiB";
}

/// The limit of locked memory as text; empty if there is no limit.
std::string lock_limit()
{
  rlimit limit{};
  if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
  return "; a process may lock " + mebibytes(limit.rlim_cur) +
         " (ulimit -l): raise that by ulimit -l unlimited, or memlock in /etc/security/limits.conf "
         "or the batch system's settings on all hosts";
}

}  // namespace

MemoryRegion register_host(const Device& device, void* begin, std::size_t bytes, int access)
{
  return MemoryRegion(ibv_reg_mr(device.protection_domain(), begin, bytes, access));
}

MemoryRegion register_dmabuf(
    const Device& device, void* begin, std::size_t bytes, int file, std::uint64_t offset)
{
  const auto address = reinterpret_cast<std::uint64_t>(begin);
  return MemoryRegion(ibv_reg_dmabuf_mr(
      device.protection_domain(), offset, bytes, address, file, remote_access(device)));
}

std::string registration_failure(const Device& device, std::size_t bytes, int error)
{
  std::string text = "registering " + mebibytes(bytes) + " with adapter " + device.name() + ": " +
                     std::strerror(error);
  if (error == ENOMEM || error == EPERM || error == EAGAIN) text += lock_limit();
  return text;
}

}  // namespace dart::ib
