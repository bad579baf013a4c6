#pragma once

/// \file
/// The mapping of an N-dimensional index domain to units and their memory.

#include <dash/Cartesian.h>
#include <dash/Dimensional.h>
#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/TeamSpec.h>
#include <dash/Types.h>
#include <dash/detail/base/GoesOn.h>
#include <dash/detail/pattern/PatternArguments.h>
#include <dash/pattern/BlockMapping.h>
#include <dash/pattern/DimensionCut.h>
#include <dash/pattern/ElementOrder.h>
#include <dash/pattern/PatternRun.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <ostream>
#include <type_traits>
#include <utility>

namespace dash {

/// A pattern is a product of three things: how the dimensions are divided into blocks, which unit
/// owns a block, and the order of elements in the global index space and in local memory.
///
/// All queries are local and cheap: queries of one-dimensional patterns need no division
/// instruction. The linear order of the domain is that of coords(). A unit's local order is its
/// elements' linear order, so its part of any range of global indices is one interval of its local
/// indices.
///
/// \tparam Cut      UniformCut or ExplicitCut
/// \tparam Mapping  GridMapping, ShiftedMapping or SequentialMapping
/// \tparam Order    CanonicalOrder or TiledOrder
template <dim_t N, MemArrange Arr, class IndexType, class Cut, class Mapping, class Order>
class CartesianPattern {
  static_assert(N > 0, "a pattern has at least one dimension");
  static_assert(
      std::signed_integral<IndexType>, "the index type of a pattern is a signed integer type");
  static_assert(Arr == ROW_MAJOR || Arr == COL_MAJOR);

 public:
  typedef IndexType index_type;
  typedef std::make_unsigned_t<IndexType> size_type;
  typedef ViewSpec<N, index_type> viewspec_type;
  typedef SizeSpec<N, size_type> sizespec_type;
  typedef DistributionSpec<N> distribution_spec;
  typedef TeamSpec<N, index_type> teamspec_type;
  typedef CartesianIndexSpace<N, Arr, index_type> blockspec_type;
  typedef blockspec_type local_blockspec_type;
  typedef std::array<index_type, N> coords_type;
  typedef std::array<size_type, N> extents_type;
  typedef PatternRun<index_type> run_type;
  typedef PatternPatch<N, index_type> patch_type;
  typedef DealtLine<index_type> line_type;

  /// Whether a unit's elements of any view form a box of its memory; see local_box().
  static constexpr bool has_local_boxes = Mapping::keeps_boxes;
  /// Whether both linear orders go through one block after the other.
  static constexpr bool is_tiled = N > 1 && Order::tiled;

  struct local_index_t {
    team_unit_t unit;
    index_type index;

    friend constexpr bool operator==(const local_index_t&, const local_index_t&) = default;
  };

  struct local_coords_t {
    team_unit_t unit;
    coords_type coords;

    friend constexpr bool operator==(const local_coords_t&, const local_coords_t&) = default;
  };

  /// Constructs a pattern from N extents and, in any order, N distributions or a DistributionSpec,
  /// a TeamSpec, and a Team. Without a TeamSpec, the units are arranged along the only distributed
  /// dimension, or in a balanced grid if all dimensions are distributed.
  ///
  /// \throws exception::InvalidArgument  if only some dimensions are tiled
  /// \throws exception::AssertionFailed  if an extent is no multiple of the tile size, or if 2 to
  ///                                     N-1 dimensions are distributed and there is no TeamSpec
  template <class... Args>
  CartesianPattern(size_type extent, Args&&... args)
    requires std::same_as<Cut, UniformCut<N, IndexType>>
      : CartesianPattern(
            detail::PatternArguments<N, IndexType>(extent, std::forward<Args>(args)...))
  {}

  /// \param sizespec  extents; they need not be multiples of the block sizes
  /// \param distspec  distribution of each dimension
  /// \param teamspec  arrangement of the units, which is not changed
  /// \param team      the units
  CartesianPattern(
      const sizespec_type& sizespec, const distribution_spec& distspec,
      const teamspec_type& teamspec, Team& team = Team::All())
    requires std::same_as<Cut, UniformCut<N, IndexType>>
      : CartesianPattern(
            Cut(sizespec.extents(), blocksizes(sizespec, distspec, teamspec)), distspec, teamspec,
            team)
  {}

