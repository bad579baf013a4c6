#pragma once

/// \file
/// Elements of all units, one unit after the other.

#include <dash/Team.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>

#include <cstddef>
#include <vector>

namespace dash::detail {

/// The sum of the counts of all preceding units, and of all units. Collective over \c team.
struct Prefix {
  Position before = 0;
  Position total = 0;
};

inline Prefix prefix_over_units(Team& team, Position mine)
{
  Prefix prefix;
  const auto counts = gather_from_all(team, mine);
  for (std::size_t unit = 0; unit < counts.size(); ++unit) {
    if (unit < static_cast<std::size_t>(team.myid().id)) prefix.before += counts[unit];
    prefix.total += counts[unit];
  }
  return prefix;
}

/// Assigns the elements [begin, end) of all units, one unit after the other, to a range that begins
/// at \c out. Collective.
/// \throws exception::OutOfRange on all units if the output is too short
template <class LocalIterator, class Out>
Out assign_in_unit_order(
    const char* algorithm, Team& team, LocalIterator begin, LocalIterator end, const Out& out)
{
  const Prefix prefix = prefix_over_units(team, end - begin);
  require_room_together(team, algorithm, prefix.total, out);
  assign_elements(begin, end, out + prefix.before);
  return out + prefix.total;
}

template <class T, class Allocator, class Out>
Out assign_in_unit_order(
    const char* algorithm, Team& team, const std::vector<T, Allocator>& elements, const Out& out)
{
  return assign_in_unit_order(algorithm, team, elements.begin(), elements.end(), out);
}

}  // namespace dash::detail
