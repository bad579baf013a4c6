// Tier: suite n3 c2g2; sanitized c2g2

// Rows that describe the elements of one container at the positions of a unit's elements of another
// one: each byte once, at the right place, for distributions of one to three dimensions that chance
// picks; and few rows where distributions are regular.

#include <dash/detail/range/RunsAtPositions.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

namespace {

using dash::detail::DealtDimension;
using dash::detail::DealtPositions;
using dash::detail::Position;
using dash::detail::RunsAtPositions;

/// A unit, and a byte of its memory.
using Place = std::pair<Position, std::size_t>;

/// Global coordinate of a local one.
Position global(const DealtDimension& dimension, Position place, Position local)
{
  const Position block = local / dimension.blocksize * dimension.places + place;
  return block * dimension.blocksize + local % dimension.blocksize;
}

/// Place in the grid and local coordinate of a global one.
std::pair<Position, Position> local(const DealtDimension& dimension, Position global)
{
  const Position block = global / dimension.blocksize;
  return {
      block % dimension.places,
      block / dimension.places * dimension.blocksize + global % dimension.blocksize};
}

/// Number of coordinates at a place, counted one by one.
Position extent_at(const DealtDimension& dimension, Position place)
{
  Position count = 0;
  for (Position i = 0; i < dimension.extent; ++i) count += local(dimension, i).first == place;
  return count;
}

/// Where the element with a number is, by its coordinates.
Place place_of(const std::vector<DealtPositions>& dimensions, Position number, std::size_t size)
{
  Position unit = 0, index = 0, stride = 1;
  for (std::size_t d = dimensions.size(); d-- > 0;) {
    const DealtPositions& positions = dimensions[d];
    const Position own = positions.local + number % positions.size;
    number /= positions.size;
    const auto [place, at] =
        local(positions.other, global(positions.own, positions.place, own) + positions.distance);
    unit += place * positions.other.unit_stride;
    index += at * stride;
    stride *= extent_at(positions.other, place);
  }
  return {unit, static_cast<std::size_t>(index) * size};
}

Position size_of(const std::vector<DealtPositions>& dimensions)
{
  Position size = 1;
  for (const DealtPositions& positions : dimensions) size *= positions.size;
  return size;
}

/// The bytes of all elements in the order of the buffer, as the rows say; each has to come once.
std::vector<Place> described(const RunsAtPositions& runs, std::size_t bytes)
{
  const Place nowhere{-1, 0};
  std::vector<Place> found(bytes, nowhere);
  for (Position unit = 0; unit < runs.num_units(); ++unit) {
    for (const dart_rows_t& rows : runs.rows_of(unit)) {
      EXPECT_GT(rows.nbytes * rows.count * rows.repeats, 0u);
      for (std::size_t i = 0; i < rows.nbytes * rows.count * rows.repeats; ++i) {
        const std::size_t byte = i % rows.nbytes, row = i / rows.nbytes % rows.count;
        const std::size_t time = i / rows.nbytes / rows.count;
        const auto at = [=](const dart_row_places_t& places) {
          return places.begin + row * places.stride + time * places.repeat_stride + byte;
        };
        EXPECT_EQ(nowhere, found.at(at(rows.local)));
        found.at(at(rows.local)) = {unit, at(rows.global)};
      }
    }
  }
  return found;
}

/// Picks distributions and the elements that are asked for.
class Chance {
 public:
  Position between(Position least, Position most)
  {
    return std::uniform_int_distribution<Position>(least, most)(engine_);
  }

  std::vector<DealtPositions> dimensions()
  {
    const Position n = between(1, 3);
    std::vector<DealtPositions> all;
    for (Position d = 0; d < n; ++d) all.push_back(dimension(n == 1 ? 300 : n == 2 ? 40 : 12));
    Position units = 1;
    for (auto positions = all.rbegin(); positions != all.rend(); ++positions) {
      positions->other.unit_stride = units;
      units *= positions->other.places;
    }
    return all;
  }