  /// Arranges all units in the only distributed dimension. \see TeamSpec
  CartesianPattern(
      const sizespec_type& sizespec, const distribution_spec& distspec = distribution_spec(),
      Team& team = Team::All())
    requires std::same_as<Cut, UniformCut<N, IndexType>>
      : CartesianPattern(sizespec, distspec, teamspec_type(distspec, team), team)
  {}

  /// Whether both have the same extents, distribution, team and arrangement of units.
  friend bool operator==(const CartesianPattern& lhs, const CartesianPattern& rhs)
  {
    return lhs.cut_ == rhs.cut_ && lhs.distspec_ == rhs.distspec_ &&
           lhs.teamspec_ == rhs.teamspec_ && *lhs.team_ == *rhs.team_;
  }

  /* ---- domain ----------------------------------------------------------------------------- */

  static constexpr dim_t ndim() { return N; }
  static constexpr MemArrange memory_order() { return Arr; }

  DASH_HOST_DEVICE constexpr const extents_type& extents() const { return cut_.extents(); }

  /// \throws exception::OutOfRange  if there is no such dimension
  DASH_HOST_DEVICE constexpr index_type extent(dim_t dimension) const
  {
    return static_cast<index_type>(extents()[checked(dimension)]);
  }

  DASH_HOST_DEVICE constexpr index_type size() const
  {
    return static_cast<index_type>(detail::product(extents()));
  }

  DASH_HOST_DEVICE constexpr index_type capacity() const { return size(); }

  sizespec_type sizespec() const { return sizespec_type(extents()); }
  const distribution_spec& distspec() const { return distspec_; }
  const teamspec_type& teamspec() const { return teamspec_; }
  Team& team() const { return *team_; }

  /// Number of units in the TeamSpec.
  DASH_HOST_DEVICE constexpr index_type num_units() const
  {
    return static_cast<index_type>(teamspec_.size());
  }

  /// Coordinates of the element with a global index.
  DASH_HOST_DEVICE constexpr coords_type coords(index_type gidx) const
  {
    return Order::coords(gidx, extents(), cut_, divisors_);
  }

  /// Coordinates of element number \c index of a view; the elements of views are numbered in
  /// canonical order.
  DASH_HOST_DEVICE constexpr coords_type coords(index_type index, const viewspec_type& view) const
  {
    return absolute(detail::linear_coords<Arr>(index, view.extents()), view);
  }

  /// Global index of the element at some coordinates; the inverse of coords().
  DASH_HOST_DEVICE constexpr index_type global_at(const coords_type& coords) const
  {
    return Order::index(coords, extents(), cut_);
  }

  DASH_HOST_DEVICE constexpr index_type global_at(
      const coords_type& coords, const viewspec_type& view) const
  {
    return global_at(absolute(coords, view));
  }

  /* ---- global to local -------------------------------------------------------------------- */

  /// Owner of an element, and the element's local coordinates there.
  DASH_HOST_DEVICE constexpr local_coords_t local(const coords_type& coords) const
  {
    return local_of(locate(coords));
  }

  /// Owner of an element, and the element's index in the owner's memory.
  DASH_HOST_DEVICE constexpr local_index_t local(index_type gidx) const
  {
    return local_index(coords(gidx));
  }

  DASH_HOST_DEVICE constexpr local_index_t local_index(const coords_type& coords) const
  {
    const local_coords_t element = local(coords);
    return {element.unit, memory_index(element)};
  }

  DASH_HOST_DEVICE constexpr coords_type local_coords(const coords_type& coords) const
  {
    return local(coords).coords;
  }

  /// Index of an element in its owner's memory.
  DASH_HOST_DEVICE constexpr index_type at(const coords_type& coords) const
  {
    return memory_index(local(coords));
  }

  DASH_HOST_DEVICE constexpr index_type at(
      const coords_type& coords, const viewspec_type& view) const
  {
    return at(absolute(coords, view));
  }

  template <class... Values>
    requires(sizeof...(Values) + 1 == N && (std::convertible_to<Values, IndexType> && ...))
  DASH_HOST_DEVICE constexpr index_type at(index_type first, Values... others) const
  {
    return at(coords_type{{first, static_cast<index_type>(others)...}});
  }

