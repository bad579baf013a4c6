#include <dash/detail/range/RunsAtPositions.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>

namespace dash::detail {

namespace {

/// Coordinates in a dimension: runs of them at constant distances.
struct Series {
  Position own, other;  ///< first coordinate in the buffer, and in the memory of the other unit
  Position size;        ///< size of a run
  Position count = 1;
  Position own_stride = 0, other_stride = 0;

  /// \return false if the run does not continue the series
  bool add(const Series& run)
  {
    if (run.size != size) return false;
    const Position own_distance = run.own - own, other_distance = run.other - other;
    if (count == 1) {
      own_stride = own_distance;
      other_stride = other_distance;
    } else if (own_distance != count * own_stride || other_distance != count * other_stride) {
      return false;
    }
    ++count;
    return true;
  }
};
using ManySeries = std::vector<Series>;
using SeriesOfPlaces = std::vector<ManySeries>;

/// Global coordinate of a local one.
Position global_index(const DealtDimension& dimension, Position place, Position local)
{
  const Position round = local / dimension.blocksize, phase = local % dimension.blocksize;
  return (round * dimension.places + place) * dimension.blocksize + phase;
}

/// Calls \c f(place, run) for runs of the coordinates [begin, end) of those that are asked for.
template <class F>
void for_each_run(const DealtPositions& positions, Position begin, Position end, F f)
{
  const auto& [own, other, place, local, size, distance] = positions;
  for (Position done = begin; done < end;) {
    const Position own_phase = (local + done) % own.blocksize;
    const Position index = global_index(own, place, local + done) + distance;
    const Position block = index / other.blocksize, phase = index % other.blocksize;
    const Position run = std::min({own.blocksize - own_phase, other.blocksize - phase, end - done});
    f(block % other.places, Series{done, block / other.places * other.blocksize + phase, run});
    done += run;
  }
}

/// After so many coordinates, blocks of both containers meet in the same way; none if there are not
/// two such periods.
struct Period {
  Position own = 0, other = 0;
  Position repeats = 0;

  explicit Period(const DealtPositions& positions)
  {
    const auto& [own_dimension, other_dimension, place, local, size, distance] = positions;
    if (size == 0) return;
    const Position begin = global_index(own_dimension, place, local);
    const Round own_round(own_dimension, begin, size);
    // The others' coordinates go on as far as those of the last element.
    const Position span = global_index(own_dimension, place, local + size - 1) - begin + 1;
    const Round other_round(other_dimension, begin + distance, span);
    if (own_round.size == 1 && other_round.size == 1) return;  // one run
    Position period = 0;
    const Position common = std::gcd(own_round.size, other_round.size);
    if (__builtin_mul_overflow(own_round.size / common, other_round.size, &period)) return;
    own = period / own_round.places;
    other = period / other_round.places;
    repeats = size / own;
    if (repeats < 2) repeats = 0;
  }

 private:
  /// After so many coordinates, of which a place has an equal share, blocks begin in the same way.
  /// The blocks do not matter if all of the \c span coordinates from \c begin on are in one.
  struct Round {
    Position size, places;

    Round(const DealtDimension& dimension, Position begin, Position span)
    {
      const bool is_in_one = begin % dimension.blocksize + span <= dimension.blocksize;
      places = is_in_one ? 1 : dimension.places;
      size = is_in_one ? 1 : dimension.blocksize * dimension.places;
    }
  };
};

SeriesOfPlaces merged_runs(const DealtPositions& positions, Position begin, Position end)
{
  SeriesOfPlaces all(static_cast<std::size_t>(positions.other.places));
  for_each_run(positions, begin, end, [&](Position place, const Series& run) {
    ManySeries& series = all[static_cast<std::size_t>(place)];
    if (series.empty() || !series.back().add(run)) series.push_back(run);
  });
  return all;
}

/// A series for each run of a period, and the runs behind the last whole period.
SeriesOfPlaces repeated_runs(const DealtPositions& positions, const Period& period)
{
  SeriesOfPlaces all(static_cast<std::size_t>(positions.other.places));
  for_each_run(positions, 0, period.own, [&](Position place, Series run) {
    run.count = period.repeats;
    run.own_stride = period.own;
    run.other_stride = period.other;
    all[static_cast<std::size_t>(place)].push_back(run);
  });
  const SeriesOfPlaces rest = merged_runs(positions, period.repeats * period.own, positions.size);
  for (std::size_t place = 0; place < all.size(); ++place)
    all[place].insert(all[place].end(), rest[place].begin(), rest[place].end());
  return all;
}

/// A short description for each place.
SeriesOfPlaces series_of(const DealtPositions& positions)
{
  constexpr std::size_t few = 16;
  const Period period(positions);
  if (period.repeats == 0) return merged_runs(positions, 0, positions.size);
  SeriesOfPlaces repeated = repeated_runs(positions, period);
  const auto has_few = [](const ManySeries& series) { return series.size() <= few; };
  if (std::ranges::all_of(repeated, has_few)) return repeated;
  SeriesOfPlaces merged = merged_runs(positions, 0, positions.size);
  for (std::size_t place = 0; place < merged.size(); ++place) {
    if (repeated[place].size() < merged[place].size()) merged[place].swap(repeated[place]);
  }
  return merged;
}

/// The rows of one unit's memory.
class RowsOfUnit {
 public:
  /// Series of coordinates in a dimension, and how far neighbours are from each other, in bytes.
  struct Dimension {
    const ManySeries* series;
    std::size_t own_bytes, other_bytes;
  };
  struct Offsets {
    std::size_t own, other;
  };

