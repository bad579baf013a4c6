// dash::sort in descending order.

#include "sort.h"

#include <functional>

namespace dash::detail {

namespace {

template <class T>
struct Descending {
  static void ship() { ship_order<T, std::greater<>>(); }
};

const bool is_shipped = ship_for<Descending>(Numbers{});

}  // namespace

}  // namespace dash::detail
