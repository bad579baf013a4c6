/**
 * \file dash/halo/HaloBlock.h
 * The calling unit's block of a matrix, and what surrounds it.
 */
#ifndef DASH__HALO__HALO_BLOCK_H__INCLUDED
#define DASH__HALO__HALO_BLOCK_H__INCLUDED

#include <dash/halo/HaloSpec.h>
#include <dash/halo/Region.h>
#include <dash/halo/internal/BlockParts.h>
#include <dash/halo/internal/HaloBox.h>
#include <dash/internal/Section.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace dash::halo {

/**
 * How the block divides into inner elements and boundary, and its halo regions. Refers to pattern
 * and memory of the matrix, which must outlive it. Needs one block a unit; a unit may have none.
 */
template <class T, class PatternT, class GlobMemT>
class HaloBlock {
 public:
  static constexpr dim_t N = PatternT::ndim();
  using Element_t = T;
  using Pattern_t = PatternT;
  using GlobMem_t = GlobMemT;
  using index_type = typename PatternT::index_type;
  using ViewSpec_t = typename PatternT::viewspec_type;
  using ElementCoords_t = typename PatternT::coords_type;
  using GlobBoundSpec_t = GlobalBoundarySpec<N>;
  using HaloSpec_t = HaloSpec<N>;
  using Region_t = Region<T, PatternT, GlobMemT>;
  using RegionVector_t = std::vector<Region_t>;
  using BoundaryViews_t = std::array<ViewSpec_t, internal::NumRegionsMax<N>>;
  using Box = internal::HaloBox<ViewSpec_t>;

  /** Local. \throws exception::InvalidArgument  if the calling unit has several blocks */
  HaloBlock(
      const GlobMemT& memory, const PatternT& pattern, const GlobBoundSpec_t& bounds,
      const HaloSpec_t& halo)
      : _memory(&memory),
        _pattern(&pattern),
        _bounds(bounds),
        _halo(halo),
        _view(internal::block_of(pattern, pattern.team().myid())),
        _parts(_view, pattern.extents(), bounds, reach_of(halo)),
        _boxes(internal::halo_boxes(_view, pattern.extents(), bounds, halo))
  {
    make_halo_regions();
    make_boundary_regions();
  }

  static constexpr dim_t ndim() { return N; }

  const PatternT& pattern() const { return *_pattern; }
  const GlobMemT& globmem() const { return *_memory; }
  const HaloSpec_t& halo_spec() const { return _halo; }
  const GlobBoundSpec_t& global_boundary_spec() const { return _bounds; }

  /** The block in global coordinates. */
  const ViewSpec_t& view() const { return _view; }
  /** … and in local ones, as the views that follow. */
  const ViewSpec_t& view_local() const { return _parts.all(); }
  /** Elements that no stencil leaves the block from. */
  const ViewSpec_t& view_inner() const { return _parts.inner(); }
  /** … and those whose stencils reach the halo; without those where nothing is to be read. */
  const ViewSpec_t& view_inner_with_boundaries() const { return _parts.updated(); }
  /** Elements whose stencils reach the halo, by the region that the farthest reaches. */
  const BoundaryViews_t& boundary_views() const { return _parts.boundary(); }

  /** Halo regions that have elements, ascending; boundary regions likewise. */
  const RegionVector_t& halo_regions() const { return _halo_regions; }
  const RegionVector_t& boundary_regions() const { return _boundary_regions; }
  /** nullptr if the region has no elements. */
  const Region_t* halo_region(region_index_t index) const { return find(_halo_regions, index); }
  const Region_t* boundary_region(region_index_t index) const
  {
    return find(_boundary_regions, index);
  }

  /** Halo regions that the stencils of a boundary region reach. */
  std::vector<region_index_t> boundary_dependencies(region_index_t index) const
  {
    return RegionCoords<N>::boundary_dependencies(index);
  }

  /** Number of elements of all halo regions. */
  std::size_t halo_size() const
  {
    std::size_t result = 0;
    for (const Box& box : _boxes) result += box.view.size();
    return result;
  }
  std::size_t boundary_size() const { return _parts.boundary_size(); }

