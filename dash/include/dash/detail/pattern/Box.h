#pragma once

/// \file
/// Arithmetic on rectangular regions of an index space.

#include <dash/Dimensional.h>

#include <algorithm>

namespace dash::detail {

/// The points of \c view between \c begin and \c end in a dimension, relative to its offset.
template <dim_t N, class Index>
constexpr ViewSpec<N, Index> restricted(
    ViewSpec<N, Index> view, dim_t dimension, Index begin, Index end)
{
  using size_type = typename ViewSpec<N, Index>::size_type;
  const Index size = std::max(begin, end) - begin;
  view.resize_dim(dimension, view.offset(dimension) + begin, static_cast<size_type>(size));
  return view;
}

/// The points that are in both views; if there are none, the extent is 0 in a dimension where they
/// are disjoint.
template <dim_t N, class Index>
constexpr ViewSpec<N, Index> intersection(const ViewSpec<N, Index>& a, const ViewSpec<N, Index>& b)
{
  ViewSpec<N, Index> common;
  for (dim_t d = 0; d < N; ++d) {
    const Index begin = std::max(a.offset(d), b.offset(d));
    const Index end = std::min(a.range(d).end, b.range(d).end);
    common = restricted(common, d, begin, end);
  }
  return common;
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
