#pragma once

/// \file
/// Extents of Cartesian spaces, and the numbering of their points.

#include <dash/Dimensional.h>
#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/detail/base/LinearOrder.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <ostream>
#include <type_traits>

namespace dash {

/// Extents of an N-dimensional space.
template <dim_t NumDimensions, class SizeType = default_size_t>
class CartesianSpace {
 public:
  typedef std::make_signed_t<SizeType> index_type;
  typedef SizeType size_type;
  typedef std::array<SizeType, NumDimensions> extents_type;
  typedef std::integral_constant<dim_t, NumDimensions> ndim;

  /// An empty space: all extents are 0.
  constexpr CartesianSpace() = default;

  template <class... Args>
    requires(sizeof...(Args) + 1 == NumDimensions && (std::convertible_to<Args, SizeType> && ...))
  DASH_HOST_DEVICE constexpr explicit(false) CartesianSpace(SizeType first, Args... others)
      : extents_{{first, static_cast<SizeType>(others)...}}
  {}

  DASH_HOST_DEVICE constexpr explicit(false) CartesianSpace(const extents_type& extents)
      : extents_(extents)
  {}

  /// The same space with extents of another type.
  template <class OtherSize>
    requires(!std::same_as<OtherSize, SizeType>)
  constexpr explicit(false) CartesianSpace(const CartesianSpace<NumDimensions, OtherSize>& other)
  {
    resize(other.extents());
  }

  template <class... Args>
    requires(sizeof...(Args) + 1 == NumDimensions && (std::convertible_to<Args, SizeType> && ...))
  constexpr void resize(SizeType first, Args... others)
  {
    extents_ = {{first, static_cast<SizeType>(others)...}};
  }

  template <class OtherSize>
  constexpr void resize(const std::array<OtherSize, NumDimensions>& extents)
  {
    std::transform(extents.begin(), extents.end(), extents_.begin(), [](const auto& extent) {
      return static_cast<SizeType>(extent);
    });
  }

  /// Changes the extent in one dimension. In two dimensions, where two numbers could also be the
  /// extents, this requires an extent of type \c SizeType.
  template <std::integral Extent>
    requires(NumDimensions != 2 || std::same_as<Extent, SizeType>)
  constexpr void resize(dim_t dimension, Extent extent)
  {
    extents_[static_cast<std::size_t>(dimension)] = static_cast<SizeType>(extent);
  }

  constexpr dim_t rank() const { return NumDimensions; }

  /// Number of points.
  DASH_HOST_DEVICE constexpr SizeType size() const { return detail::product(extents_); }

  DASH_HOST_DEVICE constexpr const extents_type& extents() const { return extents_; }

  /// \throws exception::OutOfRange  in builds with assertions, if there is no such dimension
  DASH_HOST_DEVICE constexpr SizeType extent(dim_t dimension) const
  {
    DASH_ASSERT_RANGE(0, dimension, NumDimensions - 1, "no such dimension");
    return extents_[static_cast<std::size_t>(dimension)];
  }

  friend constexpr bool operator==(const CartesianSpace&, const CartesianSpace&) = default;

 protected:
  extents_type extents_{};
};

template <dim_t NumDimensions, class SizeType>
std::ostream& operator<<(std::ostream& os, const CartesianSpace<NumDimensions, SizeType>& space)
{
  return detail::print_dimensions(os, "dash::CartesianSpace", space.extents());
}

/// Extents of a container.
template <dim_t NumDimensions, class SizeType = default_size_t>
class SizeSpec : public CartesianSpace<NumDimensions, SizeType> {
 public:
  using CartesianSpace<NumDimensions, SizeType>::CartesianSpace;

