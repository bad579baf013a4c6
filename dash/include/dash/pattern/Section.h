#pragma once

/// \file
/// Sections: boxes of a pattern's index domain, of the calling unit's memory, and of the blocks.

#include <dash/Dimensional.h>
#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/detail/base/GoesOn.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/pattern/Box.h>
#include <dash/pattern/PatternRun.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <type_traits>

namespace dash {

/// What coordinates and indices refer to: all elements of a container, or the calling unit's part
/// of its memory.
enum class IndexSpace : unsigned char { global, local };

namespace detail {

/// The elements around position \c pos of a box, with coordinates \c coords, that are consecutive
/// both in the box and in a patch of memory: those in the fastest dimension, and in slower ones as
/// far as box and patch end together. The run's indices are positions in the box.
template <MemArrange Arr, dim_t N, class Index>
PatternRun<Index> run_in(
    const ViewSpec<N, Index>& box, const PatternPatch<N, Index>& patch,
    const coords_beside<N, Index>& coords, std::type_identity_t<Index> pos)
{
  const auto part = intersection(box, patch.box);
  Index before = 0;
  Index length = 1;
  for (std::size_t pace = N; pace-- > 0;) {
    const std::size_t d = dimension_at_pace<Arr, N>(pace);
    if (box.extents()[d] == 1) continue;
    if (patch.strides[d] != length) break;
    before += (coords[d] - part.offsets()[d]) * length;
    length *= static_cast<Index>(part.extents()[d]);
    if (part.extents()[d] != box.extents()[d]) break;
  }
  return {patch.unit, pos - before, pos - before + length, patch.local(coords) - before};
}

/// \c f(pos) for positions below \c size, and behind them on from the last one's.
template <class Index, class F>
inline Index continued(Index pos, Index size, F f)
{
  if (pos < size) return f(pos);
  return size == 0 ? pos : f(size - 1) + (pos - size + 1);
}

}  // namespace detail

template <class Pattern, IndexSpace Space>
class BlockSection;

/// The elements of a box in canonical order: row- or column-major as the pattern says, independent
/// of its blocks. Views, parts of matrices and index sets all refer to their elements by a section.
///
/// Elements are numbered by their position in this order. \c coords and \c index tell where the
/// element at a position is in the section's index space, \c locate tells which unit owns it. A
/// section is a small value that refers to the pattern. All operations are local calls.
///
/// \tparam Space  global: the box has global coordinates and elements of all units; local: it has
///   coordinates in the calling unit's memory, and all of its elements belong to the calling unit
template <class Pattern, IndexSpace Space = IndexSpace::global>
class Section {
 public:
  using pattern_type = Pattern;
  using index_type = typename Pattern::index_type;
  using size_type = typename Pattern::size_type;
  using viewspec_type = typename Pattern::viewspec_type;
  using coords_type = typename Pattern::coords_type;
  using local_index_t = typename Pattern::local_index_t;
  using run_type = PatternRun<index_type>;
  using line_type = DealtLine<index_type>;
  using interval_type = LocalInterval<index_type>;

  static constexpr IndexSpace space = Space;
  static constexpr bool is_local = Space == IndexSpace::local;
  static constexpr MemArrange order = Pattern::memory_order();

  /// Such a section has no pattern.
  Section() = default;
  /// All elements, or all of the calling unit.
  explicit Section(const Pattern& pattern) : Section(pattern, all_of(pattern)) {}
  Section(const Pattern& pattern, const viewspec_type& box) : pattern_(&pattern), box_(box) {}

  const Pattern& pattern() const noexcept { return *pattern_; }
  /// Offsets and extents in the index space.
  const viewspec_type& box() const noexcept { return box_; }
  /// The extents, with the global coordinates of the first element as offsets.
  viewspec_type global_box() const
  {
    if constexpr (is_local) {
      if (size() == 0) return viewspec_type(box_.extents());
      return viewspec_type(global_coords(0), box_.extents());
    } else {
      return box_;
    }
  }
  index_type size() const { return static_cast<index_type>(box_.size()); }

