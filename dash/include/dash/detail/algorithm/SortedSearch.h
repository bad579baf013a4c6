#pragma once

/// \file
/// Searches in sorted global ranges: for one value, and for many keys at once.

#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/detail/algorithm/Exchange.h>
#include <dash/detail/algorithm/PartitionPosition.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/execution/CorrespondingRuns.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// The value of one of the calling unit's elements, for host code; it may be in device memory.
template <class It>
std::iter_value_t<It> own_value(It it)
{
  using T = std::iter_value_t<It>;
  if constexpr (std::is_pointer_v<It> && is_bytewise_copyable_v<T>) {
    if (is_device_memory(it)) [[unlikely]] {
      T value{};
      copy_bytes(&value, it, sizeof(T));
      return value;
    }
  }
  return static_cast<T>(*it);
}

/// Number of elements at the beginning of a unit's own elements that satisfy a predicate, which
/// none of the following ones does. Reads a logarithmic number of elements.
template <class It, class Predicate>
Position own_partition_point(It begin, It end, Predicate satisfies)
{
  return partition_position(
      0, end - begin, [&](Position i) { return satisfies(own_value(begin + i)); });
}

/// The same of elements in host memory, without a look at where each one lies.
template <class T, class Predicate>
Position host_partition_point(const T* begin, Position n, Predicate satisfies)
{
  return partition_position(0, n, [&](Position i) { return satisfies(begin[i]); });
}

/// The position of the first element of a global range that does not satisfy a predicate, which
/// holds for the elements in front of it alone. Each unit counts its own elements in front of it.
/// Collective.
template <SegmentedIterator Iterator, class Predicate>
Position global_partition_point(const Iterator& first, const Iterator& last, Predicate satisfies)
{
  if (first == last) return 0;
  Position mine = 0;
  Team& team = team_of(first);
  in_front_of_step(team, [&] {
    for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
      mine += own_partition_point(begin, end, satisfies);
    });
  });
  return sum_over_units(team, mine);
}

/// What to find out about a key in a sorted range: the position of the first element that is not
/// less, that of the first element that is greater, or whether there is an equivalent element.
enum class SortedQuery { lower, upper, found };

/// Whether an element is in front of what a query looks for. For the query \c found, that is the
/// end of the elements that are not greater.
template <SortedQuery query, class T, class K, class Compare>
bool is_in_front(const T& element, const K& key, Compare& less)
{
  if constexpr (query == SortedQuery::lower) {
    return static_cast<bool>(less(element, key));
  } else {
    return !static_cast<bool>(less(key, element));
  }
}

/// A sorted range whose units answer queries of all units.
template <class T>
class SortedShares {
 public:
  /// Copies the calling unit's share of the range unless it has it in host memory. Collective over
  /// the team of the range, which has at least one element.
  template <class Iterator>
  SortedShares(Team& team, const Iterator& first, const Iterator& last)
  {
    const Share share = share_of(first, last);
    find_own(first, last, share);
    if (begin_ == nullptr) {
      copy_ = elements_of(first, share);
      begin_ = copy_.data();
    }
    Published mine{share.begin, share.size(), T{}};
    if (!share.empty()) mine.first = begin_[0];
    size_ = share.size();
    for (const auto& other : gather_from_all(team, mine)) {
      if (other.size > 0) owners_.push_back({other.begin, units_, other.first});
      if (units_++ == static_cast<std::size_t>(team.myid().id)) position_ = other.begin;
    }
  }

  /// Answers for the keys in their order. Collective.
  template <SortedQuery query, class K, class Compare>
  std::vector<Position> answers(
      const char* algorithm, Team& team, const std::vector<K>& keys, Compare& less) const
  {
    constexpr std::size_t nobody = ~std::size_t(0);
    Buckets<K> questions(units_);
    std::vector<std::size_t> asked;
    asked.reserve(keys.size());
    for (const K& key : keys) {
      // The last unit whose first element is in front of what is looked for knows the answer.
      const auto n = host_partition_point(
          owners_.data(), static_cast<Position>(owners_.size()),
          [&](const Owner& owner) { return is_in_front<query>(owner.first, key, less); });
      asked.push_back(n == 0 ? nobody : owners_[static_cast<std::size_t>(n - 1)].unit);
      if (n != 0) questions[asked.back()].push_back(key);
    }
    Buckets<Position> replies(units_);
    const auto received = exchanged(algorithm, team, questions);
    for (std::size_t unit = 0; unit < units_; ++unit) {
      for (const K& key : received[unit]) replies[unit].push_back(answer<query>(key, less));
    }
    const auto answered = exchanged(algorithm, team, replies);
    std::vector<std::size_t> next(units_, 0);
    std::vector<Position> result;
    result.reserve(keys.size());
    for (const std::size_t unit : asked) {
      result.push_back(unit == nobody ? 0 : answered[unit][next[unit]++]);
    }
    return result;
  }

