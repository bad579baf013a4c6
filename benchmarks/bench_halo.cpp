/// Measures one update of a halo of width one: of a matrix divided by rows in comparison with
/// memcpy of as many bytes as a unit receives, and of one that is divided by columns, or periodic,
/// in comparison with packing by hand.

#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Halo.h>
#include <dash/Init.h>
#include <dash/Matrix.h>
#include <dash/halo/HaloMatrixWrapper.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "support/bench.h"

namespace {

using bench::Who;
using Grid = dash::NArray<double, 2>;
using Halo = dash::halo::HaloMatrixWrapper<Grid>;

/// Microseconds that a message may cost besides the transfer of its bytes.
constexpr double latency_us = 1;

/// Memory that begins at a page boundary, because the speed of memcpy depends on the position in a
/// page.
struct alignas(4096) Page {
  std::array<std::byte, 4096> bytes;
};

/// Number of elements that a unit receives in an update if it is one of two, or has two neighbours.
std::size_t received(std::size_t size)
{
  return dash::size() > 2 ? 2 * size : size;
}

/// The first and the last column of a block of its own, copied element by element: the least that
/// an update has to do which needs columns. Each element lies on a separate cache line. Loads in
/// advance do not make it faster, as the processor does them anyway: it waits for cache and address
/// translation.
class RawColumns {
 public:
  RawColumns(std::size_t rows, std::size_t columns)
      : columns_(columns),
        block_(rows * columns, 1),
        first_(rows),
        last_(rows)
  {}

  void pack_first()
  {
    for (std::size_t i = 0; i < first_.size(); ++i) first_[i] = block_[i * columns_];
    bench::do_not_optimize(first_[0]);
  }

  void pack_both()
  {
    for (std::size_t i = 0; i < first_.size(); ++i) {
      const double* row = &block_[i * columns_];
      first_[i] = row[0];
      last_[i] = row[columns_ - 1];
    }
    bench::do_not_optimize(first_[0]);
    bench::do_not_optimize(last_[0]);
  }

 private:
  std::size_t columns_;
  std::vector<double> block_;
  std::vector<double> first_, last_;
};

/// Compares single calls, in microseconds.
template <class Update, class Raw>
bench::Duel microseconds(bench::Bench& bench, Update update, Raw raw)
{
  const std::size_t calls = bench.sized(100, 10);
  const auto seconds =
      bench.duel(bench::repeated(Who::all, calls, update), bench::repeated(Who::all, calls, raw));
  return seconds.time(static_cast<double>(calls), bench::micro);
}

/// The matrix is divided by rows, so there is nothing to pack.
template <class Update>
void measure_rows(
    bench::Bench& bench, const std::string& name, std::size_t size, const Update& update)
{
  const std::size_t nbytes = received(size) * sizeof(double);
  const std::vector<Page> from(nbytes / sizeof(Page) + 1);
  std::vector<Page> to(from.size());
  const auto copy = [&] {
    std::memcpy(to.data(), from.data(), nbytes);
    bench::do_not_optimize(to[0]);
  };
  const auto figures = microseconds(bench, update, copy);
  bench.report(
      name, {{"size", size}, {"bytes", nbytes}}, figures, "us", "memcpy of these bytes",
      bench::at_most(latency_us + figures.raw, "us"));
}

template <class Update>
void measure_columns(
    bench::Bench& bench, const std::string& name, std::size_t size, const Update& update)
{
  RawColumns raw(size, size / dash::size());
  const auto figures = microseconds(bench, update, [&] { raw.pack_first(); });
  bench.report(
      name, {{"size", size}}, figures, "us", "packing one column by hand", bench::at_most_ratio(2));
}

void measure_split(
    bench::Bench& bench, const std::string& split, std::size_t size,
    const dash::DistributionSpec<2>& distribution)
{
  Grid grid(Grid::pattern_type(dash::SizeSpec<2>(size, size), distribution));
  std::fill(grid.lbegin(), grid.lend(), 1.0);
  dash::barrier();
  Halo halo(grid, 1);
  const auto measure = [&](const std::string& name, const auto& update) {
    const bool is_by_rows = grid.pattern().local_extents()[1] == size;
    (is_by_rows ? measure_rows(bench, name + split, size, update)
                : measure_columns(bench, name + split, size, update));
  };
  measure("update, ", [&] { halo.update(); });
  measure("update_async and wait, ", [&] {
    halo.update_async();
    halo.wait();
  });
}

/// A matrix that is periodic in both dimensions: each unit has the elements beyond its first and
/// last column itself.
void measure_periodic(bench::Bench& bench, std::size_t size)
{
  using dash::halo::BoundaryProp, dash::halo::StencilPoint;
  Grid grid(Grid::pattern_type(
      dash::SizeSpec<2>(size, size), dash::DistributionSpec<2>(dash::BLOCKED, dash::NONE)));
  std::fill(grid.lbegin(), grid.lend(), 1.0);
  dash::barrier();
  using Point = StencilPoint<2>;
  Halo halo(
      grid, dash::halo::GlobalBoundarySpec<2>(BoundaryProp::CYCLIC, BoundaryProp::CYCLIC),
      dash::halo::StencilSpec<Point, 4>(Point(-1, 0), Point(1, 0), Point(0, -1), Point(0, 1)));
  RawColumns raw(grid.pattern().local_extents()[0], size);
  const auto update = [&] {
    halo.update_async();
    halo.wait();
    dash::barrier();
  };
  const auto figures = microseconds(bench, update, [&] { raw.pack_both(); });
  bench.report(
      "update_async, wait and barrier, by rows, periodic", {{"size", size}}, figures, "us",
      "packing both columns by hand");
}

void measure_size(bench::Bench& bench, std::size_t size)
{
  using dash::BLOCKED, dash::NONE;
  measure_split(bench, "by rows", size, dash::DistributionSpec<2>(BLOCKED, NONE));
  measure_split(bench, "by columns", size, dash::DistributionSpec<2>(NONE, BLOCKED));
  measure_periodic(bench, size);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("halo", argc, argv, [](bench::Bench& bench) {
    measure_size(bench, bench.sized(1024, 64));
    measure_size(bench, bench.sized(4096, 128));
  });
}
