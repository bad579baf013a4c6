#pragma once

/// \file
/// Memory of GPU units for the words of their borders (BorderWords.h).

#include <dash/Team.h>
#include <dash/detail/halo/BorderWords.h>
#include <dash/detail/halo/HaloBox.h>
#include <dash/detail/memory/GlobalMemory.h>
#include <dash/halo/GlobalBoundarySpec.h>
#include <dash/halo/HaloSpec.h>
#include <dash/halo/RegionCoords.h>
#include <dash/memory/UnitSpace.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace dash::halo::detail {

/// Which regions around a unit's block other units have, and where their words begin.
template <class T, dim_t N>
struct BorderLayout {
  std::array<team_unit_t, NumRegionsMax<N>> owners{};
  std::array<std::size_t, NumRegionsMax<N>> first_word{};
  std::size_t words = 0;
  /// Whether each region has one owner.
  bool is_possible = true;

  bool has(region_index_t region) const { return owners[region].id != DART_UNDEFINED_UNIT_ID; }
};

/// A halo that has the opposite regions as well, because the words of both depend on each other.
template <dim_t N>
HaloSpec<N> symmetric(const HaloSpec<N>& halo)
{
  typename HaloSpec<N>::Specs_t specs = halo.specs();
  for (auto& spec : specs) {
    const region_index_t opposite = NumRegionsMax<N> - 1 - spec.index();
    spec = {spec.index(), (std::max)(spec.extent(), halo.extent(opposite))};
  }
  return HaloSpec<N>(specs);
}

/// The layout of a unit's words.
template <class T, class Pattern, dim_t N = Pattern::ndim()>
BorderLayout<T, N> border_layout(
    const Pattern& pattern, team_unit_t unit, const GlobalBoundarySpec<N>& bounds,
    const HaloSpec<N>& halo)
{
  using Words = BorderWords<T, N>;
  BorderLayout<T, N> layout;
  for (const auto& box : halo_boxes(block_of(pattern, unit), pattern.extents(), bounds, halo)) {
    const region_index_t region = box.spec.index();
    std::size_t parts = 0;
    for_each_halo_part(pattern, bounds, box, [&](const auto& part) {
      ++parts;
      layout.is_possible = layout.is_possible && part.target.size() == box.view.size();
      if (part.owner != unit) layout.owners[region] = part.owner;
    });
    layout.is_possible = layout.is_possible && parts <= 1;
    if (!layout.has(region)) continue;
    layout.first_word[region] = layout.words;
    layout.words += box.view.size() * Words::of_element * Words::in_turn;
  }
  return layout;
}

/// The words of all units of a team.
template <class T, dim_t N>
class BorderMailbox {
 public:
  /// Collective; synchronises at its end.
  /// \param halo  of width 1
  template <class Pattern>
  BorderMailbox(
      const Pattern& pattern, const GlobalBoundarySpec<N>& bounds, const HaloSpec<N>& halo)
      : memory_(pattern.team())
  {
    Team& team = pattern.team();
    const HaloSpec<N> both = symmetric(halo);
    std::vector<BorderLayout<T, N>> layouts;
    for (const int id : team) {
      layouts.push_back(border_layout<T>(pattern, team_unit_t(id), bounds, both));
      is_possible_ = is_possible_ && layouts.back().is_possible;
    }
    if (!is_possible_) return;
    const team_unit_t me = team.myid();
    const auto layout_of = [&](team_unit_t unit) -> const BorderLayout<T, N>& {
      return layouts[static_cast<std::size_t>(unit.id)];
    };
    const auto& mine = layout_of(me);
    memory_.allocate_zeros(team, "dash::halo::Stencil", mine.words * sizeof(Word));
    for (region_index_t region = 0; region < NumRegionsMax<N>; ++region) {
      if (!mine.has(region)) continue;
      const team_unit_t owner = mine.owners[region];
      const std::size_t opposite = NumRegionsMax<N> - 1 - region;
      std::array<int, N> sides{};
      const RegionCoords<N> coords(region);
      for (std::size_t d = 0; d < N; ++d) sides[d] = coords[d];
      words_.regions[words_.count++] = {
          region, sides, words_of(me) + mine.first_word[region],
          words_of(owner) + layout_of(owner).first_word[opposite]};
    }
  }

  /// Whether each region has one owner, for all units.
  bool is_possible() const { return is_possible_; }
  const BorderWords<T, N>& words() const { return words_; }

 private:
  using Word = typename SharedRegion<N>::Word;

  Word* words_of(team_unit_t unit) const
  {
    return reinterpret_cast<Word*>(memory_->kernel_base(unit));
  }

  dash::detail::GlobalMemory<UnitSpace> memory_;
  BorderWords<T, N> words_;
  bool is_possible_ = true;
};

}  // namespace dash::halo::detail
