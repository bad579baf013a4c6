#pragma once

/// \file
/// Steps on the elements at equal positions of several ranges by kernels, which compute the place
/// of each element, so that none is copied.

#include <dash/Types.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/execution/PlaceIterator.h>
#include <dash/detail/memory/IndexMap.h>
#include <dash/detail/range/AlignedRanges.h>
#include <dash/detail/range/OwnRuns.h>
#include <dash/detail/range/Places.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/GpuUnits.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace dash::detail {

/// What callers do with elements at equal positions of ranges: a step whose operands, one of each
/// range, have such accesses; or anything else, of which it is not known whether kernels can do it.
template <class Step, Access... access>
struct StepOn {};
struct AnyWork {};

/// Ranges on whose elements kernels work at their places.
template <class It>
concept WorkedAtPlaces = CopiedElements<It> && PlacedElements<It>;

template <class It, Access access>
using place_iterator = PlaceIterator<
    std::conditional_t<access == Access::read, const std::iter_value_t<It>, std::iter_value_t<It>>>;

/// Whether work is a step that is compiled for elements at places, too, and kernels can run such a
/// step on elements of these ranges.
template <class Work, class... Ranges>
inline constexpr bool runs_at_places = false;
template <class Step, Access... access, class... Ranges>
  requires(requires { Step::runs_at_places; } && sizeof...(access) == sizeof...(Ranges) &&
           (WorkedAtPlaces<Ranges> && ...))
inline constexpr bool runs_at_places<StepOn<Step, access...>, Ranges...> =
    Step::runs_at_places && is_device_call<Step, place_iterator<Ranges, access>...>;

/// Number of elements of the longest runs of a pattern.
template <class Pattern>
Position size_of_runs(const Pattern& pattern)
{
  if constexpr (Pattern::ndim() == 1) {
    return static_cast<Position>(pattern.blocksize(0));
  } else {
    return static_cast<Position>(pattern.run_at(0).size());
  }
}

/// The calling unit's elements of a range.
class OwnPart {
  using Index = default_index_t;

 public:
  template <WorkedAtPlaces It>
  OwnPart(const It& first, Position n) : run_(size_of_runs(first.pattern()))
  {
    const Team& team = first.team();
    const Index begin = position_in_section(first), end = begin + static_cast<Index>(n);
    const auto section = section_of(first);
    using SectionIndex = typename It::index_type;
    for (const int id : team) {
      const team_unit_t unit(id);
      const auto part = section.own_numbers(
          unit, static_cast<SectionIndex>(begin), static_cast<SectionIndex>(end));
      largest_ = (std::max)(largest_, static_cast<Position>(part.size()));
      if (unit != team.myid()) continue;
      number_ = static_cast<Index>(part.begin);
      size_ = static_cast<Position>(part.size());
      positions_ = positions(section, unit, number_, begin);
      local_ = local_index(section, unit, number_);
    }
    is_balanced_ = 4 * largest_ * static_cast<Position>(team.size()) <= 5 * n;
  }

  Position size() const { return size_; }
  /// Number of the first element among those that the unit has in the section of the range.
  Index number() const { return number_; }
  /// Local index of the first element, if the elements follow each other in the unit's memory.
  std::optional<Index> local() const { return local_; }
  /// The positions of the elements in the range.
  const NumberedPositions& positions() const { return positions_; }

  /// Whether units should work on their elements of this range, and not on those of another one.
  /// Kernels then access most elements of other ranges in long runs, if these are long here. But no
  /// unit should have much more work than the others.
  bool is_better_than(const OwnPart& other) const
  {
    if (is_balanced_ != other.is_balanced_) return is_balanced_;
    return is_balanced_ ? run_ > other.run_ : largest_ < other.largest_;
  }

 private:
  template <class Section>
  static NumberedPositions positions(
      const Section& section, team_unit_t unit, Index number, Index begin)
  {
    using Pattern = typename Section::pattern_type;
    if constexpr (HasBoxMap<Pattern>) {
      return NumberedPositions(OwnBoxPositions(section, unit), number, begin);
    } else {
      const auto indices =
          dealt_indices(section.pattern(), unit, *local_index(section, unit, number));
      const auto at = static_cast<typename Section::index_type>(begin);
      return NumberedPositions(indices, static_cast<Index>(section.index(at)));
    }
  }

  /// Local index of the element with a number among those that a unit has in a section, if these
  /// follow each other in its memory.
  template <class Section>
  static std::optional<Index> local_index(const Section& section, team_unit_t unit, Index number)
  {
    const auto box = section.pattern().local_box(unit, section.box());
    const auto extents = section.pattern().local_extents(unit);
    constexpr std::size_t slowest = dimension_at_pace<Section::order, extents.size()>(0);
    for (std::size_t d = 0; d < extents.size(); ++d) {
      if (d != slowest && box.extents()[d] != extents[d]) return std::nullopt;
    }
    const auto lines = static_cast<Index>(size_of_lines<Section::order>(extents, slowest));
    return static_cast<Index>(box.offsets()[slowest]) * lines + number;
  }

