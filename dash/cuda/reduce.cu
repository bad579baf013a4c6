// dash::reduce and related algorithms.

#include "shipment.h"

#include <dash/algorithm/Operation.h>
#include <dash/detail/execution/Fold.h>

#include <cstdint>
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

/// Sums of small numbers in a type that holds them.
template <class T, class... Elements>
bool ship_sums_of()
{
  (detail::ship<FoldStep<T, std::plus<>, std::identity>, const Elements*>(), ...);
  return true;
}

const bool are_wide_sums_shipped =
    ship_sums_of<std::int32_t, signed char, unsigned char, std::int16_t, std::uint16_t>() &&
    ship_sums_of<std::int64_t, unsigned char, std::int32_t, std::uint32_t>() &&
    ship_sums_of<std::uint64_t, std::uint32_t>() &&
    ship_sums_of<double, std::int32_t, std::int64_t, float>();

const bool is_shipped = ship_for<Reductions>(SmallNumbers{}) && ship_for<Reductions>(Numbers{}) &&
                        ship_for<Products>(Numbers{});

}  // namespace

}  // namespace dash::detail
