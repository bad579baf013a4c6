/// Measures the index arithmetic of two-dimensional patterns in comparison with hand-written
/// arithmetic, and a redistribution from rows to columns in comparison with memcpy.

#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Init.h>
#include <dash/Matrix.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/CopyView.h>
#include <dash/dart/if/dart.h>
#include <dash/pattern/BlockPattern.h>
#include <dash/pattern/TilePattern.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/bench.h"

namespace {

using Index = dash::default_index_t;
using Coords = std::array<Index, 2>;

/// An element given by its owner and its local coordinates there.
struct Place {
  dash::team_unit_t unit;
  Coords coords;
};

// The following types are what a program writes by hand if blocks divide the extents. Each
// describes one dimension.

/// One block per unit.
struct BlockEach {
  Index block;

  Index unit(Index i) const { return i / block; }
  Index local(Index i) const { return i % block; }
  Index global(Index unit, Index l) const { return unit * block + l; }
};

/// Blocks that units take in turn.
struct BlocksInTurns {
  Index block;
  Index units;

  Index unit(Index i) const { return i / block % units; }
  Index local(Index i) const { return i / block / units * block + i % block; }
  Index global(Index unit, Index l) const { return (l / block * units + unit) * block + l % block; }
};

/// Two dimensions; the elements of a unit are stored in row-major order.
template <class Dimension>
struct Canonical {
  Dimension rows;
  Dimension columns;
  Index units_a_row;
  Index local_columns;

  dash::team_unit_t unit_at(const Coords& c) const
  {
    return dash::team_unit_t(
        static_cast<dart_unit_t>(rows.unit(c[0]) * units_a_row + columns.unit(c[1])));
  }
  Place local(const Coords& c) const
  {
    return {unit_at(c), {rows.local(c[0]), columns.local(c[1])}};
  }
  Coords global(dash::team_unit_t unit, const Coords& l) const
  {
    return {rows.global(unit.id / units_a_row, l[0]), columns.global(unit.id % units_a_row, l[1])};
  }
  Index at(const Coords& c) const { return rows.local(c[0]) * local_columns + columns.local(c[1]); }
};

/// Two dimensions; the elements of a unit are stored tile by tile.
struct Tiled : Canonical<BlocksInTurns> {
  Index at(const Coords& c) const
  {
    const Index tile_row = c[0] / rows.block / rows.units;
    const Index tile_column = c[1] / columns.block / columns.units;
    const Index tile = tile_row * (local_columns / columns.block) + tile_column;
    const Index inside = c[0] % rows.block * columns.block + c[1] % columns.block;
    return tile * rows.block * columns.block + inside;
  }
};

/// Describes one dimension of a pattern by the hand-written types.
template <class Dimension, class Pattern>
Dimension dimension_of(const Pattern& pattern, dash::dim_t d)
{
  const auto block = static_cast<Index>(pattern.blocksize(d));
  if constexpr (std::is_same_v<Dimension, BlockEach>) {
    return {block};
  } else {
    return {block, static_cast<Index>(pattern.teamspec().extent(d))};
  }
}

template <class Dimension, class Pattern>
Canonical<Dimension> by_hand(const Pattern& pattern)
{
  return {
      dimension_of<Dimension>(pattern, 0), dimension_of<Dimension>(pattern, 1),
      static_cast<Index>(pattern.teamspec().extent(1)), pattern.local_extent(1)};
}

// The queries; each gives a number, so that results can be added up.

struct UnitAt {
  static constexpr const char* name = "unit_at";
  Index operator()(const auto& pattern, const Place& element) const
  {
    return pattern.unit_at(element.coords).id;
  }
};

struct Local {
  static constexpr const char* name = "local";
  Index operator()(const auto& pattern, const Place& element) const
  {
    const auto [unit, coords] = pattern.local(element.coords);
    return unit.id + coords[0] + 2 * coords[1];
  }
};

struct At {
  static constexpr const char* name = "at";
  Index operator()(const auto& pattern, const Place& element) const
  {
    return pattern.at(element.coords);
  }
};

/// The query for elements given by local coordinates.
struct Global {
  static constexpr const char* name = "global";
  Index operator()(const auto& pattern, const Place& element) const
  {
    const Coords coords = pattern.global(element.unit, element.coords);
    return coords[0] + 2 * coords[1];
  }
};

template <class Query, class Pattern>
Index sum_of(const Query& query, const Pattern& pattern, const std::vector<Place>& elements)
{
  Index sum = 0;
  for (const Place& element : elements) sum += query(pattern, element);
  return sum;
}

/// Global coordinates of all elements in row-major order.
template <class Pattern>
std::vector<Place> all_elements(const Pattern& pattern)
{
  std::vector<Place> elements;
  for (Index row = 0; row < pattern.extent(0); ++row) {
    for (Index column = 0; column < pattern.extent(1); ++column) {
      elements.push_back({dash::team_unit_t(0), {row, column}});
    }
  }
  return elements;
}

/// Local coordinates of the same elements.
template <class Pattern>
std::vector<Place> local_places(const Pattern& pattern, std::vector<Place> elements)
{
  for (Place& element : elements) {
    const auto [unit, coords] = pattern.local(element.coords);
    element = {unit, coords};
  }
  return elements;
}

template <class Pattern, class ByHand>
class PatternComparison {
 public:
  PatternComparison(
      bench::Bench& bench, std::string name, const Pattern& pattern, const ByHand& by_hand)
      : bench_(bench),
        name_(std::move(name)),
        pattern_(pattern),
        by_hand_(by_hand)
  {}

