#pragma once

/// \file
/// Borders that units send their neighbours after each step, by any control path.

#include <dash/Array.h>
#include <dash/Flags.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Fill.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "applications/support/control.h"

namespace control {

/// A kernel whose first and last calls write a border each, and fire its tag.
template <class F, class Tags>
struct Firing {
  F f;
  Tags tags;
  std::uint32_t calls, in_border;
  bool sends_first, sends_last;

  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE void operator()(std::uint32_t i) const
  {
    f(i);
    if (sends_first && i < in_border) fire_together(tags, 0);
    if (sends_last && i >= calls - in_border) fire_together(tags, 1);
  }
};

/// The values beyond each side of a unit's part of a field. A kernel writes the unit's own borders,
/// which are put to the neighbours' sides.
///
/// Exchange k fills slot k % 2. The values that decide about a border are computed from those
/// beyond it: a neighbour that sends k has read k - 1, and received ours. So slots can be written
/// again without asking, and so can borders that were sent, one exchange later.
template <class T, class Control>
class Borders {
 public:
  /// Values beyond all sides are T() until they are preset or received. Collective.
  /// \param neighbours  the unit beyond each side, UNDEFINED_TEAM_UNIT_ID if there is none; that
  ///   unit has this one beyond the opposite side, s ^ 1
  /// \param longest     values of the longest border of all units
  Borders(
      std::vector<dash::team_unit_t> neighbours, std::size_t longest, Control& control,
      dash::Team& team = dash::Team::All())
      : neighbours_(std::move(neighbours)),
        longest_(longest),
        control_(control),
        inboxes_(2 * neighbours_.size() * longest * team.size(), dash::BLOCKED, team),
        arrived_(neighbours_.size(), team)
  {
    dash::fill(inboxes_, T());
    inboxes_.barrier();
  }

  /// Sets the values beyond a side before the first exchange. Units synchronise afterwards.
  void preset(std::size_t side, const std::vector<T>& values)
  {
    for (const std::size_t slot : {0, 1})
      dash::copy(values.begin(), values.end(), position(inboxes_.team().myid(), slot, side));
  }

  bool has_neighbour(std::size_t side) const
  {
    return neighbours_[side] != dash::UNDEFINED_TEAM_UNIT_ID;
  }

  /// The values beyond a side after the last exchange, for kernels.
  const T* beyond(std::size_t side)
  {
    return inboxes_.device_view().local.begin() + offset(count_ % 2, side);
  }

  std::uint64_t count() const { return count_; }  ///< number of exchanges

  /// Puts the borders to the neighbours, and waits for theirs.
  /// \param border  returns the unit's border at a side, in memory that its kernels write
  /// \param fires   returns how often the kernel fires the tag of a side
  template <class BorderAt, class FiresAt>
  void exchange(BorderAt border, FiresAt fires)
  {
    ++count_;
    for (std::size_t side = 0; side < neighbours_.size(); ++side) {
      if (!has_neighbour(side)) continue;
      const dash::team_unit_t to = neighbours_[side];
      control_.put_fired(
          side, fires(side), position(to, count_ % 2, side ^ 1), border(side),
          arrived_(to, side ^ 1), count_);
    }
    for (std::size_t side = 0; side < neighbours_.size(); ++side)
      if (has_neighbour(side)) control_.wait_for(arrived_[side], count_);
  }

  /// Runs a kernel that writes planes along the first dimension, and exchanges the first and the
  /// last one.
  /// \param calls, in_plane  of the kernel: all, and those that write the first or the last plane
  template <class F>
  void write_planes(std::uint32_t calls, std::uint32_t in_plane, F f, std::span<const T> planes)
  {
    control_.for_each_index(
        calls, Firing<F, typename Control::Tags>{
                   f, control_.tags(), calls, in_plane, has_neighbour(0), has_neighbour(1)});
    exchange(
        [&](std::size_t side) {
          return side == 0 ? planes.first(longest_) : planes.last(longest_);
        },
        [&](std::size_t) { return in_plane; });
  }

 private:
  std::size_t offset(std::size_t slot, std::size_t side) const
  {
    return (slot * neighbours_.size() + side) * longest_;
  }
  auto position(dash::team_unit_t unit, std::size_t slot, std::size_t side)
  {
    const std::size_t of_unit = static_cast<std::size_t>(unit.id) * offset(2, 0);
    return inboxes_.begin() + static_cast<dash::default_index_t>(of_unit + offset(slot, side));
  }

  std::vector<dash::team_unit_t> neighbours_;
  std::size_t longest_;
  Control& control_;
  dash::Array<T> inboxes_;                                           ///< two slots for each side
  dash::Flags<std::uint64_t, typename Control::FlagSpace> arrived_;  ///< counts, for each side
  std::uint64_t count_ = 0;
};

}  // namespace control
