// Algorithms that search and compare elements.

#include "shipment.h"

#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/IsSorted.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Mismatch.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/PlaceIterator.h>

#include <functional>
#include <type_traits>

namespace dash::detail {

namespace {

template <class T>
using Count = Call<CountStep<EqualsValue<T>>, const T*>;
template <class T>
using Find = Call<FindStep<EqualsValue<T>>, const T*>;
template <class T, template <class> class Iterator>
using Mismatch = Call<MismatchStep<std::equal_to<>>, Iterator<const T>, Iterator<const T>>;
template <class T>
using Difference = Call<AdjacentDifferenceStep<T, std::minus<>>, const T*, T*>;

template <class T>
struct Searches {
  template <template <class> class Iterator>
  static void ship_mismatch()
  {
    ship_as(Mismatch<T, Iterator>(), Mismatch<Equatable<T>, Iterator>());
  }

  static void ship()
  {
    detail::ship<BestElementStep<T, std::less<>>, const T*>();
    detail::ship<BestElementStep<T, std::greater<>>, const T*>();
    ship_as(Count<T>(), Count<Equatable<T>>());
    ship_as(Find<T>(), Find<Equatable<T>>());
    ship_mismatch<std::add_pointer_t>();
    ship_mismatch<PlaceIterator>();
  }
};

template <class T>
struct Neighbours {
  static void ship()
  {
    detail::ship<IsSortedStep<T, std::less<>>, const T*>();
    ship_as(Difference<T>(), Difference<Modular<T>>());
  }
};

const bool is_shipped = ship_for<Searches>(SmallNumbers{}) && ship_for<Searches>(Numbers{}) &&
                        ship_for<Neighbours>(Numbers{});

}  // namespace

}  // namespace dash::detail
