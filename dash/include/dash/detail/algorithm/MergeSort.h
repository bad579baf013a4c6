#pragma once

/// \file
/// Sorts of global ranges by merging.

#include <dash/detail/algorithm/SortSteps.h>
#include <dash/detail/algorithm/SortedRuns.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/NumberOrder.h>
#include <dash/detail/execution/RadixOrder.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/plan/KernelWork.h>
#include <dash/detail/range/Backwards.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/LocalRuns.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/GpuUnits.h>
#include <dash/detail/team/TeamKind.h>

#include <dash/dart/if/dart_gpu.h>
#include <dash/detail/memory/HostScratch.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// A copy of the caller's elements of a range, in host memory.
template <SegmentedIterator Iterator>
auto copy_of_own_elements(const Iterator& first, const Iterator& last)
{
  ScratchVector<stored_value<Iterator>> elements;
  for_each_local_part(
      first, last, [&](auto begin, auto end, auto&&) { append_elements(elements, begin, end); });
  return elements;
}

/// Whether kernels can sort elements by an order. Reports once if they cannot.
template <class T, class Compare>
bool may_sort_on_device()
{
  const bool can = sorts_on_device<T, Compare>();
  if (!can) report_staging_once(step_info<SortStep<T, Compare>, T*, T*>.staging);
  return can;
}

/// Sorts a range by the units' own elements, without copies in host memory.
template <GlobalIterator Iterator, Stability stability, class Compare>
class SortOfOwnElements {
  using Value = std::iter_value_t<Iterator>;
  using T = stored_value<Iterator>;

 public:
  SortOfOwnElements(Team& team, const Iterator& first, const Iterator& last, const Share& share)
      : team_(team),
        first_(first),
        share_(share),
        gpus_(gpu_units_of(team))
  {
    if (share.is_owned) {
      for_each_local_run(first, last, [&](auto begin, auto end, Position) { take(begin, end); });
    } else if (const auto own = own_interval(first, last)) {
      auto* const elements = local_elements(first);
      take(elements + own->begin, elements + own->end);
    } else {
      is_interval_ = false;
    }
  }

  /// Whether all units, by host code or by kernels, can read the elements of the others. The same
  /// on all of them; collective if they are GPU units.
  bool is_possible() const
  {
    if (share_.is_owned && team_.size() == 1) return true;
    if (gpus_ == 0) return share_.is_owned;
    if (!steps_suffice<stability, T, Compare> || !has_only_gpus_of_host(team_)) return false;
    if (!may_sort_on_device<T, Compare>()) return false;
    if (sorts_in_place()) return true;
    return kernels_of_all_should(
        team_, "to sort elements in device memory", [&] { return have_memory(); });
  }

  /// Each unit sorts its elements and then merges those that belong to its share from all units: in
  /// place, or to a buffer if others own some of the places. If its own elements are not one run in
  /// memory, or their order matters, it sorts a copy of its share.
  void run(const char* algorithm, Compare& less) const
  {
    if (share_.is_owned && team_.size() == 1) return sort_alone(algorithm, less);
    if (share_.is_owned) return sort(algorithm, less, begin_, size_, begin_);
    const UnitBuffer<Value> merged(share_.size());
    if (stability == Stability::none && all_units(team_, is_interval_)) {
      sort(algorithm, less, begin_, size_, merged.data());
    } else {
      copy_share(first_, share_, merged.data());
      sort(algorithm, less, merged.data(), merged.size(), merged.data());
    }
    assign_elements(merged.begin(), merged.end(), first_ + share_.begin);
  }

 private:
  bool sorts_in_place() const { return share_.is_owned && stability == Stability::none; }

  bool have_memory() const
  {
    return SortedRuns::have_device_memory((std::max)(size_, share_.size()), sizeof(T));
  }

  void take(Value* begin, Value* end)
  {
    begin_ = begin;
    size_ = end - begin;
  }

  /// Sorts elements of all units, and merges those of the share to \c out. All units have read
  /// theirs on return.
  void sort(const char* algorithm, Compare& less, Value* elements, Position size, Value* out) const
  {
    const MemoryKind memory = gpus_ > 0 ? MemoryKind::device : MemoryKind::host;
    const SortedRuns runs(
        algorithm, team_, memory, address_in(memory, elements), size,
        run_steps<T, stability, Compare>, &less);
    runs.merge(team_, share_.begin, share_.end, address_in(memory, out));
    team_.barrier();  // others have read this unit's run
  }

  static T* address_in(MemoryKind memory, Value* elements)
  {
    void* address = elements;
    if (memory == MemoryKind::device) address = dart_kernel_address(elements);
    return static_cast<T*>(address);
  }

