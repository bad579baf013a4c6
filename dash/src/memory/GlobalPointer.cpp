#include <dash/detail/memory/GlobalPointer.h>

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/memory/AccessError.h>

#include <dash/dart/if/dart_gpu.h>

#include <ostream>
#include <sstream>

std::ostream& operator<<(std::ostream& os, const dart_gptr_t& gptr)
{
  if (DART_GPTR_ISNULL(gptr)) return os << "gptr(null)";
  return os << "gptr(unit " << gptr.unitid << ", segment " << gptr.segid << ", team " << gptr.teamid
            << ", offset " << gptr.addr_or_offs.offset << ")";
}

namespace dash::detail {

std::string to_string(const dart_gptr_t& gptr)
{
  std::ostringstream text;
  text << gptr;
  return text.str();
}

void* mapped_address(dart_gptr_t gptr) noexcept
{
  void* addr = nullptr;
  return dart_gptr_mapped(gptr, &addr) == DART_OK ? addr : nullptr;
}

const void* place_of(dart_gptr_t gptr)
{
  void* place = nullptr;
  CheckedAccess().result(dart_gptr_place(gptr, &place), "look-up", gptr);
  return place;
}

void* kernel_address(dart_gptr_t gptr, std::size_t nbytes)
{
  // What kernels of CPU units are, host code, never reaches the memory of GPUs. That of emulated
  // GPUs is refused as well, so programs meet this where there is no GPU.
  if (!dash::is_gpu_unit()) return mapped_address(gptr);
  void* address = nullptr;
  CheckedAccess().result(
      dart_gptr_kernel_address(gptr, nbytes, &address), "mapping for kernels", gptr);
  return address;
}

bool kernels_update(const void* address)
{
  if (address == nullptr || atomics_by_adapter) return false;
  const bool is_cuda = dash::is_gpu_unit() && dart_gpu_backend() == DART_GPU_CUDA;
  return !is_cuda || dart_is_device_memory(address);
}

dart_gptr_t gptr_of_mapped(const void* addr)
{
  dart_gptr_t gptr = DART_GPTR_NULL;
  const FailureReasons reasons;
  if (dart_gptr_from_mapped(addr, &gptr) != DART_OK) {
    DASH_THROW(
        dash::exception::InvalidArgument,
        "address " << addr << " lies in no allocation of global memory; it was freed or is private"
                   << " memory of this unit" << reasons.take());
  }
  return gptr;
}

void* local_address(dart_gptr_t gptr) noexcept
{
  void* addr = nullptr;
  return dart_gptr_getaddr(gptr, &addr) == DART_OK ? addr : nullptr;
}

}  // namespace dash::detail
