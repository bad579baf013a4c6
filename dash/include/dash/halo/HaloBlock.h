#pragma once

/// \file
/// The calling unit's block of a matrix, and its halo.

#include <dash/detail/halo/BlockParts.h>
#include <dash/detail/halo/HaloBox.h>
#include <dash/halo/HaloSpec.h>
#include <dash/halo/Region.h>
#include <dash/pattern/Section.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace dash::halo {

/// The division of the block into inner elements and boundary, and its halo regions. It refers to
/// pattern and memory of the matrix, which must exist as long as it does. Units may have one block
/// at most.
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
  using BoundaryViews_t = std::array<ViewSpec_t, detail::NumRegionsMax<N>>;
  using Box = detail::HaloBox<ViewSpec_t>;

  /// Local call. \throws exception::InvalidArgument  if the calling unit has several blocks
  HaloBlock(
      const GlobMemT& memory, const PatternT& pattern, const GlobBoundSpec_t& bounds,
      const HaloSpec_t& halo)
      : memory_(&memory),
        pattern_(&pattern),
        bounds_(bounds),
        halo_(halo),
        view_(detail::block_of(pattern, pattern.team().myid())),
        parts_(view_, pattern.extents(), bounds, reach_of(halo)),
        boxes_(detail::halo_boxes(view_, pattern.extents(), bounds, halo))
  {
    make_halo_regions();
    make_boundary_regions();
  }

  static constexpr dim_t ndim() { return N; }

  const PatternT& pattern() const { return *pattern_; }
  const GlobMemT& globmem() const { return *memory_; }
  const HaloSpec_t& halo_spec() const { return halo_; }
  const GlobBoundSpec_t& global_boundary_spec() const { return bounds_; }

  /// The block in global coordinates.
  const ViewSpec_t& view() const { return view_; }
  /// The block in local coordinates, which the following views use, too.
  const ViewSpec_t& view_local() const { return parts_.all(); }
  /// Elements whose stencils stay inside the block.
  const ViewSpec_t& view_inner() const { return parts_.inner(); }
  /// All elements, including those whose stencils reach the halo, but without those whose stencils
  /// leave the matrix at an open side.
  const ViewSpec_t& view_inner_with_boundaries() const { return parts_.updated(); }
  /// Elements whose stencils reach the halo, one view for each region.
  const BoundaryViews_t& boundary_views() const { return parts_.boundary(); }

  /// The halo regions that stencils reach, in ascending order of their numbers. Those beyond an
  /// open side have no elements.
  const RegionVector_t& halo_regions() const { return halo_regions_; }
  /// The boundary regions that have elements, and one for each halo region, possibly without any.
  const RegionVector_t& boundary_regions() const { return boundary_regions_; }
  /// The halo region with this number; nullptr if no stencil reaches it.
  const Region_t* halo_region(region_index_t index) const { return find(halo_regions_, index); }
  /// The boundary region with this number; nullptr if it is not one of \c boundary_regions.
  const Region_t* boundary_region(region_index_t index) const
  {
    return find(boundary_regions_, index);
  }

  /// Numbers of the halo regions that stencils of a boundary region reach, in the order of
  /// RegionCoords::boundary_dependencies. Those beyond an open side have no elements.
  std::vector<region_index_t> boundary_dependencies(region_index_t index) const
  {
    auto regions = RegionCoords<N>::boundary_dependencies(index);
    std::erase_if(regions, [this](region_index_t r) { return halo_region(r) == nullptr; });
    return regions;
  }

  /// Number of elements of all halo regions together.
  std::size_t halo_size() const
  {
    std::size_t result = 0;
    for (const Box& box : boxes_) result += box.view.size();
    return result;
  }
  std::size_t boundary_size() const { return parts_.boundary_size(); }

  /// Position of coordinates in a view, in canonical order.
  index_type index_at(const ViewSpec_t& view, const ElementCoords_t& coords) const
  {
    return dash::detail::position_in<PatternT::memory_order()>(view, coords);
  }

  /// The halo regions that have elements, in coordinates of the matrix, which extend beyond its
  /// sides. Exchanges go over these, so that nothing is sent for regions without elements.
  const std::vector<Box>& halo_boxes() const { return boxes_; }

  /// Converts global coordinates that may lie outside of the matrix: in periodic dimensions, the
  /// result is within it.
  /// \return the coordinates, and whether they are outside at a custom side
  std::pair<ElementCoords_t, bool> canonical(ElementCoords_t coords) const
  {
    bool is_custom = false;
    for (std::size_t d = 0; d < N; ++d) {
      const auto extent = static_cast<index_type>(pattern_->extents()[d]);
      if (bounds_[d] == BoundaryProp::CYCLIC) coords[d] = detail::wrapped(coords[d], extent);
      is_custom |= coords[d] < 0 || coords[d] >= extent;
    }
    return {coords, is_custom};
  }

 private:
  static detail::Reach<N> reach_of(const HaloSpec_t& halo)
  {
    detail::Reach<N> reach;
    for (dim_t d = 0; d < N; ++d) reach[static_cast<std::size_t>(d)] = halo.halo_extension_max(d);
    return reach;
  }

  void make_halo_regions()
  {
    auto box = boxes_.begin();
    for (const auto& spec : halo_.specs()) {
      if (spec.extent() == 0) continue;
      const bool has_elements = box != boxes_.end() && box->spec == spec;
      halo_regions_.push_back(has_elements ? halo_region_of(*box++) : empty_halo_region(spec));
    }
  }

  Region_t halo_region_of(const Box& box) const
  {
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
    return {box.spec, view, *memory_, *pattern_, borders_of(box.view, true), is_custom};
  }

  /// A region beyond an open side, or of a unit without a block. Programs expect a region for each
  /// one that their stencils reach.
  Region_t empty_halo_region(const RegionSpec<N>& spec) const
  {
    typename Region_t::Borders borders{};
    if (view_.size() > 0) borders = borders_of(detail::box_beside(view_, spec), true);
    return {spec, ViewSpec_t(), *memory_, *pattern_, borders, false};
  }

  void make_boundary_regions()
  {
    for (region_index_t r = 0; r < detail::NumRegionsMax<N>; ++r) {
      const auto& local = parts_.boundary()[r];
      const Region_t* const halo = halo_region(r);
      if (local.size() > 0) {
        const auto view = dash::detail::absolute_in(view_, local);
        boundary_regions_.emplace_back(
            halo_.spec(r), view, *memory_, *pattern_, borders_of(view, false), false);
      } else if (halo != nullptr) {
        boundary_regions_.emplace_back(
            halo->spec(), ViewSpec_t(), *memory_, *pattern_, halo->border(), false);
      }
    }
  }

  static ElementCoords_t last_of(const ViewSpec_t& view)
  {
    ElementCoords_t last;
    for (std::size_t d = 0; d < N; ++d) last[d] = view.range(static_cast<dim_t>(d)).end - 1;
    return last;
  }

  /// The sides of the matrix that a region crosses (halo regions) or touches (boundary regions).
  typename Region_t::Borders borders_of(const ViewSpec_t& view, bool crosses) const
  {
    typename Region_t::Borders borders{};
    const auto last = last_of(view);
    for (std::size_t d = 0; d < N; ++d) {
      const auto end = static_cast<index_type>(pattern_->extents()[d]);
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

  const GlobMemT* memory_;
  const PatternT* pattern_;
  GlobBoundSpec_t bounds_;
  HaloSpec_t halo_;
  ViewSpec_t view_;
  detail::BlockParts<ViewSpec_t> parts_;
  std::vector<Box> boxes_;
  RegionVector_t halo_regions_;
  RegionVector_t boundary_regions_;
};

}  // namespace dash::halo
