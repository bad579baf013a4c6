// Algorithms that search and compare elements.

#include "shipment.h"

#include <dash/algorithm/AdjacentDifference.h>
#include <dash/algorithm/AdjacentFind.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/IsSorted.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Mismatch.h>
#include <dash/detail/algorithm/SearchAtPlaces.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/PlaceIterator.h>

#include <cstdint>
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
/// Compares by an order, as lexicographical_compare does; integers are then equal.
template <class T, template <class> class Iterator>
using MismatchByOrder =
    Call<MismatchStep<Equivalent<T, T, std::less<>>>, Iterator<const T>, Iterator<const T>>;
template <class T>
using AdjacentFind = Call<AdjacentFindStep<T, std::equal_to<>>, const T*>;
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
    ship_as(AdjacentFind<T>(), AdjacentFind<Equatable<T>>());
    ship_as(Difference<T>(), Difference<Modular<T>>());
    ship_mismatch<std::add_pointer_t>();
    ship_mismatch<PlaceIterator>();
  }

 private:
  template <template <class> class Iterator>
  static void ship_mismatch()
  {
    using ByOrder = MismatchByOrder<T, Iterator>;
    using ByBits = Mismatch<Bits<T>, Iterator>;
    ship_as(ByOrder(), std::conditional_t<std::is_integral_v<T>, ByBits, ByOrder>());
  }
};

template <class T, class Position>
using Answer = Call<AnswerStep<T, std::less<>>, const T*, Position*>;

/// Searches for many keys, which give positions or truth values.
template <class T>
struct Answers {
  template <class Position>
  static void ship_for_positions()
  {
    ship_as(Answer<T, std::make_unsigned_t<Position>>(), Answer<T, Position>());
    detail::ship<AnswerStep<T, std::less<>>, const T*, Position*>();
  }

  static void ship()
  {
    ship_for_positions<std::int32_t>();
    ship_for_positions<std::int64_t>();
    detail::ship<AnswerStep<T, std::less<>>, const T*, bool*>();
  }
};

const bool is_shipped = ship_for<Searches>(SmallNumbers{}) && ship_for<Searches>(Numbers{}) &&
                        ship_for<Neighbours>(Numbers{}) && ship_for<Answers>(Numbers{});

}  // namespace

}  // namespace dash::detail
