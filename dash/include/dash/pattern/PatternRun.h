#pragma once

/// \file
/// Runs and patches of a distributed index range, on which containers and algorithms work.

#include <dash/Dimensional.h>
#include <dash/Types.h>
#include <dash/detail/base/GoesOn.h>

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

/// Elements that follow each other in a unit's memory, and lie in blocks that are whole rounds
/// apart in another order, such as that of global indices.
template <class IndexType>
struct DealtLine {
  IndexType lbegin;  ///< local index of the first element
  IndexType begin;   ///< its index in the other order
  IndexType n;       ///< number of elements
  IndexType first;   ///< number of elements in the first run
  IndexType size;    ///< size of further runs, of which the last one may be shorter
  IndexType gap;     ///< number of elements between two runs in the other order

  DASH_HOST_DEVICE constexpr bool is_run() const { return first == n; }

  /// Index in the other order of an element of the line.
  DASH_HOST_DEVICE constexpr IndexType index_at(IndexType lidx) const
  {
    const IndexType offset = lidx - lbegin;
    return offset < first ? begin + offset : begin + offset + gap * (1 + (offset - first) / size);
  }

  /// Calls \c f(lbegin, n, begin) for the runs, until it returns false. \return whether it never
  /// did
  template <class F>
  DASH_HOST_DEVICE constexpr bool for_each_run(F&& f) const
  {
    const IndexType end = lbegin + n;
    IndexType lidx = lbegin, index = begin;
    if (first == 1 && size == 1) {
      // As the size is known here, what is inlined needs few instructions for an element.
      for (; lidx != end; ++lidx, index += 1 + gap)
        if (!detail::goes_on(f, lidx, IndexType(1), index)) return false;
      return true;
    }
    for (IndexType run = first; run > 0;) {
      if (!detail::goes_on(f, lidx, run, index)) return false;
      lidx += run;
      index += run + gap;
      run = end - lidx < size ? end - lidx : size;
    }
    return true;
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
