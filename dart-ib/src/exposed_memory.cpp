#include "exposed_memory.h"

#include <unistd.h>

#include <cerrno>
#include <mutex>

namespace dart::ib {

dart_ret_t ExposedMemory::expose(void* begin, std::size_t bytes)
{
  if (bytes == 0) return DART_OK;
  const bool device = setup_.is_device != nullptr && setup_.is_device(begin);
  return device ? expose_device(begin, bytes) : expose_host(begin, bytes);
}

/// Fails without a message: the runtime then transfers device memory through host memory.
dart_ret_t ExposedMemory::expose_device(void* begin, std::size_t bytes)
{
  MemoryRegion region;
  std::uint64_t offset = 0;
  const bool possible = device_.registers_dmabuf() && setup_.export_device != nullptr;
  const int file = possible ? setup_.export_device(begin, bytes, &offset) : -1;
  if (file >= 0) {
    region = register_dmabuf(device_, begin, bytes, file, offset);
    if (region == nullptr) {
      log(LogLevel::info, "device memory, %s", registration_failure(device_, bytes, errno).c_str());
    }
    close(file);  // the registration keeps the memory
  }
  if (region == nullptr) {
    reaches_devices_.store(false, std::memory_order_relaxed);
    log(LogLevel::info, "adapter %s does not reach device memory: it goes through host memory",
        device_.name());
    return DART_ERR_OTHER;
  }
  add(std::move(region), begin, true);
  return DART_OK;
}

dart_ret_t ExposedMemory::expose_host(void* begin, std::size_t bytes)
{
  MemoryRegion region = register_host(device_, begin, bytes, remote_access(device_));
  // The process itself may only read this memory.
  if (region == nullptr && (errno == EFAULT || errno == EACCES)) {
    region = register_host(device_, begin, bytes, IBV_ACCESS_REMOTE_READ);
  }
  DART_REQUIRE(
      region != nullptr, DART_ERR_OTHER, "%s", registration_failure(device_, bytes, errno).c_str());
  add(std::move(region), begin, false);
  return DART_OK;
}

/// Adds a range. Its first address is given because a registration of device memory does not
/// contain it.
void ExposedMemory::add(MemoryRegion region, const void* first, bool device)
{
  const auto begin = reinterpret_cast<std::uint64_t>(first);
  const ExposedRange range{begin, begin + region->length, region->lkey, region->rkey, device};
  const std::unique_lock guard(mutex_);
  entries_[begin] = {range, std::move(region)};
}

void ExposedMemory::conceal(void* begin)
{
  const std::unique_lock guard(mutex_);
  entries_.erase(reinterpret_cast<std::uint64_t>(begin));
  version_.fetch_add(1, std::memory_order_acq_rel);
}

std::optional<ExposedRange> ExposedMemory::find(std::uint64_t address) const
{
  const std::shared_lock guard(mutex_);
  auto entry = entries_.upper_bound(address);
  if (entry == entries_.begin()) return std::nullopt;
  const ExposedRange& range = (--entry)->second.range;
  return range.contains(address) ? std::optional(range) : std::nullopt;
}

}  // namespace dart::ib
