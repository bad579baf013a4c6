/// 05-heat: smooths a photograph by diffusion, its rows spread over all units.
///
/// Shows a complete program: one unit reads the input and shares it with all, an array is
/// distributed by whole rows, neighbours' rows are read in place, local work uses raw pointers at
/// full speed, there is one barrier per step, and the result equals that of a serial run to the
/// last bit on any number of units. CPU units compute their rows in a loop, GPU units in a kernel
/// made from the same source, which nvcc compiles. Use it as the skeleton of a stencil code.
///
/// field.h has the distributed field, stencil.h the arithmetic, state.h what a checkpoint holds,
/// and support/png.h reads and writes pictures.
///
///     dartrun -n 4 05-heat                          # bundled photograph -> heat.png
///     dartrun -n 4 05-heat photo.png -o smooth.png --iterations 300 --kappa 10
///     dartrun -n 2 05-heat --model heat --size 4096 # repeats the picture to measure speed
///     dartrun -n 3 05-heat --check                  # compares with a serial run
///     dartrun -n 4 05-heat --checkpoint heat.npz    # goes on from there if it was interrupted
///     dartrun -n 4 05-heat --snapshots cells- --every 20   # cells-20.h5, which support/draw.py
///     draws dartrun --gpu 4 05-heat --model heat --size 16384

#include <dash/Array.h>
#include <dash/Team.h>
#include <dash/algorithm/Bcast.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Reduce.h>
#include <dash/io/FileError.h>
#include <dash/util/Progress.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/png.h"
#include "../support/program.h"
#include "../support/root.h"
#include "field.h"
#include "state.h"
#include "stencil.h"

