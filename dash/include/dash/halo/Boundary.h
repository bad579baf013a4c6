#pragma once

/// \file
/// What stencils read beyond the sides of a matrix.

#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/halo/GlobalBoundarySpec.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

namespace dash::halo {

/// The values beyond a side are those at the opposite side of the matrix.
struct Periodic {};
inline constexpr Periodic periodic{};

/// There are no values beyond a side: elements whose stencil leaves the matrix there keep their
/// values.
struct Open {};
inline constexpr Open open{};

/// What lies beyond one side: \c periodic, \c open, a value, or a function of global coordinates.
template <class T, dim_t N>
class Side {
 public:
  using Coords = std::array<default_index_t, N>;

  Side(Open = {}) {}
  Side(Periodic) : prop_(BoundaryProp::CYCLIC) {}

  template <std::convertible_to<T> Value>
  Side(const Value& value)
      : prop_(BoundaryProp::CUSTOM),
        value_([value = static_cast<T>(value)](const Coords&) { return value; })
  {}

  /// \param f  function of coordinates that lie outside of the matrix; in periodic dimensions they
  ///   lie within it
  template <class F>
    requires(!std::convertible_to<F, T> && std::is_invocable_r_v<T, F, const Coords&>)
  Side(F f) : prop_(BoundaryProp::CUSTOM),
              value_(std::move(f))
  {}

  BoundaryProp prop() const { return prop_; }
  T value(const Coords& coords) const { return value_(coords); }

 private:
  BoundaryProp prop_ = BoundaryProp::NONE;
  std::function<T(const Coords&)> value_;
};

/// Two different sides of a dimension: sides(before, behind).
template <class Before, class Behind>
struct Sides {
  Before before;
  Behind behind;
};
template <class Before, class Behind>
Sides<Before, Behind> sides(Before before, Behind behind)
{
  return {std::move(before), std::move(behind)};
}

/// All sides of a matrix. It is made from one side, which applies to all, or from one side for each
/// dimension, which may be sides(before, behind): \c {periodic, sides(0.0, 100.0)}.
template <class T, dim_t N>
class Boundary {
  using Pair = std::array<Side<T, N>, 2>;

 public:
  using Coords = typename Side<T, N>::Coords;

  template <class All>
    requires std::convertible_to<All, Side<T, N>>
  Boundary(const All& all)
  {
    sides_.fill(pair_of(all));
    check();
  }

  template <class... Dimensions>
    requires(
        sizeof...(Dimensions) == N &&
        (N > 1 || !(std::convertible_to<Dimensions, Side<T, N>> || ...)))
  Boundary(const Dimensions&... dimensions) : sides_{{pair_of(dimensions)...}}
  {
    check();
  }

  GlobalBoundarySpec<N> spec() const
  {
    GlobalBoundarySpec<N> spec;
    for (std::size_t d = 0; d < N; ++d) {
      const auto before = side(d, RegionPos::PRE).prop();
      const auto behind = side(d, RegionPos::POST).prop();
      spec[d] = before;
      if (before != behind) spec.set_side(static_cast<dim_t>(d), RegionPos::POST, behind);
    }
    return spec;
  }

  const Side<T, N>& side(std::size_t dimension, RegionPos pos) const
  {
    return sides_[dimension][static_cast<std::size_t>(pos)];
  }

  /// Value beyond the sides. At a corner, the first dimension that is outside decides.
  template <class Extents>
  T value(const Coords& coords, const Extents& extents) const
  {
    std::size_t d = 0;
    const auto is_inside = [&](std::size_t i) {
      return coords[i] >= 0 && coords[i] < static_cast<default_index_t>(extents[i]);
    };
    while (d + 1 < N && is_inside(d)) ++d;
    return side(d, coords[d] < 0 ? RegionPos::PRE : RegionPos::POST).value(coords);
  }

 private:
  static Pair pair_of(const Side<T, N>& side) { return {side, side}; }
  template <class Before, class Behind>
  static Pair pair_of(const Sides<Before, Behind>& sides)
  {
    return {Side<T, N>(sides.before), Side<T, N>(sides.behind)};
  }

  void check() const
  {
    for (const auto& [before, behind] : sides_) {
      const bool is_cyclic = before.prop() == BoundaryProp::CYCLIC;
      if (is_cyclic != (behind.prop() == BoundaryProp::CYCLIC)) {
        DASH_THROW(exception::InvalidArgument, "a dimension is periodic at both sides or at none");
      }
    }
  }

  std::array<Pair, N> sides_;
};

}  // namespace dash::halo
