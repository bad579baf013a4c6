// Algorithms on groups of neighbours with equal integers as keys.

#include "shipment.h"

#include <dash/algorithm/ReduceByKey.h>
#include <dash/algorithm/ScanByKey.h>
#include <dash/algorithm/UniqueByKey.h>

#include <cstdint>
#include <functional>

namespace dash::detail {

namespace {

using Equal = std::equal_to<>;
using Plus = std::plus<>;

template <class K, class V>
using Unique = Call<UniqueByKeyStep<Equal>, const K*, const V*, K*, V*>;
template <class K, class V>
using Reduce = Call<ReduceByKeyStep<Equal, Plus>, const K*, const V*, K*, V*>;
template <class K, class V>
using Tail = Call<GroupTailStep<V, Equal, Plus>, const K*, const V*>;
template <ScanKind kind, class K, class V>
using Scan = Call<ScanByKeyStep<kind, V, Equal, Plus>, const K*, const V*, V*>;

template <class V>
struct OfValues {
  template <ScanKind kind, class K>
  static void ship_scan()
  {
    ship_as(Scan<kind, K, V>(), Scan<kind, Bits<K>, Modular<V>>());
  }

  template <class K>
  static void ship_for_keys()
  {
    ship_as(Unique<K, V>(), Unique<Bits<K>, Bits<V>>());
    ship_as(Reduce<K, V>(), Reduce<Bits<K>, Modular<V>>());
    ship_as(Tail<K, V>(), Tail<Bits<K>, Modular<V>>());
    ship_scan<ScanKind::inclusive, K>();
    ship_scan<ScanKind::exclusive, K>();
  }

  static void ship()
  {
    ship_for_keys<std::int32_t>();
    ship_for_keys<std::uint32_t>();
    ship_for_keys<std::int64_t>();
    ship_for_keys<std::uint64_t>();
  }
};

const bool is_shipped = ship_for<OfValues>(Numbers{});

}  // namespace

}  // namespace dash::detail