  /// Owner of an element.
  DASH_HOST_DEVICE constexpr team_unit_t unit_at(const coords_type& coords) const
  {
    return unit_id_of(mapping_.owner(locate(coords).block).unit);
  }

  DASH_HOST_DEVICE constexpr team_unit_t unit_at(
      const coords_type& coords, const viewspec_type& view) const
  {
    return unit_at(absolute(coords, view));
  }

  DASH_HOST_DEVICE constexpr team_unit_t unit_at(index_type gidx) const
  {
    return unit_at(coords(gidx));
  }

  DASH_HOST_DEVICE constexpr team_unit_t unit_at(index_type index, const viewspec_type& view) const
  {
    return unit_at(coords(index, view));
  }

  DASH_HOST_DEVICE constexpr bool is_local(index_type gidx) const { return is_local(gidx, myid_); }

  DASH_HOST_DEVICE constexpr bool is_local(index_type gidx, team_unit_t unit) const
  {
    return unit_at(gidx) == unit;
  }

  /// Whether the unit has elements at coordinate \c offset of dimension \c dimension of the view.
  bool has_local_elements(
      dim_t dimension, index_type offset, team_unit_t unit, const viewspec_type& view) const
  {
    if (view.size() == 0) return false;
    coords_type first = view.offsets();
    coords_type last;
    for (std::size_t d = 0; d < N; ++d) {
      last[d] = first[d] + static_cast<index_type>(view.extents()[d]) - 1;
    }
    const std::size_t fixed = checked(dimension);
    first[fixed] = last[fixed] = first[fixed] + offset;
    return owns_block_between(unit, locate(first).block, locate(last).block);
  }

  /* ---- local to global -------------------------------------------------------------------- */

  /// Coordinates of a unit's local element.
  DASH_HOST_DEVICE constexpr coords_type global(
      team_unit_t unit, const coords_type& local_coords) const
  {
    coords_type local_block{};
    coords_type phase{};
    for (std::size_t d = 0; d < N; ++d) {
      const auto position = cut_.split_local(d, local_coords[d]);
      local_block[d] = position.block;
      phase[d] = position.phase;
    }
    return coords_of({mapping_.global_block(unit.id, local_block), phase});
  }

  DASH_HOST_DEVICE constexpr coords_type global(const coords_type& local_coords) const
  {
    return global(myid_, local_coords);
  }

  /// Global index of the element with a local index of a unit.
  DASH_HOST_DEVICE constexpr index_type global(team_unit_t unit, index_type lidx) const
  {
    return global_at(global(unit, memory_coords(unit, lidx)));
  }

  DASH_HOST_DEVICE constexpr index_type global(index_type lidx) const
  {
    return global(myid_, lidx);
  }

  DASH_HOST_DEVICE constexpr index_type global_index(
      team_unit_t unit, const coords_type& local_coords) const
  {
    return global_at(global(unit, local_coords));
  }

  /// Global index of the caller's first element; size() if it has no elements.
  index_type lbegin() const { return local_size() == 0 ? size() : global(0); }

  /// Global index of the caller's last element plus 1; size() if it has no elements.
  index_type lend() const
  {
    const auto n = static_cast<index_type>(local_size());
    return n == 0 ? size() : global(n - 1) + 1;
  }

  /* ---- local memory ----------------------------------------------------------------------- */

  /// Extents of the caller's elements.
  DASH_HOST_DEVICE constexpr extents_type local_extents() const { return local_extents_; }

  /// Extents of a unit's elements; zeros for units that are not in the TeamSpec.
  DASH_HOST_DEVICE constexpr extents_type local_extents(team_unit_t unit) const
  {
    if (unit == myid_) return local_extents_;
    return is_unit(unit) ? mapping_.local_extents(unit.id, cut_) : extents_type{};
  }

  DASH_HOST_DEVICE constexpr index_type local_extent(dim_t dimension) const
  {
    return static_cast<index_type>(local_extents_[checked(dimension)]);
  }

  /// Number of elements of a unit, by default of the caller.
  DASH_HOST_DEVICE constexpr size_type local_size(team_unit_t unit = UNDEFINED_TEAM_UNIT_ID) const
  {
    return detail::product(unit.id < 0 ? local_extents_ : local_extents(unit));
  }

