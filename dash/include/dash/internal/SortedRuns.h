/**
 * \file dash/internal/SortedRuns.h
 * Sorted sequences of all units of a team, and parts of their merged sequence.
 */
#ifndef DASH__INTERNAL__SORTED_RUNS_H__INCLUDED
#define DASH__INTERNAL__SORTED_RUNS_H__INCLUDED

#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/internal/Combine.h>
#include <dash/internal/GlobalAccess.h>
#include <dash/internal/LocalParts.h>
#include <dash/internal/LocalSort.h>

#include <dash/dart/if/dart.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace dash::internal {

/** One sorted sequence per unit, in memory that all units see. Collective construction. */
template <class T>
class SortedRuns {
  static_assert(
      std::is_trivially_copyable_v<T>, "sorting global ranges needs trivially copyable elements");

 public:
  template <class Compare>
  SortedRuns(Team& team, std::vector<T> mine, Compare& less) : _size(mine.size())
  {
    sort_local(mine, less);
    publish(team, mine);
  }

  /** Frees the caller's sequence; all units have to be done with it. */
  ~SortedRuns() { dart_memfree(_mine); }
  SortedRuns(const SortedRuns&) = delete;
  SortedRuns& operator=(const SortedRuns&) = delete;

  /** Elements [begin, end) of the merged sequence of all runs. Local. */
  template <class Compare>
  std::vector<T> merge(Position begin, Position end, Compare& less) const
  {
    const auto from = split(begin, less);
    const auto to = split(end, less);
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < _runs.size(); ++i) {
      if (from[i] != to[i]) pieces.push_back({_runs[i].begin + from[i], _runs[i].begin + to[i]});
    }
    return merge_pieces(pieces, static_cast<std::size_t>(end - begin), less);
  }

 private:
  struct Piece {
    const T* begin;
    const T* end;
    Position size() const { return end - begin; }
  };

  void publish(Team& team, const std::vector<T>& mine)
  {
    DASH_ASSERT_RETURNS(
        dart_memalloc(std::max<std::size_t>(1, mine.size() * sizeof(T)), DART_TYPE_BYTE, &_mine),
        DART_OK);
    void* address = nullptr;
    DASH_ASSERT_RETURNS(dart_gptr_getaddr(_mine, &address), DART_OK);
    if (!mine.empty()) std::memcpy(address, mine.data(), mine.size() * sizeof(T));
    struct Published {
      dart_gptr_t gptr;
      Position size;
    };
    const auto all = gather_from_all(team, Published{_mine, static_cast<Position>(_size)});
    for (const auto& run : all) {
      const auto* begin = static_cast<const T*>(mapped_address(run.gptr));
      _runs.push_back({begin, begin + run.size});
    }
  }

  /**
   * Cuts all runs so that the parts in front of the cuts have \c rank elements, none of which
   * comes after one behind the cuts. Of equivalent elements, those of lower units come first.
   */
  template <class Compare>
  std::vector<Position> split(Position rank, Compare& less) const
  {
    std::vector<Position> low(_runs.size(), 0), high;
    for (const auto& run : _runs) high.push_back(run.size());
    while (low != high) {
      const std::size_t widest = widest_interval(low, high);
      const Position middle = low[widest] + (high[widest] - low[widest]) / 2;
      const auto cuts = cuts_before(widest, middle, less);
      const Position before = std::accumulate(cuts.begin(), cuts.end(), Position(0));
      if (before < rank) {  // the pivot itself is in front of the cuts
        for (std::size_t i = 0; i < cuts.size(); ++i) low[i] = std::max(low[i], cuts[i]);
        low[widest] = std::max(low[widest], middle + 1);
      } else {
        for (std::size_t i = 0; i < cuts.size(); ++i) high[i] = std::min(high[i], cuts[i]);
      }
    }
    return low;
  }

  static std::size_t widest_interval(
      const std::vector<Position>& low, const std::vector<Position>& high)
  {
    std::size_t widest = 0;
    for (std::size_t i = 1; i < low.size(); ++i) {
      if (high[i] - low[i] > high[widest] - low[widest]) widest = i;
    }
    return widest;
  }

  /** In each run, the number of elements that come before element \c index of run \c pivot_run. */
  template <class Compare>
  std::vector<Position> cuts_before(std::size_t pivot_run, Position index, Compare& less) const
  {
    const T& pivot = _runs[pivot_run].begin[index];
    std::vector<Position> cuts;
    for (std::size_t i = 0; i < _runs.size(); ++i) {
      const auto [begin, end] = _runs[i];
      if (i == pivot_run) {
        cuts.push_back(index);
      } else if (i < pivot_run) {
        cuts.push_back(std::upper_bound(begin, end, pivot, std::ref(less)) - begin);
      } else {
        cuts.push_back(std::lower_bound(begin, end, pivot, std::ref(less)) - begin);
      }
    }
    return cuts;
  }

  /** Merges pairs of pieces until one is left. */
  template <class Compare>
  static std::vector<T> merge_pieces(std::vector<Piece> pieces, std::size_t size, Compare& less)
  {
    std::vector<T> target(size), source;
    if (pieces.size() == 1) std::copy(pieces[0].begin, pieces[0].end, target.begin());
    while (pieces.size() > 1) {
      std::vector<Piece> merged;
      T* out = target.data();
      for (std::size_t i = 0; i < pieces.size(); i += 2) {
        const Piece a = pieces[i];
        const Piece b = i + 1 < pieces.size() ? pieces[i + 1] : Piece{a.end, a.end};
        T* const begin = out;
        out = std::merge(a.begin, a.end, b.begin, b.end, out, std::ref(less));
        merged.push_back({begin, out});
      }
      pieces = std::move(merged);
      if (pieces.size() > 1) {
        source.resize(size);
        std::swap(source, target);  // the pieces stay where they are
      }
    }
    return target;
  }

  std::size_t _size;
  dart_gptr_t _mine = DART_GPTR_NULL;
  std::vector<Piece> _runs;  // in unit order
};

}  // namespace dash::internal

#endif  // DASH__INTERNAL__SORTED_RUNS_H__INCLUDED
