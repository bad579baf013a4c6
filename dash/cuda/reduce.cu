// dash::reduce and related algorithms.

#include "shipment.h"

#include <dash/algorithm/Operation.h>
#include <dash/detail/execution/Fold.h>
#include <dash/detail/execution/PlaceIterator.h>

#include <cstdint>
#include <functional>
#include <type_traits>

namespace dash::detail {

namespace {

template <class T, class Op>
using Reduction = Call<FoldStep<T, Op, std::identity>, const T*>;
template <class T, template <class> class Iterator>
using Product =
    Call<FoldStep<T, std::plus<>, std::multiplies<>>, Iterator<const T>, Iterator<const T>>;

template <class T>
struct Reductions {
  static void ship()
  {
    ship_as(Reduction<T, std::plus<>>(), Reduction<Modular<T>, std::plus<>>());
    detail::ship<FoldStep<T, dash::min<T>, std::identity>, const T*>();
    detail::ship<FoldStep<T, dash::max<T>, std::identity>, const T*>();
  }
};

template <class T>
struct Products {
  template <template <class> class Iterator>
  static void ship_sum_of_products()
  {
    ship_as(Product<T, Iterator>(), Product<Modular<T>, Iterator>());
  }

  static void ship()
  {
    ship_as(Reduction<T, std::multiplies<>>(), Reduction<Modular<T>, std::multiplies<>>());
    ship_sum_of_products<std::add_pointer_t>();
    ship_sum_of_products<PlaceIterator>();
  }
};

/// Sums of small numbers in a type that holds them.
template <class T, class... Elements>
bool ship_sums_of()
{
  (detail::ship<FoldStep<T, std::plus<>, std::identity>, const Elements*>(), ...);
  return true;
}

/// Sums of products in a type that holds them.
template <class T, class Element>
bool ship_sum_of_products_of()
{
  using Step = FoldStep<T, std::plus<>, std::multiplies<>>;
  ship<Step, const Element*, const Element*>();
  ship<Step, PlaceIterator<const Element>, PlaceIterator<const Element>>();
  return true;
}

const bool are_wide_sums_shipped =
    ship_sums_of<std::int32_t, signed char, unsigned char, std::int16_t, std::uint16_t>() &&
    ship_sums_of<std::int64_t, unsigned char, std::int32_t, std::uint32_t>() &&
    ship_sums_of<std::uint64_t, std::uint32_t>() &&
    ship_sums_of<double, std::int32_t, std::int64_t, float>() &&
    ship_sum_of_products_of<std::int64_t, std::int32_t>() &&
    ship_sum_of_products_of<double, float>();

const bool is_shipped = ship_for<Reductions>(SmallNumbers{}) && ship_for<Reductions>(Numbers{}) &&
                        ship_for<Products>(Numbers{});

}  // namespace

}  // namespace dash::detail