  explicit RowsOfUnit(RunsAtPositions::Rows& rows) : rows_(rows) {}

  /// Adds the rows of all combinations of coordinates.
  /// \param dimensions  from the slowest to the fastest one
  void add(std::span<const Dimension> dimensions) { add(dimensions, {0, 0}); }

 private:
  void add(std::span<const Dimension> dimensions, Offsets begin)
  {
    const Dimension& first = dimensions.front();
    if (dimensions.size() == 1) return add_times(first, begin, 1, {0, 0});
    for (const Series& series : *first.series) {
      if (dimensions.size() == 2) {
        add_along(first, series, begin, dimensions.back());
        continue;
      }
      for (Position run = 0; run < series.count; ++run) {
        for (Position i = 0; i < series.size; ++i)
          add(dimensions.subspan(1), behind(begin, first, series, run, i));
      }
    }
  }

  /// Adds the rows of the fastest dimension at the coordinates of a series of another one. What is
  /// longer makes them repeat: the series, or its runs.
  void add_along(
      const Dimension& slower, const Series& series, Offsets begin, const Dimension& fastest)
  {
    if (series.count >= series.size) {
      const Offsets next_run = distance(slower, series.own_stride, series.other_stride);
      for (Position i = 0; i < series.size; ++i)
        add_times(fastest, behind(begin, slower, series, 0, i), series.count, next_run);
    } else {
      const Offsets next = distance(slower, 1, 1);
      for (Position run = 0; run < series.count; ++run)
        add_times(fastest, behind(begin, slower, series, run, 0), series.size, next);
    }
  }

  /// The offsets of a coordinate in a run of a series.
  static Offsets behind(
      Offsets begin, const Dimension& dimension, const Series& series, Position run,
      Position coordinate)
  {
    const Offsets at = distance(
        dimension, series.own + run * series.own_stride + coordinate,
        series.other + run * series.other_stride + coordinate);
    return {begin.own + at.own, begin.other + at.other};
  }

  /// Rows that are transferred after each other should be in the cache together.
  static constexpr std::size_t bytes_together = std::size_t(256) << 10;

  static Offsets distance(const Dimension& dimension, Position own, Position other)
  {
    return {
        static_cast<std::size_t>(own) * dimension.own_bytes,
        static_cast<std::size_t>(other) * dimension.other_bytes};
  }

  /// Adds the rows of the fastest dimension several times, some times of all of them after each
  /// other.
  void add_times(const Dimension& fastest, Offsets begin, Position times, Offsets stride)
  {
    std::size_t once = 0;
    for (const Series& series : *fastest.series)
      once += static_cast<std::size_t>(series.count * series.size) * fastest.own_bytes;
    if (once == 0) return;
    const std::size_t all = static_cast<std::size_t>(times);
    const std::size_t most = std::max<std::size_t>(1, bytes_together / once);
    const std::size_t parts = (all + most - 1) / most;
    const std::size_t together = (all + parts - 1) / parts;
    for (std::size_t time = 0; time < all; time += together) {
      const Offsets at{begin.own + time * stride.own, begin.other + time * stride.other};
      for (const Series& series : *fastest.series)
        add_row(fastest, series, at, std::min(together, all - time), stride);
    }
  }

  void add_row(
      const Dimension& fastest, const Series& series, Offsets begin, std::size_t times,
      Offsets stride)
  {
    const Offsets at = distance(fastest, series.own, series.other);
    const Offsets next = distance(fastest, series.own_stride, series.other_stride);
    rows_.push_back(merged(
        {static_cast<std::size_t>(series.size) * fastest.own_bytes,
         static_cast<std::size_t>(series.count),
         times,
         {begin.other + at.other, next.other, stride.other},
         {begin.own + at.own, next.own, stride.own}}));
  }

  /// The same bytes as few and long rows: those without gaps are one.
  static dart_rows_t merged(dart_rows_t rows)
  {
    for (int level = 0; level < 2; ++level) {
      if (rows.count == 1) {
        rows.count = std::exchange(rows.repeats, 1);
        rows.global.stride = rows.global.repeat_stride;
        rows.local.stride = rows.local.repeat_stride;
      }
      if (rows.global.stride == rows.nbytes && rows.local.stride == rows.nbytes)
        rows.nbytes *= std::exchange(rows.count, 1);
    }
    return rows;
  }

