#include <dash/detail/range/RunsAtPositions.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace dash::detail {

namespace {

/// Calls \c f(unit, local, done, size) for runs of \c n elements from the one number \c begin on.
template <class F>
void for_each_run(const DealtPositions& positions, Position begin, Position n, F f)
{
  for (Position done = 0; done < n;) {
    const Position own = positions.local + begin + done;
    const Position own_phase = own % positions.blocksize;
    const Position round = own / positions.blocksize;
    const Position index =
        (round * positions.units + positions.unit) * positions.blocksize + own_phase;
    const Position other = index + positions.distance;
    const Position block = other / positions.other_size, phase = other % positions.other_size;
    const Position size =
        std::min({positions.blocksize - own_phase, positions.other_size - phase, n - done});
    const Position local = block / positions.units * positions.other_size + phase;
    f(block % positions.units, local, done, size);
    done += size;
  }
}

}  // namespace

void RunsAtPositions::Runs::add(std::size_t nbytes, std::size_t in_buffer, std::size_t in_part)
{
  if (blocks.nbytes.empty()) {
    buffer_offset = in_buffer;
    part_offset = in_part;
  }
  blocks.nbytes.push_back(nbytes);
  blocks.local.push_back(in_buffer - buffer_offset);
  blocks.global.push_back(in_part - part_offset);
}

RunsAtPositions::RunsAtPositions(
    const DealtPositions& positions, Position n, std::size_t element_size)
    : whole_(static_cast<std::size_t>(positions.units))
{
  const auto bytes = [element_size](Position elements) {
    return static_cast<std::size_t>(elements) * element_size;
  };
  const auto add_runs = [&](RunsOfUnits& runs, Position begin, Position size) {
    for_each_run(
        positions, begin, size, [&](Position unit, Position local, Position done, Position run) {
          runs[static_cast<std::size_t>(unit)].add(bytes(run), bytes(begin + done), bytes(local));
        });
  };
  // In a period, each unit has equally many elements of either container.
  const Position period = std::lcm(positions.blocksize, positions.other_size);
  const Position repeats = std::max<Position>(1, n / period);
  const Position once = repeats == 1 ? n : period, in_whole = repeats * once;
  add_runs(whole_, 0, once);
  for (Runs& runs : whole_) {
    runs.blocks.local_stride = runs.blocks.global_stride = bytes(period);
    runs.blocks.repeats = static_cast<std::size_t>(repeats);
  }
  if (in_whole == n) return;
  rest_.resize(whole_.size());
  add_runs(rest_, in_whole, n - in_whole);
}

}  // namespace dash::detail
