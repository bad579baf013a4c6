#pragma once

/// \file
/// The calling unit's copies of the elements around its block.

#include <dash/detail/base/LinearOrder.h>
#include <dash/detail/halo/LineAllocator.h>
#include <dash/detail/pattern/Box.h>
#include <dash/halo/HaloTypes.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace dash::halo {

/// Host memory for all regions, one behind the other; the elements of each are in the pattern's
/// canonical order.
template <class HaloBlockT>
class HaloMemory {
 public:
  static constexpr dim_t N = HaloBlockT::ndim();
  static constexpr MemArrange order = HaloBlockT::Pattern_t::memory_order();
  using Element_t = typename HaloBlockT::Element_t;
  using index_type = typename HaloBlockT::index_type;
  using ViewSpec_t = typename HaloBlockT::ViewSpec_t;
  using ElementCoords_t = typename HaloBlockT::ElementCoords_t;
  using HaloBuffer_t = std::vector<Element_t, detail::LineAllocator<Element_t>>;
  using iterator = typename HaloBuffer_t::iterator;
  using const_iterator = typename HaloBuffer_t::const_iterator;

  explicit HaloMemory(const HaloBlockT& block) : buffer_(block.halo_size())
  {
    std::size_t begin = 0;
    for (const auto& box : block.halo_boxes()) {
      regions_[box.spec.index()] = {dash::detail::relative_to(block.view(), box.view), begin};
      begin += box.view.size();
    }
    const auto& block_extents = block.view().extents();
    for (std::size_t d = 0; d < N; ++d) extents_[d] = static_cast<index_type>(block_extents[d]);
  }

  /// The elements of a region; an empty range if the region does not exist.
  std::pair<iterator, iterator> range_at(region_index_t region)
  {
    const auto begin = buffer_.begin() + static_cast<std::ptrdiff_t>(regions_[region].begin);
    return {begin, begin + static_cast<std::ptrdiff_t>(regions_[region].box.size())};
  }
  iterator first_element_at(region_index_t region) { return range_at(region).first; }
  /// Address of the first element of a region.
  Element_t* data_at(region_index_t region) { return buffer_.data() + regions_[region].begin; }
  const Element_t* data_at(region_index_t region) const
  {
    return buffer_.data() + regions_[region].begin;
  }

  iterator begin() { return buffer_.begin(); }
  iterator end() { return buffer_.end(); }
  const_iterator begin() const { return buffer_.begin(); }
  const_iterator end() const { return buffer_.end(); }
  const HaloBuffer_t& buffer() const { return buffer_; }

  /// The region's box in coordinates of the block, which are negative before the block.
  const ViewSpec_t& view_at(region_index_t region) const { return regions_[region].box; }

  /// The region that contains coordinates of the block; for elements of the block, the centre.
  region_index_t region_at(const ElementCoords_t& coords) const
  {
    region_index_t region = 0;
    for (std::size_t d = 0; d < N; ++d) {
      region = 3 * region + (coords[d] < 0 ? 0U : coords[d] < extents_[d] ? 1U : 2U);
    }
    return region;
  }

  /// Converts coordinates of the block to coordinates of a region's box.
  void to_halo_mem_coords(region_index_t region, ElementCoords_t& coords) const
  {
    const auto& offsets = regions_[region].box.offsets();
    for (std::size_t d = 0; d < N; ++d) coords[d] -= offsets[d];
  }
  /// Converts coordinates like to_halo_mem_coords. \return whether the region has such an element
  bool to_halo_mem_coords_check(region_index_t region, ElementCoords_t& coords) const
  {
    to_halo_mem_coords(region, coords);
    const auto& extents = regions_[region].box.extents();
    for (std::size_t d = 0; d < N; ++d) {
      if (coords[d] < 0 || coords[d] >= static_cast<index_type>(extents[d])) return false;
    }
    return true;
  }

  /// Position in a region of an element with coordinates of its box.
  index_type offset(region_index_t region, const ElementCoords_t& coords) const
  {
    return dash::detail::linear_index<order, index_type>(coords, regions_[region].box.extents());
  }

  /// The element with coordinates of the block; nullptr if there is none in the halo.
  Element_t* address_of(ElementCoords_t coords)
  {
    const region_index_t region = region_at(coords);
    if (!to_halo_mem_coords_check(region, coords)) return nullptr;
    return data_at(region) + offset(region, coords);
  }

 private:
  struct Place {
    ViewSpec_t box;
    std::size_t begin = 0;
  };

  HaloBuffer_t buffer_;
  std::array<Place, detail::NumRegionsMax<N>> regions_{};
  std::array<index_type, N> extents_;
};

}  // namespace dash::halo
