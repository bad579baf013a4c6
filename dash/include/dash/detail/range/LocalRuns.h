#pragma once

/// \file
/// Which elements of a global range the calling unit owns, and where they are.

#include <dash/Team.h>
#include <dash/detail/base/GoesOn.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/range/Backwards.h>
#include <dash/detail/range/BlockSizes.h>
#include <dash/detail/range/Location.h>
#include <dash/detail/range/Transfer.h>
#include <dash/iterator/GlobIter.h>
#include <dash/iterator/IteratorTraits.h>
#include <dash/pattern/PatternRun.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// Where the part of a unit begins if \c size positions are divided equally among \c units units.
inline Position equal_part(Position unit, Position units, Position size)
{
  return size / units * unit + size % units * unit / units;
}

/// Whether \c base() of a view's iterator, possibly applied repeatedly, gives an iterator of a
/// container.
template <class Iterator>
struct IsOverContainer : std::bool_constant<GlobalIterator<Iterator>> {};

template <class Iterator>
  requires(!GlobalIterator<Iterator> && requires(const Iterator& it) { it.base(); })
struct IsOverContainer<Iterator>
    : IsOverContainer<std::remove_cvref_t<decltype(std::declval<const Iterator&>().base())>> {};

template <class Iterator>
auto container_iterator(const Iterator& it)
{
  if constexpr (GlobalIterator<Iterator>) {
    return it;
  } else {
    return container_iterator(it.base());
  }
}

/// Whether a view goes through its container, or its first one, from the end to the beginning.
template <class Iterator>
constexpr bool goes_backwards()
{
  if constexpr (!std::is_void_v<reversed_iterator<Iterator>>) {
    return !goes_backwards<reversed_iterator<Iterator>>();
  } else if constexpr (!GlobalIterator<Iterator> && IsOverContainer<Iterator>::value) {
    return goes_backwards<std::remove_cvref_t<decltype(std::declval<const Iterator&>().base())>>();
  } else {
    return false;
  }
}

/// Whether a view's elements correspond one to one to those of an interval of the container.
template <class Iterator>
bool is_interval_of_container(const Iterator& first, const Iterator& last)
{
  return container_iterator(last) - container_iterator(first) == last - first;
}

/// Whether a view's elements correspond one to one to those of an interval of the container, but in
/// reverse order; its iterators then have bases behind their elements.
template <class Iterator>
bool is_reversed_interval(const Iterator& first, const Iterator& last)
{
  return container_iterator(first) - container_iterator(last) == last - first;
}

/// The first native element of the calling unit's part of the container to which a global iterator
/// belongs.
template <GlobalIterator Iterator>
auto local_elements(const Iterator& it)
{
  using T = std::remove_pointer_t<typename Iterator::local_type>;
  return reinterpret_cast<T*>(it.globmem().local_base());
}

/// The team of the units that own the elements of a non-empty range.
template <SegmentedIterator Iterator>
Team& team_of(const Iterator& first)
{
  if constexpr (LocalViewIterator<Iterator>) {
    return Team::Self();
  } else if constexpr (GlobalIterator<Iterator>) {
    return first.team();
  } else if constexpr (IsOverContainer<Iterator>::value) {
    return team_of(container_iterator(first));
  } else {
    return Team::Get(gptr_of_mapped(locate_element(first).address).teamid);
  }
}

/// End of the run of positions that begins at \c pos and whose elements are contiguous in memory.
///
/// A unit's elements have the same order in its memory as in the range. So if two addresses differ
/// by as many elements as the positions, all elements between the positions are between the
/// addresses.
template <class Iterator>
Position end_of_run(const Iterator& first, Position pos, Position end)
{
  if (pos + 1 == end) return end;
  const Location start = locate_element(first + pos);
  const std::ptrdiff_t step = locate_element(first + (pos + 1)).address - start.address;
  if (step != start.bytes && step != -start.bytes) return pos + 1;
  const auto inside = [&](Position other) {
    return locate_element(first + other).address - start.address == (other - pos) * step;
  };
  Position known = pos + 1;  // inside the run
  Position bound = end;      // outside of the run, or the end
  for (Position reach = 2; pos + reach < end; reach *= 2) {
    if (!inside(pos + reach)) {
      bound = pos + reach;
      break;
    }
    known = pos + reach;
  }
  while (known + 1 < bound) {
    const Position middle = known + (bound - known) / 2;
    (inside(middle) ? known : bound) = middle;
  }
  return known + 1;
}

