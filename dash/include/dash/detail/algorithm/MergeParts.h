#pragma once

/// \file
/// Division of two sorted global ranges among units, for algorithms that merge them.

#include <dash/Exception.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/base/PartitionPosition.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/NumberOrder.h>
#include <dash/detail/execution/Operand.h>
#include <dash/detail/execution/RadixOrder.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/team/Combine.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace dash::detail {

/// Positions in two ranges.
struct MergeCut {
  Position a;
  Position b;
};

/// The cut at which the part of the next unit begins. Collective over \c team.
/// \param mine  the cut at which the part of the calling unit begins
/// \param is_refused  whether the calling unit refuses the comparison
/// \param end  the cut behind the part of the last unit
/// \throws exception::InvalidArgument on all units if one of them refuses the comparison
DASH_API MergeCut next_cut(
    const char* algorithm, Team& team, const MergeCut& mine, bool is_refused, const MergeCut& end);

/// The calling unit's parts of two sorted ranges.
template <SegmentedIterator A, SegmentedIterator B>
struct SortedParts {
  ShareElements<A> a;
  ShareElements<B> b;

  Position size() const { return (a.end() - a.begin()) + (b.end() - b.begin()); }

  /// Runs a step on both parts, and on others.
  template <class Step, class... Others>
  auto run(const Step& step, const Others&... others) const
  {
    const auto in_a = reads(a.begin(), a.end());
    const auto in_b = reads(b.begin(), b.end());
    // Kernels would convert elements of the second range to the type of those of the first one.
    if constexpr (std::is_same_v<std::iter_value_t<A>, std::iter_value_t<B>>) {
      return run_step(step, in_a, in_b, others...);
    } else {
      return run_on_host(step, in_a, in_b, others...);
    }
  }
};

/// Two sorted global ranges. The cuts between units are found as in S. Odeh, O. Green, Z. Mwassi,
/// O. Shmueli, Y. Birk, "Merge Path - parallel merging made simple", IPDPS Workshops (2012), by
/// reading a logarithmic number of elements.
template <SegmentedIterator A, SegmentedIterator B>
class SortedPair {
 public:
  /// Checks both ranges. Local call.
  SortedPair(const char* algorithm, const A& a, const A& a_last, const B& b, const B& b_last)
      : algorithm_(algorithm),
        a_(a),
        b_(b),
        end_{require_range(algorithm, a, a_last), require_range(algorithm, b, b_last)}
  {
    if (end_.a == 0 || end_.b == 0 || team_of(a) == team_of(b)) return;
    DASH_THROW(
        exception::InvalidArgument, algorithm << ": the ranges are distributed over two teams");
  }

  Position size() const { return end_.a + end_.b; }

  /// The team of the ranges, at least one of which has elements.
  Team& team() const { return end_.a != 0 ? team_of(a_) : team_of(b_); }

  /// How many elements of each range are among the first \c rank of the merged sequence, where
  /// elements of the first range come before equivalent ones of the second. Local call.
  template <class Compare>
  MergeCut cut(Position rank, Compare& less) const
  {
    const auto before = in_sorted_order<common_number<A, B>>(by_reference(less));
    const Position from_a = partition_position(
        std::max<Position>(0, rank - end_.b), (std::min)(rank, end_.a),
        [&](Position i) { return !before(b_value(rank - i - 1), a_value(i)); });
    return {from_a, rank - from_a};
  }

  /// The last cut at or before \c rank that does not divide a group of equivalent elements. Local
  /// call.
  template <class Compare>
  MergeCut cut_between_groups(Position rank, Compare& less) const
  {
    const MergeCut at = cut(rank, less);
    if (rank == 0 || rank == size()) return at;
    const auto before = in_sorted_order<common_number<A, B>>(by_reference(less));
    const bool is_a = at.b == end_.b || (at.a != end_.a && !before(b_value(at.b), a_value(at.a)));
    return is_a ? before_group_of(a_value(at.a), at, before)
                : before_group_of(b_value(at.b), at, before);
  }

  /// The calling unit's parts of both ranges, in its memory. Collective.
  /// \param mine  the cut at which they begin; they end where those of the next unit begin
  /// \throws exception::InvalidArgument on all units if the comparison holds for an element and
  ///   itself
  template <class Compare>
  SortedParts<A, B> parts_from(Team& team, const MergeCut& mine, Compare& less) const
  {
    const MergeCut& begin = mine;
    const MergeCut end = next_cut(algorithm_, team, mine, is_refused(mine, less), end_);
    return {{a_, end_.a, Share{begin.a, end.a, false}}, {b_, end_.b, Share{begin.b, end.b, false}}};
  }

 private:
  auto a_value(Position i) const { return static_cast<std::iter_value_t<A>>(a_[i]); }
  auto b_value(Position i) const { return static_cast<std::iter_value_t<B>>(b_[i]); }

  /// Whether the comparison holds for the element behind the cut and itself.
  template <class Compare>
  bool is_refused(const MergeCut& at, Compare& less) const
  {
    if (at.a != end_.a) return is_refused_for(a_, at.a, less);
    return at.b != end_.b && is_refused_for(b_, at.b, less);
  }

  template <class It, class Compare>
  static bool is_refused_for(
      [[maybe_unused]] const It& first, [[maybe_unused]] Position i, [[maybe_unused]] Compare& less)
  {
    using T = std::iter_value_t<It>;
    // Comparisons of two types of elements may not compare two elements of the same one.
    if constexpr (!is_strict<Compare, T> && std::predicate<Compare&, const T&, const T&>) {
      return holds_for_itself(less, static_cast<T>(first[i]));
    } else {
      return false;
    }
  }

  /// The lower bounds of a value, which are not behind a cut.
  template <class T, class Compare>
  MergeCut before_group_of(const T& value, const MergeCut& at, const Compare& less) const
  {
    return {
        partition_position(0, at.a, [&](Position i) { return less(a_value(i), value); }),
        partition_position(0, at.b, [&](Position i) { return less(b_value(i), value); })};
  }

  const char* algorithm_;
  const A& a_;
  const B& b_;
  MergeCut end_;
};

/// Where the part of the calling unit begins if \c size positions are divided equally.
inline Position begin_of_equal_part(const Team& team, Position size)
{
  return equal_part(team.myid().id, static_cast<Position>(team.size()), size);
}

}  // namespace dash::detail
