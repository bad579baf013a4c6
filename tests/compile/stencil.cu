// Checks that stencils compile whose bodies are called by kernels.

#include <dash/Halo.h>
#include <dash/Matrix.h>

namespace {

using Plate = dash::NArray<double, 2>;

struct Spread {
  template <class Cell>
  DASH_HOST_DEVICE double operator()(const Cell& c) const
  {
    return 0.25 * (c(-1, 0) + c(1, 0) + c(0, -1) + c(0, 1));
  }
};

static_assert(dash::is_device_callable_v<Spread>);

}  // namespace

void step(Plate& from, Plate& to)
{
  dash::halo::Stencil by_recording(from, dash::halo::periodic, Spread());
  dash::halo::Stencil<Plate, Spread> by_width(from, {dash::halo::open, 1.0}, 1, Spread());
  dash::halo::Stencil by_points(from, 2.0, dash::halo::HaloSpec<2>(), Spread());
  by_recording(from, to);
  by_points(to, from);
  by_width.iterate(from, to, 10);
  by_width.iterate(from, to, 10, dash::halo::squared_change);
}
