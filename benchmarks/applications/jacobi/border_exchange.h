#pragma once

/// \file
/// Steps between which the units send each other their borders.

#include <dash/Array.h>
#include <dash/Team.h>
#include <dash/Types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "applications/support/borders.h"
#include "field.h"

namespace jacobi {

enum Side : std::uint32_t { north, south, west, east };
constexpr std::uint32_t num_sides = 4;

/// A unit's cells, the borders of its neighbours, and where its own borders go. Each new cell of a
/// border fires the border's tag.
template <class Tags>
struct Block {
  std::uint32_t rows, columns;
  const float* cells;
  float* next;
  const float* inbox[num_sides];  ///< cells beyond each side
  float* outbox[num_sides];       ///< receives the new cells at each side
  bool has_neighbour[num_sides];
  Tags tags;

  DASH_HOST_DEVICE const float* row(std::uint32_t r) const { return cells + r * columns; }
  DASH_HOST_DEVICE const float* above(std::uint32_t r) const
  {
    return r == 0 ? inbox[north] : row(r - 1);
  }
  DASH_HOST_DEVICE const float* below(std::uint32_t r) const
  {
    return r + 1 == rows ? inbox[south] : row(r + 1);
  }

  DASH_HOST_DEVICE void relax(std::uint32_t r, std::uint32_t c) const
  {
    const float left = c == 0 ? inbox[west][r] : row(r)[c - 1];
    const float right = c + 1 == columns ? inbox[east][r] : row(r)[c + 1];
    const float value = mean(above(r)[c], below(r)[c], left, right);
    next[r * columns + c] = value;
    if (r == 0) send(north, c, value);
    if (r + 1 == rows) send(south, c, value);
    if (c == 0) send(west, r, value);
    if (c + 1 == columns) send(east, r, value);
  }

  DASH_HOST_DEVICE void send(Side side, std::uint32_t i, float value) const
  {
    outbox[side][i] = value;
    if (has_neighbour[side]) control::fire_together(tags, side);
  }
};

/// Kernels use this one: their threads compute a cell each.
template <class Tags>
struct RelaxCell {
  Block<Tags> block;

  DASH_HOST_DEVICE void operator()(std::uint32_t i) const
  {
    block.relax(i / block.columns, i % block.columns);
  }
};

/// Processors use this one: their compilers make vector instructions of the loop over the inner
/// cells.
template <class Tags>
struct RelaxRow {
  Block<Tags> block;

  DASH_HOST_DEVICE void operator()(std::uint32_t r) const
  {
    const bool is_border = r == 0 || r + 1 == block.rows || block.columns < 2;
    if (is_border) {
      for (std::uint32_t c = 0; c < block.columns; ++c) block.relax(r, c);
      return;
    }
    const float* const row = block.row(r);
    const float* const above = row - block.columns;
    const float* const below = row + block.columns;
    float* const next = block.next + r * block.columns;
    for (std::uint32_t c = 1; c + 1 < block.columns; ++c)
      next[c] = mean(above[c], below[c], row[c - 1], row[c + 1]);
    block.relax(r, 0);
    block.relax(r, block.columns - 1);
  }
};

/// A unit computes a step, puts its borders to the neighbours, and waits for theirs.
template <class Control>
class BorderExchange {
 public:
  static constexpr const char* name = Control::name;

  /// Collective. \param size  cells in each dimension
  explicit BorderExchange(std::size_t size)
      : squares_(size),
        from_(&squares_.current),
        to_(&squares_.next),
        longest_(size),
        outboxes_(2 * num_sides * size * dash::size()),
        borders_(neighbours(), size, control_)
  {
    if (!borders_.has_neighbour(north)) borders_.preset(north, std::vector<float>(size, hot));
    outboxes_.barrier();
  }

  /// Collective.
  void run(std::size_t steps)
  {
    for (std::size_t i = 0; i < steps; ++i) {
      relax();
      const auto length = [this](std::size_t side) { return length_of(side); };
      borders_.exchange(
          [&](std::size_t side) { return std::span<const float>(outbox(side), length(side)); },
          length);
      std::swap(from_, to_);
    }
    control_.complete();
  }

  Field& field() { return *from_; }

 private:
  void relax()
  {
    const auto& pattern = from_->pattern();
    Block<typename Control::Tags> block{
        static_cast<std::uint32_t>(pattern.local_extent(0)),
        static_cast<std::uint32_t>(pattern.local_extent(1)),
        from_->device_view().local.begin(),
        to_->device_view().local.begin(),
        {},
        {},
        {},
        control_.tags()};
    for (std::uint32_t side = 0; side < num_sides; ++side) {
      block.inbox[side] = borders_.beyond(side);
      block.outbox[side] = outbox(side, 1);
      block.has_neighbour[side] = borders_.has_neighbour(side);
    }
    if (dash::is_gpu_unit()) {
      control_.for_each_index(block.rows * block.columns, RelaxCell{block});
    } else {
      control_.for_each_index(block.rows, RelaxRow{block});
    }
  }

  std::vector<dash::team_unit_t> neighbours() const
  {
    constexpr int offsets[num_sides][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const auto& pattern = from_->pattern();
    std::vector<dash::team_unit_t> units(num_sides, dash::UNDEFINED_TEAM_UNIT_ID);
    for (std::uint32_t side = 0; side < num_sides; ++side) {
      const dash::team_unit_t unit =
          pattern.teamspec().neighbor({offsets[side][0], offsets[side][1]});
      // Where there are more units than rows or columns, the last ones have no cells.
      if (unit != dash::UNDEFINED_TEAM_UNIT_ID && pattern.local_size() > 0 &&
          pattern.local_size(unit) > 0)
        units[side] = unit;
    }
    return units;
  }
  std::size_t length_of(std::size_t side) const
  {
    return from_->pattern().local_extent(side == north || side == south ? 1 : 0);
  }
  /// The border of the last exchange, or of one that comes \p later.
  float* outbox(std::size_t side, std::size_t later = 0)
  {
    const std::size_t slot = (borders_.count() + later) % 2;
    return outboxes_.device_view().local.begin() + (slot * num_sides + side) * longest_;
  }

  Squares squares_;
  Field* from_;
  Field* to_;
  std::size_t longest_;  ///< room for a border
  dash::Array<float> outboxes_;
  Control control_;
  control::Borders<float, Control> borders_;
};

}  // namespace jacobi
