#pragma once

/// \file
/// Runs and patches of a distributed index range, on which containers and algorithms work.

#include <dash/Dimensional.h>
#include <dash/Types.h>

#include <array>
#include <cstddef>

namespace dash {

/// Global indices [gbegin, gend) whose elements are contiguous in the memory of \c unit; the first
/// one has local index \c lbegin.
template <class IndexType>
struct PatternRun {
  team_unit_t unit;
  IndexType gbegin;
  IndexType gend;
  IndexType lbegin;

  DASH_HOST_DEVICE constexpr IndexType size() const { return gend - gbegin; }

  /// Local index of the element with a global index in the run.
  DASH_HOST_DEVICE constexpr IndexType local(IndexType gidx) const
  {
    return lbegin + (gidx - gbegin);
  }
};

/// A box of elements that have constant strides in the memory of \c unit.
template <dim_t N, class IndexType>
struct PatternPatch {
  team_unit_t unit;
  /// The box in global coordinates, or in local ones if the patch was requested by local
  /// coordinates.
  ViewSpec<N, IndexType> box;
  /// Local index of the first element.
  IndexType lbegin;
  /// Difference of local indices between adjacent elements in each dimension.
  std::array<IndexType, N> strides;

  /// Local index of an element of the box.
  DASH_HOST_DEVICE constexpr IndexType local(const std::array<IndexType, N>& coords) const
  {
    IndexType index = lbegin;
    for (std::size_t d = 0; d < N; ++d) index += (coords[d] - box.offsets()[d]) * strides[d];
    return index;
  }
};

/// An interval [begin, end) of local indices.
template <class IndexType>
struct LocalInterval {
  IndexType begin;
  IndexType end;

  DASH_HOST_DEVICE constexpr IndexType size() const { return end - begin; }
  DASH_HOST_DEVICE constexpr bool empty() const { return begin == end; }

  friend constexpr bool operator==(const LocalInterval&, const LocalInterval&) = default;
};

}  // namespace dash
