#pragma once

/// \file
/// Steps of the Himeno benchmark between which the units send each other their border planes.

#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "10-stencil-3d/grid.h"
#include "applications/support/borders.h"

namespace himeno {

/// A unit computes its planes, puts the first and the last one to the neighbours, and waits for
/// theirs.
template <class Control>
class BorderExchange : private Grid {
 public:
  static constexpr const char* name = Control::name;

  /// Collective.
  explicit BorderExchange(const Shape& shape)
      : Grid(shape),
        borders_(neighbours(), shape.plane(), control_)
  {
    const std::size_t planes = inner_slab().shape.planes;
    if (planes > 0) {
      preset(0, first_inner_plane() - 1);
      preset(1, first_inner_plane() + planes);
    }
    pressure().barrier();
  }

  using Grid::gosa;

  /// Collective.
  void run(std::size_t steps)
  {
    for (std::size_t i = 0; i < steps; ++i) step();
    control_.complete();
  }

 private:
  void step()
  {
    Slab slab = inner_slab();
    if (slab.shape.planes > 0) {
      if (slab.before == nullptr) slab.before = borders_.beyond(0);
      if (slab.behind == nullptr) slab.behind = borders_.beyond(1);
      const std::span<const float> planes(slab.next, slab.shape.size());
      if (dash::is_gpu_unit()) {
        const auto calls = static_cast<std::uint32_t>(StepQuads::count(slab.shape));
        const auto in_plane = static_cast<std::uint32_t>(calls / slab.shape.planes);
        borders_.write_planes(calls, in_plane, StepQuads{slab}, planes);
      } else {
        borders_.write_planes(1, 1, [slab](std::uint32_t) { step_slab(slab); }, planes);
      }
    }
    swap_pressures();
  }

  /// Units next to this one, if both have planes that change.
  std::vector<dash::team_unit_t> neighbours()
  {
    const std::size_t first = first_inner_plane(), last = first + inner_slab().shape.planes;
    const auto owner = [&](std::size_t plane) {
      const bool changes = first < last && plane > 0 && plane + 1 < shape().planes;
      const auto unit = pressure().pattern().unit_at(static_cast<Index>(plane * shape().plane()));
      return changes ? unit : dash::UNDEFINED_TEAM_UNIT_ID;
    };
    return {owner(first - 1), owner(last)};
  }

  /// Planes at faces keep their pressure, so nobody sends them.
  void preset(std::size_t side, std::size_t plane)
  {
    const float start = initial_pressure(plane, shape().planes);
    borders_.preset(side, std::vector<float>(shape().plane(), start));
  }

  Control control_;
  control::Borders<float, Control> borders_;
};

}  // namespace himeno