  /** Position of coordinates in a view, in canonical order. */
  index_type index_at(const ViewSpec_t& view, const ElementCoords_t& coords) const
  {
    return dash::internal::position_in<PatternT::memory_order()>(view, coords);
  }

  /** The halo regions in coordinates that are continued beyond the sides of the matrix. */
  const std::vector<Box>& halo_boxes() const { return _boxes; }

  /**
   * Global coordinates that may lie outside: within the matrix in cyclic dimensions.
   * \return them, and whether they are outside at a custom side
   */
  std::pair<ElementCoords_t, bool> canonical(ElementCoords_t coords) const
  {
    bool is_custom = false;
    for (std::size_t d = 0; d < N; ++d) {
      const auto extent = static_cast<index_type>(_pattern->extents()[d]);
      if (_bounds[d] == BoundaryProp::CYCLIC) coords[d] = internal::wrapped(coords[d], extent);
      is_custom |= coords[d] < 0 || coords[d] >= extent;
    }
    return {coords, is_custom};
  }

 private:
  static internal::Reach<N> reach_of(const HaloSpec_t& halo)
  {
    internal::Reach<N> reach;
    for (dim_t d = 0; d < N; ++d) reach[static_cast<std::size_t>(d)] = halo.halo_extension_max(d);
    return reach;
  }

  void make_halo_regions()
  {
    for (const Box& box : _boxes) {
      const auto last = last_of(box.view);
      const auto [first_at, first_custom] = canonical(box.view.offsets());
      const auto [last_at, last_custom] = canonical(last);
      ViewSpec_t view = box.view;
      bool is_together = true;
      for (std::size_t d = 0; d < N; ++d) {
        is_together &= last_at[d] - first_at[d] == last[d] - box.view.offsets()[d];
      }
      if (is_together) view = ViewSpec_t(first_at, box.view.extents());
      const bool is_custom = first_custom || last_custom;
      _halo_regions.emplace_back(
          box.spec, view, *_memory, *_pattern, borders_of(box.view, true), is_custom);
    }
  }

  void make_boundary_regions()
  {
    for (region_index_t r = 0; r < internal::NumRegionsMax<N>; ++r) {
      const auto& local = _parts.boundary()[r];
      if (local.size() == 0) continue;
      const auto view = dash::internal::absolute_in(_view, local);
      _boundary_regions.emplace_back(
          _halo.spec(r), view, *_memory, *_pattern, borders_of(view, false), false);
    }
  }

  static ElementCoords_t last_of(const ViewSpec_t& view)
  {
    ElementCoords_t last;
    for (std::size_t d = 0; d < N; ++d) last[d] = view.range(static_cast<dim_t>(d)).end - 1;
    return last;
  }

  /** Halo regions have to cross a side, boundary regions to touch it. */
  typename Region_t::Borders borders_of(const ViewSpec_t& view, bool crosses) const
  {
    typename Region_t::Borders borders{};
    const auto last = last_of(view);
    for (std::size_t d = 0; d < N; ++d) {
      const auto end = static_cast<index_type>(_pattern->extents()[d]);
      borders[d] = {view.offsets()[d] < (crosses ? 0 : 1), last[d] >= (crosses ? end : end - 1)};
    }
    return borders;
  }

  static const Region_t* find(const RegionVector_t& regions, region_index_t index)
  {
    for (const Region_t& region : regions) {
      if (region.index() == index) return &region;
    }
    return nullptr;
  }

  const GlobMemT* _memory;
  const PatternT* _pattern;
  GlobBoundSpec_t _bounds;
  HaloSpec_t _halo;
  ViewSpec_t _view;
  internal::BlockParts<ViewSpec_t> _parts;
  std::vector<Box> _boxes;
  RegionVector_t _halo_regions;
  RegionVector_t _boundary_regions;
};

}  // namespace dash::halo

#endif  // DASH__HALO__HALO_BLOCK_H__INCLUDED
