#ifndef DASH__ALGORITHM__LOCAL_RANGE_H__INCLUDED
#define DASH__ALGORITHM__LOCAL_RANGE_H__INCLUDED

#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/iterator/IteratorTraits.h>

#include <type_traits>

namespace dash {

/** Local indices [begin, end). */
template <class Index>
struct LocalIndexRange {
  Index begin;
  Index end;
};

/** Native addresses [begin, end). */
template <class T>
struct LocalRange {
  T* begin;
  T* end;
};

namespace internal {

/** Local interval of what \c unit owns of global [gfirst, glast), if it is one interval. */
template <class Pattern, class Index>
LocalIndexRange<Index> local_interval(
    const Pattern& pattern, team_unit_t unit, Index gfirst, Index glast)
{
  if constexpr (requires { pattern.local_interval(unit, gfirst, glast); }) {
    const auto interval = pattern.local_interval(unit, gfirst, glast);
    return {interval.begin, interval.end};
  } else {
    LocalIndexRange<Index> covered{0, 0};
    pattern.for_each_local_run(unit, gfirst, glast, [&](Index lbegin, Index n, Index) {
      if (covered.begin == covered.end) {
        covered = {lbegin, lbegin};
      } else if (lbegin != covered.end) {
        DASH_THROW(
            dash::exception::InvalidArgument,
            "the local part of global range [" << gfirst << ", " << glast
                                               << ") is not contiguous; walk its runs instead");
      }
      covered.end += n;
    });
    return covered;
  }
}

}  // namespace internal

/**
 * Local index interval of the calling unit's elements in [first, last), clipped to the range for
 * any distribution; {0, 0} if it owns none. Local call.
 *
 * \throws exception::InvalidArgument if the own elements are not side by side in local memory, or
 *         for iterators of different views
 */
template <GlobalIterator GlobIter>
LocalIndexRange<typename GlobIter::index_type> local_index_range(
    const GlobIter& first, const GlobIter& last)
{
  using range_type = LocalIndexRange<typename GlobIter::index_type>;
  const auto myid = first.team().myid();
  if constexpr (GlobIter::has_view::value) {
    if (first.is_relative()) {
      if (!last.is_relative() || first.viewspec() != last.viewspec()) {
        DASH_THROW(
            dash::exception::InvalidArgument,
            "local_index_range: first and last belong to different views");
      }
      if (first.rpos() >= last.rpos() || first.lpos().unit != myid) return {0, 0};
      return {first.lpos().index, last.lpos().index};
    }
  }
  const range_type range =
      internal::local_interval(first.pattern(), myid, first.gpos(), last.gpos());
  return range.begin < range.end ? range : range_type{0, 0};
}

namespace internal {

template <class T, class GlobIter>
LocalRange<T> native_range(const GlobIter& first, const GlobIter& last)
{
  const auto range = local_index_range(first, last);
  if (range.begin == range.end) return {nullptr, nullptr};
  T* const base = reinterpret_cast<T*>(first.globmem().local_base());
  return {base + range.begin, base + range.end};
}

}  // namespace internal

/** As local_index_range, as read-only native pointers; {nullptr, nullptr} if empty. Local call. */
template <GlobalIterator GlobIter>
LocalRange<const typename GlobIter::value_type> local_range(
    const GlobIter& first, const GlobIter& last)
{
  return internal::native_range<const typename GlobIter::value_type>(first, last);
}

/** … as pointers through which elements may be written, unless the iterators forbid it. */
template <GlobalIterator GlobIter>
auto local_range(GlobIter& first, GlobIter& last)
{
  return internal::native_range<std::remove_pointer_t<typename GlobIter::local_type>>(first, last);
}

}  // namespace dash

#endif  // DASH__ALGORITHM__LOCAL_RANGE_H__INCLUDED
