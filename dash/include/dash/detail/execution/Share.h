#pragma once

/// \file
/// Division of the positions of a global range among units, for algorithms in which the order
/// matters.

#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/memory/HostScratch.h>
#include <dash/detail/memory/WorkBuffer.h>
#include <dash/detail/plan/Explain.h>
#include <dash/detail/range/NativeRuns.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/GpuUnits.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// Positions [begin, end) on which a unit works; the shares of all units, in unit order, form the
/// range. If each unit owns one run of the range, in unit order, this is its share. Otherwise
/// shares have equal sizes, whichever units own the elements.
struct Share {
  Position begin = 0;
  Position end = 0;
  /// Whether the share of each unit consists of the elements that it owns.
  bool is_owned = true;

  Position size() const { return end - begin; }
  bool empty() const { return begin == end; }
};

/// How a range is divided; share_of() is for algorithms that work on it so.
template <SegmentedIterator Iterator>
Share division_of(const Iterator& first, const Iterator& last)
{
  Share share;
  if (first == last) return share;
  share.is_owned = units_follow_positions(first, last);
  if (share.is_owned) {
    bool found = false;
    for_each_local_run(first, last, [&](auto begin, auto end, Position position) {
      if (!std::exchange(found, true)) share.begin = position;
      share.end = position + (end - begin);
    });
    return share;
  }
  Team& team = team_of(first);
  const Position size = last - first;
  const auto units = static_cast<Position>(team.size());
  const auto me = static_cast<Position>(team.myid().id);
  share.begin = equal_part(me, units, size);
  share.end = equal_part(me + 1, units, size);
  return share;
}

/// The share of the calling unit in the work of the program's call.
template <SegmentedIterator Iterator>
Share share_of(const Iterator& first, const Iterator& last)
{
  const Share share = division_of(first, last);
  if (first != last) explain_shares(share.is_owned);
  return share;
}

/// The shares of the GPU units of a team, which are equal; those of CPU units are empty.
template <SegmentedIterator Iterator>
Share share_of_gpus(const Iterator& first, const Iterator& last)
{
  const Team& team = team_of(first);
  const Position size = last - first;
  const auto gpus = static_cast<Position>(gpu_units_of(team));
  const auto begin_of = [&](std::size_t unit) {
    return equal_part(static_cast<Position>(gpu_units_before(team, unit)), gpus, size);
  };
  const auto me = static_cast<std::size_t>(team.myid().id);
  return {begin_of(me), begin_of(me + 1), false};
}

/// Copies the elements of a share to \c out.
template <SegmentedIterator Iterator, class T>
void copy_share(const Iterator& first, const Share& share, T* out)
{
  for_each_native_run(
      first + share.begin, share.size(),
      [&](auto begin, auto end, Position offset) { copy_or_convert(begin, end, out + offset); });
}

/// Copies the elements of a share to host memory. The iterator may be native, too.
template <std::random_access_iterator Iterator>
auto elements_of(const Iterator& first, const Share& share)
{
  ScratchVector<stored_value<Iterator>> elements;
  elements.reserve(static_cast<std::size_t>(share.size()));
  for_each_native_run(first + share.begin, share.size(), [&](auto begin, auto end, Position) {
    append_elements(elements, begin, end);
  });
  return elements;
}

/// Copies the elements of a share to memory of the kind that the unit's part has.
template <SegmentedIterator Iterator>
UnitBuffer<std::iter_value_t<Iterator>> copy_of_share(const Iterator& first, const Share& share)
{
  UnitBuffer<std::iter_value_t<Iterator>> elements(share.size());
  copy_share(first, share, elements.data());
  return elements;
}

/// The elements of a share, or of a part of one, in the unit's memory, if it owns all of them and
/// they follow each other; otherwise nullptr.
/// \param n  size of the range
template <SegmentedIterator Iterator>
auto* own_run(const Iterator& first, Position n, const Share& share)
{
  if constexpr (CopiedElements<Iterator>) {
    decltype(first_native_run(first, n).begin) own = nullptr;
    const Share owned = division_of(first, first + n);
    if (!share.empty() && owned.is_owned && owned.begin <= share.begin && share.end <= owned.end) {
      const auto run = first_native_run(first + share.begin, share.size());
      if (run.size == share.size()) own = run.begin;
    }
    return own;
  } else {
    return static_cast<std::iter_value_t<Iterator>*>(nullptr);
  }
}

/// Calls \c f(begin, end) for all elements of a range whose result takes their place, if the only
/// unit of a team has them in host memory, where it needs no copy to move them.
/// \param out  beginning of the result
/// \return whether it has
template <SegmentedIterator Iterator, class Out, class F>
bool rearranged_in_place(const Iterator& first, Position n, const Out& out, const F& f)
{
  if constexpr (
      std::is_same_v<Iterator, Out> && KnowsSequence<Iterator> &&
      std::permutable<std::iter_value_t<Iterator>*>) {
    const bool is_alone = team_of(first).size() == 1 && memory_of_unit() == MemoryKind::host;
    if (!is_alone || !is_same_sequence(first, out) || !(first == out)) return false;
    auto* const own = own_run(first, n, {0, n, true});
    if (own != nullptr) f(own, own + n);
    return own != nullptr;
  } else {
    return false;
  }
}

/// Whether two ranges may have elements in common, since they are in the same memory.
template <class A, class B>
bool share_memory(const A& a, const B& b)
{
  if constexpr (CopiedElements<A> && CopiedElements<B>) {
    return static_cast<const void*>(&a.globmem()) == static_cast<const void*>(&b.globmem());
  } else {
    return true;
  }
}

/// The elements of a share in memory of the unit: where they are (own_run), or copies.
template <SegmentedIterator Iterator>
class ShareElements {
  using T = std::iter_value_t<Iterator>;

 public:
  /// \param n  size of the range
  ShareElements(const Iterator& first, Position n, const Share& share)
      : begin_(own_run(first, n, share)),
        size_(share.size())
  {
    if (begin_ == nullptr) begin_ = copy_.emplace(copy_of_share(first, share)).data();
  }

  const T* begin() const { return begin_; }
  const T* end() const { return begin_ + size_; }

 private:
  std::optional<UnitBuffer<T>> copy_;
  const T* begin_;
  Position size_;
};

/// The element in front of a non-empty share, if there is one.
template <SegmentedIterator Iterator>
std::optional<std::iter_value_t<Iterator>> element_before(const Iterator& first, const Share& share)
{
  if (share.empty() || share.begin == 0) return std::nullopt;
  return static_cast<std::iter_value_t<Iterator>>(first[share.begin - 1]);
}

}  // namespace dash::detail
