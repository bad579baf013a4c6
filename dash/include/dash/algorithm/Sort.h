#pragma once

/// \file
/// dash::sort.

#include <dash/detail/algorithm/SortedRuns.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/memory/RunMemory.h>
#include <dash/detail/range/RequireRange.h>

#include <dash/dart/if/dart_gpu.h>

#include <algorithm>
#include <concepts>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// The type in which elements are sorted: bytes instead of bool, since std::vector<bool> packs
/// them.
template <class Iterator>
using sorted_value = std::conditional_t<
    std::is_same_v<std::iter_value_t<Iterator>, bool>, unsigned char, std::iter_value_t<Iterator>>;

/// Whether the first element has the smaller key; \c key may be a pointer to a member.
template <class T, class KeyFn>
struct OrderByKey {
  KeyFn key;

  DASH_NO_EXECUTION_CHECK
  DASH_HOST_DEVICE bool operator()(const T& a, const T& b)
  {
    if constexpr (std::is_member_object_pointer_v<KeyFn>) {
      return a.*key < b.*key;
    } else if constexpr (std::is_member_function_pointer_v<KeyFn>) {
      return (a.*key)() < (b.*key)();
    } else {
      return key(a) < key(b);
    }
  }
};

template <class T, class KeyFn>
inline constexpr bool is_strict<OrderByKey<T, KeyFn>, T> = true;

/// A copy of the caller's elements of a range, in host memory.
template <SegmentedIterator Iterator>
auto own_elements(const Iterator& first, const Iterator& last)
{
  std::vector<sorted_value<Iterator>> elements;
  for_each_local_part(
      first, last, [&](auto begin, auto end, auto&&) { append_elements(elements, begin, end); });
  return elements;
}

/// Number of GPU units in a team.
inline std::size_t gpu_units_of(const Team& team)
{
  if (!run_has_unmapped_memory) return 0;
  std::size_t gpus = 0;
  for (std::size_t unit = 0; unit < team.size(); ++unit) {
    dart_unit_kind_t kind = DART_UNIT_CPU;
    const auto global = team.global_id(team_unit_t(static_cast<dart_unit_t>(unit)));
    gpus += dart_unit_kind(global, &kind) == DART_OK && kind == DART_UNIT_GPU;
  }
  return gpus;
}

/// Sorts a range of which each unit owns one run, in unit order.
template <class T, class Compare>
class SortOfOwnedRuns {
 public:
  template <SegmentedIterator Iterator>
  SortOfOwnedRuns(Team& team, const Iterator& first, const Iterator& last)
      : team_(team),
        gpus_(gpu_units_of(team))
  {
    for_each_local_run(first, last, [&](auto begin, auto end, Position position) {
      begin_ = reinterpret_cast<T*>(begin);
      size_ = end - begin;
      position_ = position;
    });
  }

  /// Whether all units, by host code or by kernels, can read the runs of the others.
  bool is_possible() const { return team_.size() == 1 || gpus_ == 0 || on_device(); }

  /// Each unit sorts its run and then merges the elements that belong there from all runs.
  void run(Compare& less) const
  {
    if (team_.size() == 1) {
      if (size_ == 0) return;
      if (holds_for_itself_at(begin_, less)) throw_not_strict("dash::sort");
      run_step(SortStep<T, Compare>{less}, updates(begin_, begin_ + size_));
      return;
    }
    const MemoryKind memory = gpus_ > 0 ? MemoryKind::device : MemoryKind::host;
    T* begin = begin_;
    if (memory == MemoryKind::device) begin = static_cast<T*>(dart_kernel_address(begin));
    const SortedRuns<T> runs(team_, memory, begin, begin + size_, less);
    runs.merge(team_, position_, position_ + size_, begin, less);
    team_.barrier();  // others have read this unit's run
  }

 private:
  /// Whether the comparison holds for a native element, which may be in device memory, and itself.
  static bool holds_for_itself_at(const T* element, Compare& less)
  {
    if constexpr (is_strict<Compare, T>) {
      return false;
    } else {
      const auto value = [](const HostExecution& exec, const auto& in) {
        return exec.value(in.begin());
      };
      return holds_for_itself(less, run_on_host(value, reads(element, element + 1)));
    }
  }

