#pragma once

/// \file
/// Disjoint intervals of numbers, each with a value.

#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

namespace dart::cuda {

template <class Value>
class IntervalMap {
 public:
  struct Interval {
    std::uint64_t begin, end;
    Value value;
  };

  /// The interval that contains \c at, or nullptr.
  const Interval* find(std::uint64_t at) const
  {
    auto after = by_begin_.upper_bound(at);
    if (after == by_begin_.begin()) return nullptr;
    const Interval& before = std::prev(after)->second;
    return at < before.end ? &before : nullptr;
  }

  /// Start of the first interval after \c at; the largest possible number if there is none.
  std::uint64_t next_begin(std::uint64_t at) const
  {
    const auto after = by_begin_.upper_bound(at);
    return after == by_begin_.end() ? ~std::uint64_t(0) : after->first;
  }

  /// The parts of [begin, end) that no interval covers.
  std::vector<Interval> gaps(std::uint64_t begin, std::uint64_t end) const
  {
    std::vector<Interval> found;
    while (begin < end) {
      if (const Interval* covering = find(begin)) {
        begin = covering->end;
        continue;
      }
      const std::uint64_t next = next_begin(begin);
      found.push_back({begin, next < end ? next : end, {}});
      begin = found.back().end;
    }
    return found;
  }

  void insert(std::uint64_t begin, std::uint64_t end, Value value)
  {
    by_begin_.emplace(begin, Interval{begin, end, std::move(value)});
  }

  /// Removes and returns the intervals for which \c selects is true.
  template <class Predicate>
  std::vector<Interval> extract_if(Predicate selects)
  {
    std::vector<Interval> extracted;
    for (auto it = by_begin_.begin(); it != by_begin_.end();) {
      if (selects(it->second)) {
        extracted.push_back(std::move(it->second));
        it = by_begin_.erase(it);
      } else {
        ++it;
      }
    }
    return extracted;
  }

  template <class Predicate>
  bool any_of(Predicate selects) const
  {
    for (const auto& [begin, interval] : by_begin_) {
      if (selects(interval)) return true;
    }
    return false;
  }

  bool empty() const { return by_begin_.empty(); }

 private:
  std::map<std::uint64_t, Interval> by_begin_;
};

}  // namespace dart::cuda
