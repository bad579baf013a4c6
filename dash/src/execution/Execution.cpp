#include <dash/detail/execution/Execution.h>

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/memory/AccessError.h>
#include <dash/detail/memory/GlobalPointer.h>

#include <new>

namespace dash::detail {

Scratch::Scratch(MemoryKind memory, std::size_t nbytes)
{
  if (nbytes == 0) return;
  if (memory == MemoryKind::host) {
    address_ = {take_host_scratch(nbytes), FreeIfHost{nbytes}};
    return;
  }
  device_ = HeapBlock(DART_MEMORY_UNIT, nbytes, "an algorithm");
  address_ = {device_.address(), FreeIfHost{}};
}

namespace {

void* find_kernel_address(dart_gptr_t gptr, std::size_t nbytes)
{
  void* address = nullptr;
  CheckedAccess().result(
      dart_gptr_kernel_address(gptr, nbytes, &address), "mapping for kernels", gptr);
  return address;
}

/// The address of host memory for kernels; nullptr if they cannot access it.
void* kernel_address_of_host(const void* address, std::size_t nbytes)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  if (dart_gptr_from_mapped(address, &gptr) != DART_OK) return nullptr;
  return find_kernel_address(gptr, nbytes);
}

}  // namespace

void* address_for_steps(dart_gptr_t gptr, std::size_t nbytes)
{
  void* const own = local_address(gptr);
  return own != nullptr ? own : find_kernel_address(gptr, nbytes);
}

void* reach_from(MemoryKind memory, const void* address, std::size_t nbytes)
{
  const bool is_device = is_device_memory(address);
  if (memory == MemoryKind::host) return is_device ? nullptr : const_cast<void*>(address);
  return is_device ? dart_kernel_address(address) : kernel_address_of_host(address, nbytes);
}

}  // namespace dash::detail