  bool on_device() const
  {
    if (gpus_ < team_.size()) return false;
    if (team_.size() > 1 && !dart_team_is_on_one_host(team_.dart_id())) return false;
    const bool result = sorts_on_device<T, Compare>();
    if (!result) report_staging_once<SortStep<T, Compare>>();
    return result;
  }

  Team& team_;
  std::size_t gpus_;
  T* begin_ = nullptr;
  Position size_ = 0;
  Position position_ = 0;
};

/// Each unit sorts a copy of its elements, and then merges the elements that belong to its share
/// from all copies, on the host.
template <SegmentedIterator Iterator, class Compare>
void sort_copies(
    ExchangePhase& phase, Team& team, const Iterator& first, const Iterator& last,
    const Share& share, Compare& less)
{
  using T = sorted_value<Iterator>;
  std::vector<T> elements = own_elements(first, last);
  T* const begin = elements.data();
  const SortedRuns<T> runs(team, MemoryKind::host, begin, begin + elements.size(), less);
  elements.resize(static_cast<std::size_t>(share.size()));
  runs.merge(team, share.begin, share.end, elements.data(), less);
  phase.all_have_read();
  assign_elements(elements.begin(), elements.end(), first + share.begin);
}

/// Sorts by merging: each unit sorts its elements, finds the elements that belong to its share of
/// the result in all units' sorted runs, and merges them.
template <SegmentedIterator Iterator, class Compare>
void merge_sort(const Iterator& first, const Iterator& last, Compare less)
{
  if (require_range("dash::sort", first, last) == 0) return;
  Team& team = team_of(first);
  ExchangePhase phase(team);
  const Share share = share_of(first, last);
  if constexpr (GlobalIterator<Iterator>) {
    const SortOfOwnedRuns<sorted_value<Iterator>, Compare> runs(team, first, last);
    if (share.is_owned && runs.is_possible()) {
      runs.run(less);
      return;
    }
  }
  sort_copies(phase, team, first, last, share, less);
}

}  // namespace detail

/// Sorts a global range; the sort is not stable. Each position stays on the unit that owns it.
///
/// Collective over the range's team; moves elements between units, so it synchronises before and
/// after. Each unit needs memory for three copies of its part. If all units are GPU units that own
/// one run each, elements stay in device memory and move directly between GPUs.
template <SegmentedIterator Iterator>
void sort(Iterator first, Iterator last)
{
  detail::merge_sort(first, last, std::less<>{});
}

/// Sorts by \c compare(a, b), which tells whether a comes before b. Collective, with the same
/// guarantees.
/// \throws exception::InvalidArgument if the comparison holds for an element and itself, like <=
template <SegmentedIterator Iterator, class Compare>
  requires std::predicate<
      Compare&, const std::iter_value_t<Iterator>&, const std::iter_value_t<Iterator>&>
void sort(Iterator first, Iterator last, Compare compare)
{
  detail::merge_sort(first, last, compare);
}

/// Sorts by an arithmetic key of each element: a function object, or a pointer to a member.
/// Collective, with the same guarantees.
template <SegmentedIterator Iterator, class KeyFn>
  requires std::is_arithmetic_v<
      std::remove_cvref_t<std::invoke_result_t<KeyFn&, const std::iter_value_t<Iterator>&>>>
void sort(Iterator first, Iterator last, KeyFn key)
{
  using Order = detail::OrderByKey<std::iter_value_t<Iterator>, KeyFn>;
  detail::merge_sort(first, last, Order{std::move(key)});
}

template <SegmentedRange Range>
void sort(Range&& range)
{
  dash::sort(range.begin(), range.end());
}
template <SegmentedRange Range, class CompareOrKey>
void sort(Range&& range, CompareOrKey order)
{
  dash::sort(range.begin(), range.end(), std::move(order));
}

}  // namespace dash
