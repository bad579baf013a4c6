#pragma once

/// \file
/// The steps of dash::sort for one order.

#include "shipment.h"

#include <dash/detail/algorithm/SortSteps.h>

namespace dash::detail {

template <class T, class Compare>
void ship_order()
{
  ship<SortStep<T, Compare>, T*>();
  ship<SortStep<T, Compare>, T*, T*>();
  ship<MergeStep<Compare>, const T*, const T*, T*>();
}

}  // namespace dash::detail