  /// A size that is sufficient for the elements of any unit: full blocks for the unit with most
  /// blocks.
  size_type local_capacity() const
  {
    const auto blocks = static_cast<size_type>(mapping_.max_local_blocks(blockspec_.extents()));
    return size() == 0 ? 0 : blocks * max_blocksize();
  }

  /// Index in the caller's memory of the element at local coordinates.
  DASH_HOST_DEVICE constexpr index_type local_at(const coords_type& local_coords) const
  {
    return Order::index(local_coords, local_extents_, cut_);
  }

  DASH_HOST_DEVICE constexpr index_type local_at(
      const coords_type& local_coords, const viewspec_type& view) const
  {
    return local_at(absolute(local_coords, view));
  }

  /// Index in a unit's memory of its element at local coordinates.
  DASH_HOST_DEVICE constexpr index_type local_at(
      team_unit_t unit, const coords_type& local_coords) const
  {
    return memory_index({unit, local_coords});
  }

  /* ---- blocks ----------------------------------------------------------------------------- */

  /// Numbers of blocks in each dimension.
  const blockspec_type& blockspec() const { return blockspec_; }
  /// Numbers of the caller's blocks in each dimension.
  const blockspec_type& local_blockspec() const { return local_blockspec_; }

  blockspec_type local_blockspec(team_unit_t unit) const
  {
    return count_blocks(local_extents(unit), [this](std::size_t d, index_type extent) {
      return cut_.local_count(d, extent);
    });
  }

  /// Number of the block that contains an element.
  index_type block_at(const coords_type& coords) const
  {
    return blockspec_.at(locate(coords).block);
  }

  /// Owner of the block that contains an element, and the block's number among the owner's blocks.
  local_index_t local_block_at(const coords_type& coords) const
  {
    const auto owner = mapping_.owner(locate(coords).block);
    const team_unit_t unit = unit_id_of(owner.unit);
    return {unit, local_blockspec(unit).at(owner.local_block)};
  }

  /// Offsets and extents of a block in global coordinates.
  viewspec_type block(index_type index) const { return block(blockspec_.coords(index)); }

  viewspec_type block(const coords_type& block_coords) const
  {
    viewspec_type view;
    for (std::size_t d = 0; d < N; ++d) {
      view.resize_dim(
          static_cast<dim_t>(d), cut_.begin(d, block_coords[d]),
          static_cast<size_type>(cut_.extent(d, block_coords[d])));
    }
    return view;
  }

  /// Offsets and extents in global coordinates of a unit's block, by default of one of the
  /// caller's.
  viewspec_type local_block(team_unit_t unit, index_type local_index) const
  {
    return block(mapping_.global_block(unit.id, local_blockspec(unit).coords(local_index)));
  }

  viewspec_type local_block(index_type local_index) const
  {
    return local_block(myid_, local_index);
  }

  /// Offsets and extents in local coordinates of one of the caller's blocks.
  viewspec_type local_block_local(index_type local_index) const
  {
    const coords_type block = local_blockspec_.coords(local_index);
    viewspec_type view;
    for (std::size_t d = 0; d < N; ++d) {
      const index_type begin = block[d] * cut_.size(d);
      const index_type rest = static_cast<index_type>(local_extents_[d]) - begin;
      view.resize_dim(
          static_cast<dim_t>(d), begin, static_cast<size_type>((std::min)(rest, cut_.size(d))));
    }
    return view;
  }

  /// Extent of full blocks.
  size_type blocksize(dim_t dimension) const
  {
    return static_cast<size_type>(cut_.size(checked(dimension)));
  }

  /// Number of elements of a full block.
  size_type max_blocksize() const
  {
    size_type result = 1;
    for (dim_t d = 0; d < N; ++d) result *= blocksize(d);
    return result;
  }

  /// Difference between the extents of a full block and of the last block.
  size_type underfilled_blocksize(dim_t dimension) const
  {
    const std::size_t d = checked(dimension);
    const auto blocks = static_cast<index_type>(blockspec_.extents()[d]);
    return blocks == 0 ? 0 : static_cast<size_type>(cut_.size(d) - cut_.extent(d, blocks - 1));
  }

  /* ---- contiguous runs ------------------------------------------------------------------ */

  /// The run that contains a global index: as many whole blocks as are contiguous both in the
  /// linear order and in memory, otherwise a block or a line of a block. Runs do not extend from
  /// the end of a distributed dimension to its beginning.
  DASH_HOST_DEVICE constexpr run_type run_at(index_type gidx) const
  {
    return run_of(locate(coords(gidx)));
  }

