// dash::inclusive_scan and dash::exclusive_scan.

#include "shipment.h"

#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Scan.h>

#include <functional>

namespace dash::detail {

namespace {

template <class T>
struct Scans {
  template <class Op>
  static void ship_operation()
  {
    detail::ship<ScanStep<ScanKind::inclusive, T, Op, std::identity>, const T*, T*>();
    detail::ship<ScanStep<ScanKind::exclusive, T, Op, std::identity>, const T*, T*>();
  }

  static void ship()
  {
    ship_operation<std::plus<>>();
    ship_operation<dash::min<T>>();
    ship_operation<dash::max<T>>();
  }
};

const bool is_shipped = ship_for<Scans>(Numbers{});

}  // namespace

}  // namespace dash::detail