  void compare_all(const std::string& order, const std::vector<Place>& elements) const
  {
    compare(UnitAt{}, order, elements);
    compare(Local{}, order, elements);
    compare(At{}, order, elements);
    compare(Global{}, order, local_places(pattern_, elements));
  }

 private:
  template <class Query>
  void compare(
      const Query& query, const std::string& order, const std::vector<Place>& elements) const
  {
    if (sum_of(query, pattern_, elements) != sum_of(query, by_hand_, elements)) {
      throw std::logic_error(name_ + " and its arithmetic by hand differ in " + query.name);
    }
    const auto batch = [&](const auto& arithmetic) {
      return bench::repeated(bench::Who::one, bench_.sized(16, 1), [&] {
        // keeps the compiler from treating the divisors as constants
        bench::do_not_optimize(arithmetic);
        const Index sum = sum_of(query, arithmetic, elements);
        bench::do_not_optimize(sum);
      });
    };
    const auto seconds = bench_.duel(batch(pattern_), batch(by_hand_));
    const auto queries = static_cast<double>(bench_.sized(16, 1) * elements.size());
    bench_.report(
        name_ + ", " + query.name, {{"order", order}}, seconds.time(queries, bench::nano), "ns",
        "by hand", bench::at_most_ratio(1.2));
  }

  bench::Bench& bench_;
  std::string name_;
  const Pattern& pattern_;
  const ByHand& by_hand_;
};

template <class Pattern, class ByHand>
void measure_pattern(
    bench::Bench& bench, const std::string& name, const Pattern& pattern, const ByHand& by_hand)
{
  const PatternComparison comparison(bench, name, pattern, by_hand);
  auto elements = all_elements(pattern);
  comparison.compare_all("rows", elements);
  std::shuffle(elements.begin(), elements.end(), std::mt19937(1));
  comparison.compare_all("random", elements);
}

/// Units share the rows, and tiles divide the extents. The coordinates fit into the cache.
void measure_patterns(bench::Bench& bench)
{
  const std::size_t size = bench.sized(256, 128);
  const dash::SizeSpec<2> sizes(size, size);
  const dash::TeamSpec<2> grid(dash::size(), 1);
  const dash::DistributionSpec<2> blocked(dash::BLOCKED, dash::BLOCKED);
  const dash::DistributionSpec<2> tiles(dash::TILE(8), dash::TILE(8));

  const dash::BlockPattern<2> blocks(sizes, blocked, grid);
  measure_pattern(bench, "BlockPattern, BLOCKED", blocks, by_hand<BlockEach>(blocks));
  const dash::BlockPattern<2> dealt(sizes, tiles, grid);
  measure_pattern(bench, "BlockPattern, TILE", dealt, by_hand<BlocksInTurns>(dealt));
  const dash::TilePattern<2> tiled(sizes, tiles, grid);
  measure_pattern(bench, "TilePattern", tiled, Tiled{by_hand<BlocksInTurns>(tiled)});
}

/// Each row of one matrix is spread over all blocks of the other.
void measure_redistribution(bench::Bench& bench)
{
  const std::size_t size = bench.sized(4096, 64);
  using Grid = dash::NArray<double, 2>;
  const dash::SizeSpec<2> sizes(size, size);
  const auto split = [&](dash::Distribution rows, dash::Distribution columns) {
    return Grid::pattern_type(sizes, dash::DistributionSpec<2>(rows, columns));
  };
  Grid by_rows(split(dash::BLOCKED, dash::NONE));
  Grid by_columns(split(dash::NONE, dash::BLOCKED));
  std::fill(by_rows.lbegin(), by_rows.lend(), 1.0);
  std::fill(by_columns.lbegin(), by_columns.lend(), 1.0);
  dash::barrier();
  std::vector<double> from(size * size / dash::size(), 1);
  std::vector<double> to(from.size());
  const std::size_t nbytes = to.size() * sizeof(double);

  const auto compare = [&](const char* way, const Grid& source, Grid& target) {
    const auto seconds = bench.duel(
        bench::by_all([&] { dash::copy(source, target); }),
        bench::by_all([&] { std::memcpy(to.data(), from.data(), nbytes); }));
    bench.report(
        "redistribution", {{"size", size}, {"way", way}},
        seconds.rate(static_cast<double>(nbytes), bench::giga), "GB/s",
        "memcpy of what a unit writes", bench::at_least_ratio(0.5));
  };
  compare("rows to columns", by_rows, by_columns);
  compare("columns to rows", by_columns, by_rows);
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("pattern", argc, argv, [](bench::Bench& bench) {
    measure_patterns(bench);
    measure_redistribution(bench);
  });
}
