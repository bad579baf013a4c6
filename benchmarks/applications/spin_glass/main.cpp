/// app_spin_glass: the Heisenberg spin glass of the APEnet+ paper. Measures the time of a spin's
/// over-relaxation, with the lattice cut in one and in two dimensions, and with a lattice that
/// grows with the number of units, in comparison with a plain loop on one core. Checks that the
/// energy stays the same, and small lattices bit by bit.
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

using spin_glass::Shape;
using spin_glass::Site;
using spin_glass::SpinGlass;

/// The same lattice in one process, which turns spins in place.
class SerialSpinGlass {
 public:
  explicit SerialSpinGlass(const Shape& shape) : shape_(shape), sites_(shape.size())
  {
    const spin_glass::RandomSite random{shape};
    for (std::size_t i = 0; i < sites_.size(); ++i) sites_[i] = random(i);
  }

  void sweep()
  {
    for (std::size_t parity = 0; parity < 2; ++parity) {
      for (std::size_t i = 0; i < shape_.planes; ++i) {
        for (std::size_t j = 0; j < shape_.rows; ++j) turn_row(i, j, (i + j + parity) % 2);
      }
    }
  }

  const std::vector<Site>& sites() const { return sites_; }

 private:
  void turn_row(std::size_t i, std::size_t j, std::size_t first)
  {
    const std::size_t last = shape_.columns - 1;
    Site* const rows[] = {
        row(i, j), row(i + shape_.planes - 1, j), row(i + 1, j), row(i, j + shape_.rows - 1),
        row(i, j + 1)};
    for (std::size_t k = first; k <= last; k += 2) {
      const auto neighbour = [&](int di, int dj, int dk) -> const Site& {
        if (dk < 0) return rows[0][k == 0 ? last : k - 1];
        if (dk > 0) return rows[0][k == last ? 0 : k + 1];
        return rows[di < 0 ? 1 : di > 0 ? 2 : dj < 0 ? 3 : dj > 0 ? 4 : 0][k];
      };
      rows[0][k] = spin_glass::turned(neighbour);
    }
  }

  Site* row(std::size_t i, std::size_t j)
  {
    return sites_.data() + (i % shape_.planes * shape_.rows + j % shape_.rows) * shape_.columns;
  }

  Shape shape_;
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
void check_spins(const Shape& shape, int dimensions)
{
  SpinGlass glass(shape, cut_in(dimensions));
  glass.sweep(3);
  glass.sites().barrier();
  std::vector<Site> sites(glass.sites().size());
  dash::copy(glass.sites().begin(), glass.sites().end(), sites.data());
  SerialSpinGlass serial(shape);
  for (int i = 0; i < 3; ++i) serial.sweep();
  bool same = true;
  for (std::size_t i = 0; i < sites.size(); ++i) same &= is_same(sites[i], serial.sites()[i]);
  bench::require(same, "the spins are those of the serial run");
}

/// How the size of the lattice depends on the number of units, as the paper's scaling does.
struct Scaling {
  const char* name;
  bool grows;  ///< each unit has as many spins as the whole lattice has on one unit
};

constexpr Scaling strong{"strong", false}, weak{"weak", true};

/// Planes of a lattice whose other dimensions do not depend on the number of units.
std::size_t planes(const Scaling& scaling, std::size_t size)
{
  return scaling.grows ? size * dash::size() : size;
}

void measure_lattice(
    bench::Bench& bench, SerialSpinGlass& serial, const Scaling& scaling, std::size_t size,
    int dimensions)
{
  const std::size_t sweeps = bench.sized(4, 1);
  const Shape shape{planes(scaling, size), size, size};
  const auto updates = static_cast<double>(sweeps * shape.size());
  const bench::Memory memory;
  SpinGlass glass(shape, cut_in(dimensions));
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
  params.emplace_back("scaling", std::string(scaling.name));
  const auto serial_updates = static_cast<double>(sweeps * serial.sites().size());
  bench.report(
      "over-relaxation", std::move(params),
      seconds.with_raw_scaled(updates, serial_updates).time(updates, 1e-12), "ps/spin",
      "plain loop, one core");
  if (dimensions == 1 && !scaling.grows) {
    const std::size_t lattices = 2;
    bench::report_memory(
        bench, memory, static_cast<double>(lattices * shape.size() * sizeof(Site)));
  }
}

void measure(bench::Bench& bench)
{
  for (const int dimensions : {1, 2}) check_spins({12, 12, 12}, dimensions);
  check_spins({24, 12, 12}, 1);
  const std::size_t edge = bench.sized(96, 12);
  SerialSpinGlass serial({edge, edge, edge});
  // The sizes of the paper on GPUs, which have the memory for them.
  const bool on_gpus = bench::num_gpu_units() > 0;
  for (const std::size_t size :
       bench.sizes(on_gpus ? bench::Sizes{128, 256, 512} : bench::Sizes{96}, 12)) {
    measure_lattice(bench, serial, strong, size, 1);
    measure_lattice(bench, serial, strong, size, 2);
    measure_lattice(bench, serial, weak, size, 1);
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("spin_glass", argc, argv, measure);
}
