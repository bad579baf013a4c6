#pragma once

/// \file
/// dash::rotate.

#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>

#include <algorithm>

namespace dash {

/// Rotates a global range to the left, so that \c middle becomes its first element.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after.
///
/// \return new position of the element that was the first one
template <SegmentedIterator Iterator>
Iterator rotate(const Iterator& first, const Iterator& middle, const Iterator& last)
{
  using detail::Position;
  const detail::CurrentCall call("dash::rotate");
  const Position shift = detail::require_range("dash::rotate", first, middle);
  const Position size = shift + detail::require_range("dash::rotate", middle, last);
  if (shift == 0) return last;
  if (shift == size) return first;
  detail::ExchangePhase phase(detail::team_of(first));
  const auto rotate_own = [shift](auto* begin, auto* end) {
    std::rotate(begin, begin + shift, end);
  };
  if (detail::rearranged_in_place(first, size, first, rotate_own)) return first + (size - shift);
  const detail::Share share = detail::share_of(first, last);
  const auto elements = detail::copy_of_share(first, share);
  phase.all_have_read();
  // The elements in front of the middle move to the end of the range.
  const Position front = std::clamp<Position>(shift - share.begin, 0, share.size());
  auto* const split = elements.begin() + front;
  // Iterators of some views have no positions outside of the range, so none is made for nothing.
  if (front > 0)
    detail::assign_elements(elements.begin(), split, first + (share.begin + size - shift));
  if (front < share.size())
    detail::assign_elements(split, elements.end(), first + (share.begin + front - shift));
  return first + (size - shift);
}

template <SegmentedRange Range, SegmentedIterator Iterator>
auto rotate(Range&& range, const Iterator& middle)
{
  return dash::rotate(range.begin(), middle, range.end());
}

DASH_NEEDS_POSITIONS(rotate)

}  // namespace dash
