#include "job/unit_place.h"

#include <sched.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string_view>

#include "job/hosts.h"

namespace dart {
namespace {

/// The \c index-th CPU (modulo their number) of this process's affinity mask.
int cpu_of(int index)
{
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) == 0) return -1;
  int skip = index % CPU_COUNT(&allowed);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &allowed) && skip-- == 0) return cpu;
  }
  return -1;
}

}  // namespace

bool UnitPlace::is_on_machine_of(const UnitPlace& other) const
{
  const auto machine = [](const char* host) {
    const std::string_view name(host);
    return name.substr(0, name.find('#'));
  };
  return machine(host) == machine(other.host);
}

UnitPlace find_place(const Hosts& hosts)
{
  UnitPlace place{};
  gethostname(place.host, sizeof place.host - 1);
  std::uint32_t index = hosts.index_of(hosts.me());
  if (emulated_hosts() > 1) {
    const std::size_t length = std::strlen(place.host);
    std::snprintf(place.host + length, sizeof place.host - length, "#%u", hosts.here());
    index = hosts.me();  // all units share the machine
  }
  place.cpu = cpu_of(static_cast<int>(index));
  return place;
}

}  // namespace dart
