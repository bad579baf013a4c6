#include <dash/detail/team/TeamKind.h>

#include <dash/detail/base/RunMemory.h>
#include <dash/detail/team/GpuUnits.h>

#include <dash/dart/if/dart.h>

#include <cstddef>

namespace dash::detail {

TeamKind kind_of(const Team& team)
{
  // Units of several hosts, and GPU units, have memory that is not mapped.
  if (!run_has_unmapped_memory && !run_has_gpu_units_anywhere) return TeamKind::cpus_of_host;
  const bool is_on_one_host = dart_team_is_on_one_host(team.dart_id());
  const std::size_t gpus = gpu_units_of(team);
  if (gpus == 0) return is_on_one_host ? TeamKind::cpus_of_host : TeamKind::cpus_of_hosts;
  if (!is_on_one_host) return TeamKind::gpus_of_hosts;
  return gpus == team.size() ? TeamKind::gpus_of_host : TeamKind::cpus_and_gpus_of_host;
}

}  // namespace dash::detail
