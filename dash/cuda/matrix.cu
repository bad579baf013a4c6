// Products of matrices with vectors.

#include "shipment.h"

#include <dash/detail/algorithm/RowProducts.h>

namespace dash::detail {

namespace {

template <class T>
using MultiplyRows = Call<MultiplyRowsStep<T>, const T*, const RowPiece*, const T*, T*>;

template <class T>
struct RowMultiplications {
  static void ship() { ship_as(MultiplyRows<T>(), MultiplyRows<Modular<T>>()); }
};

const bool is_shipped = ship_for<RowMultiplications>(Numbers{});

}  // namespace

}  // namespace dash::detail
