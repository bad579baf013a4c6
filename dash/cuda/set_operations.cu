// Operations on sorted ranges as multisets, in ascending order.

#include "shipment.h"

#include <dash/detail/algorithm/MergeSteps.h>

#include <functional>

namespace dash::detail {

namespace {

template <class T>
struct Sets {
  static void ship()
  {
    detail::ship<SetStep<std::less<>>, const T*, const T*, T*>();
    detail::ship<IncludesStep<std::less<>>, const T*, const T*>();
  }
};

const bool is_shipped = ship_for<Sets>(Numbers{});

}  // namespace

}  // namespace dash::detail
