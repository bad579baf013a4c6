#pragma once

/// \file
/// Rectangular sections of a pattern's index domain, and of the calling unit's memory, as runs.

#include <dash/Dimensional.h>
#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/pattern/Box.h>
#include <dash/pattern/PatternRun.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <type_traits>

namespace dash::detail {

/// Coordinates as a parameter from which the number of dimensions is not deduced; a view beside it
/// determines that.
template <dim_t N, class Index>
using coords_beside = std::type_identity_t<std::array<Index, N>>;

/// Coordinates of position \c pos in a view whose elements are numbered in order \c Arr.
template <MemArrange Arr, dim_t N, class Index>
coords_beside<N, Index> coords_in(const ViewSpec<N, Index>& view, std::type_identity_t<Index> pos)
{
  auto coords = linear_coords<Arr>(pos, view.extents());
  for (std::size_t d = 0; d < N; ++d) coords[d] += view.offsets()[d];
  return coords;
}

/// Position of coordinates in a view whose elements are numbered in order \c Arr.
template <MemArrange Arr, dim_t N, class Index>
Index position_in(const ViewSpec<N, Index>& view, coords_beside<N, Index> coords)
{
  for (std::size_t d = 0; d < N; ++d) coords[d] -= view.offsets()[d];
  return linear_index<Arr, Index>(coords, view.extents());
}

/// The elements around position \c pos of a view, with coordinates \c coords, that are consecutive
/// both in the view and in a patch of memory: those in the fastest dimension, and in slower ones as
/// far as view and patch end together. The run's indices are positions in the view.
template <MemArrange Arr, dim_t N, class Index>
PatternRun<Index> run_in(
    const ViewSpec<N, Index>& view, const PatternPatch<N, Index>& patch,
    const coords_beside<N, Index>& coords, std::type_identity_t<Index> pos)
{
  const auto part = intersection(view, patch.box);
  Index before = 0;
  Index length = 1;
  for (std::size_t pace = N; pace-- > 0;) {
    const std::size_t d = dimension_at_pace<Arr, N>(pace);
    if (view.extents()[d] == 1) continue;
    if (patch.strides[d] != length) break;
    before += (coords[d] - part.offsets()[d]) * length;
    length *= static_cast<Index>(part.extents()[d]);
    if (part.extents()[d] != view.extents()[d]) break;
  }
  return {patch.unit, pos - before, pos - before + length, patch.local(coords) - before};
}

/// Local coordinates of the calling unit's elements of a view.
///
/// \throws exception::InvalidArgument  if the elements do not form a box, because the pattern
///   distributes blocks on diagonals or in sequence: use blocks, or the whole domain
template <class Pattern>
typename Pattern::viewspec_type local_part(
    const Pattern& pattern, const typename Pattern::viewspec_type& view)
{
  using viewspec_type = typename Pattern::viewspec_type;
  const team_unit_t me = pattern.team().myid();
  if constexpr (Pattern::has_local_boxes) {
    return pattern.local_box(me, view);
  } else {
    if (view == viewspec_type(pattern.extents())) return viewspec_type(pattern.local_extents());
    if (view.size() == 0) return {};
    const auto patch = pattern.patch_at(view.offsets());
    if (intersection(view, patch.box) != view) {
      DASH_THROW(
          exception::InvalidArgument, "the local part of " << view << " is not a box in "
                                                           << Pattern::PatternName
                                                           << "; take views of single blocks");
    }
    if (patch.unit != me) return {};
    return viewspec_type(pattern.local_coords(view.offsets()), view.extents());
  }
}

/// The elements of a view on all units, in canonical order.
template <class Pattern>
class Section {
 public:
  using index_type = typename Pattern::index_type;
  using viewspec_type = typename Pattern::viewspec_type;
  using coords_type = typename Pattern::coords_type;
  using run_type = PatternRun<index_type>;
  using interval_type = LocalInterval<index_type>;

  static constexpr MemArrange order = Pattern::memory_order();

  Section() = default;
  Section(const Pattern& pattern, const viewspec_type& view) : pattern_(&pattern), view_(view) {}

  const Pattern& pattern() const noexcept { return *pattern_; }
  const viewspec_type& view() const noexcept { return view_; }
  index_type size() const { return static_cast<index_type>(view_.size()); }

  /// Global coordinates of the element at a position.
  coords_type coords(index_type pos) const { return coords_in<order>(view_, pos); }
  /// The view in global coordinates.
  const viewspec_type& global_view() const { return view_; }

  /// Owner and local index of the element at a position, or at global coordinates.
  typename Pattern::local_index_t locate(index_type pos) const { return locate(coords(pos)); }
  typename Pattern::local_index_t locate(const coords_type& coords) const
  {
    return pattern_->local_index(coords);
  }

  /// The run that contains a position; its indices are positions.
  run_type run_at(index_type pos) const
  {
    const auto at = coords(pos);
    return run_in<order>(view_, pattern_->patch_at(at), at, pos);
  }

