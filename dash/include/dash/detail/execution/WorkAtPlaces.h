#pragma once

/// \file
/// Steps on the elements at equal positions of several ranges by kernels, which compute the place
/// of each element, so that none is copied.

#include <dash/Types.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/execution/PlaceIterator.h>
#include <dash/detail/execution/StepOn.h>
#include <dash/detail/memory/IndexMap.h>
#include <dash/detail/plan/WorkPlan.h>
#include <dash/detail/range/AlignedRanges.h>
#include <dash/detail/range/Places.h>
#include <dash/detail/range/ShortRuns.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace dash::detail {

/// Ranges on whose elements kernels work at their places.
template <class It>
concept WorkedAtPlaces = CopiedElements<It> && PlacedElements<It>;

template <class It, Access access>
using place_iterator = PlaceIterator<
    std::conditional_t<access == Access::read, const std::iter_value_t<It>, std::iter_value_t<It>>>;

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
  OwnPart(const It& first, Position n)
  {
    const Team& team = first.team();
    facts_ = {size_of_runs(first.pattern()), 0, n, static_cast<Position>(team.size())};
    const Index begin = position_in_section(first), end = begin + static_cast<Index>(n);
    const auto section = section_of(first);
    using SectionIndex = typename It::index_type;
    for (const int id : team) {
      const team_unit_t unit(id);
      const auto part = section.own_numbers(
          unit, static_cast<SectionIndex>(begin), static_cast<SectionIndex>(end));
      facts_.largest = (std::max)(facts_.largest, static_cast<Position>(part.size()));
      if (unit != team.myid()) continue;
      number_ = static_cast<Index>(part.begin);
      size_ = static_cast<Position>(part.size());
      positions_ = positions(section, unit, number_, begin);
      local_ = local_index(section, unit, number_);
    }
  }

  Position size() const { return size_; }
  /// Number of the first element among those that the unit has in the section of the range.
  Index number() const { return number_; }
  /// Local index of the first element, if the elements follow each other in the unit's memory.
  std::optional<Index> local() const { return local_; }
  /// The positions of the elements in the range.
  const NumberedPositions& positions() const { return positions_; }

  const OwnPartFacts& facts() const { return facts_; }

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

  OwnPartFacts facts_{};
  NumberedPositions positions_;
  Index number_ = 0;
  std::optional<Index> local_;
  Position size_ = 0;
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

/// Calls \c f(position_of, begin, end, begins of others…) for the calling unit's elements of one of
/// the ranges (is_better_to_work_on) and the others at their positions. Kernels must be able to
/// do what \c f does.
template <class Step, Access... access, class F, WorkedAtPlaces... Ranges>
void work_at_places(StepOn<Step, access...>, Position n, F f, const Ranges&... ranges)
{
  using Shifts = std::array<std::optional<Position>, sizeof...(Ranges)>;
  const std::array parts{OwnPart(ranges, n)...};
  const auto is_better = [](const OwnPart& a, const OwnPart& b) {
    return is_better_to_work_on(a.facts(), b.facts());
  };
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