  void sort_alone(const char* algorithm, Compare& less) const
  {
    if (size_ == 0) return;
    T* const begin = address_in(MemoryKind::host, begin_);
    if (holds_for_itself_at(begin, less)) throw_not_strict_together(team_, algorithm);
    if constexpr (steps_suffice<stability, T, Compare>) {
      run_step(SortStep<T, Compare>{less}, updates(begin, begin + size_));
    } else {
      stable_sort_on_host(begin, begin + size_, begin, less);
    }
  }

  /// Whether the comparison holds for a native element, which may be in device memory, and itself.
  static bool holds_for_itself_at(const T* element, Compare& less)
  {
    if constexpr (is_strict<Compare, T>) {
      return false;
    } else {
      return holds_for_itself(less, value_at(element));
    }
  }

  Team& team_;
  const Iterator& first_;
  const Share& share_;
  std::size_t gpus_;
  Value* begin_ = nullptr;
  Position size_ = 0;
  bool is_interval_ = true;  ///< whether the elements are one run in memory
};

/// Each unit sorts a copy of its elements, and then merges the elements that belong to its share
/// from all copies, on the host. If equivalent elements keep their order, each unit begins with its
/// share, because what it owns need not follow each other.
template <Stability stability, SegmentedIterator Iterator, class Compare>
void sort_copies(
    const char* algorithm, ExchangePhase& phase, Team& team, const Iterator& first,
    const Iterator& last, const Share& share, Compare& less)
{
  using T = stored_value<Iterator>;
  ScratchVector<T> elements;
  if constexpr (stability == Stability::stable) {
    elements = elements_of(first, share);
  } else {
    elements = copy_of_own_elements(first, last);
  }
  const SortedRuns runs(
      algorithm, team, MemoryKind::host, elements.data(), std::ssize(elements),
      run_steps<T, stability, Compare>, &less);
  replace_elements(
      elements, 0, share.size(), [&](T* out) { runs.merge(team, share.begin, share.end, out); });
  phase.all_have_read();
  assign_elements(elements.begin(), elements.end(), first + share.begin);
}

/// Whether equivalent elements can be told apart, so that their order matters.
template <class T, class Compare>
inline constexpr bool has_different_equals =
    !std::is_integral_v<T> || radix_order<T, Compare> == RadixOrder::none;

/// The order of a sequence from its end.
template <class T>
std::greater<T> reversed_order(std::less<T>)
{
  return {};
}
template <class T>
std::less<T> reversed_order(std::greater<T>)
{
  return {};
}
template <class Compare>
SwappedOperands<Compare> reversed_order(Compare less)
{
  return {std::move(less)};
}

/// Sorts by merging: each unit sorts its elements, finds the elements that belong to its share of
/// the result in all units' sorted runs, and merges them. Collective.
/// \param less  the order of all elements (order_of_sorted)
template <Stability wanted, SegmentedIterator Iterator, class Compare>
void merge_sort_by(const char* algorithm, const Iterator& first, const Iterator& last, Compare less)
{
  constexpr Stability stability =
      has_different_equals<std::iter_value_t<Iterator>, Compare> ? wanted : Stability::none;
  const CurrentCall call(algorithm);
  if (require_range(algorithm, first, last) == 0) return;
  if constexpr (ReverseGlobalIterator<Iterator> && stability == Stability::none) {
    merge_sort_by<stability>(algorithm, last.base(), first.base(), reversed_order(std::move(less)));
  } else {
    Team& team = team_of(first);
    ExchangePhase phase(team);
    const Share share = share_of(first, last);
    if constexpr (GlobalIterator<Iterator>) {
      const SortOfOwnElements<Iterator, stability, Compare> own(team, first, last, share);
      if (own.is_possible()) return own.run(algorithm, less);
    }
    sort_copies<stability>(algorithm, phase, team, first, last, share, less);
  }
}

/// Sorts by a comparison of the caller. Collective.
template <Stability wanted, SegmentedIterator Iterator, class Compare>
void merge_sort(const char* algorithm, const Iterator& first, const Iterator& last, Compare less)
{
  merge_sort_by<wanted>(
      algorithm, first, last, order_of_sorted<std::iter_value_t<Iterator>>(std::move(less)));
}

/// Whether kernels of the GPU units of one host sort a range by an order in device memory; reports
/// once if they cannot call it. The same on all units; collective if they are GPU units of one
/// host.
template <class Compare, SegmentedIterator Iterator>
bool sorts_by_kernels(const Iterator& first, const Iterator& last)
{
  if constexpr (ReverseGlobalIterator<Iterator>) {
    return sorts_by_kernels<decltype(reversed_order(std::declval<Compare>()))>(
        last.base(), first.base());
  } else if constexpr (GlobalIterator<Iterator>) {
    Team& team = team_of(first);
    if (!has_only_gpus_of_host(team)) return false;
    if (!may_sort_on_device<stored_value<Iterator>, Compare>()) return false;
    const Share share = division_of(first, last);
    return SortOfOwnElements<Iterator, Stability::none, Compare>(team, first, last, share)
        .is_possible();
  } else {
    return false;
  }
}

}  // namespace dash::detail