 private:
  /// What each unit tells about its share.
  struct Published {
    Position begin;
    Position size;
    T first;
  };
  /// A unit with a share that is not empty.
  struct Owner {
    Position begin;
    std::size_t unit;
    T first;
  };

  /// Uses the share in place if host code can.
  template <class Iterator>
  void find_own(const Iterator& first, const Iterator& last, const Share& share)
  {
    if constexpr (GlobalIterator<Iterator>) {
      if (!share.is_owned || memory_of_unit() != MemoryKind::host) return;
      for_each_local_run(first, last, [&](const auto* begin, auto&&, Position) {
        if (begin_ == nullptr) begin_ = reinterpret_cast<const T*>(begin);
      });
    }
  }

  template <SortedQuery query, class K, class Compare>
  Position answer(const K& key, Compare& less) const
  {
    const auto front = host_partition_point(
        begin_, size_, [&](const T& element) { return is_in_front<query>(element, key, less); });
    if constexpr (query == SortedQuery::found) {
      return front != 0 && !less(begin_[front - 1], key);
    } else {
      return position_ + front;
    }
  }

  std::vector<T> copy_;
  const T* begin_ = nullptr;
  Position size_ = 0;
  Position position_ = 0;  ///< of the calling unit's share
  std::size_t units_ = 0;
  std::vector<Owner> owners_;
};

/// Writes the answers for all keys of a range to an output. Collective over the team of the sorted
/// range.
template <SortedQuery query, class Iterator, class Keys, class Out, class Compare>
Out answer_all(
    const char* algorithm, const Iterator& first, const Iterator& last, const Keys& keys,
    const Keys& keys_last, const Out& out, Compare& less)
{
  using T = stored_value<Iterator>;
  using Answer = stored_value<Out>;
  const CurrentCall call(algorithm);
  const Position size = require_range(algorithm, first, last);
  const Position n = require_range(algorithm, keys, keys_last);
  require_room(algorithm, n, out);
  if (n == 0) return out;
  if constexpr (query != SortedQuery::found && std::is_integral_v<Answer>) {
    constexpr auto largest = std::numeric_limits<Answer>::max();
    if (static_cast<std::uintmax_t>(size) > static_cast<std::uintmax_t>(largest)) {
      DASH_THROW(
          exception::OutOfRange,
          algorithm << ": positions up to " << size << " do not fit into the type of the output");
    }
  }
  Team& team = team_of(keys);
  if (size != 0 && !(team_of(first) == team)) {
    DASH_THROW(
        exception::InvalidArgument,
        algorithm << ": the keys are distributed over another team than the sorted range");
  }
  ExchangePhase phase(team);
  std::vector<stored_value<Keys>> own_keys;
  const auto note_keys = [&](auto&&, auto begin, auto end, auto&&) {
    append_elements(own_keys, begin, end);
  };
  for_each_corresponding_run(keys, keys_last, note_keys, out);
  std::vector<Position> found(own_keys.size(), 0);
  if (size != 0) {
    const SortedShares<T> shares(team, first, last);
    found = shares.template answers<query>(algorithm, team, own_keys, less);
  }
  std::vector<Answer> answers(found.begin(), found.end());
  phase.all_have_read();
  const Answer* next = answers.data();
  const auto write_answers = [&](auto&&, auto begin, auto end, auto to) {
    copy_or_convert(next, next + (end - begin), to);
    next += end - begin;
  };
  for_each_corresponding_run(keys, keys_last, write_answers, out);
  return out + n;
}

}  // namespace dash::detail
