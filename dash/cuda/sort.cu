// dash::sort in ascending order, and sorts of positions by any keys.

#include "sort.h"

#include <dash/detail/algorithm/SortedPositions.h>

#include <functional>

namespace dash::detail {

namespace {

template <class T>
using Load = Call<LoadStep<T>, const T* const*, T*>;

template <class T>
struct Ascending {
  static void ship()
  {
    ship_as(Load<T>(), Load<Bits<T>>());
    ship_order<T, std::less<>>();
  }
};

/// Of keys whose order is that of words.
template <class Word>
struct NumberingOfKeys {
  static void ship() { detail::ship<NumberKeysStep<Word>, const Word*, NumberedKey*>(); }
};

bool ship_order_of_positions()
{
  ship<SortStep<NumberedKey, OrderOfDigits>, NumberedKey*, NumberedKey*>();
  ship<MergeStep<OrderOfDigits>, const NumberedKey*, const NumberedKey*, NumberedKey*>();
  ship<LoadStep<NumberedKey>, const NumberedKey* const*, NumberedKey*>();
  return ship_for<NumberingOfKeys>(Words{});
}

const bool is_shipped = ship_for<Ascending>(SmallNumbers{}) && ship_for<Ascending>(Numbers{}) &&
                        ship_order_of_positions();

}  // namespace

}  // namespace dash::detail
