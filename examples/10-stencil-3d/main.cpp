/// 10-stencil-3d: the Himeno benchmark, a pressure in three dimensions, whose planes are
/// distributed over all units.
///
/// Shows a stencil whose speed is limited by memory: each point needs 19 values of pressure and 12
/// coefficients, so what matters is to load each of the 14 arrays only once. The arithmetic of a
/// point is written once; CPU units run it in loops over rows, GPU units in a kernel over quads of
/// a row. A neighbour's plane is read in place if the processor can load from it, otherwise it is
/// copied. Use it as the skeleton of a stencil code with many arrays; 09-halo-2d shows how a few
/// lines suffice for simpler ones.
///
/// himeno.h has the arithmetic, grid.h the distributed arrays, and reference.h a serial run to
/// compare with.
///
///     dartrun -n 4 10-stencil-3d                          # size S, compared with a serial run
///     dartrun -n 4 10-stencil-3d --size M --iterations 50
///     dartrun --gpu 4 10-stencil-3d --size XL --iterations 1000
///     dartrun --cpu 2 --gpu 2 --gpu-backend emulated 10-stencil-3d
///     dartrun -n 4 10-stencil-3d --snapshot pressure.h5   # for support/draw.py

#include <dash/Team.h>
#include <dash/io/HDF5.h>
#include <dash/util/Progress.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../support/program.h"
#include "../support/root.h"
#include "grid.h"
#include "himeno.h"
#include "reference.h"

