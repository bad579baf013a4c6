// dash::transform.

#include "shipment.h"

#include <dash/algorithm/Axpy.h>
#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Transform.h>

#include <functional>
#include <type_traits>

namespace dash::detail {

namespace {

/// The transformations of elements to which \c Iterator refers.
template <class T, template <class> class Iterator>
struct TransformationsOf {
  template <class F, class V>
  using OfOne = Call<TransformStep<F, V>, Iterator<const V>, Iterator<V>>;
  template <class F, class V>
  using OfTwo = Call<TransformStep<F, V, V>, Iterator<const V>, Iterator<const V>, Iterator<V>>;

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
    ship_others<std::divides<>, dash::min<T>, dash::max<T>, AddScaled<T>>();
  }
};

template <class T>
struct Transformations {
  static void ship()
  {
    TransformationsOf<T, std::add_pointer_t>::ship();
    TransformationsOf<T, PlaceIterator>::ship();
  }
};

const bool is_shipped = ship_for<Transformations>(Numbers{});

}  // namespace

}  // namespace dash::detail