  /// Whether they are of the same pattern and have the same box.
  friend bool operator==(const Section& lhs, const Section& rhs)
  {
    return lhs.pattern_ == rhs.pattern_ && lhs.box_ == rhs.box_;
  }

  /// Coordinates of the element at a position, in the index space and in the whole domain.
  coords_type coords(index_type pos) const { return detail::coords_in<order>(box_, pos); }
  coords_type global_coords(index_type pos) const { return to_global(coords(pos)); }

  /// Linear index of the element at a position, in the index space and in the whole domain. The
  /// index at the end is one past that of the last element.
  index_type index(index_type pos) const
  {
    if constexpr (Pattern::ndim() == 1) {
      return box_.offset(0) + pos;
    } else {
      return detail::continued(pos, size(), [this](index_type i) {
        return is_local ? pattern_->local_at(coords(i)) : pattern_->global_at(coords(i));
      });
    }
  }
  index_type global_index(index_type pos) const
  {
    if constexpr (is_local) {
      return detail::continued(
          pos, size(), [this](index_type i) { return pattern_->global_at(global_coords(i)); });
    } else {
      return index(pos);
    }
  }

  /// Owner and local index of the element at a position, or at coordinates. At the end it is one
  /// past the last element, at its owner.
  local_index_t locate(index_type pos) const
  {
    const index_type n = size();
    if (pos < n) [[likely]]
      return locate(coords(pos));
    if (n == 0) return {team_unit_t{0}, pos};
    local_index_t last = locate(coords(n - 1));
    last.index += pos - (n - 1);
    return last;
  }
  local_index_t locate(const coords_type& coords) const
  {
    if constexpr (is_local) {
      return {me(), pattern_->local_at(coords)};
    } else {
      return pattern_->local_index(coords);
    }
  }

  /// Whether the calling unit owns the element at a position.
  bool is_own(index_type pos) const { return is_local || locate(pos).unit == me(); }

  /// Position of the element with these coordinates.
  /// \tparam From  the index space of the coordinates
  template <IndexSpace From = Space>
  index_type position_at(const coords_type& coords) const
  {
    if constexpr (From == Space) {
      return detail::position_in<order>(box_, coords);
    } else if constexpr (is_local) {
      return position_at(pattern_->local_coords(coords));
    } else {
      return position_at(pattern_->global(coords));
    }
  }
  /// Position of the calling unit's element with local index \c lidx.
  index_type position_of(index_type lidx) const
  {
    return position_at<IndexSpace::global>(pattern_->coords(pattern_->global(lidx)));
  }

  /// Whether there are gaps between the elements' global indices.
  bool is_strided() const
  {
    return size() > 1 && global_index(size() - 1) - global_index(0) + 1 != size();
  }

  /// The elements that also lie in a box of the index space.
  Section in(const viewspec_type& box) const
  {
    return Section(*pattern_, detail::intersection(box_, box));
  }
  /// The elements between \c begin and \c end in a dimension, relative to the first element.
  Section between(dim_t dimension, index_type begin, index_type end) const
  {
    return Section(*pattern_, detail::restricted(box_, dimension, begin, end));
  }

  /// The calling unit's elements.
  ///
  /// \throws exception::InvalidArgument  if the elements do not form a box, because the pattern
  ///   distributes blocks on diagonals or in sequence: use blocks, or the whole domain
  Section<Pattern, IndexSpace::local> local() const
    requires(!is_local)
  {
    return {*pattern_, local_box()};
  }

  /// The blocks that have elements of the section. A local section has those of the calling unit.
  BlockSection<Pattern, Space> blocks() const { return BlockSection<Pattern, Space>::of(*this); }

  /// The run that contains a position; its indices are positions.
  run_type run_at(index_type pos) const
  {
    const auto at = coords(pos);
    return detail::run_in<order>(box_, patch_at(at), at, pos);
  }

