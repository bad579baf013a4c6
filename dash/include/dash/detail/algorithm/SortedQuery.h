#pragma once

/// \file
/// What searches in sorted ranges find out.

#include <dash/detail/base/Macro.h>

namespace dash::detail {

/// What to find out about a key in a sorted range: the position of the first element that is not
/// less, that of the first element that is greater, or whether there is an equivalent element.
enum class SortedQuery { lower, upper, found };

/// Whether an element is in front of what a query looks for. For the query \c found, that is the
/// end of the elements that are not greater.
DASH_NO_EXECUTION_CHECK
template <SortedQuery query, class T, class K, class Compare>
DASH_HOST_DEVICE bool is_in_front(const T& element, const K& key, Compare& less)
{
  if constexpr (query == SortedQuery::lower) {
    return static_cast<bool>(less(element, key));
  } else {
    return !static_cast<bool>(less(key, element));
  }
}

}  // namespace dash::detail
