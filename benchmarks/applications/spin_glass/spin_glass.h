#pragma once

/// \file
/// The three-dimensional Heisenberg spin glass with couplings of +1 and -1, and its
/// over-relaxation.

#include <dash/Distribution.h>
#include <dash/Halo.h>
#include <dash/Matrix.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Reduce.h>
#include <dash/util/Random.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace spin_glass {

/// A spin, which is a vector of length 1. Bit d of \c flags is set if the coupling to the next spin
/// in dimension d is -1; the bit \c turns is set if the spin turns in the next half of a sweep.
struct Site {
  static constexpr std::uint32_t turns = 8;

  float x, y, z;
  std::uint32_t flags;
};

struct Field {
  float x = 0, y = 0, z = 0;

  DASH_HOST_DEVICE void add(const Site& neighbour, const Site& bond_of, int dimension)
  {
    const float coupling = (bond_of.flags >> dimension & 1) != 0 ? -1.0F : 1.0F;
    x += coupling * neighbour.x;
    y += coupling * neighbour.y;
    z += coupling * neighbour.z;
  }
  DASH_HOST_DEVICE float dot(const auto& v) const { return x * v.x + y * v.y + z * v.z; }
};

/// The field of the three neighbours that follow a site.
template <class Cell>
DASH_HOST_DEVICE Field field_ahead(const Cell& c)
{
  Field h;
  h.add(c(1, 0, 0), c(0, 0, 0), 0);
  h.add(c(0, 1, 0), c(0, 0, 0), 1);
  h.add(c(0, 0, 1), c(0, 0, 0), 2);
  return h;
}

/// The spin after it has turned by half a turn around the field of its neighbours, which keeps its
/// energy.
template <class Cell>
DASH_HOST_DEVICE Site turned(const Cell& c)
{
  Field h = field_ahead(c);
  h.add(c(-1, 0, 0), c(-1, 0, 0), 0);
  h.add(c(0, -1, 0), c(0, -1, 0), 1);
  h.add(c(0, 0, -1), c(0, 0, -1), 2);
  const Site s = c(0, 0, 0);
  const float scale = 2 * h.dot(s) / h.dot(h);
  return {scale * h.x - s.x, scale * h.y - s.y, scale * h.z - s.z, s.flags};
}

/// Half of a sweep: turns every other spin.
struct Turn {
  template <class Cell>
  DASH_HOST_DEVICE Site operator()(const Cell& c) const
  {
    Site s = (c(0, 0, 0).flags & Site::turns) != 0 ? turned(c) : c(0, 0, 0);
    s.flags ^= Site::turns;
    return s;
  }
};

/// The energy of the bonds that follow a site, as x.
struct BondEnergy {
  template <class Cell>
  DASH_HOST_DEVICE Site operator()(const Cell& c) const
  {
    return {-field_ahead(c).dot(c(0, 0, 0)), 0, 0, 0};
  }
};

struct EnergyOf {
  DASH_HOST_DEVICE double operator()(const Site& bonds) const { return bonds.x; }
};

/// Extents of a lattice, even numbers.
struct Shape {
  std::size_t planes, rows, columns;

  DASH_HOST_DEVICE std::size_t size() const { return planes * rows * columns; }
};

/// A random direction and random couplings, the same for an index on any number of units.
struct RandomSite {
  Shape shape;
  dash::Random random{2012};

  DASH_HOST_DEVICE Site operator()(std::size_t i) const
  {
    const std::size_t row = i / shape.columns;
    const std::size_t coordinates = row / shape.rows + row % shape.rows + i % shape.columns;
    const auto flags = static_cast<std::uint32_t>(random.below(128 * i, 8));
    for (std::size_t next = 128 * i + 1;; next += 3) {
      const double x = random.uniform(next, -1, 1);
      const double y = random.uniform(next + 1, -1, 1);
      const double z = random.uniform(next + 2, -1, 1);
      const double length = std::sqrt(x * x + y * y + z * z);
      if (length > 1 || length < 0.1) continue;
      return {
          static_cast<float>(x / length), static_cast<float>(y / length),
          static_cast<float>(z / length), flags | (coordinates % 2 == 0 ? Site::turns : 0)};
    }
  }
};

/// Spins that do not turn read no neighbours, so the library cannot find out which ones are read.
inline auto neighbours()
{
  using Point = dash::halo::StencilPoint<3>;
  return dash::halo::StencilSpec(
      Point(-1, 0, 0), Point(1, 0, 0), Point(0, -1, 0), Point(0, 1, 0), Point(0, 0, -1),
      Point(0, 0, 1));
}

/// A lattice with periodic boundaries, in slabs or, over two dimensions, in columns.
class SpinGlass {
 public:
  using Lattice = dash::NArray<Site, 3>;

  /// Collective.
  /// \param units  how many units share each dimension
  SpinGlass(const Shape& shape, const dash::TeamSpec<3>& units)
      : sites_(
            dash::SizeSpec<3>(shape.planes, shape.rows, shape.columns),
            dash::DistributionSpec<3>(dash::BLOCKED, dash::BLOCKED, dash::BLOCKED),
            dash::Team::All(), units),
        next_(sites_.pattern()),
        turn_(sites_, dash::halo::periodic, neighbours(), Turn{}),
        bonds_(sites_, dash::halo::periodic, BondEnergy{})
  {
    dash::generate_with_index(sites_, RandomSite{shape});
    sites_.barrier();
  }

  const Lattice& sites() const { return sites_; }

  /// Turns all spins, \p count times. Collective.
  void sweep(std::size_t count) { turn_.iterate(sites_, next_, 2 * count); }

  /// Collective.
  double energy()
  {
    bonds_(sites_, next_);
    return dash::transform_reduce(next_, 0.0, dash::plus<double>{}, EnergyOf{});
  }

 private:
  Lattice sites_;
  Lattice next_;
  dash::halo::Stencil<Lattice, Turn> turn_;
  dash::halo::Stencil<Lattice, BondEnergy> bonds_;
};

}  // namespace spin_glass
