#pragma once

/// \file
/// Partial results of the units for each row or column of a matrix.

#include <dash/Team.h>
#include <dash/detail/algorithm/Exchange.h>
#include <dash/detail/algorithm/MergeParts.h>
#include <dash/detail/execution/CopyElements.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace dash::detail {

/// Partial results of the calling unit for rows or columns. It holds those only of which the unit
/// has elements.
template <class T>
class AxisPartials {
 public:
  /// Partial results for lines [begin, begin + n), or more of them, for a tile of the unit.
  std::vector<std::optional<T>>& at(Position begin, std::size_t n)
  {
    auto& lines = intervals_[begin];
    if (lines.size() < n) lines.resize(n);
    return lines;
  }

  /// Combines the partial results of all units, and assigns init o result to the \c n elements from
  /// \c out on. Each unit combines an equal part of them. Collective.
  template <class Out, class Op>
  void combine(
      const char* algorithm, Team& team, Position n, const T& init, const Out& out, Op& op) const
  {
    const auto units = static_cast<Position>(team.size());
    const auto begin_of = [&](Position unit) { return equal_part(unit, units, n); };
    Buckets<Line> sent(team.size());
    Position unit = 0;
    for (const auto& [begin, lines] : intervals_) {
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const Position line = begin + static_cast<Position>(i);
        while (line >= begin_of(unit + 1)) ++unit;
        while (line < begin_of(unit)) --unit;
        if (lines[i]) sent[static_cast<std::size_t>(unit)].push_back({line, *lines[i]});
      }
    }
    const Position first = begin_of(team.myid().id);
    std::vector<std::optional<T>> results(
        static_cast<std::size_t>(begin_of(team.myid().id + 1) - first));
    for (const auto& lines : exchanged(algorithm, team, sent)) {
      for (const Line& line : lines) {
        auto& result = results[static_cast<std::size_t>(line.index - first)];
        result = result ? static_cast<T>(op(*result, line.value)) : line.value;
      }
    }
    std::vector<T> values;
    values.reserve(results.size());
    for (const auto& result : results) {
      values.push_back(result ? static_cast<T>(op(init, *result)) : init);
    }
    assign_elements(values.begin(), values.end(), out + first);
  }

 private:
  struct Line {
    Position index;
    T value;
  };

  std::map<Position, std::vector<std::optional<T>>> intervals_;
};

}  // namespace dash::detail
