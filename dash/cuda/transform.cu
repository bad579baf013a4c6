// dash::transform.

#include "shipment.h"

#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Transform.h>

#include <functional>

namespace dash::detail {

namespace {

template <class F, class T>
using OfOne = Call<TransformStep<F, T>, const T*, T*>;
template <class F, class T>
using OfTwo = Call<TransformStep<F, T, T>, const T*, const T*, T*>;

template <class T>
struct Transformations {
  template <class... F>
  static void ship_modular()
  {
    (ship_as(OfTwo<F, T>(), OfTwo<F, Modular<T>>()), ...);
  }

  template <class... F>
  static void ship_others()
  {
    (ship_as(OfTwo<F, T>(), OfTwo<F, T>()), ...);
  }

  static void ship()
  {
    ship_as(OfOne<std::negate<>, T>(), OfOne<std::negate<>, Modular<T>>());
    ship_as(OfOne<std::identity, T>(), OfOne<std::identity, Bits<T>>());
    ship_modular<std::plus<>, std::minus<>, std::multiplies<>>();
    ship_others<std::divides<>, dash::min<T>, dash::max<T>>();
  }
};

const bool is_shipped = ship_for<Transformations>(Numbers{});

}  // namespace

}  // namespace dash::detail
