#pragma once

/// \file
/// A stencil that is applied to a block and its halo.

#include <dash/halo/HaloMemory.h>
#include <dash/halo/StencilBoundary.h>
#include <dash/halo/StencilInner.h>
#include <dash/halo/internal/StencilField.h>

#include <cstddef>

namespace dash::halo {

/// Elements of the calling unit's block with their neighbours, for host code: use \c inner while
/// the halo is updated, and \c boundary when it is complete. Elements whose stencil would leave the
/// matrix at a side without boundary values are in neither.
///
/// It is created by HaloMatrixWrapper::stencil_operator, and refers to the wrapper. Its iterators
/// refer to it.
template <class HaloBlockT, class StencilSpecT>
class StencilOperator {
  using Field = detail::StencilField<HaloBlockT, StencilSpecT>;

  Field field_;

 public:
  using Element_t = typename Field::T;
  using Pattern_t = typename Field::Pattern;
  using Coords_t = typename Field::Coords;
  using ViewSpec_t = typename Field::View;
  using StencilSpec_t = StencilSpecT;
  using StencilOffsets_t = typename Field::Offsets;
  using HaloBlock_t = HaloBlockT;
  using HaloMemory_t = HaloMemory<HaloBlockT>;
  using StencilSpecViews_t = detail::BlockParts<ViewSpec_t>;
  using index_type = typename Field::Index;
  using iterator = StencilIterator<Field, true>;
  using iterator_inner = typename StencilInner<Field>::iterator;
  using iterator_bnd = typename StencilBoundary<Field>::iterator;

  StencilInner<Field> inner;
  StencilBoundary<Field> boundary;

  /// \param elements  the block in local memory
  /// \throws exception::InvalidArgument  if the halo is too narrow for the stencil
  StencilOperator(
      const HaloBlockT& block, HaloMemory_t& halo, Element_t* elements, const StencilSpecT& stencil)
      : field_(block, halo, elements, stencil),
        inner(field_),
        boundary(field_)
  {}
  StencilOperator(const StencilOperator& other)
      : field_(other.field_),
        inner(field_),
        boundary(field_)
  {}
  /// \c inner and \c boundary go on referring to this object, which takes over the stencil.
  StencilOperator& operator=(const StencilOperator& other)
  {
    field_ = other.field_;
    return *this;
  }

  static constexpr dim_t ndim() { return HaloBlockT::ndim(); }
  static constexpr std::size_t num_stencil_points() { return StencilSpecT::num_stencil_points(); }
  static constexpr MemArrange memory_order() { return Field::order; }

  /// Iterator over all elements of \c inner and \c boundary in canonical order.
  iterator begin() const { return iterator(field_, &view(), 1, 0); }
  iterator end() const
  {
    return iterator(field_, &view(), 1, static_cast<index_type>(view().size()));
  }

  /// All elements of \c inner and \c boundary, and all elements of the block, in local coordinates.
  const ViewSpec_t& view() const { return field_.parts().updated(); }
  const ViewSpec_t& view_local() const { return field_.parts().all(); }
  const StencilSpecViews_t& spec_views() const { return field_.parts(); }

  const StencilSpecT& stencil_spec() const { return field_.stencil(); }
  const HaloBlockT& halo_block() const { return field_.block(); }
  HaloMemory_t& halo_memory() const { return field_.halo(); }
  /// Distances of the neighbours in local memory.
  const StencilOffsets_t& stencil_offsets() const { return field_.offsets(); }
  /// Position in local memory of the element at local coordinates.
  index_type get_offset(const Coords_t& coords) const { return field_.offset_of(coords); }
};

}  // namespace dash::halo
