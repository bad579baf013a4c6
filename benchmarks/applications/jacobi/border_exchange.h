#pragma once

/// \file
/// Steps between which the units send each other their borders.

#include <dash/Array.h>
#include <dash/Flags.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

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
    if (has_neighbour[side]) tags.fire(side);
  }
};

/// For kernels, whose threads compute a cell each.
template <class Tags>
struct RelaxCell {
  Block<Tags> block;

  DASH_HOST_DEVICE void operator()(std::uint32_t i) const
  {
    block.relax(i / block.columns, i % block.columns);
  }
};

/// For processors, whose compilers make vector instructions of the loop over the inner cells.
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
      : units_(balanced_units()),
        squares_(size, units_),
        from_(&squares_.current),
        to_(&squares_.next),
        longest_(size),
        inboxes_(2 * num_sides * size * dash::size()),
        outboxes_(2 * num_sides * size * dash::size()),
        arrived_(num_sides)
  {
    dash::fill(inboxes_, cold);
    dash::fill(outboxes_, cold);
    inboxes_.barrier();
    if (neighbour(north) == dash::UNDEFINED_TEAM_UNIT_ID) {
      const std::vector<float> edge(size, hot);
      for (const std::size_t slot : {0, 1})
        dash::copy(edge.begin(), edge.end(), inbox(dash::Team::All().myid(), slot, north));
    }
    inboxes_.barrier();
  }

  /// Collective.
  void run(std::size_t steps)
  {
    for (std::size_t i = 0; i < steps; ++i) {
      relax();
      exchange();
      std::swap(from_, to_);
    }
    control_.complete();
  }

  Field& field() { return *from_; }

 private:
  /// Borders after step k are in slot k % 2, on both sides of a transfer. A neighbour that sends
  /// those of step k has computed it, so it has read those of step k - 1, and received ours.
  void exchange()
  {
    ++step_;
    for (std::uint32_t side = 0; side < num_sides; ++side) {
      const dash::team_unit_t to = neighbour(side);
      if (to == dash::UNDEFINED_TEAM_UNIT_ID) continue;
      const std::uint32_t opposite = side ^ 1;
      control_.put_fired(
          side, length(side), inbox(to, step_ % 2, opposite),
          std::span<const float>(outbox(side, step_), length(side)), arrived_(to, opposite), step_);
    }
    for (std::uint32_t side = 0; side < num_sides; ++side) {
      if (neighbour(side) == dash::UNDEFINED_TEAM_UNIT_ID) continue;
      control_.wait_for(arrived_[side], step_);
    }
  }

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
      block.inbox[side] =
          inboxes_.device_view().local.begin() + (step_ % 2 * num_sides + side) * longest_;
      block.outbox[side] = outbox(side, step_ + 1);
      block.has_neighbour[side] = neighbour(side) != dash::UNDEFINED_TEAM_UNIT_ID;
    }
    if (dash::is_gpu_unit()) {
      control_.for_each_index(block.rows * block.columns, RelaxCell{block});
    } else {
      control_.for_each_index(block.rows, RelaxRow{block});
    }
  }

  dash::team_unit_t neighbour(std::uint32_t side) const
  {
    constexpr int offsets[num_sides][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const dash::team_unit_t unit = units_.neighbor({offsets[side][0], offsets[side][1]});
    const auto& pattern = from_->pattern();
    // Where there are more units than rows or columns, the last ones have no cells.
    const bool has_cells = unit != dash::UNDEFINED_TEAM_UNIT_ID && pattern.local_size() > 0 &&
                           pattern.local_size(unit) > 0;
    return has_cells ? unit : dash::UNDEFINED_TEAM_UNIT_ID;
  }
  std::size_t length(std::uint32_t side) const
  {
    return from_->pattern().local_extent(side == north || side == south ? 1 : 0);
  }
  float* outbox(std::uint32_t side, std::uint64_t step)
  {
    return outboxes_.device_view().local.begin() + (step % 2 * num_sides + side) * longest_;
  }
  dash::Array<float>::iterator inbox(dash::team_unit_t unit, std::size_t slot, std::uint32_t side)
  {
    const std::size_t place = (static_cast<std::size_t>(unit.id) * 2 + slot) * num_sides + side;
    return inboxes_.begin() + static_cast<dash::default_index_t>(place * longest_);
  }

  dash::TeamSpec<2> units_;
  Squares squares_;
  Field* from_;
  Field* to_;
  std::size_t longest_;  ///< room for a border
  dash::Array<float> inboxes_;
  dash::Array<float> outboxes_;
  dash::Flags<std::uint64_t, typename Control::FlagSpace>
      arrived_;  ///< counts steps, for each side
  std::uint64_t step_ = 0;
  Control control_;
};

}  // namespace jacobi
