#include <dash/detail/base/DeviceMemory.h>

#include <dash/Exception.h>
#include <dash/detail/base/CheckResult.h>

namespace dash::detail {

constinit bool run_has_gpu_units = false;

void copy_bytes_between(void* to, const void* from, std::size_t nbytes)
{
  const FailureReasons reasons;
  if (dart_memory_copy(to, from, nbytes) != DART_OK) {
    DASH_THROW(
        dash::exception::RuntimeError, "copy of " << nbytes << " bytes from " << from << " to "
                                                  << to << " failed" << reasons.take());
  }
}

}  // namespace dash::detail