 private:
  /// Undivided ones are frequent, since they are described together with others.
  DealtPositions dimension(Position longest)
  {
    const Position extent = between(1, longest);
    DealtPositions positions{dealt(extent), dealt(extent), 0, 0, 0, 0};
    if (between(0, 2) > 0) positions.distance = between(0, 9);
    positions.other.extent += positions.distance;
    positions.place = between(0, positions.own.places - 1);
    const Position own = extent_at(positions.own, positions.place);
    const bool takes_all = own <= 1 || between(0, 1) == 0;
    positions.local = takes_all ? 0 : between(0, own - 1);
    positions.size = takes_all ? own : between(1, own - positions.local);
    return positions;
  }

  DealtDimension dealt(Position extent)
  {
    if (between(0, 2) == 0) return {extent, extent, 1, 1};
    return {extent, between(0, 3) == 0 ? between(1, extent + 3) : between(1, 6), between(1, 3), 1};
  }

  std::mt19937 engine_{20};
};

TEST(RunsAtPositions, DescribeEachByteOnce)
{
  Chance chance;
  for (int round = 0; round < 3000; ++round) {
    const auto dimensions = chance.dimensions();
    const std::size_t size = chance.between(0, 1) == 0 ? 1 : 8;
    const Position elements = size_of(dimensions);
    const auto found =
        described(RunsAtPositions(dimensions, size), static_cast<std::size_t>(elements) * size);
    for (Position number = 0; number < elements; ++number) {
      Place expected = place_of(dimensions, number, size);
      for (std::size_t byte = 0; byte < size; ++byte, ++expected.second)
        ASSERT_EQ(expected, found[static_cast<std::size_t>(number) * size + byte])
            << "round " << round << ", element " << number;
    }
  }
}

/// The number of rows of all units.
std::size_t count_rows(const std::vector<DealtPositions>& dimensions)
{
  const RunsAtPositions runs(dimensions, 8);
  std::size_t count = 0;
  for (Position unit = 0; unit < runs.num_units(); ++unit) count += runs.rows_of(unit).size();
  return count;
}

TEST(RunsAtPositions, AreFew)
{
  constexpr Position n = 131'072, units = 4, all = n * units;
  const DealtDimension blocked{all, n, units, 1}, cyclic{all, 1, units, 1};
  const auto undivided = [](Position extent) {
    const DealtDimension whole{extent, extent, 1, 1};
    return DealtPositions{whole, whole, 0, 0, extent, 0};
  };
  // A row for each of the units, for about 256 KiB at a time.
  EXPECT_LE(count_rows({{blocked, cyclic, 0, 0, n, 0}}), 16u);
  EXPECT_LE(count_rows({{cyclic, blocked, 0, 0, n, 0}}), 16u);
  // One run, also of a single unit's blocks, and one in a block.
  const DealtDimension single{n, 1, 1, 1}, block{all, n, units, 1};
  EXPECT_EQ(1u, count_rows({{single, single, 0, 0, n, 0}}));
  EXPECT_EQ(1u, count_rows({{block, block, 1, 5, n - 5, 0}}));
  EXPECT_EQ(
      1u, RunsAtPositions(std::vector{DealtPositions{block, block, 1, 5, n - 5, 0}}, 8)
              .rows_of(1)
              .front()
              .count);
  // Dimensions that nobody divides make no difference.
  EXPECT_LE(count_rows({{cyclic, blocked, 0, 0, n / 4, 0}, undivided(2), undivided(2)}), 16u);
  EXPECT_LE(count_rows({undivided(2), {blocked, cyclic, 0, 0, n / 4, 0}, undivided(2)}), 32u);
}

/// A unit's elements of a CYCLIC array, some elements on, are those of one unit, as one run.
TEST(RunsAtPositions, AreLong)
{
  constexpr Position n = 1000;
  const DealtDimension cyclic{4 * n, 1, 4, 1};
  const RunsAtPositions runs(std::vector{DealtPositions{cyclic, cyclic, 1, 0, n - 1, 6}}, 8);
  ASSERT_EQ(1u, runs.rows_of(3).size());
  const dart_rows_t& run = runs.rows_of(3).front();
  EXPECT_EQ(8u * (n - 1), run.nbytes);
  EXPECT_EQ(1u, run.count * run.repeats);
  EXPECT_EQ(8u, run.global.begin);
}

}  // namespace
