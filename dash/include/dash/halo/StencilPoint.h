#pragma once

/// \file
/// A neighbour of an element, by relative indices.

#include <dash/Dimensional.h>
#include <dash/halo/HaloTypes.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <ostream>
#include <utility>

namespace dash::halo {

/// Offsets of a neighbour in each dimension, and the coefficient by which its value is multiplied.
/// \tparam CoeffT  type of the coefficient
template <dim_t N, class CoeffT = double>
class StencilPoint : public Dimensional<spoint_value_t, N> {
  using Base = Dimensional<spoint_value_t, N>;

 public:
  using coefficient_t = CoeffT;

  /// The point of the element itself.
  constexpr StencilPoint() = default;

  /// \throws exception::InvalidArgument for offsets of more than 32767
  template <std::convertible_to<spoint_value_t>... Offsets>
    requires(sizeof...(Offsets) == N)
  constexpr explicit(N == 1) StencilPoint(Offsets... offsets) : StencilPoint(CoeffT(1), offsets...)
  {}

  template <std::convertible_to<spoint_value_t>... Offsets>
    requires(sizeof...(Offsets) == N)
  constexpr StencilPoint(CoeffT coefficient, Offsets... offsets)
      : Base(std::array<spoint_value_t, N>{{detail::spoint_value(offsets)...}}),
        coefficient_(coefficient)
  {}

  /// The same from a list in braces: \c StencilPoint<2>({-1,0}).
  constexpr StencilPoint(const spoint_value_t (&offsets)[N])
    requires(N > 1)
      : Base(std::to_array(offsets))
  {}

  constexpr explicit StencilPoint(const std::array<spoint_value_t, N>& offsets) : Base(offsets) {}

  constexpr CoeffT coefficient() const { return coefficient_; }

  /// Largest distance in any dimension.
  constexpr int(max)() const
  {
    int largest = 0;
    for (const int offset : this->values()) largest = (std::max)({largest, offset, -offset});
    return largest;
  }

  /// Coordinates of the neighbour of \c coords.
  template <class Index>
  constexpr std::array<Index, N> stencil_coords(std::array<Index, N> coords) const
  {
    for (std::size_t d = 0; d < N; ++d) coords[d] += (*this)[d];
    return coords;
  }

  /// The neighbour of \c coords, and whether it lies outside of a view's extents.
  template <class Index, class View>
  constexpr std::pair<std::array<Index, N>, bool> stencil_coords_check(
      const std::array<Index, N>& coords, const View& view) const
  {
    const auto neighbor = stencil_coords(coords);
    bool is_outside = false;
    for (std::size_t d = 0; d < N; ++d) {
      is_outside |= neighbor[d] < 0 || neighbor[d] >= static_cast<Index>(view.extents()[d]);
    }
    return {neighbor, is_outside};
  }

  /// Like stencil_coords_check, but stops at the first dimension that is outside: the coordinates
  /// in the following dimensions are then those of \c coords.
  template <class Index, class View>
  constexpr std::pair<std::array<Index, N>, bool> stencil_coords_check_abort(
      std::array<Index, N> coords, const View& view) const
  {
    for (std::size_t d = 0; d < N; ++d) {
      coords[d] += (*this)[d];
      if (coords[d] < 0 || coords[d] >= static_cast<Index>(view.extents()[d])) {
        return {coords, true};
      }
    }
    return {coords, false};
  }

  friend constexpr bool operator==(const StencilPoint&, const StencilPoint&) = default;

 private:
  CoeffT coefficient_ = CoeffT(1);
};

template <dim_t N, class CoeffT>
std::ostream& operator<<(std::ostream& os, const StencilPoint<N, CoeffT>& point)
{
  dash::detail::print_dimensions(os, "dash::halo::StencilPoint", point.values());
  return os << " * " << point.coefficient();
}

}  // namespace dash::halo
