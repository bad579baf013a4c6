#pragma once

/// \file
/// The part of a global range that the calling unit owns.

#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/iterator/IteratorTraits.h>

#include <algorithm>
#include <type_traits>

namespace dash {

/// Local indices [begin, end).
template <class Index>
struct LocalIndexRange {
  Index begin;
  Index end;
};

/// Native addresses [begin, end).
template <class T>
struct LocalRange {
  T* begin;
  T* end;
};

namespace detail {

/// The interval of local indices of the calling unit's elements among \c n elements from \c first
/// on.
/// \throws exception::InvalidArgument if they are not contiguous in local memory
template <GlobalIterator GlobIter, class Index = typename GlobIter::index_type>
LocalIndexRange<Index> local_interval(const GlobIter& first, Index n)
{
  LocalIndexRange<Index> covered{0, 0};
  first.for_each_run_at(first.team().myid(), n, [&](Index lbegin, Index size, Index) {
    if (covered.begin == covered.end) {
      covered = {lbegin, lbegin};
    } else if (lbegin != covered.end) {
      DASH_THROW(
          dash::exception::InvalidArgument,
          "the local part of the " << n << " global elements from index " << first.gpos()
                                   << " on is not contiguous; walk its runs instead");
    }
    covered.end += size;
  });
  return covered;
}

}  // namespace detail

/// Interval of local indices of the calling unit's elements in [first, last), for any distribution;
/// {0, 0} if it owns none. Local call.
///
/// \throws exception::InvalidArgument if the elements are not contiguous in local memory, or if the
///   iterators belong to different views
template <GlobalIterator GlobIter>
LocalIndexRange<typename GlobIter::index_type> local_index_range(
    const GlobIter& first, const GlobIter& last)
{
  using index_type = typename GlobIter::index_type;
  using range_type = LocalIndexRange<index_type>;
  detail::require_range("dash::local_index_range", first, last);
  if constexpr (GlobIter::has_view::value) {
    if (first.section().box() != last.section().box()) {
      DASH_THROW(
          dash::exception::InvalidArgument,
          "local_index_range: first and last belong to different views");
    }
    return detail::local_interval(first, std::max<index_type>(0, last.rpos() - first.rpos()));
  } else {
    const auto& pattern = first.pattern();
    const auto range = pattern.local_interval(pattern.team().myid(), first.pos(), last.pos());
    return range.begin < range.end ? range_type{range.begin, range.end} : range_type{0, 0};
  }
}

namespace detail {

template <class T, class GlobIter>
LocalRange<T> native_range(const GlobIter& first, const GlobIter& last)
{
  const auto range = local_index_range(first, last);
  if (range.begin == range.end) return {nullptr, nullptr};
  T* const base = reinterpret_cast<T*>(first.globmem().local_base());
  return {base + range.begin, base + range.end};
}

}  // namespace detail

/// Interval of the calling unit's elements in [first, last) as read-only native pointers; {nullptr,
/// nullptr} if it is empty. Local call. \throws exception::InvalidArgument as local_index_range
/// does
template <GlobalIterator GlobIter>
LocalRange<const typename GlobIter::value_type> local_range(
    const GlobIter& first, const GlobIter& last)
{
  return detail::native_range<const typename GlobIter::value_type>(first, last);
}

/// Interval of the calling unit's elements as pointers through which they can be written, unless
/// the iterators forbid it. Local call. \throws exception::InvalidArgument as local_index_range
/// does
template <GlobalIterator GlobIter>
auto local_range(GlobIter& first, GlobIter& last)
{
  return detail::native_range<std::remove_pointer_t<typename GlobIter::local_type>>(first, last);
}

}  // namespace dash
