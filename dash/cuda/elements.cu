// Algorithms that write or move elements without computing with them.

#include "shipment.h"

#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/Remove.h>
#include <dash/algorithm/Replace.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/SwapRanges.h>
#include <dash/algorithm/Unique.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/PlaceIterator.h>
#include <dash/detail/execution/PlaceSteps.h>

#include <functional>
#include <type_traits>

namespace dash::detail {

namespace {

template <class T>
using Fill = Call<FillStep<T>, T*>;
/// Generation from indices, for any distribution.
template <class T, class Indices>
using Iota = Call<GenerateWithIndexStep<default_index_t, Indices, IotaAt<T, default_index_t>>, T*>;
template <class T>
using Replace = Call<ReplaceStep<EqualsValue<T>, T>, T*>;
template <class T>
using Copy = Call<CopyStep, const T*, T*>;
template <class T>
using ReverseCopy = Call<ReverseCopyStep, const T*, T*>;
template <class T, template <class> class Iterator>
using Swap = Call<SwapStep, Iterator<T>, Iterator<T>>;
template <class T>
using Unique = Call<UniqueStep<std::equal_to<>>, T*>;
template <class T>
using Remove = Call<RemoveStep<EqualsValue<T>>, const T*, T*>;

template <class T>
struct Assignments {
  template <class Indices>
  static void ship_iota()
  {
    ship_as(Iota<T, Indices>(), Iota<Modular<T>, Indices>());
  }

  template <template <class> class Iterator>
  static void ship_swap()
  {
    ship_as(Swap<T, Iterator>(), Swap<Bits<T>, Iterator>());
  }

  static void ship()
  {
    ship_as(Fill<T>(), Fill<Bits<T>>());
    ship_iota<DealtIndices<default_index_t>>();
    ship_iota<ConsecutiveIndices<default_index_t>>();
    ship_as(Replace<T>(), Replace<Equatable<T>>());
    ship_as(Copy<T>(), Copy<Bits<T>>());
    ship_as(ReverseCopy<T>(), ReverseCopy<Bits<T>>());
    ship_swap<std::add_pointer_t>();
    ship_swap<PlaceIterator>();
  }
};

template <class T>
struct Selections {
  static void ship()
  {
    ship_as(Unique<T>(), Unique<Equatable<T>>());
    ship_as(Remove<T>(), Remove<Equatable<T>>());
  }
};

/// Moves of elements of any type, as words.
template <class Word>
struct Moves {
  static void ship()
  {
    detail::ship<ReadPlacesStep<Word>, Word*>();
    detail::ship<WritePlacesStep<Word>, const Word*>();
  }
};
const bool is_shipped = ship_for<Moves>(Words{}) && ship_for<Assignments>(SmallNumbers{}) &&
                        ship_for<Assignments>(Numbers{}) && ship_for<Selections>(Numbers{});

}  // namespace

}  // namespace dash::detail
