#pragma once

/// \file
/// Row-major and column-major numbering of the points of a box.

#include <dash/Types.h>

#include <array>
#include <cstddef>

namespace dash::detail {

/// The dimension with rank \c pace, counted from the slowest (0) to the fastest, in order \c Arr.
/// Loops over paces instead of dimensions work for both orders.
template <MemArrange Arr, std::size_t N>
DASH_HOST_DEVICE constexpr std::size_t dimension_at_pace(std::size_t pace) noexcept
{
  return Arr == COL_MAJOR ? N - 1 - pace : pace;
}

/// Product of all extents.
template <class Size, std::size_t N>
DASH_HOST_DEVICE constexpr Size product(const std::array<Size, N>& extents) noexcept
{
  Size result = 1;
  for (std::size_t d = 0; d < N; ++d) result *= extents[d];
  return result;
}

/// Strides of an array without gaps.
template <MemArrange Arr, class Index, class Size, std::size_t N>
constexpr std::array<Index, N> dense_strides(const std::array<Size, N>& extents) noexcept
{
  std::array<Index, N> strides{};
  Index stride = 1;
  for (std::size_t pace = N; pace-- > 0;) {
    const std::size_t d = dimension_at_pace<Arr, N>(pace);
    strides[d] = stride;
    stride *= static_cast<Index>(extents[d]);
  }
  return strides;
}

/// Number of the point with coordinates \c coords.
template <MemArrange Arr, class Index, class Coord, class Size, std::size_t N>
DASH_HOST_DEVICE constexpr Index linear_index(
    const std::array<Coord, N>& coords, const std::array<Size, N>& extents) noexcept
{
  Index index = 0;
  for (std::size_t pace = 0; pace < N; ++pace) {
    const std::size_t d = dimension_at_pace<Arr, N>(pace);
    index = index * static_cast<Index>(extents[d]) + static_cast<Index>(coords[d]);
  }
  return index;
}

/// Coordinates of the point with number \c index.
template <MemArrange Arr, class Index, class Size, std::size_t N>
DASH_HOST_DEVICE constexpr std::array<Index, N> linear_coords(
    Index index, const std::array<Size, N>& extents) noexcept
{
  std::array<Index, N> coords{};
  for (std::size_t pace = N - 1; pace > 0; --pace) {
    const std::size_t d = dimension_at_pace<Arr, N>(pace);
    const auto extent = static_cast<Index>(extents[d] > 0 ? extents[d] : 1);
    coords[d] = index % extent;
    index /= extent;
  }
  coords[dimension_at_pace<Arr, N>(0)] = index;
  return coords;
}

/// Moves on by as many points as the number of \c distance says, without a division.
template <MemArrange Arr, class Index, class Size, std::size_t N>
DASH_HOST_DEVICE constexpr void advance_coords(
    std::array<Index, N>& coords, const std::array<Index, N>& distance,
    const std::array<Size, N>& extents) noexcept
{
  bool carry = false;
  for (std::size_t pace = N; pace-- > 0;) {
    const std::size_t d = dimension_at_pace<Arr, N>(pace);
    const auto extent = static_cast<Index>(extents[d]);
    coords[d] += distance[d] + (carry ? 1 : 0);
    carry = pace > 0 && coords[d] >= extent;
    if (carry) coords[d] -= extent;
  }
}

}  // namespace dash::detail