  Position run_;
  NumberedPositions positions_;
  Index number_ = 0;
  std::optional<Index> local_;
  Position size_ = 0;
  Position largest_ = 0;  ///< size of the largest part of a unit
  bool is_balanced_ = false;
};

/// The elements of a range at the positions of a unit's own elements of one of the ranges.
template <WorkedAtPlaces It, Access access>
class ElementsAtPlaces {
  using T = std::iter_value_t<It>;

 public:
  /// \param shift  how far the local indices of the elements lie behind those of the own ones, if
  ///   they are aligned with these
  ElementsAtPlaces(const It& first, const OwnPart& own, const std::optional<Position>& shift)
  {
    std::byte* const part = first.globmem().kernel_base(first.team().myid());
    if (shift && own.local()) {
      begin_ = Iterator(Places(reinterpret_cast<T*>(part) + (*own.local() + *shift)));
    } else if (shift) {
      begin_ = Iterator(own_places(first, own, part));
    } else {
      const auto& parts = addresses_.emplace(first).parts();
      begin_ = Iterator(Places(own.positions(), PlaceMap(first), parts));
    }
  }

  const auto& begin() const { return begin_; }

 private:
  using Iterator = place_iterator<It, access>;

  static Places own_places(const It& first, const OwnPart& own, std::byte* part)
  {
    if constexpr (HasBoxMap<typename It::pattern_type>) {
      return Places(section_of(first), own.number(), part);
    } else {
      return {};  // own elements follow each other
    }
  }

  std::optional<PartAddresses> addresses_;
  Iterator begin_;
};

/// Whether a step should run on elements at places: all units are GPU units of one host, whose
/// kernels run it and reach all elements, and some of these lie in short runs. The same on all
/// units of the team. Collective if they are GPU units of one host.
template <class Step, Access... access, WorkedAtPlaces... Ranges>
bool works_at_places(StepOn<Step, access...>, Position n, Team& team, const Ranges&... ranges)
{
  if (!run_has_gpu_units_anywhere || !has_only_gpus_of_host(team)) return false;
  const auto is_dealt_to_all = [&](const auto& it) {
    return it.team() == team && static_cast<std::size_t>(it.pattern().num_units()) == team.size();
  };
  const auto is_short = [n](const auto& it) { return has_short_runs(it, it + n); };
  if (!(is_dealt_to_all(ranges) && ...) || !(is_short(ranges) || ...)) return false;
  const bool have_kernel = device_launcher<Step, place_iterator<Ranges, access>...>() != nullptr;
  return all_units(team, have_kernel && (kernels_reach(ranges) && ...));
}

/// Whether a step should run on elements at places that lie in many runs of the calling unit's
/// memory, of ranges that are distributed alike. Local decision.
template <class Step, Access... access, WorkedAtPlaces... Ranges>
bool works_at_own_places(StepOn<Step, access...>, Position n, const Ranges&... ranges)
{
  return (should_copy_own_runs(ranges, ranges + n) && ...) &&
         (has_small_extents(ranges.pattern()) && ...) &&
         device_launcher<Step, place_iterator<Ranges, access>...>() != nullptr;
}

/// Calls \c f(position_of, begin, end, begins of others…) for the calling unit's elements of one of
/// the ranges (OwnPart::is_better_than) and the others at their positions. Kernels must be able to
/// do what \c f does.
template <class Step, Access... access, class F, WorkedAtPlaces... Ranges>
void work_at_places(StepOn<Step, access...>, Position n, F f, const Ranges&... ranges)
{
  using Shifts = std::array<std::optional<Position>, sizeof...(Ranges)>;
  const std::array parts{OwnPart(ranges, n)...};
  const auto is_better = [](const OwnPart& a, const OwnPart& b) { return a.is_better_than(b); };
  const auto best = std::min_element(parts.begin(), parts.end(), is_better);
  const OwnPart& own = *best;
  if (own.size() == 0) return;
  Shifts shifts;
  auto part = parts.begin();
  const auto note_shifts = [&](const auto& range) {
    if (part++ == best) shifts = Shifts{shift_of_aligned(range, ranges)...};
  };
  (note_shifts(ranges), ...);
  const auto position_of = [&](const auto& it) { return own.positions()[it.number()]; };
  const auto call = [&](const auto& first, const auto&... others) {
    f(position_of, first.begin(), first.begin() + own.size(), others.begin()...);
  };
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    call(ElementsAtPlaces<Ranges, access>(ranges, own, shifts[i])...);
  }(std::index_sequence_for<Ranges...>{});
}

}  // namespace dash::detail
