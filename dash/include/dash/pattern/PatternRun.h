/**
 * \file dash/pattern/PatternRun.h
 * Contiguous pieces of a distributed index range: what containers and algorithms work on.
 */
#ifndef DASH__PATTERN__PATTERN_RUN_H__INCLUDED
#define DASH__PATTERN__PATTERN_RUN_H__INCLUDED

#include <dash/Types.h>

namespace dash {

/**
 * Global indices [gbegin, gend) that are contiguous in the memory of \c unit, from local index
 * \c lbegin on.
 */
template <class IndexType>
struct PatternRun {
  team_unit_t unit;
  IndexType gbegin;
  IndexType gend;
  IndexType lbegin;

  DASH_HOST_DEVICE constexpr IndexType size() const { return gend - gbegin; }

  /** Local index of a global index in the run. */
  DASH_HOST_DEVICE constexpr IndexType local(IndexType gidx) const
  {
    return lbegin + (gidx - gbegin);
  }
};

/** Local indices [begin, end). */
template <class IndexType>
struct LocalInterval {
  IndexType begin;
  IndexType end;

  DASH_HOST_DEVICE constexpr IndexType size() const { return end - begin; }
  DASH_HOST_DEVICE constexpr bool empty() const { return begin == end; }

  friend constexpr bool operator==(const LocalInterval&, const LocalInterval&) = default;
};

}  // namespace dash

#endif  // DASH__PATTERN__PATTERN_RUN_H__INCLUDED
