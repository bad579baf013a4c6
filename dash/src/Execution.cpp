#include <dash/detail/execution/Execution.h>

#include <dash/Exception.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/memory/AccessError.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/meta/TypeInfo.h>

#include <cstdlib>
#include <new>
#include <string>
#include <string_view>

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

void report_staging(
    const char* algorithm, const std::type_info& step, StagingReason reason, Staged staged)
{
  const std::string cause =
      reason == StagingReason::function
          ? "with a function object that the GPU cannot call, or that changes its state,"
          : "with operands of a type for which the library has no GPU code";
  const std::string effect = staged == Staged::elements
                                 ? " works on a copy of this unit's elements in host memory"
                                 : " runs on this unit's host, where device memory is closed";
  const std::string text =
      cause + effect + ", in " + demangled_name(step) +
      ". Compile this file with nvcc and mark the function object __host__ __device__, or use "
      "function objects of the library (dash::plus, std::plus, …) on arithmetic types "
      "(DASH_STRICT_DEVICE=1 makes this an error)";
  const char* const strict = secure_getenv("DASH_STRICT_DEVICE");
  const std::string_view value = strict != nullptr ? strict : "";
  if (!value.empty() && value != "0") {
    DASH_THROW(exception::RuntimeError, algorithm << ' ' << text);
  }
  if (dart_is_new_in_run(step.name())) DASH_LOG_WARN(algorithm, text);
}

}  // namespace dash::detail
