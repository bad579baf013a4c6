#include "job/hosts.h"

#include "base/environment.h"
#include "job/job.h"

namespace dart {

std::uint32_t emulated_hosts()
{
  return static_cast<std::uint32_t>(environment_integer_or_default(env_hosts_emulated));
}

}  // namespace dart
