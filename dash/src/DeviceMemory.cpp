#include <dash/detail/base/DeviceMemory.h>

#include <dash/Exception.h>

namespace dash::detail {

constinit bool run_has_gpu_units = false;

void copy_bytes_between(void* to, const void* from, std::size_t nbytes)
{
  if (dart_memory_copy(to, from, nbytes) != DART_OK) {
    DASH_THROW(
        dash::exception::RuntimeError,
        "copy of " << nbytes << " bytes from " << from << " to " << to
                   << " failed; the message of the runtime before this one names the cause");
  }
}

}  // namespace dash::detail
