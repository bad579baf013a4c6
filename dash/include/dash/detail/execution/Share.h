#pragma once

/// \file
/// Division of the positions of a global range among units, for algorithms in which the order
/// matters.

#include <dash/detail/base/StoredType.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/memory/WorkBuffer.h>
#include <dash/detail/range/NativeRuns.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/GpuUnits.h>
#include <dash/detail/team/Unwinding.h>

#include <algorithm>
#include <cstddef>
#include <exception>
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

template <SegmentedIterator Iterator>
Share share_of(const Iterator& first, const Iterator& last)
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

/// Copies values, and converts them if the types differ.
struct CopyStep {
  static constexpr auto name = "dash::copy";
  using functions = Functions<>;

  template <class Execution, class In, class Out>
  void operator()(const Execution& exec, const In& in, const Out& out) const
  {
    exec.copy(in.begin(), in.end(), out.begin());
  }
};

/// Copies [begin, end) to \c out, converted if the types differ. Elements of a container on any
/// units need no other copy in between.
template <class In, class Out>
void copy_or_convert(In begin, In end, Out out)
{
  if constexpr (std::is_same_v<std::iter_value_t<In>, std::iter_value_t<Out>>) {
    if constexpr (std::is_pointer_v<In> && std::is_pointer_v<Out>) {
      return copy_elements_between(out, begin, end - begin);
    } else if constexpr (CopiedElements<In> && std::is_pointer_v<Out>) {
      return copy_blocking<Read>(begin, end - begin, out);
    } else if constexpr (std::is_pointer_v<In> && CopiedElements<Out>) {
      return copy_blocking<Write>(out, end - begin, begin);
    }
  }
  run_step(CopyStep{}, reads(begin, end), writes(out, out + (end - begin)));
}

/// Copies the elements of a share to \c out.
template <SegmentedIterator Iterator, class T>
void copy_share(const Iterator& first, const Share& share, T* out)
{
  for_each_native_run(
      first + share.begin, share.size(),
      [&](auto begin, auto end, Position offset) { copy_or_convert(begin, end, out + offset); });
}

/// Replaces all elements but the first \c kept by \c n ones that \c write(address) creates. They
/// may have no default constructor.
template <class T, class Write>
void replace_elements(std::vector<T>& elements, std::size_t kept, Position n, Write write)
{
  const std::size_t size = kept + static_cast<std::size_t>(n);
  if constexpr (std::is_default_constructible_v<T>) {
    elements.resize(size);
    write(elements.data() + kept);
  } else {
    const WorkBuffer<T> written(MemoryKind::host, size - kept);
    write(written.data());
    elements.erase(elements.begin() + static_cast<Position>(kept), elements.end());
    elements.insert(elements.end(), written.data(), written.data() + n);
  }
}

/// Appends elements to a vector, wherever they are.
template <class T, class It>
void append_elements(std::vector<T>& elements, It begin, It end)
{
  if constexpr (CopiedElements<It>) {
    const Position n = end - begin;
    replace_elements(
        elements, elements.size(), n, [&](T* copies) { copy_blocking<Read>(begin, n, copies); });
    return;
  }
  const auto append = [&](const HostExecution&, const auto& in) {
    elements.insert(elements.end(), in.begin(), in.end());
  };
  run_on_host(append, reads(begin, end));
}

/// The type in which vectors hold elements.
template <class Iterator>
using stored_value = stored_type<std::iter_value_t<Iterator>>;

/// Copies the elements of a share to host memory. The iterator may be native, too.
template <std::random_access_iterator Iterator>
auto elements_of(const Iterator& first, const Share& share)
{
  std::vector<stored_value<Iterator>> elements;
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
    const Share owned = share_of(first, first + n);
    if (!share.empty() && owned.is_owned && owned.begin <= share.begin && share.end <= owned.end) {
      const auto run = first_native_run(first + share.begin, share.size());
      if (run.size == share.size()) own = run.begin;
    }
    return own;
  } else {
    return static_cast<std::iter_value_t<Iterator>*>(nullptr);
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

/// Assigns [begin, end) to the elements that begin at \c out.
template <class LocalIterator, class Iterator>
void assign_elements(LocalIterator begin, LocalIterator end, const Iterator& out)
{
  for_each_native_run(out, end - begin, [&](auto to, auto to_end, Position offset) {
    copy_or_convert(
        native_iterator(begin + offset), native_iterator(begin + offset + (to_end - to)), to);
  });
}

/// The sum of the counts of all preceding units, and of all units. Collective over \c team.
struct Prefix {
  Position before = 0;
  Position total = 0;
};

inline Prefix prefix_over_units(Team& team, Position mine)
{
  Prefix prefix;
  const auto counts = gather_from_all(team, mine);
  for (std::size_t unit = 0; unit < counts.size(); ++unit) {
    if (unit < static_cast<std::size_t>(team.myid().id)) prefix.before += counts[unit];
    prefix.total += counts[unit];
  }
  return prefix;
}

/// Assigns the elements [begin, end) of all units, one unit after the other, to a range that begins
/// at \c out. Collective.
/// \throws exception::OutOfRange on all units if the output is too short
template <class LocalIterator, class Out>
Out assign_in_unit_order(
    const char* algorithm, Team& team, LocalIterator begin, LocalIterator end, const Out& out)
{
  const Prefix prefix = prefix_over_units(team, end - begin);
  require_room_together(team, algorithm, prefix.total, out);
  assign_elements(begin, end, out + prefix.before);
  return out + prefix.total;
}

template <class T, class Out>
Out assign_in_unit_order(
    const char* algorithm, Team& team, const std::vector<T>& elements, const Out& out)
{
  return assign_in_unit_order(algorithm, team, elements.begin(), elements.end(), out);
}

/// The barriers of an algorithm that moves elements between units: on construction, so that it sees
/// what all units did before, and on destruction, so that all its effects are complete everywhere.
class ExchangePhase {
 public:
  explicit ExchangePhase(Team& team) : team_(team) { team_.barrier(); }
  ~ExchangePhase()
  {
    if (std::uncaught_exceptions() == exceptions_) {
      team_.barrier();
    } else if (is_unwound_alone(exceptions_, team_)) {
      abandon(team_);  // the others may wait in any step of the algorithm
    }
  }
  ExchangePhase(const ExchangePhase&) = delete;
  ExchangePhase& operator=(const ExchangePhase&) = delete;

  /// All units have read what they need; from now on elements may be overwritten.
  void all_have_read() { team_.barrier(); }

 private:
  Team& team_;
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace dash::detail
