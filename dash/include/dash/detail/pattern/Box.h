#pragma once

/// \file
/// Arithmetic on rectangular regions of an index space.

#include <dash/Dimensional.h>
#include <dash/detail/base/LinearOrder.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

namespace dash::detail {

/// Coordinates as a parameter from which the number of dimensions is not deduced; a box beside it
/// determines that.
template <dim_t N, class Index>
using coords_beside = std::type_identity_t<std::array<Index, N>>;

/// Coordinates of position \c pos in a box whose points are numbered in order \c Arr.
template <MemArrange Arr, dim_t N, class Index>
inline coords_beside<N, Index> coords_in(
    const ViewSpec<N, Index>& box, std::type_identity_t<Index> pos)
{
  auto coords = linear_coords<Arr>(pos, box.extents());
  for (std::size_t d = 0; d < N; ++d) coords[d] += box.offsets()[d];
  return coords;
}

/// Position of coordinates in a box whose points are numbered in order \c Arr.
template <MemArrange Arr, dim_t N, class Index>
inline Index position_in(const ViewSpec<N, Index>& box, coords_beside<N, Index> coords)
{
  for (std::size_t d = 0; d < N; ++d) coords[d] -= box.offsets()[d];
  return linear_index<Arr, Index>(coords, box.extents());
}

/// The points of \c view between \c begin and \c end in a dimension, relative to its offset.
template <dim_t N, class Index>
constexpr ViewSpec<N, Index> restricted(
    ViewSpec<N, Index> view, dim_t dimension, Index begin, Index end)
{
  using size_type = typename ViewSpec<N, Index>::size_type;
  const Index size = (std::max)(begin, end) - begin;
  view.resize_dim(dimension, view.offset(dimension) + begin, static_cast<size_type>(size));
  return view;
}

/// The points that are in both views; if there are none, the extent is 0 in a dimension where they
/// are disjoint.
template <dim_t N, class Index>
constexpr ViewSpec<N, Index> intersection(const ViewSpec<N, Index>& a, const ViewSpec<N, Index>& b)
{
  using size_type = typename ViewSpec<N, Index>::size_type;
  auto offsets = a.offsets();
  auto extents = a.extents();
  for (std::size_t d = 0; d < offsets.size(); ++d) {
    const auto dimension = static_cast<dim_t>(d);
    const Index end = (std::min)(a.range(dimension).end, b.range(dimension).end);
    offsets[d] = (std::max)(a.offset(dimension), b.offset(dimension));
    extents[d] = static_cast<size_type>((std::max)(offsets[d], end) - offsets[d]);
  }
  return {offsets, extents};
}

/// Calls \c f for the boxes, less than twice as many as there are dimensions, that together have
/// the points at positions [begin, end) of a box in order \c Arr, in this order.
template <MemArrange Arr, dim_t N, class Index, class F>
constexpr void for_each_box(
    const ViewSpec<N, Index>& box, std::type_identity_t<Index> begin,
    std::type_identity_t<Index> end, F f)
{
  while (begin < end) {
    auto part = box;
    auto inner = static_cast<Index>(box.size());
    for (std::size_t pace = 0; pace < N; ++pace) {
      const std::size_t d = dimension_at_pace<Arr, N>(pace);
      const auto extent = static_cast<Index>(box.extents()[d]);
      inner /= extent;
      const Index offset = begin / inner % extent;
      const Index whole =
          begin % inner == 0 ? (std::min)((end - begin) / inner, extent - offset) : Index{0};
      part = restricted(part, static_cast<dim_t>(d), offset, offset + (std::max)(whole, Index{1}));
      if (whole > 0) {
        begin += whole * inner;
        break;
      }
    }
    f(part);
  }
}

/// \c view in coordinates relative to the offset of \c base.
template <dim_t N, class Index>
constexpr ViewSpec<N, Index> relative_to(
    const ViewSpec<N, Index>& base, const ViewSpec<N, Index>& view)
{
  auto offsets = view.offsets();
  for (std::size_t d = 0; d < offsets.size(); ++d) offsets[d] -= base.offsets()[d];
  return {offsets, view.extents()};
}

/// A view in absolute coordinates; \c relative is relative to the offset of \c base.
template <dim_t N, class Index>
constexpr ViewSpec<N, Index> absolute_in(
    const ViewSpec<N, Index>& base, const ViewSpec<N, Index>& relative)
{
  auto offsets = relative.offsets();
  for (std::size_t d = 0; d < offsets.size(); ++d) offsets[d] += base.offsets()[d];
  return {offsets, relative.extents()};
}

}  // namespace dash::detail
