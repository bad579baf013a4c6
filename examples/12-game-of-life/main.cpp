/// 12-game-of-life: Conway's game of life on a torus, whose cells are distributed over all units in
/// two dimensions.
///
/// Shows a stencil that reads all eight neighbours, including those of units that are diagonally
/// adjacent. The rule is written once; it runs in loops on CPU units and in kernels on GPU units,
/// which nvcc compiles. One unit sets the cells of a file, whichever units own them; all units set
/// random cells.
///
///     dartrun -n 4 12-game-of-life                                # glider gun -> life.png
///     dartrun -n 4 12-game-of-life glider.rle --generations 8 --moved 2 2
///     dartrun -n 4 12-game-of-life --random 1 --size 1000 --check # compares with a serial run
///     dartrun --cpu 2 --gpu 2 --gpu-backend emulated 12-game-of-life

#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Halo.h>
#include <dash/Matrix.h>
#include <dash/MdSpan.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/algorithm/CopyView.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Generate.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/png.h"
#include "../support/program.h"
#include "../support/root.h"
#include "pattern.h"

namespace {

const char* const name = "12-game-of-life";

using Index = dash::default_index_t;
using Cell = std::uint8_t;  ///< 1 if it lives, otherwise 0
using World = dash::NArray<Cell, 2>;
using dash::halo::periodic;

/// All cells in the memory of one unit, row by row.
using Snapshot = std::vector<Cell>;

struct Options {
  std::string pattern = LIFE_DEFAULT_PATTERN;
  std::string output = "life.png";
  std::size_t size = 160;
  std::size_t generations = 300;
  std::size_t zoom = 4;
  std::optional<std::uint64_t> seed;
  std::optional<std::ptrdiff_t> population;
  std::array<std::size_t, 2> moved{};
  bool check_moved = false;
  bool check = false;
};

void declare(CommandLine& line, Options& o)
{
  line.add(
          "pattern", o.pattern,
          "RLE file with the initial cells, which are placed in the middle of the torus")
      .shows_default();
  line.add("--random", o.seed, "Begin with random cells instead").shows("SEED");
  line.add("--size", o.size, "Number of rows and of columns")
      .is_between(3, 100'000)
      .shows_default();
  line.add("--generations", o.generations, "Number of steps").shows_default();
  line.add("-o,--output", o.output, "PNG file to write").shows_default();
  line.add("--zoom", o.zoom, "Pixels of a cell in each direction")
      .is_between(1, 100)
      .shows_default();
  line.add("--population", o.population, "Exit with 1 unless N cells live at the end").shows("N");
  line.add(
          "--moved", o.moved,
          "Exit with 1 unless the final cells are the initial ones, moved by this distance")
      .shows("ROWS COLUMNS")
      .notes(o.check_moved);
  line.add_flag("--check", o.check, "Compare with a serial run; exit with 1 if a cell differs");
}

/// Computes the next state of a cell.
struct Rule {
  template <class Cells>
  DASH_HOST_DEVICE Cell operator()(const Cells& c) const
  {
    const int neighbours =
        c(-1, -1) + c(-1, 0) + c(-1, 1) + c(0, -1) + c(0, 1) + c(1, -1) + c(1, 0) + c(1, 1);
    return (neighbours | c(0, 0)) == 3;  // three living neighbours, or two of a living cell
  }
};

/// Every fourth cell lives. This depends on its index only, so the number of units makes no
/// difference.
struct RandomCell {
  std::uint64_t seed;

  DASH_HOST_DEVICE Cell operator()(Index index) const
  {
    std::uint64_t bits = (seed << 32) + static_cast<std::uint64_t>(index);  // SplitMix64
    bits = (bits + 1) * 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return (bits ^ (bits >> 31)) % 4 == 0;
  }
};

/// A square of dead cells, in blocks that are as square as the number of units allows. Collective.
World make_world(std::size_t size)
{
  dash::TeamSpec<2> units(dash::size(), 1);
  units.balance_extents();
  World world(
      dash::SizeSpec<2>(size, size), dash::DistributionSpec<2>(dash::BLOCKED, dash::BLOCKED),
      dash::Team::All(), units);
  dash::fill(world, Cell{0});
  world.barrier();
  return world;
}

/// Puts the pattern into the middle. One unit calls this.
/// \throws std::runtime_error if the world is too small for it
void place(const LifePattern& pattern, World& world)
{
  const std::size_t size = world.extent(0);
  if (pattern.rows > size || pattern.columns > size) {
    throw std::runtime_error("the pattern has more rows or columns than the torus: use --size");
  }
  const std::size_t top = (size - pattern.rows) / 2;
  const std::size_t left = (size - pattern.columns) / 2;
  for (const auto& cell : pattern.cells) world(top + cell.row, left + cell.column) = Cell{1};
}

/// Sets the initial cells. Collective. Returns whether all went well, the same on every unit.
bool populate(World& world, const Options& o)
{
  bool ok = true;
  if (o.seed) {
    dash::generate_with_index(world, RandomCell{*o.seed});
  } else {
    ok = succeeds_at_root(name, [&] { place(read_rle(o.pattern), world); });
  }
  world.barrier();
  return ok;
}

/// Collective. Returns the number of living cells.
std::ptrdiff_t report(const World& world, std::size_t generation)
{
  const std::ptrdiff_t population = dash::count(world, Cell{1});
  if (is_root()) {
    std::cout << "generation " << generation << ": " << population << " cells live" << std::endl;
  }
  return population;
}

Snapshot snapshot(const World& world)
{
  Snapshot cells(world.size());
  dash::copy(world, dash::MdSpan<Cell, 2>(cells.data(), {{world.extent(0), world.extent(1)}}));
  return cells;
}

/// Computes a generation by plain loops.
Snapshot serial_step(const Snapshot& cells, std::size_t size)
{
  Snapshot next(cells.size());
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column < size; ++column) {
      int neighbours = 0;
      for (const std::size_t down : {size - 1, std::size_t{0}, std::size_t{1}}) {
        for (const std::size_t right : {size - 1, std::size_t{0}, std::size_t{1}}) {
          if (down == 0 && right == 0) continue;
          neighbours += cells[(row + down) % size * size + (column + right) % size];
        }
      }
      const bool lives = cells[row * size + column] != 0;
      next[row * size + column] = neighbours == 3 || (lives && neighbours == 2);
    }
  }
  return next;
}