  /// The box around an element that lies at constant strides in one unit's memory: its block and,
  /// in canonical memory, the whole extent of each dimension that is not divided among units.
  DASH_HOST_DEVICE constexpr patch_type patch_at(const coords_type& coords) const
  {
    Position first = locate(coords);
    viewspec_type box;
    for (std::size_t d = 0; d < N; ++d) {
      const bool whole = !Order::tiled && undivided(d);
      if (whole) first.block[d] = 0;
      first.phase[d] = 0;
      box.resize_dim(
          static_cast<dim_t>(d), cut_.begin(d, first.block[d]),
          whole ? extents()[d] : static_cast<size_type>(cut_.extent(d, first.block[d])));
    }
    const local_coords_t element = local_of(first);
    const extents_type part = local_extents(element.unit);
    return {
        element.unit, box, memory_index(element),
        Order::strided_part(element.coords, part, cut_).strides};
  }

  /// The box around an element of the caller's memory, in local coordinates.
  DASH_HOST_DEVICE constexpr patch_type local_patch_at(const coords_type& local_coords) const
  {
    const auto part = Order::strided_part(local_coords, local_extents_, cut_);
    return {myid_, viewspec_type(part.begin, part.extents), local_at(part.begin), part.strides};
  }

  /// Box of local coordinates of a unit's elements of a view.
  viewspec_type local_box(team_unit_t unit, const viewspec_type& view) const
    requires has_local_boxes
  {
    viewspec_type box;
    if (!is_unit(unit)) return box;
    const coords_type place = place_of(unit);
    for (std::size_t d = 0; d < N; ++d) {
      const auto [begin, end] = view.range(static_cast<dim_t>(d));
      const auto& units = mapping_.units(d);
      const index_type lbegin = cut_.dealt_below(d, begin, place[d], units);
      const index_type lend = cut_.dealt_below(d, end, place[d], units);
      box.resize_dim(static_cast<dim_t>(d), lbegin, static_cast<size_type>(lend - lbegin));
    }
    return box;
  }

  /// Number of a unit's elements of a local box that come before the element at global coordinates,
  /// in row- or column-major order. The coordinates are not below those of the box.
  DASH_HOST_DEVICE constexpr index_type local_elements_before(
      team_unit_t unit, const viewspec_type& local_box, const coords_type& coords) const
    requires has_local_boxes
  {
    const coords_type place = place_of(unit);
    index_type before = 0;
    bool is_in_line = true;  // whether the unit is in the line, in the slower dimensions
    for (std::size_t pace = 0; pace < N; ++pace) {
      const std::size_t d = detail::dimension_at_pace<Arr, N>(pace);
      before *= static_cast<index_type>(local_box.extents()[d]);
      if (!is_in_line) continue;
      const auto& units = mapping_.units(d);
      const index_type below = cut_.dealt_below(d, coords[d], place[d], units);
      before += below - local_box.offsets()[d];
      is_in_line = cut_.dealt_below(d, coords[d] + 1, place[d], units) != below;
    }
    return before;
  }

  /// The unit's part of the global indices [gfirst, glast) as one interval of its local indices;
  /// begin == end if there is none. The time is O(1), but O(log local size) in several dimensions
  /// if memory is tiled or units do not form a grid.
  DASH_HOST_DEVICE constexpr LocalInterval<index_type> local_interval(
      team_unit_t unit, index_type gfirst, index_type glast) const
  {
    if (!is_unit(unit)) return {0, 0};
    if constexpr (N == 1) {
      const auto& units = mapping_.units(0);
      return {
          cut_.dealt_below(0, gfirst, unit.id, units), cut_.dealt_below(0, glast, unit.id, units)};
    } else {
      return {local_lower_bound(unit, gfirst), local_lower_bound(unit, glast)};
    }
  }

  /// Calls \c f(lbegin, n, gbegin) for the runs of the unit's part of the global indices [gfirst,
  /// glast), in ascending order, until it returns false: the \c n elements from local index \c
  /// lbegin on have the global indices from \c gbegin on. \return whether it never returned false
  template <class F>
  DASH_HOST_DEVICE constexpr bool for_each_local_run(
      team_unit_t unit, index_type gfirst, index_type glast, F f) const
  {
    return for_each_local_line(
        unit, gfirst, glast, [&](const line_type& line) { return line.for_each_run(f); });
  }

