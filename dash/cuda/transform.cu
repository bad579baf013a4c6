// dash::transform.

#include "shipment.h"

#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Transform.h>

#include <functional>

namespace dash::detail {

namespace {

template <class T>
struct Transformations {
  template <class... F>
  static void ship_of_one()
  {
    (detail::ship<TransformStep<F, T>, const T*, T*>(), ...);
  }

  template <class... F>
  static void ship_of_two()
  {
    (detail::ship<TransformStep<F, T, T>, const T*, const T*, T*>(), ...);
  }

  static void ship()
  {
    ship_of_one<std::negate<>, std::identity>();
    ship_of_two<std::plus<>, std::minus<>, std::multiplies<>, std::divides<>>();
    ship_of_two<dash::min<T>, dash::max<T>>();
  }
};

const bool is_shipped = ship_for<Transformations>(Numbers{});

}  // namespace

}  // namespace dash::detail
