#include <dash/detail/team/GpuUnits.h>

#include <dash/detail/base/RunMemory.h>

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>

namespace dash::detail {

std::size_t gpu_units_before(const Team& team, std::size_t unit)
{
  if (!run_has_gpu_units_anywhere) return 0;
  std::size_t gpus = 0;
  for (std::size_t before = 0; before < unit; ++before) {
    dart_unit_kind_t kind = DART_UNIT_CPU;
    const auto global = team.global_id(team_unit_t(static_cast<dart_unit_t>(before)));
    gpus += dart_unit_kind(global, &kind) == DART_OK && kind == DART_UNIT_GPU;
  }
  return gpus;
}

std::size_t gpu_units_of(const Team& team)
{
  return gpu_units_before(team, team.size());
}

}  // namespace dash::detail
