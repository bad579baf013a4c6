// dash::sort in ascending order.

#include "sort.h"

#include <functional>

namespace dash::detail {

namespace {

template <class T>
struct Ascending {
  static void ship()
  {
    detail::ship<LoadStep<T>, const T* const*, T*>();
    ship_order<T, std::less<>>();
  }
};

const bool is_shipped = ship_for<Ascending>(SmallNumbers{}) && ship_for<Ascending>(Numbers{});

}  // namespace

}  // namespace dash::detail