  /// The same for these runs as the lines along the fastest dimension that consist of them
  /// (DealtLine); runs of which there are not several in a line come one by one.
  template <class F>
  DASH_HOST_DEVICE constexpr bool for_each_local_line(
      team_unit_t unit, index_type gfirst, index_type glast, F f) const
  {
    const LocalInterval<index_type> part = local_interval(unit, gfirst, glast);
    const auto run_from = [&](index_type lidx) {
      const coords_type coords = global(unit, memory_coords(unit, lidx));
      const index_type gidx = global_at(coords);
      const index_type rest = run_of(locate(coords)).gend - gidx;
      return run_type{unit, gidx, gidx + (rest < part.end - lidx ? rest : part.end - lidx), lidx};
    };
    if (part.empty()) return true;
    const auto call = [&](const line_type& line) { return detail::goes_on(f, line); };
    if constexpr (N == 1) {
      // After the first block, the blocks of a unit are whole and one round of blocks apart.
      const index_type size = cut_.size(0);
      const run_type first = run_from(part.begin);
      return call(line_type{
          part.begin, first.gbegin, part.size(), first.size(), size, size * (num_units() - 1)});
    } else if (deals_lines()) {
      const auto length = static_cast<index_type>(local_extents(unit)[fastest]);
      for (index_type lidx = part.begin; lidx < part.end;) {
        const coords_type local = memory_coords(unit, lidx);
        const index_type line = length - local[fastest], rest = part.end - lidx;
        const index_type n = line < rest ? line : rest;
        if (!call(line_from(local, n, lidx, global_at(global(unit, local))))) return false;
        lidx += n;
      }
    } else {
      for (index_type lidx = part.begin; lidx < part.end;) {
        const run_type run = run_from(lidx);
        const line_type line{run.lbegin, run.gbegin, run.size(), run.size(), run.size(), 0};
        if (!call(line)) return false;
        lidx += run.size();
      }
    }
    return true;
  }

  /// Whether units take turns along the lines of the fastest dimension, so that a line of a unit's
  /// memory consists of blocks that are whole rounds apart.
  DASH_HOST_DEVICE constexpr bool deals_lines() const
  {
    return N > 1 && !is_tiled && Mapping::keeps_boxes && !undivided(fastest);
  }

  /// A part of such a line.
  /// \param local   local coordinates of the first element
  /// \param n       number of elements
  /// \param lbegin  local index of the first element
  /// \param begin   its index in any order in which the elements of a global line follow each other
  DASH_HOST_DEVICE constexpr line_type line_from(
      const coords_type& local, index_type n, index_type lbegin, index_type begin) const
  {
    const index_type size = cut_.size(fastest);
    const index_type block = size - cut_.split_local(fastest, local[fastest]).phase;
    const auto units = static_cast<index_type>(mapping_.units(fastest).divisor());
    return {lbegin, begin, n, block < n ? block : n, size, size * (units - 1)};
  }

 protected:
  /// \param cut  the blocks, which follow from \c distspec
  CartesianPattern(
      Cut cut, const distribution_spec& distspec, const teamspec_type& teamspec, Team& team)
      : cut_(checked(std::move(cut))),
        blockspec_(count_blocks(
            cut_.extents(),
            [this](std::size_t d, index_type extent) { return cut_.count(d, extent); })),
        mapping_(cut_, blockspec_.extents(), teamspec),
        divisors_(Order::divisors(cut_.extents(), cut_)),
        distspec_(distspec),
        teamspec_(teamspec),
        team_(&team),
        myid_(team.myid())
  {
    if (is_unit(myid_)) local_extents_ = mapping_.local_extents(myid_.id, cut_);
    is_even_ = is_unit(myid_) && has_equal_parts();
    local_blockspec_ = local_blockspec(myid_);
    local_divisors_ = Order::divisors(local_extents_, cut_);
  }

  const Cut& cut() const { return cut_; }

 private:
  using Arguments = detail::PatternArguments<N, IndexType>;

  static constexpr std::size_t fastest = detail::dimension_at_pace<Arr, N>(N - 1);

