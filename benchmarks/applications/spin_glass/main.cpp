/// app_spin_glass: the Heisenberg spin glass of the APEnet+ paper. Measures the time of a spin's
/// over-relaxation, with the lattice cut in one and in two dimensions, in comparison with a plain
/// loop on one core. Checks that the energy stays the same, and a small lattice bit by bit.
///
///     dartrun -n 2 app_spin_glass

#include <dash/Team.h>
#include <dash/algorithm/Copy.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "spin_glass.h"
#include "support/application.h"

namespace {

using spin_glass::Site;
using spin_glass::SpinGlass;

/// The same lattice in one process, which turns spins in place.
class SerialSpinGlass {
 public:
  explicit SerialSpinGlass(std::size_t size) : size_(size), sites_(size * size * size)
  {
    const spin_glass::RandomSite random{size};
    for (std::size_t i = 0; i < sites_.size(); ++i) sites_[i] = random(i);
  }

  void sweep()
  {
    for (std::size_t parity = 0; parity < 2; ++parity) {
      for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t j = 0; j < size_; ++j) turn_row(i, j, (i + j + parity) % 2);
      }
    }
  }

  const std::vector<Site>& sites() const { return sites_; }

 private:
  void turn_row(std::size_t i, std::size_t j, std::size_t first)
  {
    Site* const rows[] = {
        row(i, j), row(i + size_ - 1, j), row(i + 1, j), row(i, j + size_ - 1), row(i, j + 1)};
    for (std::size_t k = first; k < size_; k += 2) {
      const auto neighbour = [&](int di, int dj, int dk) -> const Site& {
        if (dk < 0) return rows[0][k == 0 ? size_ - 1 : k - 1];
        if (dk > 0) return rows[0][k + 1 == size_ ? 0 : k + 1];
        return rows[di < 0 ? 1 : di > 0 ? 2 : dj < 0 ? 3 : dj > 0 ? 4 : 0][k];
      };
      rows[0][k] = spin_glass::turned(neighbour);
    }
  }

  Site* row(std::size_t i, std::size_t j)
  {
    return sites_.data() + (i % size_ * size_ + j % size_) * size_;
  }

  std::size_t size_;
  std::vector<Site> sites_;
};

dash::TeamSpec<3> cut_in(int dimensions)
{
  dash::TeamSpec<2> units(dash::size(), 1);
  if (dimensions == 2) units.balance_extents();
  return {units.extent(0), units.extent(1), 1};
}

bool is_same(const Site& a, const Site& b)
{
  return a.x == b.x && a.y == b.y && a.z == b.z && a.flags == b.flags;
}

/// A few sweeps give the spins of the serial run. Collective.
void check_spins(std::size_t size, int dimensions)
{
  SpinGlass glass(size, cut_in(dimensions));
  glass.sweep(3);
  glass.sites().barrier();
  std::vector<Site> sites(glass.sites().size());
  dash::copy(glass.sites().begin(), glass.sites().end(), sites.data());
  SerialSpinGlass serial(size);
  for (int i = 0; i < 3; ++i) serial.sweep();
  bool same = true;
  for (std::size_t i = 0; i < sites.size(); ++i) same &= is_same(sites[i], serial.sites()[i]);
  bench::require(same, "the spins are those of the serial run");
}

void measure(bench::Bench& bench)
{
  const std::size_t size = bench.sized(96, 12);
  const std::size_t sweeps = bench.sized(4, 1);
  const auto updates = static_cast<double>(sweeps * size * size * size);
  SerialSpinGlass serial(size);
  for (const int dimensions : {1, 2}) {
    check_spins(12, dimensions);
    const bench::Memory memory;
    SpinGlass glass(size, cut_in(dimensions));
    const double before = glass.energy();
    const auto seconds = bench.duel(bench::by_all([&] { glass.sweep(sweeps); }), bench::by_one([&] {
                                      for (std::size_t i = 0; i < sweeps; ++i) serial.sweep();
                                    }));
    const double after = glass.energy();
    bench::require(
        std::abs(after - before) <= 1e-4 * std::abs(before), "over-relaxation keeps the energy");
    auto params = bench::where();
    params.emplace_back("size", size);
    params.emplace_back("cut dimensions", dimensions);
    bench.report(
        "over-relaxation", std::move(params), seconds.time(updates, 1e-12), "ps/spin",
        "plain loop, one core");
    if (dimensions == 1) {
      const std::size_t lattices = 2;
      bench::report_memory(
          bench, memory, static_cast<double>(lattices * size * size * size * sizeof(Site)));
    }
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("spin_glass", argc, argv, measure);
}