/// \throws std::runtime_error if a cell of the torus differs
void check_against_serial(Snapshot cells, const Snapshot& end, const Options& o)
{
  for (std::size_t i = 0; i < o.generations; ++i) cells = serial_step(cells, o.size);
  if (cells != end) throw std::runtime_error("cells differ from a serial run");
  std::cout << "check: equal to a serial run" << std::endl;
}

/// \throws std::runtime_error unless \p end is \p start shifted as the options say
void check_moved(const Snapshot& start, const Snapshot& end, const Options& o)
{
  const auto [down, right] = o.moved;
  for (std::size_t row = 0; row < o.size; ++row) {
    for (std::size_t column = 0; column < o.size; ++column) {
      const std::size_t place = (row + down) % o.size * o.size + (column + right) % o.size;
      if (start[row * o.size + column] != end[place]) {
        throw std::runtime_error("cells at the end are not those of the start, moved");
      }
    }
  }
  std::cout << "moved by " << down << " rows and " << right << " columns" << std::endl;
}

/// Draws living cells in black.
Picture draw(const Snapshot& cells, const Options& o)
{
  const std::size_t pixels = o.size * o.zoom;
  Picture picture{pixels, pixels, {}};
  picture.pixels.reserve(pixels * pixels);
  for (std::size_t y = 0; y < pixels; ++y) {
    for (std::size_t x = 0; x < pixels; ++x) {
      const bool lives = cells[y / o.zoom * o.size + x / o.zoom] != 0;
      picture.pixels.push_back(lives ? 0 : 255);
    }
  }
  return picture;
}

/// Checks and draws the result on one unit.
/// \throws std::runtime_error if the result is not as the options say
void finish(const Snapshot& start, const Snapshot& end, std::ptrdiff_t population, const Options& o)
{
  if (o.population && population != *o.population) {
    throw std::runtime_error(std::to_string(*o.population) + " cells were expected to live");
  }
  if (o.check_moved) check_moved(start, end, o);
  if (o.check) check_against_serial(start, end, o);
  write_png(o.output, draw(end, o));
  std::cout << "wrote " << std::filesystem::absolute(o.output).string() << std::endl;
}

/// Collective. Returns whether all went well, the same on every unit.
bool play(const Options& o)
{
  World world = make_world(o.size);
  World other = make_world(o.size);
  if (!populate(world, o)) return false;
  Snapshot start;
  if (is_root()) start = snapshot(world);
  world.barrier();

  report(world, 0);
  dash::halo::Stencil life(world, periodic, Rule{});
  const World& last = life.iterate(world, other, o.generations);
  const std::ptrdiff_t population = report(last, o.generations);
  return succeeds_at_root(name, [&] { finish(start, snapshot(last), population, o); });
}

}  // namespace

int main(int argc, char** argv)
{
  return run_program(
      argc, argv, name, "The game of life on a torus; its cells are spread over all units", declare,
      play);
}
