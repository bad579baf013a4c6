/// bench_heat: a step of examples/05-heat on dash::Array, against the same stencil written by hand
/// for processes that share one picture.
///
///     dartrun -n 2 bench_heat

#include <libdash.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "../examples/05-heat/field.h"
#include "../examples/05-heat/stencil.h"
#include "support/bench.h"
#include "support/shared_block.h"

namespace {

constexpr int steps = 4;  // a batch

double ripple(std::size_t i)
{
  return static_cast<double>(i * 7919 % 256);
}

/// Two copies of the picture that all units map in one piece, so neighbours' rows need no copy;
/// each unit steps its share of the rows.
class SharedField {
 public:
  /// Collective.
  explicit SharedField(std::size_t size)
      : _size(size),
        _units(dash::size()),
        _first(size * static_cast<std::size_t>(dash::myid()) / _units),
        _last(size * (static_cast<std::size_t>(dash::myid()) + 1) / _units),
        _memory(2 * size * size),
        _barrier(1),
        _cells(_memory.data()),
        _next(_cells + size * size)
  {
    for (std::size_t i = _first * size; i < _last * size; ++i) _cells[i] = ripple(i);
    dash::barrier();
  }

  void step(const stencil::Diffusion& diffusion)
  {
    if (_first < _last) {
      const double* block = _cells + _first * _size;
      const double* north = _first == 0 ? block : block - _size;
      const double* south = _cells + (_last == _size ? _size - 1 : _last) * _size;
      double* out = _next + _first * _size;
      stencil::step_block(diffusion, {north, block, south, out, _last - _first, _size});
    }
    std::swap(_cells, _next);
    _barrier[0].wait(static_cast<std::uint32_t>(_units));
  }

 private:
  std::size_t _size;
  std::size_t _units;
  std::size_t _first;
  std::size_t _last;
  bench::SharedBlock<double> _memory;
  bench::SharedBlock<bench::SpinBarrier> _barrier;
  double* _cells;
  double* _next;
};

void measure(bench::Bench& bench)
{
  const std::size_t size = bench.sized(4096, 256);
  HeatField field(size, size);
  auto& cells = field.cells();
  dash::generate_with_index(cells.begin(), cells.end(), ripple);
  cells.barrier();
  SharedField by_hand(size);

  const auto compare = [&](const char* name, stencil::Model model) {
    stencil::Diffusion diffusion;
    diffusion.model = model;
    const auto batch = [&](auto& picture) {
      return bench::by_all([&picture, diffusion] {
        for (int i = 0; i < steps; ++i) picture.step(diffusion);
      });
    };
    const auto seconds = bench.duel(batch(field), batch(by_hand));
    const auto rate = seconds.rate(static_cast<double>(steps * size * size), bench::mega);
    bench.report(name, {{"size", size}}, rate, "Mcells/s", "by hand", bench::at_least_ratio(0.95));
  };
  compare("heat", stencil::Model::heat);
  compare("perona-malik", stencil::Model::perona_malik);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("heat", argc, argv, measure);
}
