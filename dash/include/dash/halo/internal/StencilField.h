/**
 * \file dash/halo/internal/StencilField.h
 * A block and its halo as one field, by coordinates of the block.
 */
#ifndef DASH__HALO__INTERNAL__STENCIL_FIELD_H__INCLUDED
#define DASH__HALO__INTERNAL__STENCIL_FIELD_H__INCLUDED

#include <dash/Exception.h>
#include <dash/halo/HaloMemory.h>
#include <dash/halo/HaloSpec.h>
#include <dash/halo/internal/BlockParts.h>

#include <array>
#include <cstddef>
#include <utility>

namespace dash::halo::internal {

/** What a stencil operator and its iterators share. */
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
  static constexpr std::size_t fastest = dash::internal::dimension_at_pace<order, N>(N - 1);

  StencilField(
      const HaloBlockT& block, Memory& halo, T* elements, const StencilSpecT& stencil)
      : _block(&block),
        _halo(&halo),
        _elements(elements),
        _stencil(stencil),
        _parts(
            block.view(), block.pattern().extents(), block.global_boundary_spec(),
            reach_of(stencil))
  {
    require_halo();
    if (block.view().size() > 0) _strides = block.pattern().local_patch_at(Coords{}).strides;
    for (std::size_t i = 0; i < _offsets.size(); ++i) _offsets[i] = offset_of(stencil[i].values());
  }

  const HaloBlockT& block() const { return *_block; }
  Memory& halo() const { return *_halo; }
  T* elements() const { return _elements; }
  const StencilSpecT& stencil() const { return _stencil; }
  const BlockParts<View>& parts() const { return _parts; }
  /** Distances in memory to the stencil's points. */
  const Offsets& offsets() const { return _offsets; }
  Index stride(std::size_t d) const { return _strides[d]; }

  template <class Distances>
  Index offset_of(const Distances& distances) const
  {
    Index offset = 0;
    for (std::size_t d = 0; d < N; ++d) offset += static_cast<Index>(distances[d]) * _strides[d];
    return offset;
  }

  bool is_in_block(const Coords& coords) const
  {
    for (std::size_t d = 0; d < N; ++d) {
      if (coords[d] < 0 || coords[d] >= static_cast<Index>(_parts.all().extents()[d])) return false;
    }
    return true;
  }

  /** The element of the block or of its halo. */
  T& operator()(const Coords& coords) const
  {
    return is_in_block(coords) ? _elements[offset_of(coords)] : *_halo->address_of(coords);
  }

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
    const HaloSpec<N> needed(_stencil);
    for (region_index_t r = 0; r < NumRegionsMax<N>; ++r) {
      if (needed.extent(r) <= _block->halo_spec().extent(r)) continue;
      DASH_THROW(
          exception::InvalidArgument, "the stencil needs halo region "
                                          << r << " of width " << needed.extent(r)
                                          << "; the halo was made with width "
                                          << _block->halo_spec().extent(r));
    }
  }

  const HaloBlockT* _block;
  Memory* _halo;
  T* _elements;
  StencilSpecT _stencil;
  BlockParts<View> _parts;
  Coords _strides{};
  Offsets _offsets{};
};

}  // namespace dash::halo::internal

#endif  // DASH__HALO__INTERNAL__STENCIL_FIELD_H__INCLUDED
