#pragma once

/// \file
/// Access to the elements of a linear range by coordinates.

#include <dash/Cartesian.h>
#include <dash/Types.h>

#include <concepts>
#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

/// N-dimensional view of a random access range, whose elements are numbered like the points of a
/// box. It refers to the range. All functions are local calls.
template <
    std::random_access_iterator Iterator, dim_t N, MemArrange Arr = ROW_MAJOR,
    class SizeType = default_size_t>
class CartViewBase {
  using index_type = std::make_signed_t<SizeType>;

 public:
  using value_type = std::iter_value_t<Iterator>;
  using reference = std::iter_reference_t<Iterator>;
  using size_type = SizeType;

  template <std::convertible_to<SizeType>... Extents>
    requires(sizeof...(Extents) == N)
  explicit CartViewBase(Iterator first, Extents... extents)
      : first_(std::move(first)),
        space_(static_cast<SizeType>(extents)...)
  {}

  /// A view of the elements from \c range.begin() on.
  template <class Range, std::convertible_to<SizeType>... Extents>
    requires(
        sizeof...(Extents) == N &&
        requires(Range& range) {
          { range.begin() } -> std::convertible_to<Iterator>;
        })
  explicit CartViewBase(Range& range, Extents... extents) : CartViewBase(range.begin(), extents...)
  {}

  static constexpr dim_t rank() { return N; }
  SizeType size() const { return space_.size(); }
  SizeType extent(dim_t dimension) const { return space_.extent(dimension); }

  template <std::convertible_to<SizeType>... Coords>
    requires(sizeof...(Coords) == N)
  reference at(Coords... coords) const
  {
    const auto offset = space_.at(static_cast<index_type>(coords)...);
    return first_[static_cast<std::iter_difference_t<Iterator>>(offset)];
  }

  /// Coordinates of element \c offset of the range in dimensions 0, 1 and 2.
  SizeType x(SizeType offset) const { return coordinate(0, offset); }
  SizeType y(SizeType offset) const
    requires(N > 1)
  {
    return coordinate(1, offset);
  }
  SizeType z(SizeType offset) const
    requires(N > 2)
  {
    return coordinate(2, offset);
  }

 private:
  SizeType coordinate(std::size_t dimension, SizeType offset) const
  {
    return static_cast<SizeType>(space_.coords(static_cast<index_type>(offset))[dimension]);
  }

  Iterator first_;
  CartesianIndexSpace<N, Arr, index_type> space_;
};

/// A view of the elements behind an iterator by N coordinates.
template <
    std::random_access_iterator Iterator, dim_t N, MemArrange Arr = ROW_MAJOR,
    class SizeType = default_size_t>
using CartView = CartViewBase<Iterator, N, Arr, SizeType>;

}  // namespace dash
