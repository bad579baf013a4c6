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
    ship_operation<SetOperation::all>();
    ship_operation<SetOperation::in_both>();
    ship_operation<SetOperation::in_first_only>();
    ship_operation<SetOperation::in_one_only>();
    detail::ship<IncludesStep<std::less<>>, const T*, const T*>();
  }

 private:
  template <SetOperation operation>
  static void ship_operation()
  {
    detail::ship<SetStep<operation, std::less<>>, const T*, const T*, T*>();
  }
};

const bool is_shipped = ship_for<Sets>(Numbers{});

}  // namespace

}  // namespace dash::detail
