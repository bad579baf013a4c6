// Algorithms that find and compare elements

#include "shipment.h"

#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/IsSorted.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Mismatch.h>
#include <dash/internal/FunctionObjects.h>

#include <functional>

namespace dash::internal {

namespace {

template <class T>
struct Searches {
  static void ship()
  {
    internal::ship<BestElementStep<T, std::less<>>, const T*>();
    internal::ship<BestElementStep<T, std::greater<>>, const T*>();
    internal::ship<CountStep<EqualsValue<T>>, const T*>();
    internal::ship<FindStep<EqualsValue<T>>, const T*>();
    internal::ship<MismatchStep<std::equal_to<>>, const T*, const T*>();
  }
};

template <class T>
struct Neighbours {
  static void ship()
  {
    internal::ship<IsSortedStep<T, std::less<>>, const T*>();
    internal::ship<AdjacentDifferenceStep<T, std::minus<>>, const T*, T*>();
  }
};

const bool is_shipped = ship_for<Searches>(SmallNumbers{}) && ship_for<Searches>(Numbers{}) &&
                        ship_for<Neighbours>(Numbers{});

}  // namespace

}  // namespace dash::internal
