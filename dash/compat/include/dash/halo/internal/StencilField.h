#pragma once

/// \file
/// A block and its halo as one field that is accessed by coordinates of the block.

#include <dash/Exception.h>
#include <dash/detail/base/MemberOffset.h>
#include <dash/detail/halo/BlockParts.h>
#include <dash/halo/HaloMemory.h>
#include <dash/halo/HaloSpec.h>

#include <array>
#include <cstddef>
#include <utility>

namespace dash::halo::detail {

/// The data that a stencil operator and its iterators share.
template <class HaloBlockT, class StencilSpecT>
class StencilField {
  static constexpr std::size_t N = HaloBlockT::ndim();

 public:
  using Pattern = typename HaloBlockT::Pattern_t;
  using T = typename HaloBlockT::Element_t;
  using Index = typename HaloBlockT::index_type;
  using View = typename HaloBlockT::ViewSpec_t;
  using Coords = typename HaloBlockT::ElementCoords_t;
  using Memory = HaloMemory<HaloBlockT>;
  using Offsets = std::array<Index, StencilSpecT::num_stencil_points()>;

  static constexpr MemArrange order = Pattern::memory_order();
  static constexpr std::size_t fastest = dash::detail::dimension_at_pace<order, N>(N - 1);

  StencilField(const HaloBlockT& block, Memory& halo, T* elements, const StencilSpecT& stencil)
      : block_(&block),
        halo_(&halo),
        elements_(elements),
        stencil_(stencil),
        parts_(
            block.view(), block.pattern().extents(), block.global_boundary_spec(),
            reach_of(stencil))
  {
    require_halo();
    if (block.view().size() > 0) strides_ = block.pattern().local_patch_at(Coords{}).strides;
    for (std::size_t i = 0; i < offsets_.size(); ++i) offsets_[i] = offset_of(stencil[i].values());
    const auto reach = stencil.minmax_distances(static_cast<dim_t>(fastest));
    const auto extent = static_cast<Index>(parts_.all().extents()[fastest]);
    inside_rows_ = {-reach.first, extent - reach.second};
  }

  const HaloBlockT& block() const { return *block_; }
  Memory& halo() const { return *halo_; }
  T* elements() const { return elements_; }
  const StencilSpecT& stencil() const { return stencil_; }
  const BlockParts<View>& parts() const { return parts_; }
  /// Distances in memory from the center to the stencil's points.
  const Offsets& offsets() const { return offsets_; }
  Index stride(std::size_t d) const { return strides_[d]; }

  template <class Distances>
  Index offset_of(const Distances& distances) const
  {
    Index offset = 0;
    for (std::size_t d = 0; d < N; ++d) offset += static_cast<Index>(distances[d]) * strides_[d];
    return offset;
  }

  bool is_in_block(const Coords& coords) const
  {
    for (std::size_t d = 0; d < N; ++d) {
      if (coords[d] < 0 || coords[d] >= static_cast<Index>(parts_.all().extents()[d])) return false;
    }
    return true;
  }

  /// The address of an element of the block or of its halo; nullptr if the halo has none there.
  T* address_of(const Coords& coords) const
  {
    return is_in_block(coords) ? elements_ + offset_of(coords) : halo_->address_of(coords);
  }
  T& operator()(const Coords& coords) const { return *address_of(coords); }

  /// Coordinates in the fastest dimension, [first, last), from which no stencil leaves the block in
  /// this dimension.
  const std::pair<Index, Index>& inside_rows() const { return inside_rows_; }

 private:
  static Reach<N> reach_of(const StencilSpecT& stencil)
  {
    Reach<N> reach;
    const auto distances = stencil.minmax_distances();
    for (std::size_t d = 0; d < N; ++d) reach[d] = {-distances[d].first, distances[d].second};
    return reach;
  }

  void require_halo() const
  {
    const HaloSpec<N> needed(stencil_);
    for (region_index_t r = 0; r < NumRegionsMax<N>; ++r) {
      if (needed.extent(r) <= block_->halo_spec().extent(r)) continue;
      DASH_THROW(
          exception::InvalidArgument, "the stencil needs halo region "
                                          << r << " of width " << needed.extent(r)
                                          << "; the halo was made with width "
                                          << block_->halo_spec().extent(r));
    }
  }

  const HaloBlockT* block_;
  Memory* halo_;
  T* elements_;
  StencilSpecT stencil_;
  BlockParts<View> parts_;
  Coords strides_{};
  Offsets offsets_{};
  std::pair<Index, Index> inside_rows_{};
};

}  // namespace dash::halo::detail
