/// bench_heat: measures a step of examples/05-heat on dash::Array in comparison with the same
/// stencil written by hand for processes that share one picture.
///
///     dartrun -n 2 bench_heat

#include <dash/Init.h>
#include <dash/algorithm/Generate.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "../examples/05-heat/field.h"
#include "../examples/05-heat/stencil.h"
#include "support/bench.h"
#include "support/shared_block.h"

namespace {

constexpr int steps = 4;  // steps per batch

double ripple(std::size_t i)
{
  return static_cast<double>(i * 7919 % 256);
}

/// Two copies of the picture in contiguous memory that all units map, so neighbours' rows need no
/// copy; each unit computes its share of the rows.
class SharedField {
 public:
  /// Collective.
  explicit SharedField(std::size_t size)
      : size_(size),
        units_(dash::size()),
        first_(size * static_cast<std::size_t>(dash::myid()) / units_),
        last_(size * (static_cast<std::size_t>(dash::myid()) + 1) / units_),
        memory_(2 * size * size),
        barrier_(1),
        cells_(memory_.data()),
        next_(cells_ + size * size)
  {
    for (std::size_t i = first_ * size; i < last_ * size; ++i) cells_[i] = ripple(i);
    dash::barrier();
  }

  void step(const stencil::Diffusion& diffusion)
  {
    if (first_ < last_) {
      const double* block = cells_ + first_ * size_;
      const double* north = first_ == 0 ? block : block - size_;
      const double* south = cells_ + (last_ == size_ ? size_ - 1 : last_) * size_;
      double* out = next_ + first_ * size_;
      stencil::step_block(diffusion, {north, block, south, out, last_ - first_, size_});
    }
    std::swap(cells_, next_);
    barrier_[0].wait(static_cast<std::uint32_t>(units_));
  }

 private:
  std::size_t size_;
  std::size_t units_;
  std::size_t first_;
  std::size_t last_;
  bench::SharedBlock<double> memory_;
  bench::SharedBlock<bench::SpinBarrier> barrier_;
  double* cells_;
  double* next_;
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