namespace {

const char* const name = "05-heat";

struct Options {
  std::string input = HEAT_DEFAULT_INPUT;
  std::string output = "heat.png";
  std::size_t iterations = 100;
  std::size_t size = 0;  // 0: the size of the picture
  stencil::Diffusion diffusion;
  bool check = false;
  std::string checkpoint;  // none if empty
  std::string snapshots;   // none if empty
  std::size_t every = 100;
};

/// Checks before a long run whether its result can be written; returns the error message.
std::string in_a_directory(const std::string& path)
{
  const auto directory = std::filesystem::path(path).parent_path();
  const bool exists = directory.empty() || std::filesystem::is_directory(directory);
  return exists ? "" : "there is no directory '" + directory.string() + "'";
}

void declare(CommandLine& line, Options& o)
{
  line.add("input", o.input, "PNG file to smooth").shows_default();
  line.add("-o,--output", o.output, "PNG file to write")
      .has_no_error(in_a_directory)
      .shows_default();
  line.add("--iterations", o.iterations, "Number of steps").shows_default();
  line.add_choice<stencil::Model>(
          "--model", o.diffusion.model, "heat blurs, perona-malik (default) keeps edges",
          {{"heat", stencil::Model::heat}, {"perona-malik", stencil::Model::perona_malik}})
      .shows("heat|perona-malik");
  line.add("--kappa", o.diffusion.kappa, "Grey levels from which a step counts as an edge")
      .is_positive()
      .shows_default();
  line.add("--dt", o.diffusion.dt, "Length of a step; stable up to 0.25")
      .is_between(0.0, 0.25)
      .shows_default();
  line.add("--size", o.size, "Repeat the picture to N x N cells").is_positive().shows("N");
  line.add("--checkpoint", o.checkpoint, "File from which an interrupted run goes on")
      .has_no_error(in_a_directory)
      .shows("FILE.npz");
  line.add("--snapshots", o.snapshots, "Begin of the names of HDF5 files with the cells")
      .has_no_error(in_a_directory)
      .shows("PREFIX");
  line.add("--every", o.every, "Steps between two checkpoints or snapshots")
      .is_positive()
      .shows_default();
  line.add_flag("--check", o.check, "Compare with a serial run; exit with 1 if a bit differs");
}

/// Gives every unit the root's picture.
void share(Picture& picture)
{
  std::array<std::size_t, 2> shape{picture.rows, picture.columns};
  dash::broadcast(shape.begin(), shape.end(), root);
  picture.rows = shape[0];
  picture.columns = shape[1];
  picture.pixels.resize(picture.rows * picture.columns);
  dash::broadcast(picture.pixels.begin(), picture.pixels.end(), root);
}

struct Statistics {
  double mean;
  double min;
  double max;
};

/// Minimum, maximum and mean of all cells. Collective.
Statistics statistics(dash::Array<double>& cells)
{
  const double sum = dash::reduce(cells.begin(), cells.end(), 0.0);
  const double min = *dash::min_element(cells.begin(), cells.end());
  const double max = *dash::max_element(cells.begin(), cells.end());
  return {sum / static_cast<double>(cells.size()), min, max};
}

std::ostream& operator<<(std::ostream& os, const Statistics& s)
{
  return os << "mean grey " << s.mean << ", from " << s.min << " to " << s.max;
}

/// Collective. Returns the seconds that all steps took.
double run(State& state, const Options& o)
{
  using Clock = std::chrono::steady_clock;
  dash::barrier();
  dash::Progress progress("smoothing", o.iterations, {.first = state.steps()});
  const auto start = Clock::now();
  while (state.steps() < o.iterations) {
    state.step();
    progress.add();
    const std::size_t done = state.steps();
    if (done % o.every != 0) continue;
    if (!o.checkpoint.empty()) state.save(o.checkpoint);
    if (!o.snapshots.empty()) state.write_cells(o.snapshots + std::to_string(done) + ".h5");
  }
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The field as a picture, row by row; one unit calls it.
Picture snapshot(const HeatField& field)
{
  Picture picture{field.rows(), field.columns(), {}};
  picture.pixels.reserve(field.rows() * field.columns());
  std::vector<double> row(field.columns());
  for (std::size_t r = 0; r < field.rows(); ++r) {
    field.fetch_row(r, row.data());
    for (double grey : row) {
      picture.pixels.push_back(static_cast<std::uint8_t>(std::lround(grey)));
    }
  }
  return picture;
}

/// Repeats the run on one unit with plain vectors.
/// \throws std::runtime_error naming the first cell that differs in any bit
void check_against_serial(
    const HeatField& field, const Picture& picture, std::size_t steps, const Options& o)
{
  const std::size_t columns = field.columns();
  std::vector<double> cells(field.rows() * columns);
  std::vector<double> next(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i] = grey_at(picture, i / columns, i % columns);
  }
  for (std::size_t i = 0; i < steps; ++i) {
    stencil::step_picture(o.diffusion, cells.data(), next.data(), field.rows(), columns);
    cells.swap(next);
  }
  std::vector<double> row(columns);
  for (std::size_t r = 0; r < field.rows(); ++r) {
    field.fetch_row(r, row.data());
    for (std::size_t c = 0; c < columns; ++c) {
      if (std::memcmp(&row[c], &cells[r * columns + c], sizeof(double)) != 0) {
        throw std::runtime_error(
            "row " + std::to_string(r) + ", column " + std::to_string(c) +
            " differs from the serial run");
      }
    }
  }
  std::cout << "check: equal to the serial run to the last bit" << std::endl;
}

/// Collective. Returns whether all went well, the same on every unit.
bool smooth_picture(const Options& o)
{
  Picture picture;
  if (!succeeds_at_root(name, [&] { picture = read_png(o.input); })) return false;
  share(picture);

  HeatField field(o.size ? o.size : picture.rows, o.size ? o.size : picture.columns);
  field.paint(picture);
  State state(field, o.diffusion);
  if (!o.checkpoint.empty()) state.load_if_saved(o.checkpoint);
  if (is_root()) {
    const bool heat = o.diffusion.model == stencil::Model::heat;
    std::cout << "05-heat: " << o.input << ", " << field.rows() << " x " << field.columns()
              << " cells on " << dash::size() << (dash::size() == 1 ? " unit, " : " units, ")
              << o.iterations << " steps of " << (heat ? "heat" : "Perona-Malik") << " smoothing"
              << std::endl;
    if (state.steps() > 0) std::cout << "goes on from step " << state.steps() << std::endl;
  }
  const std::size_t first = state.steps();
  const Statistics before = statistics(field.cells());
  const double seconds = run(state, o);
  const Statistics after = statistics(field.cells());
  if (is_root()) {
    const double steps = static_cast<double>(state.steps() - first);
    const double cells = static_cast<double>(field.cells().size());
    std::cout << "before: " << before << "\nafter:  " << after << "\n";
    if (steps > 0) {
      std::cout << "time:   " << 1e3 * seconds / steps << " ms a step, "
                << 1e-6 * cells * steps / seconds << " million cells a second" << std::endl;
    }
  }
  return succeeds_at_root(name, [&] {
    if (o.check) check_against_serial(field, picture, state.steps(), o);
    write_png(o.output, snapshot(field));
    std::cout << "wrote " << std::filesystem::absolute(o.output).string() << std::endl;
  });
}

/// The same; errors of checkpoints are those of all units.
bool smooth(const Options& o)
{
  try {
    return smooth_picture(o);
  } catch (const dash::io::FileError& error) {
    if (is_root()) std::cerr << name << ": " << error.what() << std::endl;
    return false;
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return run_program(
      argc, argv, name, "Smooths a picture by diffusion; its rows are spread over all units",
      declare, smooth);
}