  RunsAtPositions::Rows& rows_;
};

/// Number of coordinates that a place has of a dimension.
Position extent_at(const DealtDimension& dimension, Position place)
{
  const Position round = dimension.blocksize * dimension.places;
  const Position rest = dimension.extent % round - place * dimension.blocksize;
  return dimension.extent / round * dimension.blocksize +
         std::clamp<Position>(rest, 0, dimension.blocksize);
}

Position place_of(const DealtDimension& dimension, Position unit)
{
  return unit / dimension.unit_stride % dimension.places;
}

using AllRows = std::vector<RunsAtPositions::Rows>;

/// In one dimension, the rows of a period repeat.
void add_rows_of_line(const DealtPositions& line, std::size_t element_size, AllRows& rows)
{
  const Period period(line);
  const Position whole = period.repeats * period.own;
  const ManySeries periods{{0, 0, 1, period.repeats, period.own, period.other}};
  const SeriesOfPlaces in_period = merged_runs(line, 0, period.repeats == 0 ? 0 : period.own);
  const SeriesOfPlaces behind = merged_runs(line, whole, line.size);
  const auto dimension = [element_size](const ManySeries& series) {
    return RowsOfUnit::Dimension{&series, element_size, element_size};
  };
  for (std::size_t unit = 0; unit < rows.size(); ++unit) {
    RowsOfUnit of_unit(rows[unit]);
    if (period.repeats > 0) {
      const RowsOfUnit::Dimension repeated[]{dimension(periods), dimension(in_period[unit])};
      of_unit.add(repeated);
    }
    const RowsOfUnit::Dimension rest[]{dimension(behind[unit])};
    of_unit.add(rest);
  }
}

/// Whether all coordinates of a dimension are at one place of either container, and asked for.
bool is_undivided(const DealtPositions& positions)
{
  const auto is_whole = [&](const DealtDimension& dimension) {
    return dimension.places == 1 && dimension.extent == positions.size;
  };
  return is_whole(positions.own) && is_whole(positions.other);
}

/// Makes one dimension of one and a faster one that is not divided, which follow each other in
/// either memory.
DealtPositions with_faster(const DealtPositions& slower, Position faster)
{
  DealtPositions all = slower;
  for (DealtDimension* dimension : {&all.own, &all.other}) {
    dimension->extent *= faster;
    dimension->blocksize *= faster;
  }
  for (Position* coordinates : {&all.local, &all.size, &all.distance}) *coordinates *= faster;
  return all;
}

/// As few dimensions as possible for the same elements.
std::vector<DealtPositions> simplified(std::span<const DealtPositions> dimensions)
{
  std::vector<DealtPositions> all(dimensions.begin(), dimensions.end());
  for (DealtPositions& positions : all) {
    // Blocks of a single place follow each other.
    for (DealtDimension* dimension : {&positions.own, &positions.other})
      if (dimension->places == 1) dimension->blocksize = std::max<Position>(1, dimension->extent);
  }
  for (std::size_t d = all.size(); d-- > 1;) {
    if (!is_undivided(all[d])) continue;
    all[d - 1] = with_faster(all[d - 1], all[d].size);
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(d));
  }
  return all;
}

/// In several dimensions, the rows of the fastest one repeat along the longest other one.
void add_rows_of_box(
    std::span<const DealtPositions> dimensions, std::size_t element_size, AllRows& rows)
{
  std::vector<SeriesOfPlaces> series;
  for (const DealtPositions& positions : dimensions) series.push_back(series_of(positions));
  const auto is_shorter = [](const DealtPositions& a, const DealtPositions& b) {
    return a.size < b.size;
  };
  const auto longest = static_cast<std::size_t>(
      std::max_element(dimensions.begin(), dimensions.end() - 1, is_shorter) - dimensions.begin());
  std::vector<RowsOfUnit::Dimension> placed(dimensions.size());
  for (std::size_t unit = 0; unit < rows.size(); ++unit) {
    std::size_t own_bytes = element_size, other_bytes = element_size;
    for (std::size_t d = dimensions.size(); d-- > 0;) {
      const DealtDimension& other = dimensions[d].other;
      const Position place = place_of(other, static_cast<Position>(unit));
      placed[d] = {&series[d][static_cast<std::size_t>(place)], own_bytes, other_bytes};
      own_bytes *= static_cast<std::size_t>(dimensions[d].size);
      other_bytes *= static_cast<std::size_t>(extent_at(other, place));
    }
    std::swap(placed[longest], placed.end()[-2]);
    RowsOfUnit(rows[unit]).add(placed);
  }
}

}  // namespace

RunsAtPositions::RunsAtPositions(
    std::span<const DealtPositions> dimensions, std::size_t element_size)
{
  std::size_t units = 1;
  for (const DealtPositions& positions : dimensions)
    units *= static_cast<std::size_t>(positions.other.places);
  rows_.resize(units);
  const std::vector<DealtPositions> few = simplified(dimensions);
  if (few.size() == 1) {
    add_rows_of_line(few.front(), element_size, rows_);
  } else {
    add_rows_of_box(few, element_size, rows_);
  }
}

}  // namespace dash::detail