  /// Calls \c f(lbegin, n, position) for the runs of positions [first, last) that belong to a unit,
  /// in ascending order, until it returns false. \return whether it never did
  template <class F>
  bool for_each_run_at(team_unit_t unit, index_type first, index_type last, F f) const
  {
    return for_each_line_at(
        unit, first, last, [&](const line_type& line) { return line.for_each_run(f); });
  }

  /// The same for these runs as the lines that consist of them (DealtLine), by positions;
  /// runs of which there are not several in a line come one by one.
  template <class F>
  bool for_each_line_at(team_unit_t unit, index_type first, index_type last, F f) const
  {
    const auto call = [&](const line_type& line) { return detail::goes_on(f, line); };
    const auto line_of = [&](const run_type& run, index_type pos) {
      const index_type n = (std::min)(run.gend, last) - pos;
      return line_type{run.local(pos), pos, n, n, n, 0};
    };
    if constexpr (!is_local && Pattern::has_local_boxes) {
      const viewspec_type box = pattern_->local_box(unit, box_);
      const index_type end = lower_bound(unit, box, last);
      const bool are_shared = shares_lines(box);
      for (index_type i = lower_bound(unit, box, first); i < end;) {
        const coords_type local = detail::coords_in<order>(box, i);
        const index_type pos = position_of(unit, local);
        line_type line;
        if (are_shared) {
          const auto length = static_cast<index_type>(box.extent(fastest));
          const index_type rest = length - (local[fastest] - box.offset(fastest));
          line = pattern_->line_from(
              local, (std::min)(rest, end - i), pattern_->local_at(unit, local), pos);
        } else {
          line = line_of(run_at(pos), pos);
        }
        if (!call(line)) return false;
        i += line.n;
      }
    } else {
      if (is_local && unit != me()) return true;
      for (index_type pos = first; pos < last;) {
        const run_type run = run_at(pos);
        const line_type line = line_of(run, pos);
        if ((is_local || run.unit == unit) && !call(line)) return false;
        pos += line.n;
      }
    }
    return true;
  }

  /// The elements of a unit at positions [first, last), as an interval of the numbers 0, 1, … of
  /// its elements.
  interval_type own_numbers(team_unit_t unit, index_type first, index_type last) const
    requires(!is_local && Pattern::has_local_boxes)
  {
    const viewspec_type box = pattern_->local_box(unit, box_);
    return {lower_bound(unit, box, first), lower_bound(unit, box, last)};
  }

  /// The calling unit's elements as one interval of its memory in ascending order, if they form
  /// one.
  std::optional<interval_type> local_interval() const
  {
    if constexpr (is_local) {
      if (size() == 0) return interval_type{0, 0};
      const run_type run = run_at(0);
      if (run.size() == size()) return interval_type{run.lbegin, run.lbegin + run.size()};
    } else if constexpr (Pattern::has_local_boxes) {
      return local().local_interval();
    }
    return std::nullopt;
  }

 private:
  static viewspec_type all_of(const Pattern& pattern)
  {
    if constexpr (is_local) {
      return viewspec_type(pattern.local_extents());
    } else {
      return viewspec_type(pattern.extents());
    }
  }

  team_unit_t me() const { return pattern_->team().myid(); }

  coords_type to_global(const coords_type& coords) const
  {
    if constexpr (is_local) {
      return pattern_->global(coords);
    } else {
      return coords;
    }
  }

  auto patch_at(const coords_type& coords) const
  {
    if constexpr (is_local) {
      return pattern_->local_patch_at(coords);
    } else {
      return pattern_->patch_at(coords);
    }
  }

