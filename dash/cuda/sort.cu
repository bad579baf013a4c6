// dash::sort in ascending order.

#include "sort.h"

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

const bool is_shipped = ship_for<Ascending>(SmallNumbers{}) && ship_for<Ascending>(Numbers{});

}  // namespace

}  // namespace dash::detail
