#pragma once

/// \file
/// What a step of a stencil reads and writes where it lies.

#include <dash/Types.h>
#include <dash/detail/halo/Surroundings.h>

#include <array>
#include <cstddef>

namespace dash::halo::detail {

/// Coordinates from \c first to before \c last.
template <dim_t N>
struct CoordsBox {
  using Coords = std::array<default_index_t, N>;

  Coords first{};
  Coords last{};

  DASH_HOST_DEVICE Coords extents() const
  {
    Coords result{};
    for (std::size_t d = 0; d < N; ++d) result[d] = last[d] > first[d] ? last[d] - first[d] : 0;
    return result;
  }
};

/// What a step reads and writes, in coordinates of the block.
template <class T, dim_t N>
struct InPlaceField {
  Surroundings<T, N> from;
  T* to = nullptr;       // the block, which lies as the one in `from` does
  CoordsBox<N> updated;  // elements that change
  CoordsBox<N> inner;    // … and read nothing outside of the block
  CoordsBox<N> border;   // elements that units share are outside of it
};

}  // namespace dash::halo::detail