  viewspec_type local_box() const
  {
    if constexpr (Pattern::has_local_boxes) {
      return pattern_->local_box(me(), box_);
    } else {
      if (box_ == viewspec_type(pattern_->extents())) {
        return viewspec_type(pattern_->local_extents());
      }
      if (box_.size() == 0) return {};
      const auto patch = pattern_->patch_at(box_.offsets());
      if (detail::intersection(box_, patch.box) != box_) {
        DASH_THROW(
            exception::InvalidArgument, "the local part of " << box_ << " is not a box in "
                                                             << Pattern::PatternName
                                                             << "; take views of single blocks");
      }
      if (patch.unit != me()) return {};
      return viewspec_type(pattern_->local_coords(box_.offsets()), box_.extents());
    }
  }

  static constexpr auto fastest =
      static_cast<dim_t>(detail::dimension_at_pace<order, Pattern::ndim()>(Pattern::ndim() - 1));

  /// Whether the lines along the fastest dimension consist of blocks of several units, so that no
  /// run goes on in the next line.
  /// \param local_box  a unit's elements of this section
  bool shares_lines(const viewspec_type& local_box) const
  {
    return pattern_->deals_lines() && local_box.extent(fastest) < box_.extent(fastest);
  }

  index_type position_of(team_unit_t unit, const coords_type& local_coords) const
  {
    return detail::position_in<order>(box_, pattern_->global(unit, local_coords));
  }

  /// Number of elements of a unit's box whose position is less than \c pos. Local order is the
  /// order of positions.
  index_type lower_bound(team_unit_t unit, const viewspec_type& box, index_type pos) const
  {
    if (pos <= 0 || box.size() == 0) return 0;
    if (pos >= size()) return static_cast<index_type>(box.size());
    return pattern_->local_elements_before(unit, box, coords(pos));
  }

  const Pattern* pattern_ = nullptr;
  viewspec_type box_{};
};

/// Blocks of a pattern: a box in the grid of all blocks, or in the grid of the calling unit's
/// blocks. Their indices are their numbers in the pattern. All else is as for \c Section.
template <class Pattern, IndexSpace Space = IndexSpace::global>
class BlockSection {
 public:
  using pattern_type = Pattern;
  using index_type = typename Pattern::index_type;
  using size_type = typename Pattern::size_type;
  using viewspec_type = typename Pattern::viewspec_type;
  using coords_type = typename Pattern::coords_type;

  static constexpr IndexSpace space = Space;
  static constexpr bool is_local = Space == IndexSpace::local;
  static constexpr MemArrange order = Pattern::memory_order();

  BlockSection() = default;
  /// All blocks, or all of the calling unit.
  explicit BlockSection(const Pattern& pattern)
      : BlockSection(pattern, viewspec_type(grid_of(pattern).extents()))
  {}
  /// \param box  in blocks
  BlockSection(const Pattern& pattern, const viewspec_type& box) : pattern_(&pattern), box_(box) {}

  /// The blocks that have elements of a section. For all elements, these are all blocks: units may
  /// have no elements of theirs.
  static BlockSection of(const Section<Pattern, Space>& section)
  {
    const Pattern& pattern = section.pattern();
    viewspec_type box;
    if (section.size() == 0) return BlockSection(pattern, box);
    if (section.box() == Section<Pattern, Space>(pattern).box()) return BlockSection(pattern);
    const coords_type first = block_of(pattern, section.global_coords(0));
    const coords_type last = block_of(pattern, section.global_coords(section.size() - 1));
    for (std::size_t d = 0; d < first.size(); ++d) {
      box.resize_dim(
          static_cast<dim_t>(d), first[d], static_cast<size_type>(last[d] - first[d] + 1));
    }
    return BlockSection(pattern, box);
  }

  const Pattern& pattern() const noexcept { return *pattern_; }
  /// Offsets and extents in the grid of blocks.
  const viewspec_type& box() const noexcept { return box_; }
  index_type size() const { return static_cast<index_type>(box_.size()); }

