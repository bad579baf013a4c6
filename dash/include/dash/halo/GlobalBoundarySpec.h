#pragma once

/// \file
/// What lies beyond the sides of a matrix.

#include <dash/Dimensional.h>
#include <dash/Exception.h>
#include <dash/halo/HaloTypes.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <ostream>
#include <utility>

namespace dash::halo {

/// One boundary for each dimension, NONE by default; single sides may differ.
template <dim_t N>
class GlobalBoundarySpec : public Dimensional<BoundaryProp, N> {
  using Base = Dimensional<BoundaryProp, N>;

 public:
  constexpr GlobalBoundarySpec() = default;

  template <std::same_as<BoundaryProp>... Props>
    requires(sizeof...(Props) == N)
  constexpr explicit(N == 1) GlobalBoundarySpec(Props... props)
      : Base(std::array<BoundaryProp, N>{{props...}})
  {}

  /// The same from a list in braces.
  constexpr GlobalBoundarySpec(const BoundaryProp (&props)[N])
    requires(N > 1)
      : Base(std::to_array(props))
  {}

  constexpr explicit GlobalBoundarySpec(const std::array<BoundaryProp, N>& props) : Base(props) {}

  /// Sets the boundary of a single side. A cyclic dimension is cyclic at both sides.
  /// \throws exception::InvalidArgument  for a side of a cyclic dimension, or for the boundary
  ///   CYCLIC
  constexpr GlobalBoundarySpec& set_side(dim_t dimension, RegionPos side, BoundaryProp prop)
  {
    const auto d = static_cast<std::size_t>(dimension);
    if (prop == BoundaryProp::CYCLIC || (*this)[d] == BoundaryProp::CYCLIC) {
      DASH_THROW(
          exception::InvalidArgument,
          "a cyclic boundary is one of both sides of dimension " << dimension);
    }
    sides_[d][static_cast<std::size_t>(side)] = {true, prop};
    return *this;
  }

  constexpr BoundaryProp side(std::size_t dimension, RegionPos side) const
  {
    const auto& [is_own, prop] = sides_[dimension][static_cast<std::size_t>(side)];
    return is_own ? prop : (*this)[dimension];
  }

  friend constexpr bool operator==(const GlobalBoundarySpec&, const GlobalBoundarySpec&) = default;

 private:
  struct Side {
    bool is_own = false;
    BoundaryProp prop = BoundaryProp::NONE;

    friend constexpr bool operator==(const Side&, const Side&) = default;
  };

  std::array<std::array<Side, 2>, N> sides_{};
};

template <dim_t N>
std::ostream& operator<<(std::ostream& os, const GlobalBoundarySpec<N>& spec)
{
  os << "dash::halo::GlobalBoundarySpec(";
  for (std::size_t d = 0; d < N; ++d) {
    const auto before = spec.side(d, RegionPos::PRE);
    const auto behind = spec.side(d, RegionPos::POST);
    os << (d > 0 ? ", " : "") << before;
    if (behind != before) os << "|" << behind;
  }
  return os << ")";
}

}  // namespace dash::halo
