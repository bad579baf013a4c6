#include "job/hosts.h"

#include "base/environment.h"
#include "job/job.h"

namespace dart {

std::uint32_t emulated_hosts()
{
  return static_cast<std::uint32_t>(
      environment_integer(env_hosts_emulated, 1, max_units_per_host).value_or(1));
}

}  // namespace dart