/// Calls \c f(position, size) for the calling unit's runs of the \c n elements in front of \c end,
/// from the last one to the first one, until it returns false; positions count from \c end
/// backwards. \return whether it never returned false
template <GlobalIterator Iterator, class F>
bool for_each_local_run_backwards(const Iterator& end, Position n, F f)
{
  struct Run {
    Position begin, size;
  };
  std::vector<Run> runs;
  const auto first = end - static_cast<typename Iterator::index_type>(n);
  // Runs are known in ascending order; some dozens of long ones are collected at a time, so that
  // work on the first one, which may be all that is needed, begins early. A single short one is the
  // end of a block.
  Position longest = first.owned_run().size;
  if (longest < n) longest = std::max<Position>(longest, (first + longest).owned_run().size);
  const auto units = static_cast<Position>(first.team().size());
  const Position together = (std::max)(Position(1) << 16, 64 * units * longest);
  for (Position rest = n; rest > 0;) {
    const Position begin = std::max<Position>(0, rest - together);
    runs.clear();
    (first + static_cast<typename Iterator::index_type>(begin))
        .for_each_run_at(first.team().myid(), rest - begin, [&](auto, auto size, auto offset) {
          runs.push_back({begin + Position(offset), Position(size)});
        });
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
      if (!goes_on(f, n - (run->begin + run->size), run->size)) return false;
    }
    rest = begin;
  }
  return true;
}

/// All units of the team of a view's first element find that another element belongs to a unit that
/// is not in the team.
/// \throws exception::InvalidArgument
[[noreturn]] DASH_API void throw_not_in_team(const Team& team, global_unit_t owner);

/// Calls \c f(begin, end, position) for the calling unit's elements of [first, last), in ascending
/// order, until it returns false; each run is contiguous in memory and in the range, where it
/// begins at \c position. Begin and end are native pointers for global iterators, and iterators of
/// the range's own type otherwise. Local call. \return whether it never returned false
template <SegmentedIterator Iterator, class F>
bool for_each_local_run(const Iterator& first, const Iterator& last, F f)
{
  if constexpr (GlobalIterator<Iterator>) {
    if (first == last) return true;
    auto* elements = local_elements(first);
    const auto call = [&](auto lbegin, auto n, auto offset) {
      return goes_on(f, elements + lbegin, elements + (lbegin + n), Position(offset));
    };
    return first.for_each_run_at(first.team().myid(), last - first, call);
  } else {
    if constexpr (IsOverContainer<Iterator>::value) {
      if (is_interval_of_container(first, last)) {
        const auto call = [&](auto begin, auto end, Position position) {
          return goes_on(f, first + position, first + (position + (end - begin)), position);
        };
        return for_each_local_run(container_iterator(first), container_iterator(last), call);
      }
      if (is_reversed_interval(first, last)) {
        const auto call = [&](Position position, Position size) {
          return goes_on(f, first + position, first + (position + size), position);
        };
        return for_each_local_run_backwards(container_iterator(first), last - first, call);
      }
    }
    const Position end = last - first;
    if (end == 0) return true;
    const Team& team = team_of(first);
    const global_unit_t me = Team::GlobalUnitID();
    for (Position pos = 0; pos < end;) {
      const Position next = end_of_run(first, pos, end);
      const global_unit_t owner(dart_owner_of_mapped(locate_element(first + pos).address));
      if (team.size() < dash::size() && !team.is_member(owner)) throw_not_in_team(team, owner);
      if (owner == me && !goes_on(f, first + pos, first + next, pos)) return false;
      pos = next;
    }
    return true;
  }
}

/// The calling unit's part of a range as one ascending interval of its local indices, if it is one.
template <GlobalIterator Iterator>
std::optional<LocalInterval<typename Iterator::index_type>> own_interval(
    const Iterator& first, const Iterator& last)
{
  if constexpr (LinearIterator<Iterator>) {
    const auto& pattern = first.pattern();
    return pattern.local_interval(pattern.team().myid(), first.pos(), last.pos());
  } else {
    const bool is_whole = first.rpos() == 0 && last.rpos() == first.section().size();
    return is_whole ? first.section().local_interval() : std::nullopt;
  }
}

/// Position, relative to \c first, of the calling unit's element with a local index.
template <GlobalIterator Iterator>
Position position_of_local(const Iterator& first, typename Iterator::index_type lidx)
{
  if constexpr (LinearIterator<Iterator>) {
    return first.pattern().global(lidx) - first.pos();
  } else {
    return first.section().position_of(lidx) - first.rpos();
  }
}

}  // namespace dash::detail