namespace {

const char* const name = "10-stencil-3d";

/// Iterations before the clock starts. After them, gosa is known.
constexpr std::size_t rehearsal = 16;

struct Size {
  himeno::Shape shape;
  double gosa;
};

/// The benchmark's sizes. The values of gosa are those of Reference, computed in double precision,
/// after the rehearsal, from coefficients and an initial pressure in single precision.
const std::map<std::string, Size> sizes{
    {"XS", {{32, 32, 64}, 4.893906205573e-03}},
    {"S", {{64, 64, 128}, 2.944515602920e-03}},
    {"M", {{128, 128, 256}, 1.603681917390e-03}},
    {"L", {{256, 256, 512}, 8.375568808535e-04}},
    {"XL", {{512, 512, 1024}, 4.322118771673e-04}}};

/// Relative deviation of gosa from double precision that rounding may cause, 1 % at most. Changes
/// are differences of nearly equal numbers, and the more planes there are, the closer their
/// pressures.
double gosa_tolerance(const himeno::Shape& shape)
{
  return 2e-5 * static_cast<double>(shape.planes);
}

/// Largest absolute deviation of the pressure, which is between 0 and 1.
constexpr double pressure_tolerance = 1e-5;

/// Serial runs with more points take too long.
constexpr std::size_t most_points_to_check = 1'000'000;

struct Options {
  std::string size = "S";
  std::size_t iterations = 100;
  bool check = false;
  std::string snapshot;  // none if empty
};

void declare(CommandLine& line, Options& o)
{
  std::vector<std::string> names;
  for (const auto& size : sizes) names.push_back(size.first);
  line.add("--size", o.size, "XS, S, M, L or XL, from 32 x 32 x 64 to 512 x 512 x 1024")
      .is_one_of(std::move(names))
      .shows("NAME");
  line.add("--iterations", o.iterations, "Number of iterations to measure")
      .is_positive()
      .shows_default();
  line.add("--snapshot", o.snapshot, "HDF5 file to write the pressure to").shows("FILE.h5");
  line.add_flag(
      "--check", o.check,
      "Compare with a serial run, as XS and S always do; exit with 1 if results differ");
}

/// \throws std::runtime_error if gosa differs from \p expected, a value of double precision
void check_gosa(const himeno::Shape& shape, std::size_t iterations, double gosa, double expected)
{
  std::ostringstream found;
  found << "gosa " << gosa << " after " << iterations << " iterations, " << expected
        << " in double precision";
  if (!(std::abs(gosa - expected) <= gosa_tolerance(shape) * expected)) {
    throw std::runtime_error(found.str() + ": rounding does not explain that");
  }
  std::cout << found.str() << std::endl;
}

/// \throws std::runtime_error if a point's pressure differs
void check_pressure(const Grid& grid, const Reference& reference)
{
  std::vector<float> plane(grid.shape().plane());
  double largest = 0;
  for (std::size_t i = 0; i < grid.shape().planes; ++i) {
    grid.fetch_plane(i, plane.data());
    for (std::size_t k = 0; k < plane.size(); ++k) {
      const double difference = std::abs(plane[k] - reference.pressure(i, k));
      if (!(difference <= pressure_tolerance)) {
        throw std::runtime_error(
            "the pressure in plane " + std::to_string(i) + " is not that of the serial run");
      }
      largest = std::max(largest, difference);
    }
  }
  std::cout << "check: pressure of the serial run, up to " << largest << std::endl;
}

/// Repeats the run on one unit.
void check_against_serial(const Grid& grid, double gosa, std::size_t iterations)
{
  Reference reference(grid.shape());
  for (std::size_t i = 0; i < iterations; ++i) reference.step();
  check_gosa(grid.shape(), iterations, gosa, reference.gosa());
  check_pressure(grid, reference);
}

/// Collective. Returns the seconds that the iterations took.
double run(Grid& grid, std::size_t iterations)
{
  using Clock = std::chrono::steady_clock;
  dash::barrier();
  dash::Progress progress("iterations", iterations);
  const auto start = Clock::now();
  for (std::size_t i = 0; i < iterations; ++i) {
    grid.step();
    progress.add();
  }
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void print_speed(const himeno::Shape& shape, std::size_t iterations, double seconds)
{
  const double points = static_cast<double>(shape.interior() * iterations);
  std::cout << iterations << " iterations in " << seconds
            << " s: " << 1e-9 * himeno::flops * points / seconds << " GFLOP/s, "
            << 1e-9 * himeno::streams * sizeof(float) * points / seconds
            << " GB/s of memory at least" << std::endl;
}

/// Writes the pressure for other programs. Collective. Returns whether that went well, the same on
/// every unit.
bool write_snapshot(const Grid& grid, const std::string& path)
{
  namespace hdf5 = dash::io::hdf5;
  const himeno::Shape& shape = grid.shape();
  try {
    hdf5::OutputStream out(path);
    out << hdf5::dataset("pressure") << hdf5::shape({shape.planes, shape.rows, shape.columns})
        << grid.pressure();
    return true;
  } catch (const dash::io::FileError& error) {
    if (is_root()) std::cerr << name << ": " << error.what() << std::endl;
    return false;
  }
}

/// Collective. Returns whether all went well, the same on every unit.
bool measure(const Options& o)
{
  const Size& size = sizes.at(o.size);
  const himeno::Shape& shape = size.shape;
  if (is_root()) {
    std::cout << name << ": size " << o.size << ", " << shape.planes << " x " << shape.rows << " x "
              << shape.columns << " points on " << dash::size()
              << (dash::size() == 1 ? " unit" : " units") << std::endl;
  }
  Grid grid(shape);
  run(grid, rehearsal);
  const double first_gosa = grid.gosa();
  const auto check_first = [&] { check_gosa(shape, rehearsal, first_gosa, size.gosa); };
  if (!succeeds_at_root(name, check_first)) return false;

  const double seconds = run(grid, o.iterations);
  const double gosa = grid.gosa();
  if (!o.snapshot.empty() && !write_snapshot(grid, o.snapshot)) return false;
  return succeeds_at_root(name, [&] {
    print_speed(shape, o.iterations, seconds);
    if (o.check || shape.size() <= most_points_to_check) {
      check_against_serial(grid, gosa, rehearsal + o.iterations);
    } else {
      std::cout << "gosa " << gosa << std::endl;
    }
  });
}

}  // namespace

int main(int argc, char** argv)
{
  return run_program(
      argc, argv, name, "The Himeno benchmark; its planes are spread over all units", declare,
      measure);
}
