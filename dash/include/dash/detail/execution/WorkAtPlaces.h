#pragma once

/// \file
/// Steps on the elements at equal positions of several ranges by kernels, which compute the place
/// of each element, so that none is copied.

#include <dash/Types.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/execution/OwnPositions.h>
#include <dash/detail/execution/PlacesOfPositions.h>
#include <dash/detail/memory/IndexMap.h>
#include <dash/detail/range/AlignedRanges.h>
#include <dash/detail/range/IndexedParts.h>
#include <dash/detail/range/ShortRuns.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/GpuUnits.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>

namespace dash::detail {

/// What callers do with elements at equal positions of ranges: a step whose operands, one of each
/// range, have such accesses; or anything else, of which it is not known whether kernels can do it.
template <class Step, Access... access>
struct StepOn {};
struct AnyWork {};

template <class It, Access access>
using place_iterator = PlaceIterator<
    std::conditional_t<access == Access::read, const std::iter_value_t<It>, std::iter_value_t<It>>>;

/// Whether work is a step that is compiled for elements at places, too, and kernels can run such a
/// step on elements of these ranges.
template <class Work, class... Ranges>
inline constexpr bool runs_at_places = false;
template <class Step, Access... access, class... Ranges>
  requires(requires { Step::runs_at_places; } && sizeof...(access) == sizeof...(Ranges))
inline constexpr bool runs_at_places<StepOn<Step, access...>, Ranges...> =
    Step::runs_at_places && is_device_step<Step> &&
    (has_device_elements<place_iterator<Ranges, access>> && ...);

/// The calling unit's elements of a range.
class OwnPart {
  using Index = default_index_t;

 public:
  template <DealtElements It>
  OwnPart(const It& first, Position n)
      : blocks_(dealt_blocks(first)),
        map_(first.pattern()),
        unit_(first.team().myid().id)
  {
    for (Index unit = 0; unit < static_cast<Index>(first.team().size()); ++unit) {
      const team_unit_t id(static_cast<dart_unit_t>(unit));
      const auto part = first.pattern().local_interval(
          id, first.pos(), first.pos() + static_cast<typename It::index_type>(n));
      const auto size = static_cast<Position>(part.size());
      largest_ = std::max(largest_, size);
      if (unit != unit_) continue;
      begin_ = static_cast<Index>(part.begin);
      size_ = size;
    }
    is_balanced_ = 4 * largest_ * blocks_.units <= 5 * n;
  }

  const DealtBlocks& blocks() const { return blocks_; }
  Index begin() const { return begin_; }  ///< local index
  Position size() const { return size_; }

  /// Whether units should work on their elements of this range, and not on those of another one.
  /// Kernels then access most elements of other ranges in long runs, if blocks are large. But no
  /// unit should have much more work than the others.
  bool is_better_than(const OwnPart& other) const
  {
    if (is_balanced_ != other.is_balanced_) return is_balanced_;
    return is_balanced_ ? blocks_.size > other.blocks_.size : largest_ < other.largest_;
  }

  /// The global indices of the elements.
  DealtIndices<Index> indices() const { return {map_, {unit_, begin_}}; }
  /// The position of an element in the range.
  Position position(Position number) const { return indices()[number] - blocks_.begin; }

 private:
  DealtBlocks blocks_;
  UniformIndexMap<Index> map_;
  Index unit_;
  Index begin_ = 0;
  Position size_ = 0;
  Position largest_ = 0;  ///< size of the largest part of a unit
  bool is_balanced_ = false;
};

/// The elements of a range at the positions of a unit's own elements of one of the ranges.
template <DealtElements It, Access access>
class ElementsAtPlaces {
  using T = std::iter_value_t<It>;
  using Index = default_index_t;

 public:
  ElementsAtPlaces(const It& first, const OwnPart& own)
  {
    if (const auto shift = shift_of_aligned(own.blocks(), dealt_blocks(first))) {
      auto* const part = reinterpret_cast<T*>(first.globmem().kernel_base(first.team().myid()));
      begin_ = Iterator(OwnPlaces(part + own.begin() + *shift));
    } else {
      const Position distance = static_cast<Position>(first.pos()) - own.blocks().begin;
      begin_ = Iterator(OwnPlaces(
          own.indices(), static_cast<Index>(distance), UniformIndexMap<Index>(first.pattern()),
          addresses_.emplace(first).parts()));
    }
  }

  const auto& begin() const { return begin_; }

 private:
  using Iterator = place_iterator<It, access>;

  std::optional<PartAddresses<It>> addresses_;
  Iterator begin_;
};

/// Whether a step should run on elements at places: all units are GPU units of one host, whose
/// kernels run it and reach all elements, and some of these lie in short runs. The same on all
/// units of the team. Collective if they are GPU units of one host.
template <class Step, Access... access, DealtElements... Ranges>
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

/// Calls \c f(position_of, begin, end, begins of others…) for the calling unit's elements of one of
/// the ranges (OwnPart::is_better_than) and the others at their positions. Kernels must be able to
/// do what \c f does.
template <class Step, Access... access, class F, DealtElements... Ranges>
void work_at_places(StepOn<Step, access...>, Position n, F f, const Ranges&... ranges)
{
  const OwnPart parts[] = {OwnPart(ranges, n)...};
  const auto is_better = [](const OwnPart& a, const OwnPart& b) { return a.is_better_than(b); };
  const OwnPart& own = *std::min_element(std::begin(parts), std::end(parts), is_better);
  if (own.size() == 0) return;
  const auto position_of = [&](const auto& it) { return own.position(it.number()); };
  const auto call = [&](const auto& first, const auto&... others) {
    f(position_of, first.begin(), first.begin() + own.size(), others.begin()...);
  };
  call(ElementsAtPlaces<Ranges, access>(ranges, own)...);
}

}  // namespace dash::detail