  /// Calls \c f(lbegin, n, position) for the runs of positions [first, last) that belong to a unit,
  /// in ascending order.
  template <class F>
  void for_each_run_at(team_unit_t unit, index_type first, index_type last, F f) const
  {
    const auto call = [&](const run_type& run, index_type pos) {
      const index_type n = std::min(run.gend, last) - pos;
      if (run.unit == unit) f(run.local(pos), n, pos);
      return n;
    };
    if constexpr (Pattern::has_local_boxes) {
      const viewspec_type box = pattern_->local_box(unit, view_);
      const index_type end = lower_bound(unit, box, last);
      for (index_type i = lower_bound(unit, box, first); i < end;) {
        const index_type pos = position_of(unit, coords_in<order>(box, i));
        i += call(run_at(pos), pos);
      }
    } else {
      for (index_type pos = first; pos < last;) pos += call(run_at(pos), pos);
    }
  }

  /// The calling unit's elements as one interval of its memory in ascending order, if they form
  /// one.
  std::optional<interval_type> local_interval() const
  {
    if constexpr (Pattern::has_local_boxes) {
      const viewspec_type box = pattern_->local_box(pattern_->team().myid(), view_);
      if (box.size() == 0) return interval_type{0, 0};
      const auto run =
          run_in<order>(box, pattern_->local_patch_at(box.offsets()), box.offsets(), 0);
      if (run.size() == static_cast<index_type>(box.size())) {
        return interval_type{run.lbegin, run.lbegin + run.size()};
      }
    }
    return std::nullopt;
  }

  /// Position of the calling unit's element with local index \c lidx.
  index_type position_of(index_type lidx) const
  {
    return position_in<order>(view_, pattern_->coords(pattern_->global(lidx)));
  }

 private:
  index_type position_of(team_unit_t unit, const coords_type& local_coords) const
  {
    return position_in<order>(view_, pattern_->global(unit, local_coords));
  }

  /// Number of elements of a unit's box whose position is less than \c pos. Local order is the
  /// order of positions.
  index_type lower_bound(team_unit_t unit, const viewspec_type& box, index_type pos) const
  {
    index_type begin = 0;
    auto end = static_cast<index_type>(box.size());
    if (pos <= 0) return begin;
    if (pos >= size()) return end;
    while (begin < end) {
      const index_type middle = begin + (end - begin) / 2;
      if (position_of(unit, coords_in<order>(box, middle)) < pos) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  }

  const Pattern* pattern_ = nullptr;
  viewspec_type view_{};
};

/// A box of the calling unit's memory, in local coordinates. All of its elements belong to the
/// calling unit.
template <class Pattern>
class LocalSection {
 public:
  using index_type = typename Pattern::index_type;
  using viewspec_type = typename Pattern::viewspec_type;
  using coords_type = typename Pattern::coords_type;
  using run_type = PatternRun<index_type>;
  using interval_type = LocalInterval<index_type>;

  static constexpr MemArrange order = Pattern::memory_order();

  LocalSection() = default;
  LocalSection(const Pattern& pattern, const viewspec_type& view) : pattern_(&pattern), view_(view)
  {}

  const Pattern& pattern() const noexcept { return *pattern_; }
  const viewspec_type& view() const noexcept { return view_; }
  index_type size() const { return static_cast<index_type>(view_.size()); }

  coords_type coords(index_type pos) const
  {
    return pattern_->global(coords_in<order>(view_, pos));
  }

  /// The extents, with the global coordinates of the first element as offsets.
  viewspec_type global_view() const
  {
    return size() == 0 ? viewspec_type(view_.extents()) : viewspec_type(coords(0), view_.extents());
  }

  /// Local index of the element at a position, or at local coordinates.
  typename Pattern::local_index_t locate(index_type pos) const
  {
    return locate(coords_in<order>(view_, pos));
  }
  typename Pattern::local_index_t locate(const coords_type& coords) const
  {
    return {pattern_->team().myid(), pattern_->local_at(coords)};
  }

  run_type run_at(index_type pos) const
  {
    const auto at = coords_in<order>(view_, pos);
    return run_in<order>(view_, pattern_->local_patch_at(at), at, pos);
  }

  template <class F>
  void for_each_run_at(team_unit_t unit, index_type first, index_type last, F f) const
  {
    if (unit != pattern_->team().myid()) return;
    for (index_type pos = first; pos < last;) {
      const run_type run = run_at(pos);
      const index_type n = std::min(run.gend, last) - pos;
      f(run.local(pos), n, pos);
      pos += n;
    }
  }

  std::optional<interval_type> local_interval() const
  {
    if (size() == 0) return interval_type{0, 0};
    const run_type run = run_at(0);
    if (run.size() != size()) return std::nullopt;
    return interval_type{run.lbegin, run.lbegin + run.size()};
  }

  index_type position_of(index_type lidx) const
  {
    const auto local = pattern_->local(pattern_->coords(pattern_->global(lidx)));
    return position_in<order>(view_, local.coords);
  }

 private:
  const Pattern* pattern_ = nullptr;
  viewspec_type view_{};
};

}  // namespace dash::detail