  constexpr SizeSpec() = default;
};

template <dim_t NumDimensions, class SizeType>
std::ostream& operator<<(std::ostream& os, const SizeSpec<NumDimensions, SizeType>& spec)
{
  return detail::print_dimensions(os, "dash::SizeSpec", spec.extents());
}

/// A Cartesian space whose points are numbered.
/// \tparam Arrangement  ROW_MAJOR: the last dimension is the fastest; COL_MAJOR: the first one is
template <
    dim_t NumDimensions, MemArrange Arrangement = ROW_MAJOR, class IndexType = default_index_t>
class CartesianIndexSpace : public CartesianSpace<NumDimensions, std::make_unsigned_t<IndexType>> {
  using base_t = CartesianSpace<NumDimensions, std::make_unsigned_t<IndexType>>;
  using coords_t = std::array<IndexType, NumDimensions>;

 public:
  typedef IndexType index_type;
  typedef typename base_t::size_type size_type;
  typedef typename base_t::extents_type extents_type;
  typedef ViewSpec<NumDimensions, IndexType> viewspec_type;

  using base_t::base_t;

  constexpr CartesianIndexSpace() = default;

  /// Number of the point with the given coordinates.
  template <class... Args>
    requires(sizeof...(Args) + 1 == NumDimensions && (std::convertible_to<Args, IndexType> && ...))
  DASH_HOST_DEVICE constexpr IndexType at(IndexType first, Args... others) const
  {
    return at(coords_t{{first, static_cast<IndexType>(others)...}});
  }

  /// Number of the point with the given coordinates. \throws exception::OutOfRange  in builds with
  /// assertions, if the point is outside
  template <MemArrange Order = Arrangement, class Coordinate>
  DASH_HOST_DEVICE constexpr IndexType at(const std::array<Coordinate, NumDimensions>& coords) const
  {
    for (std::size_t d = 0; d < NumDimensions; ++d) {
      DASH_ASSERT_RANGE(
          IndexType{0}, static_cast<IndexType>(coords[d]),
          static_cast<IndexType>(this->extents_[d]) - 1, "coordinate in dimension " << d);
    }
    return detail::linear_index<Order, IndexType>(coords, this->extents_);
  }

  /// Number of the point with the given coordinates relative to a view.
  template <MemArrange Order = Arrangement, class Coordinate>
  constexpr IndexType at(
      const std::array<Coordinate, NumDimensions>& coords, const viewspec_type& view) const
  {
    coords_t absolute = view.offsets();
    for (std::size_t d = 0; d < NumDimensions; ++d) {
      absolute[d] += static_cast<IndexType>(coords[d]);
    }
    return at<Order>(absolute);
  }

  /// Coordinates of the point with number \c index.
  /// \throws exception::OutOfRange  in builds with assertions, if there is no such point
  template <MemArrange Order = Arrangement>
  DASH_HOST_DEVICE constexpr coords_t coords(IndexType index) const
  {
    DASH_ASSERT_RANGE(
        IndexType{0}, index, static_cast<IndexType>(this->size()) - 1, "index of a point");
    return detail::linear_coords<Order>(index, this->extents_);
  }

  /// Coordinates in this space of point \c index of a view.
  template <MemArrange Order = Arrangement>
  constexpr coords_t coords(IndexType index, const viewspec_type& view) const
  {
    coords_t result = detail::linear_coords<Order>(index, view.extents());
    for (std::size_t d = 0; d < NumDimensions; ++d) result[d] += view.offsets()[d];
    return result;
  }

  /// Coordinates of point \c index in dimensions 0, 1 and 2.
  constexpr IndexType x(IndexType index) const { return coords(index)[0]; }

  constexpr IndexType y(IndexType index) const
    requires(NumDimensions > 1)
  {
    return coords(index)[1];
  }

  constexpr IndexType z(IndexType index) const
    requires(NumDimensions > 2)
  {
    return coords(index)[2];
  }
};

template <dim_t NumDimensions, MemArrange Arrangement, class IndexType>
std::ostream& operator<<(
    std::ostream& os, const CartesianIndexSpace<NumDimensions, Arrangement, IndexType>& space)
{
  return detail::print_dimensions(os, "dash::CartesianIndexSpace", space.extents());
}

}  // namespace dash
