#pragma once

/// \file
/// Searches in sorted global ranges: for one value, and for many keys at once.

#include <dash/Exception.h>
#include <dash/Types.h>
#include <dash/detail/algorithm/Exchange.h>
#include <dash/detail/algorithm/SearchAtPlaces.h>
#include <dash/detail/algorithm/SortedQuery.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/PartitionPosition.h>
#include <dash/detail/base/Uninitialized.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/CorrespondingRuns.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/execution/FunctionObjects.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/execution/WorkAtPlaces.h>
#include <dash/detail/memory/HostScratch.h>
#include <dash/detail/range/Backwards.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/Unwinding.h>

#include <array>
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
  if constexpr (std::is_pointer_v<reversed_iterator<It>>) return own_value(it.base() - 1);
  if constexpr (std::is_pointer_v<It> && is_bytewise_copyable_v<T>) {
    if (is_device_memory(it)) [[unlikely]] {
      Uninitialized<T> place;
      copy_bytes(&place, it, sizeof(T));
      return place.value;
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

/// Calls \c f(number of the key, number of elements in front) for each of many keys and \c n sorted
/// elements in host memory. Some searches go on side by side, without branches: so the memory
/// fetches elements for all of them at a time, where a single search waits for each element.
/// \param is_in_front  whether an element is in front of what is looked for by a key
template <class T, class K, class InFront, class F>
void for_each_partition_point(
    const T* begin, Position n, const std::vector<K>& keys, InFront is_in_front, F f)
{
  constexpr std::size_t side_by_side = 16;
  const auto search = [&](auto count, std::size_t first) {
    std::array<const T*, side_by_side> at;
    at.fill(begin);
    const auto advance = [&](Position by, Position looked_at) {
      for (std::size_t k = 0; k < count; ++k)
        at[k] += by * Position{is_in_front(at[k][looked_at], keys[first + k])};
    };
    Position rest = n;
    for (; rest > 1; rest -= rest / 2) advance(rest / 2, rest / 2 - 1);
    if (rest == 1) advance(1, 0);
    for (std::size_t k = 0; k < count; ++k) f(first + k, at[k] - begin);
  };
  std::size_t key = 0;
  for (; key + side_by_side <= keys.size(); key += side_by_side)
    search(std::integral_constant<std::size_t, side_by_side>{}, key);
  search(keys.size() - key, key);
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
    Published mine{share.size(), T{}};
    if (!share.empty()) mine.first = begin_[0];
    size_ = share.size();
    for (const auto& other : gather_from_all(team, mine)) {
      if (other.size > 0) {
        owners_.push_back(units_);
        first_elements_.push_back(other.first);
      }
      ++units_;
    }
    position_ = share.begin;
  }

  /// Answers for the keys in their order. Collective.
  template <SortedQuery query, class K, class Compare>
  std::vector<Position> answers(
      const char* algorithm, Team& team, const std::vector<K>& keys, Compare& less) const
  {
    const auto is_front = [&](const T& element, const K& key) {
      return is_in_front<query>(element, key, less);
    };
    const std::vector<std::uint32_t> asked = units_to_ask(keys, is_front);
    const auto received = exchanged(algorithm, team, questions(keys, asked));
    Buckets<Position> replies(units_);
    for (std::size_t unit = 0; unit < units_; ++unit) {
      replies[unit].resize(received[unit].size());
      for_each_partition_point(
          begin_, size_, received[unit], is_front, [&](std::size_t key, Position n) {
            replies[unit][key] = answer<query>(received[unit][key], n, less);
          });
    }
    const auto answered = exchanged(algorithm, team, replies);
    std::vector<std::size_t> next(units_, 0);
    std::vector<Position> result(keys.size(), 0);
    for (std::size_t key = 0; key < keys.size(); ++key) {
      if (const std::uint32_t unit = asked[key]; unit != nobody)
        result[key] = answered[unit][next[unit]++];
    }
    return result;
  }

 private:
  static constexpr std::uint32_t nobody = ~std::uint32_t(0);

  /// The unit that knows the answer for each key: the last one whose first element is in front of
  /// what is looked for.
  template <class K, class IsFront>
  std::vector<std::uint32_t> units_to_ask(const std::vector<K>& keys, IsFront is_front) const
  {
    std::vector<std::uint32_t> units(keys.size());
    for_each_partition_point(
        first_elements_.data(), std::ssize(first_elements_), keys, is_front,
        [&](std::size_t key, Position n) {
          units[key] = n == 0 ? nobody : owners_[static_cast<std::size_t>(n - 1)];
        });
    return units;
  }

  /// The keys for each unit, in their order.
  template <class K>
  Buckets<K> questions(const std::vector<K>& keys, const std::vector<std::uint32_t>& asked) const
  {
    std::vector<std::size_t> count(units_, 0);
    for (const std::uint32_t unit : asked) {
      if (unit != nobody) ++count[unit];
    }
    Buckets<K> questions(units_);
    for (std::size_t unit = 0; unit < units_; ++unit) questions[unit].reserve(count[unit]);
    for (std::size_t key = 0; key < keys.size(); ++key) {
      if (asked[key] != nobody) questions[asked[key]].push_back(keys[key]);
    }
    return questions;
  }

  /// What each unit tells about its share.
  struct Published {
    Position size;
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

  /// \param front  number of elements of the share in front of what is looked for
  template <SortedQuery query, class K, class Compare>
  Position answer(const K& key, Position front, Compare& less) const
  {
    if constexpr (query == SortedQuery::found) {
      return front != 0 && !less(begin_[front - 1], key);
    } else {
      return position_ + front;
    }
  }

  ScratchVector<T> copy_;
  const T* begin_ = nullptr;
  Position size_ = 0;
  Position position_ = 0;  ///< where the calling unit's share lies
  std::uint32_t units_ = 0;
  std::vector<std::uint32_t> owners_;  ///< units with a share that is not empty …
  std::vector<T> first_elements_;      ///< … and its first element
};

/// Writes the answers of kernels for the keys at the calling unit. Collective.
template <class Queries, class Keys, class Out>
void answer_by_kernels(
    ExchangePhase& phase, const Queries& queries, const Keys& keys, const Keys& keys_last,
    const Out& out)
{
  std::vector<decltype(queries.answers(keys, keys_last))> answers;
  const auto answer_run = [&](auto&&, auto begin, auto end, auto&&) {
    answers.push_back(queries.answers(begin, end));
  };
  for_each_corresponding_run(keys, keys_last, answer_run, out);
  phase.all_have_read();
  auto run = answers.cbegin();
  const auto write_answers = [&](auto&&, auto begin, auto end, auto to) {
    copy_or_convert(run->begin(), run->begin() + (end - begin), to);
    ++run;
  };
  for_each_corresponding_run(keys, keys_last, write_answers, out);
}

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
    constexpr auto largest = (std::numeric_limits<Answer>::max)();
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
  if constexpr (WorkedAtPlaces<Iterator>) {
    using Queries =
        QueriesAtPlaces<Iterator, std::iter_value_t<Keys>, std::iter_value_t<Out>, Compare>;
    if (size != 0 && Queries::are_possible(team, first)) {
      answer_by_kernels(phase, Queries(first, size, query, less), keys, keys_last, out);
      return out + n;
    }
  }
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