  /// The position of an element: the coordinates of its block, and those inside the block.
  struct Position {
    coords_type block;
    coords_type phase;
  };

  /// \throws exception::InvalidArgument  if the index type cannot count the elements
  static Cut checked(Cut cut)
  {
    const auto& extents = cut.extents();
    if (std::find(extents.begin(), extents.end(), 0u) != extents.end()) return cut;
    index_type size = 1;
    for (const auto extent : extents) {
      if (__builtin_mul_overflow(size, extent, &size)) {
        DASH_THROW(
            exception::InvalidArgument,
            "more elements than the index type counts: " << sizespec_type(extents));
      }
    }
    return cut;
  }

  explicit CartesianPattern(const Arguments& args)
      : CartesianPattern(args.sizespec(), args.distspec(), args.teamspec(), args.team())
  {}

  static extents_type blocksizes(
      const sizespec_type& sizespec, const distribution_spec& distspec,
      const teamspec_type& teamspec)
  {
    extents_type result;
    for (std::size_t d = 0; d < N; ++d) {
      result[d] = distspec[d].max_blocksize_in_range(sizespec.extents()[d], teamspec.extents()[d]);
      const bool given = distspec[d].type == DIST_TILE || distspec[d].type == DIST_BLOCKCYCLIC;
      if (given && static_cast<index_type>(result[d]) < 1) {
        DASH_THROW(
            exception::InvalidArgument,
            "Block size must be at least 1 in dimension " << d << " of " << distspec);
      }
    }
    return result;
  }

  template <class Count>
  static blockspec_type count_blocks(const extents_type& extents, Count count)
  {
    extents_type blocks;
    for (std::size_t d = 0; d < N; ++d) {
      blocks[d] = static_cast<size_type>(count(d, static_cast<index_type>(extents[d])));
    }
    return blockspec_type(blocks);
  }

  DASH_HOST_DEVICE static constexpr std::size_t checked(dim_t dimension)
  {
    if (dimension < 0 || dimension >= N) {
      DASH_THROW(
          exception::OutOfRange,
          "Dimension " << dimension << " of a pattern that has " << N << " dimensions");
    }
    return static_cast<std::size_t>(dimension);
  }

  DASH_HOST_DEVICE static constexpr coords_type absolute(
      coords_type coords, const viewspec_type& view)
  {
    for (std::size_t d = 0; d < N; ++d) coords[d] += view.offsets()[d];
    return coords;
  }

  DASH_HOST_DEVICE static constexpr team_unit_t unit_id_of(index_type unit)
  {
    return team_unit_t(static_cast<dart_unit_t>(unit));
  }

  /// Position of a unit in the grid of units.
  DASH_HOST_DEVICE constexpr coords_type place_of(team_unit_t unit) const
  {
    if constexpr (N == 1) {
      return {{unit.id}};
    } else {
      return mapping_.unit_coords(unit.id);
    }
  }

  DASH_HOST_DEVICE constexpr bool is_unit(team_unit_t unit) const
  {
    return unit.id >= 0 && unit.id < num_units();
  }

  DASH_HOST_DEVICE constexpr Position locate(const coords_type& coords) const
  {
    Position position{};
    for (std::size_t d = 0; d < N; ++d) {
      const auto [block, phase] = cut_.split(d, coords[d]);
      position.block[d] = block;
      position.phase[d] = phase;
    }
    return position;
  }

  DASH_HOST_DEVICE constexpr coords_type coords_of(const Position& position) const
  {
    coords_type result = position.phase;
    for (std::size_t d = 0; d < N; ++d) result[d] += cut_.begin(d, position.block[d]);
    return result;
  }

  DASH_HOST_DEVICE constexpr local_coords_t local_of(const Position& position) const
  {
    const auto owner = mapping_.owner(position.block);
    coords_type result = position.phase;
    for (std::size_t d = 0; d < N; ++d) result[d] += owner.local_block[d] * cut_.size(d);
    return {unit_id_of(owner.unit), result};
  }

  DASH_HOST_DEVICE constexpr index_type memory_index(const local_coords_t& element) const
  {
    if constexpr (N == 1) {
      return element.coords[0];
    } else {
      const extents_type extents = is_even_ ? local_extents_ : local_extents(element.unit);
      return Order::index(element.coords, extents, cut_);
    }
  }

