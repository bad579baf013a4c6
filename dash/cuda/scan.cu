// dash::inclusive_scan and dash::exclusive_scan.

#include "shipment.h"

#include <dash/algorithm/Operation.h>
#include <dash/algorithm/Scan.h>

#include <functional>

namespace dash::detail {

namespace {

template <ScanKind kind, class T, class Op>
using Scan = Call<ScanStep<kind, T, Op, std::identity>, const T*, T*>;

template <class T>
struct Scans {
  template <ScanKind kind>
  static void ship_kind()
  {
    ship_as(Scan<kind, T, std::plus<>>(), Scan<kind, Modular<T>, std::plus<>>());
    ship_as(Scan<kind, T, dash::min<T>>(), Scan<kind, T, dash::min<T>>());
    ship_as(Scan<kind, T, dash::max<T>>(), Scan<kind, T, dash::max<T>>());
  }

  static void ship()
  {
    ship_kind<ScanKind::inclusive>();
    ship_kind<ScanKind::exclusive>();
  }
};

const bool is_shipped = ship_for<Scans>(Numbers{});

}  // namespace

}  // namespace dash::detail
