#pragma once

/// \file
/// Values per dimension: distributions, and the offsets and extents of boxes.

#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Types.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <ostream>
#include <type_traits>

namespace dash {

namespace detail {

template <class Range>
std::ostream& print_dimensions(std::ostream& os, const char* name, const Range& values)
{
  os << name;
  const char* separator = "(";
  for (const auto& value : values) {
    os << separator << value;
    separator = ", ";
  }
  return os << ")";
}

}  // namespace detail

/// Number of dimensions of \c object.
template <class T>
constexpr dim_t ndim(const T& object)
{
  if constexpr (requires { object.ndim(); }) {
    return object.ndim();
  } else {
    return T::ndim::value;
  }
}

/// Rank of \c object.
template <class T>
  requires requires(const T& object) { object.rank(); }
constexpr dim_t rank(const T& object)
{
  return object.rank();
}

/// Extent of \c object in dimension \c Dim.
template <dim_t Dim, class T>
  requires requires(const T& object) { object.extent(Dim); }
constexpr auto extent(const T& object)
{
  return object.extent(Dim);
}

/// Extent of \c object in dimension \c dim.
template <class T>
  requires requires(const T& object) { object.extent(dim_t{}); }
constexpr auto extent(dim_t dim, const T& object)
{
  return object.extent(dim);
}

/// One value of type \c ElementType for each of \c NumDimensions dimensions.
template <class ElementType, dim_t NumDimensions>
class Dimensional {
 public:
  constexpr Dimensional() = default;

  template <class... Values>
    requires(
        sizeof...(Values) + 1 == NumDimensions && (std::convertible_to<Values, ElementType> && ...))
  constexpr explicit(sizeof...(Values) == 0) Dimensional(const ElementType& value, Values... values)
      : values_{{value, static_cast<ElementType>(values)...}}
  {}

  constexpr explicit(false) Dimensional(const std::array<ElementType, NumDimensions>& values)
      : values_(values)
  {}

  constexpr const std::array<ElementType, NumDimensions>& values() const { return values_; }

  /// \throws exception::OutOfRange  in builds with assertions, if there is no such dimension
  constexpr ElementType dim(dim_t dimension) const
  {
    DASH_ASSERT_RANGE(0, dimension, NumDimensions - 1, "no such dimension");
    return values_[static_cast<std::size_t>(dimension)];
  }

  constexpr ElementType operator[](std::size_t dimension) const { return values_[dimension]; }
  constexpr ElementType& operator[](std::size_t dimension) { return values_[dimension]; }

  constexpr dim_t rank() const { return NumDimensions; }
  static constexpr dim_t ndim() { return NumDimensions; }

  friend constexpr bool operator==(const Dimensional&, const Dimensional&) = default;

 protected:
  std::array<ElementType, NumDimensions> values_{};
};

template <class ElementType, dim_t NumDimensions>
std::ostream& operator<<(std::ostream& os, const Dimensional<ElementType, NumDimensions>& object)
{
  return detail::print_dimensions(os, "dash::Dimensional", object.values());
}

/// Distribution of every dimension; by default, the first one is BLOCKED and the others are NONE.
template <dim_t NumDimensions>
class DistributionSpec : public Dimensional<Distribution, NumDimensions> {
  using base_t = Dimensional<Distribution, NumDimensions>;

 public:
  constexpr DistributionSpec()
  {
    this->values_.fill(NONE);
    this->values_[0] = BLOCKED;
  }

  template <class... Values>
    requires(
        sizeof...(Values) + 1 == NumDimensions &&
        (std::convertible_to<Values, Distribution> && ...))
  constexpr explicit(false) DistributionSpec(const Distribution& value, Values... values)
      : base_t(value, values...)
  {}

  constexpr explicit(false) DistributionSpec(const std::array<Distribution, NumDimensions>& values)
      : base_t(values)
  {}

  /// Whether some dimension is tiled.
  constexpr bool is_tiled() const
  {
    return std::any_of(this->values_.begin(), this->values_.end(), is_tile);
  }

  constexpr bool is_tiled_in_dimension(unsigned dimension) const
  {
    return is_tile(this->values_[dimension]);
  }

 private:
  static constexpr bool is_tile(const Distribution& dist) { return dist.type == DIST_TILE; }
};

template <dim_t NumDimensions>
std::ostream& operator<<(std::ostream& os, const DistributionSpec<NumDimensions>& spec)
{
  return detail::print_dimensions(os, "dash::DistributionSpec", spec.values());
}

/// Offset and extent of a view in one dimension.
template <class IndexType = int>
struct ViewPair {
  typedef std::make_unsigned_t<IndexType> SizeType;

  IndexType offset;
  SizeType extent;

  friend constexpr bool operator==(const ViewPair&, const ViewPair&) = default;
};

/// The first coordinates of a view, and the coordinates behind its last element.
template <dim_t NumDimensions, class IndexType = default_index_t>
struct ViewRegion {
  std::array<IndexType, NumDimensions> begin;
  std::array<IndexType, NumDimensions> end;

  friend constexpr bool operator==(const ViewRegion&, const ViewRegion&) = default;
};

/// The first coordinate of a view in one dimension, and the coordinate behind its last one.
template <class IndexType = default_index_t>
struct ViewRange {
  IndexType begin;
  IndexType end;