  DASH_HOST_DEVICE constexpr coords_type memory_coords(team_unit_t unit, index_type lidx) const
  {
    if constexpr (N == 1) {
      return {{lidx}};
    } else {
      return Order::coords(lidx, local_extents(unit), cut_, local_divisors_);
    }
  }

  bool has_equal_parts() const
  {
    if constexpr (N == 1) {
      return false;  // not used in one dimension
    } else {
      for (index_type unit = 0; unit < num_units(); ++unit) {
        if (mapping_.local_extents(unit, cut_) != local_extents_) return false;
      }
      return true;
    }
  }

  /// Whether all blocks of a line along this dimension belong to the same unit.
  DASH_HOST_DEVICE constexpr bool undivided(std::size_t d) const
  {
    return blockspec_.extents()[d] <= 1 || mapping_.units(d).divisor() == 1;
  }

  DASH_HOST_DEVICE constexpr run_type run_of(Position position) const
  {
    index_type length = 1;
    std::size_t pace = N;
    for (; pace > 0; --pace) {
      const std::size_t d = detail::dimension_at_pace<Arr, N>(pace - 1);
      if (!undivided(d)) break;
      position.block[d] = position.phase[d] = 0;
      length *= static_cast<index_type>(extents()[d]);
    }
    // The fastest divided dimension contributes one block; slower ones do so only if blocks are
    // contiguous.
    for (std::size_t slower = 0; slower < pace; ++slower) {
      if (!Order::tiled && slower + 1 < pace) continue;
      const std::size_t d = detail::dimension_at_pace<Arr, N>(slower);
      position.phase[d] = 0;
      length *= cut_.extent(d, position.block[d]);
    }
    const index_type gbegin = global_at(coords_of(position));
    const local_coords_t first = local_of(position);
    return {first.unit, gbegin, gbegin + length, memory_index(first)};
  }

  /// Number of the unit's elements with a smaller global index.
  DASH_HOST_DEVICE constexpr index_type local_lower_bound(team_unit_t unit, index_type gidx) const
  {
    index_type begin = 0;
    auto end = static_cast<index_type>(detail::product(local_extents(unit)));
    if (gidx <= 0) return begin;
    if (gidx >= size()) return end;
    if constexpr (!is_tiled && has_local_boxes) {
      return local_elements_before(
          unit, viewspec_type(coords_type{}, local_extents(unit)), coords(gidx));
    } else {
      while (begin < end) {
        const index_type middle = begin + (end - begin) / 2;
        if (global(unit, middle) < gidx) {
          begin = middle + 1;
        } else {
          end = middle;
        }
      }
      return begin;
    }
  }

  /// At most num_units() blocks per dimension are examined, because owners repeat after that.
  bool owns_block_between(team_unit_t unit, const coords_type& first, const coords_type& last) const
  {
    std::array<index_type, N> counts;
    for (std::size_t d = 0; d < N; ++d) {
      counts[d] = (std::min)(last[d] - first[d] + 1, std::max<index_type>(1, num_units()));
    }
    for (index_type i = 0; i < detail::product(counts); ++i) {
      coords_type block = detail::linear_coords<Arr>(i, counts);
      for (std::size_t d = 0; d < N; ++d) block[d] += first[d];
      if (mapping_.owner(block).unit == unit.id) return true;
    }
    return false;
  }

  Cut cut_;
  blockspec_type blockspec_;
  Mapping mapping_;
  [[no_unique_address]] typename Order::Divisors divisors_;
  distribution_spec distspec_;
  teamspec_type teamspec_;
  Team* team_;
  team_unit_t myid_;
  extents_type local_extents_{};
  bool is_even_ = false;  // whether all units have the same local extents
  blockspec_type local_blockspec_;
  [[no_unique_address]] typename Order::Divisors local_divisors_;
};

/// Prints the arguments from which a pattern was constructed.
template <class PatternType>
  requires requires(const PatternType& pattern) {
    PatternType::PatternName;
    pattern.distspec();
    pattern.blockspec();
  }
std::ostream& operator<<(std::ostream& os, const PatternType& pattern)
{
  return os << "dash::" << PatternType::PatternName << "<" << PatternType::ndim() << ">("
            << pattern.sizespec() << ", " << pattern.distspec() << ", " << pattern.teamspec()
            << ", " << pattern.blockspec() << ")";
}

}  // namespace dash
