#pragma once

/// \file
/// Access to elements of a block and of its halo by local coordinates.

#include <dash/halo/HaloMemory.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace dash::halo {

/// Access to a block and its halo for host code. Coordinates are relative to the block's first
/// element, so those of the halo may be negative, or beyond the block's extents.
///
/// It is created by HaloMatrixWrapper::coordinate_access, and refers to the wrapper. Coordinates
/// for which the halo has no element must not be accessed.
template <class HaloBlockT>
class CoordinateAccess {
  static constexpr dim_t N = HaloBlockT::ndim();

 public:
  using Element_t = typename HaloBlockT::Element_t;
  using Coords_t = typename HaloBlockT::ElementCoords_t;
  using ViewSpec_t = typename HaloBlockT::ViewSpec_t;
  using HaloMemory_t = HaloMemory<HaloBlockT>;
  using index_type = typename HaloBlockT::index_type;
  /// For each dimension, the first coordinate and the one behind the last.
  using Ranges_t = std::array<std::pair<index_type, index_type>, N>;

 private:
  /// The block, whose elements have constant strides.
  struct Field {
    const HaloBlockT* block;
    HaloMemory_t* halo;
    Element_t* elements;
    Coords_t strides;

    Element_t& in_block(const Coords_t& coords) const
    {
      index_type offset = 0;
      for (std::size_t d = 0; d < N; ++d) offset += coords[d] * strides[d];
      return elements[offset];
    }

    Element_t& in_block_or_halo(const Coords_t& coords) const
    {
      const auto& extents = block->view_local().extents();
      for (std::size_t d = 0; d < N; ++d) {
        const bool is_inside = coords[d] >= 0 && coords[d] < static_cast<index_type>(extents[d]);
        if (!is_inside) return *halo->address_of(coords);
      }
      return in_block(coords);
    }
  };

  /// Holds the first coordinates of an element.
  template <std::size_t given, bool reaches_halo>
  class Prefix {
   public:
    Prefix(const Field& field, const Coords_t& coords) : field_(&field), coords_(coords) {}

    decltype(auto) operator[](index_type coord) const
    {
      Coords_t coords = coords_;
      coords[given] = coord;
      if constexpr (given + 1 < N) {
        return Prefix<given + 1, reaches_halo>(*field_, coords);
      } else if constexpr (reaches_halo) {
        return field_->in_block_or_halo(coords);
      } else {
        return field_->in_block(coords);
      }
    }

   private:
    const Field* field_;
    Coords_t coords_;
  };

  static Ranges_t ranges_of(const ViewSpec_t& view)
  {
    Ranges_t ranges;
    for (std::size_t d = 0; d < N; ++d) {
      const auto range = view.range(static_cast<dim_t>(d));
      ranges[d] = {range.begin, range.end};
    }
    return ranges;
  }

  Field field_;

 public:
  /// Elements whose neighbours are in the block, and these neighbours: access without any check.
  class Inner {
   public:
    explicit Inner(const Field& field) : field_(&field) {}

    decltype(auto) operator[](index_type coord) const
    {
      return Prefix<0, false>(*field_, {})[coord];
    }
    Ranges_t ranges() const { return ranges_of(field_->block->view_inner()); }

   private:
    const Field* field_;
  };

  /// Elements whose neighbours are in the halo, and these neighbours.
  class Boundary {
   public:
    explicit Boundary(const Field& field) : field_(&field) {}

    decltype(auto) operator[](index_type coord) const
    {
      return Prefix<0, true>(*field_, {})[coord];
    }
    /// Boxes of coordinates that together cover the boundary, each element once.
    std::vector<Ranges_t> ranges() const
    {
      std::vector<Ranges_t> result;
      for (const ViewSpec_t& view : field_->block->boundary_views()) {
        if (view.size() > 0) result.push_back(ranges_of(view));
      }
      return result;
    }

   private:
    const Field* field_;
  };

  /// \param elements  the block in local memory
  CoordinateAccess(const HaloBlockT& block, HaloMemory_t& halo, Element_t* elements)
      : field_{&block, &halo, elements, {}},
        inner(field_),
        boundary(field_)
  {
    if (block.view().size() > 0) {
      field_.strides = block.pattern().local_patch_at(Coords_t{}).strides;
    }
  }
  CoordinateAccess(const CoordinateAccess& other)
      : field_(other.field_),
        inner(field_),
        boundary(field_)
  {}
  CoordinateAccess& operator=(const CoordinateAccess& other)
  {
    field_ = other.field_;
    return *this;
  }

  static constexpr dim_t ndim() { return N; }

  /// access[i][j] is an element of the block or of its halo.
  decltype(auto) operator[](index_type coord) const { return boundary[coord]; }
  /// The coordinates of the block.
  Ranges_t ranges() const { return ranges_of(field_.block->view_local()); }

  Inner inner;
  Boundary boundary;
};

}  // namespace dash::halo
