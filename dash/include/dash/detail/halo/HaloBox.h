#pragma once

/// \file
/// The positions of a block's halo regions, and the units that own their elements.

#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/pattern/Box.h>
#include <dash/halo/GlobalBoundarySpec.h>
#include <dash/halo/HaloSpec.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace dash::halo::detail {

/// The region's box in coordinates of the matrix; it extends beyond the matrix's sides.
template <class View>
struct HaloBox {
  RegionSpec<View::ndim()> spec;
  View view;
};

/// The elements of a region that one unit owns in one of its blocks.
template <class View>
struct HaloPart {
  region_index_t region;
  /// The elements in coordinates of the region's box.
  View target;
  team_unit_t owner;
  /// The elements in global coordinates of the matrix.
  View source;
};

/// The block of a unit in global coordinates; empty if it has none.
/// \throws exception::InvalidArgument  if it has several blocks
template <class Pattern>
typename Pattern::viewspec_type block_of(const Pattern& pattern, team_unit_t unit)
{
  if (pattern.local_size(unit) == 0) return {};
  if (pattern.local_blockspec(unit).size() != 1) {
    DASH_THROW(
        exception::InvalidArgument,
        "halos need one block a unit, as BLOCKED or NONE in each dimension give; unit "
            << unit << " has " << pattern.local_blockspec(unit).size());
  }
  return pattern.local_block(unit, 0);
}

/// The box of a region beside a block, which extends beyond all sides of the matrix.
template <class View, dim_t N = View::ndim()>
View box_beside(const View& block, const RegionSpec<N>& spec)
{
  using Index = typename View::index_type;
  View box = block;
  for (std::size_t d = 0; d < N; ++d) {
    if (spec[d] == 1) continue;
    const auto range = block.range(static_cast<dim_t>(d));
    const Index begin = spec[d] == 0 ? range.begin - static_cast<Index>(spec.extent()) : range.end;
    box.resize_dim(static_cast<dim_t>(d), begin, spec.extent());
  }
  return box;
}

/// What remains of a box without the elements beyond open sides.
template <class View, dim_t N = View::ndim()>
View without_open_sides(
    View box, const typename View::extents_type& extents, const GlobalBoundarySpec<N>& bounds)
{
  using Index = typename View::index_type;
  for (std::size_t d = 0; d < N; ++d) {
    auto [begin, end] = box.range(static_cast<dim_t>(d));
    if (bounds.side(d, RegionPos::PRE) == BoundaryProp::NONE) begin = std::max<Index>(begin, 0);
    if (bounds.side(d, RegionPos::POST) == BoundaryProp::NONE) {
      end = (std::min)(end, static_cast<Index>(extents[d]));
    }
    box.resize_dim(
        static_cast<dim_t>(d), begin,
        static_cast<typename View::size_type>(std::max<Index>(end - begin, 0)));
  }
  return box;
}

/// The regions around a block that have elements, in ascending order of their numbers. These are
/// the ones to exchange.
template <class View, dim_t N = View::ndim()>
std::vector<HaloBox<View>> halo_boxes(
    const View& block, const typename View::extents_type& extents,
    const GlobalBoundarySpec<N>& bounds, const HaloSpec<N>& halo)
{
  std::vector<HaloBox<View>> boxes;
  if (block.size() == 0) return boxes;
  for (const auto& spec : halo.specs()) {
    if (spec.extent() == 0) continue;
    const View box = without_open_sides(box_beside(block, spec), extents, bounds);
    if (box.size() > 0) boxes.push_back({spec, box});
  }
  return boxes;
}

/// The coordinate within the matrix of \c coord, in a periodic dimension.
template <class Index>
Index wrapped(Index coord, Index extent)
{
  const Index rest = coord % extent;
  return rest < 0 ? rest + extent : rest;
}

/// Consecutive coordinates in one dimension, which are in one box and in one block.
template <class Index>
struct HaloInterval {
  Index begin;   // first coordinate; may be beyond the sides
  Index source;  // first coordinate within the matrix
  Index length;
};

/// Divides [begin, end) in a dimension into intervals that are elements of the matrix in one block
/// each.
template <class Pattern, class Index = typename Pattern::index_type>
std::vector<HaloInterval<Index>> intervals_of(
    const Pattern& pattern, std::size_t d, Index begin, Index end, bool is_cyclic)
{
  std::vector<HaloInterval<Index>> intervals;
  const auto extent = static_cast<Index>(pattern.extents()[d]);
  if (!is_cyclic) {
    begin = std::max<Index>(begin, 0);
    end = (std::min)(end, extent);
  }
  while (begin < end) {
    typename Pattern::coords_type at{};
    at[d] = wrapped(begin, extent);
    const Index block_end = pattern.patch_at(at).box.range(static_cast<dim_t>(d)).end;
    const Index length = (std::min)(end - begin, block_end - at[d]);
    intervals.push_back({begin, at[d], length});
    begin += length;
  }
  return intervals;
}

/// Calls \c f(part) for the parts of the box that consist of elements of the matrix, one for each
/// owner.
template <class Pattern, class View, class F>
void for_each_halo_part(
    const Pattern& pattern, const GlobalBoundarySpec<View::ndim()>& bounds,
    const HaloBox<View>& box, F f)
{
  constexpr std::size_t N = View::ndim();
  using Index = typename View::index_type;
  std::array<std::vector<HaloInterval<Index>>, N> intervals;
  View numbers;  // the numbers of the intervals in each dimension
  for (std::size_t d = 0; d < N; ++d) {
    const auto range = box.view.range(static_cast<dim_t>(d));
    const bool is_cyclic = bounds[d] == BoundaryProp::CYCLIC;
    intervals[d] = intervals_of(pattern, d, range.begin, range.end, is_cyclic);
    numbers.resize_dim(static_cast<dim_t>(d), 0, intervals[d].size());
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number =
        dash::detail::linear_coords<ROW_MAJOR>(static_cast<Index>(i), numbers.extents());
    HaloPart<View> part{box.spec.index(), {}, {}, {}};
    for (std::size_t d = 0; d < N; ++d) {
      const auto& interval = intervals[d][static_cast<std::size_t>(number[d])];
      const auto length = static_cast<typename View::size_type>(interval.length);
      part.target.resize_dim(static_cast<dim_t>(d), interval.begin - box.view.offsets()[d], length);
      part.source.resize_dim(static_cast<dim_t>(d), interval.source, length);
    }
    part.owner = pattern.unit_at(part.source.offsets());
    f(part);
  }
}

}  // namespace dash::halo::detail