  friend constexpr bool operator==(const ViewRange&, const ViewRange&) = default;
};

template <class IndexType>
std::ostream& operator<<(std::ostream& os, const ViewPair<IndexType>& pair)
{
  return os << "{offset: " << pair.offset << ", extent: " << pair.extent << "}";
}

template <class IndexType>
std::ostream& operator<<(std::ostream& os, const ViewRange<IndexType>& range)
{
  return os << "[" << range.begin << ", " << range.end << ")";
}

template <dim_t NumDimensions, class IndexType>
std::ostream& operator<<(std::ostream& os, const ViewRegion<NumDimensions, IndexType>& region)
{
  detail::print_dimensions(os, "{begin: ", region.begin);
  return detail::print_dimensions(os, ", end: ", region.end) << "}";
}

/// A box of an index space: offset and extent in every dimension.
template <dim_t NumDimensions, class IndexType = default_index_t>
class ViewSpec {
 public:
  typedef IndexType index_type;
  typedef std::make_unsigned_t<IndexType> size_type;
  typedef ViewRange<IndexType> range_type;
  typedef ViewRegion<NumDimensions, IndexType> region_type;
  typedef std::array<index_type, NumDimensions> offsets_type;
  typedef std::array<size_type, NumDimensions> extents_type;

  constexpr ViewSpec() = default;

  /// A box that starts at the origin.
  constexpr explicit(false) ViewSpec(const extents_type& extents) : extents_(extents) {}

  DASH_HOST_DEVICE constexpr ViewSpec(const offsets_type& offsets, const extents_type& extents)
      : offsets_(offsets),
        extents_(extents)
  {}

  /// Changes the extents and keeps the offsets.
  template <std::integral... Args>
    requires(sizeof...(Args) == NumDimensions)
  constexpr void resize(Args... extents)
  {
    extents_ = {{static_cast<size_type>(extents)...}};
  }

  template <class SizeType>
  constexpr void resize(const std::array<SizeType, NumDimensions>& extents)
  {
    std::transform(extents.begin(), extents.end(), extents_.begin(), [](const auto& extent) {
      return static_cast<size_type>(extent);
    });
  }

  constexpr void resize(const std::array<ViewPair<index_type>, NumDimensions>& view)
  {
    for (dim_t d = 0; d < NumDimensions; ++d) {
      resize_dim(d, view[at(d)].offset, view[at(d)].extent);
    }
  }

  DASH_HOST_DEVICE constexpr void resize_dim(dim_t dimension, index_type offset, size_type extent)
  {
    offsets_[at(dimension)] = offset;
    extents_[at(dimension)] = extent;
  }

  /// The view without dimension \c dimension.
  constexpr ViewSpec<NumDimensions - 1, IndexType> slice(dim_t dimension) const
    requires(NumDimensions > 1)
  {
    ViewSpec<NumDimensions - 1, IndexType> result;
    for (dim_t from = 0, to = 0; from < NumDimensions; ++from) {
      if (from != dimension) result.resize_dim(to++, offsets_[at(from)], extents_[at(from)]);
    }
    return result;
  }

  constexpr void set_rank(dim_t rank) { rank_ = rank; }
  constexpr dim_t rank() const { return rank_; }
  static constexpr dim_t ndim() { return NumDimensions; }

  /// Number of elements.
  DASH_HOST_DEVICE constexpr size_type size() const
  {
    size_type product = 1;
    for (const size_type extent : extents_) product *= extent;
    return product;
  }

  constexpr size_type size(dim_t dimension) const { return extents_[at(dimension)]; }
  DASH_HOST_DEVICE constexpr const extents_type& extents() const { return extents_; }
  constexpr size_type extent(dim_t dimension) const { return extents_[at(dimension)]; }
  DASH_HOST_DEVICE constexpr const offsets_type& offsets() const { return offsets_; }
  constexpr index_type offset(dim_t dimension) const { return offsets_[at(dimension)]; }

  constexpr range_type range(dim_t dimension) const
  {
    const index_type first = offsets_[at(dimension)];
    return {first, first + static_cast<index_type>(extents_[at(dimension)])};
  }

  constexpr region_type region() const
  {
    region_type result{};
    for (dim_t d = 0; d < NumDimensions; ++d) {
      result.begin[at(d)] = range(d).begin;
      result.end[at(d)] = range(d).end;
    }
    return result;
  }

  friend constexpr bool operator==(const ViewSpec& lhs, const ViewSpec& rhs)
  {
    return lhs.offsets_ == rhs.offsets_ && lhs.extents_ == rhs.extents_;
  }

 private:
  DASH_HOST_DEVICE static constexpr std::size_t at(dim_t dimension)
  {
    return static_cast<std::size_t>(dimension);
  }

  offsets_type offsets_{};
  extents_type extents_{};
  dim_t rank_ = NumDimensions;
};

template <dim_t NumDimensions, class IndexType>
std::ostream& operator<<(std::ostream& os, const ViewSpec<NumDimensions, IndexType>& view)
{
  detail::print_dimensions(os, "dash::ViewSpec(offsets: ", view.offsets());
  return detail::print_dimensions(os, ", extents: ", view.extents()) << ")";
}

}  // namespace dash
