// Sums of rows and columns of matrices, and products of matrices with vectors.

#include "shipment.h"

#include <dash/detail/algorithm/LineFolds.h>
#include <dash/detail/algorithm/RowProducts.h>

#include <cstdint>
#include <functional>

namespace dash::detail {

namespace {

template <class T>
using MultiplyRows = Call<MultiplyRowsStep<T>, const T*, const RowPiece*, const T*, T*>;

template <class T, class Element = T>
using AddRows = Call<FoldRowsStep<T, std::plus<>>, const Element*, const RowPiece*, T*>;

template <class T>
struct Rows {
  static void ship()
  {
    ship_as(MultiplyRows<T>(), MultiplyRows<Modular<T>>());
    ship_as(AddRows<T>(), AddRows<Modular<T>>());
  }
};

/// Sums of small numbers in a type that holds them.
bool ship_wide_sums()
{
  ship_as(AddRows<std::int64_t, std::int32_t>(), AddRows<std::int64_t, std::int32_t>());
  ship_as(AddRows<double, float>(), AddRows<double, float>());
  return true;
}

const bool is_shipped = ship_for<Rows>(Numbers{}) && ship_wide_sums();

}  // namespace

}  // namespace dash::detail
