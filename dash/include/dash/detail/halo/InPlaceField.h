#pragma once

/// \file
/// The memory that a step of a stencil reads and writes in place.

#include <dash/Types.h>
#include <dash/detail/halo/Surroundings.h>

#include <array>
#include <cstddef>

namespace dash::halo::detail {

/// Coordinates from \c first up to, but not including, \c last.
template <dim_t N>
struct CoordsBox {
  using Coords = std::array<default_index_t, N>;

  Coords first{};
  Coords last{};

  DASH_HOST_DEVICE bool contains(const Coords& at) const
  {
    bool result = true;
    for (std::size_t d = 0; d < N; ++d) result &= at[d] >= first[d] && at[d] < last[d];
    return result;
  }

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
  T* to = nullptr;       // the block to write, with the same layout as the one in `from`
  CoordsBox<N> updated;  // elements that change
  CoordsBox<N> inner;    // elements that change and read nothing outside of the block
  CoordsBox<N> border;   // the box without the elements that units share
};

}  // namespace dash::halo::detail