  coords_type coords(index_type pos) const { return detail::coords_in<order>(box_, pos); }
  /// Number of the block at a position.
  index_type index(index_type pos) const
  {
    return detail::linear_index<order, index_type>(coords(pos), grid_of(*pattern_).extents());
  }
  /// Whether the calling unit owns the elements of the block at a position. No unit does if the
  /// block is empty.
  bool is_own(index_type pos) const
  {
    const viewspec_type box = block(pos);
    if (is_local || box.size() == 0) return is_local;
    return pattern_->unit_at(box.offsets()) == pattern_->team().myid();
  }
  index_type position_at(const coords_type& coords) const
  {
    return detail::position_in<order>(box_, coords);
  }
  static constexpr bool is_strided() { return false; }

  BlockSection in(const viewspec_type& box) const
  {
    return BlockSection(*pattern_, detail::intersection(box_, box));
  }
  BlockSection between(dim_t dimension, index_type begin, index_type end) const
  {
    return BlockSection(*pattern_, detail::restricted(box_, dimension, begin, end));
  }

  /// The elements of the block at a position: a box of the index space.
  viewspec_type block(index_type pos) const
  {
    return is_local ? pattern_->local_block_local(index(pos)) : pattern_->block(index(pos));
  }

 private:
  static const auto& grid_of(const Pattern& pattern)
  {
    if constexpr (is_local) {
      return pattern.local_blockspec();
    } else {
      return pattern.blockspec();
    }
  }

  /// The block that has an element, by global coordinates.
  static coords_type block_of(const Pattern& pattern, const coords_type& coords)
  {
    if constexpr (is_local) {
      return grid_of(pattern).coords(pattern.local_block_at(coords).index);
    } else {
      return grid_of(pattern).coords(pattern.block_at(coords));
    }
  }

  const Pattern* pattern_ = nullptr;
  viewspec_type box_{};
};

/// Extents and offsets of what stands for a box of elements or of blocks: views, matrices and their
/// parts, index sets.
///
/// \tparam Derived  has \c viewspec(): offsets and extents
/// \tparam K        number of dimensions that remain
template <class Derived, class Pattern, dim_t K = Pattern::ndim()>
class Boxed {
 public:
  using pattern_type = Pattern;
  using index_type = typename Pattern::index_type;
  using size_type = typename Pattern::size_type;
  using viewspec_type = typename Pattern::viewspec_type;
  using offsets_type = typename viewspec_type::offsets_type;
  using extents_type = typename viewspec_type::extents_type;
  using rank = std::integral_constant<dim_t, K>;

  /// Number of dimensions that remain.
  static constexpr dim_t ndim() { return K; }

  /// Number of elements.
  size_type size() const { return derived().viewspec().size(); }
  bool empty() const { return size() == 0; }

  /// Extents in all dimensions of the pattern; 1 where a view has one coordinate only.
  extents_type extents() const { return derived().viewspec().extents(); }
  /// \throws exception::OutOfRange  if there is no such dimension
  size_type extent(dim_t dimension) const { return extents()[checked(dimension)]; }
  template <dim_t Dimension>
  size_type extent() const
  {
    return extent(Dimension);
  }
  /// Coordinates of the first element.
  offsets_type offsets() const { return derived().viewspec().offsets(); }
  /// \throws exception::OutOfRange  if there is no such dimension
  index_type offset(dim_t dimension) const { return offsets()[checked(dimension)]; }

 protected:
  static std::size_t checked(dim_t dimension)
  {
    if (dimension < 0 || dimension >= Pattern::ndim()) [[unlikely]]
      refuse(dimension);
    return static_cast<std::size_t>(dimension);
  }

 private:
  const Derived& derived() const noexcept { return static_cast<const Derived&>(*this); }

  [[noreturn, gnu::noinline]] static void refuse(dim_t dimension)
  {
    DASH_THROW(
        exception::OutOfRange,
        "dimension " << dimension << " of " << Pattern::ndim() << " dimensions");
  }
};

}  // namespace dash
