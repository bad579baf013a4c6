// dash::reduce and related algorithms.

#include "shipment.h"

#include <dash/algorithm/Operation.h>
#include <dash/detail/execution/Fold.h>

#include <functional>

namespace dash::detail {

namespace {

template <class T>
struct Reductions {
  template <class Op>
  static void ship_operation()
  {
    detail::ship<FoldStep<T, Op, std::identity>, const T*>();
  }

  static void ship()
  {
    ship_operation<std::plus<>>();
    ship_operation<dash::min<T>>();
    ship_operation<dash::max<T>>();
  }
};

template <class T>
struct Products {
  static void ship()
  {
    Reductions<T>::template ship_operation<std::multiplies<>>();
    detail::ship<FoldStep<T, std::plus<>, std::multiplies<>>, const T*, const T*>();
  }
};

const bool is_shipped = ship_for<Reductions>(SmallNumbers{}) && ship_for<Reductions>(Numbers{}) &&
                        ship_for<Products>(Numbers{});

}  // namespace

}  // namespace dash::detail
