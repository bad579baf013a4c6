// Algorithms that write or move elements without computing with them.

#include "shipment.h"

#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Iota.h>
#include <dash/algorithm/Replace.h>
#include <dash/algorithm/Reverse.h>
#include <dash/algorithm/SwapRanges.h>
#include <dash/algorithm/Unique.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>

#include <functional>

namespace dash::detail {

namespace {

template <class T>
struct Assignments {
  /// Generation from indices, for any distribution.
  template <class Indices>
  static void ship_iota()
  {
    using At = IotaAt<T, default_index_t>;
    detail::ship<GenerateWithIndexStep<default_index_t, Indices, At>, T*>();
  }

  static void ship()
  {
    detail::ship<FillStep<T>, T*>();
    ship_iota<DealtIndices<default_index_t>>();
    ship_iota<ConsecutiveIndices<default_index_t>>();
    detail::ship<ReplaceStep<EqualsValue<T>, T>, T*>();
    detail::ship<CopyStep, const T*, T*>();
    detail::ship<ReverseCopyStep, const T*, T*>();
    detail::ship<SwapStep, T*, T*>();
  }
};

template <class T>
struct Selections {
  static void ship() { detail::ship<UniqueStep<std::equal_to<>>, T*>(); }
};

const bool is_shipped = ship_for<Assignments>(SmallNumbers{}) && ship_for<Assignments>(Numbers{}) &&
                        ship_for<Selections>(Numbers{});

}  // namespace

}  // namespace dash::detail
