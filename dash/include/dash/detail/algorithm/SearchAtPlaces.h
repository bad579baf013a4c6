#pragma once

/// \file
/// Searches for many keys by kernels of the GPU units of a host, which read the elements of a
/// sorted range where they are.

#include <dash/Team.h>
#include <dash/detail/algorithm/SortedQuery.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/base/PartitionPosition.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/CopyElements.h>
#include <dash/detail/execution/CorrespondingRuns.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/WorkAtPlaces.h>
#include <dash/detail/memory/Scratch.h>
#include <dash/detail/plan/KernelWork.h>
#include <dash/detail/range/Places.h>

#include <iterator>
#include <type_traits>
#include <vector>

namespace dash::detail {

/// Computes the answer to a query for a key.
template <class T, class Compare>
struct AnswerAtPlaces {
  Places sorted;
  Position size;
  SortedQuery query;
  mutable Compare less;

  DASH_NO_EXECUTION_CHECK
  template <class K>
  DASH_HOST_DEVICE Position operator()(const K& key) const
  {
    switch (query) {
      case SortedQuery::lower:
        return front<SortedQuery::lower>(key);
      case SortedQuery::upper:
        return front<SortedQuery::upper>(key);
      default:
        const Position n = front<SortedQuery::found>(key);
        return n != 0 && !less(sorted.element<const T>(n - 1), key);
    }
  }

 private:
  /// Number of elements in front of what is looked for.
  DASH_NO_EXECUTION_CHECK
  template <SortedQuery asked, class K>
  DASH_HOST_DEVICE Position front(const K& key) const
  {
    return partition_position(0, size, [&](Position i) {
      return is_in_front<asked>(sorted.element<const T>(i), key, less);
    });
  }
};

/// Answers a query for each key.
template <class T, class Compare>
struct AnswerStep {
  static constexpr auto name = "dash::lower_bound of many keys, or a similar algorithm,";
  using functions = Functions<Compare>;
  Places sorted;
  Position size;
  SortedQuery query;
  Callable<Compare> less;

  template <class Execution, class Keys, class Answers>
  void operator()(const Execution& exec, const Keys& keys, const Answers& answers) const
  {
    const AnswerAtPlaces<T, std::remove_const_t<Compare>> answer{sorted, size, query, less.get()};
    exec.transform(keys.begin(), keys.end(), answers.begin(), answer);
  }
};

/// Queries of the units of a team about the elements of a sorted range.
template <WorkedAtPlaces Iterator, class K, class Answer, class Compare>
class QueriesAtPlaces {
  using Step = AnswerStep<std::iter_value_t<Iterator>, Compare>;

 public:
  /// Whether kernels answer: all units are GPU units of one host, which reach all elements. The
  /// same on all units; collective if they are such units.
  static bool are_possible(Team& team, const Iterator& first)
  {
    return kernels_of_all_should(team, "to look for keys where elements are", [&] {
      const bool have_kernel = launcher() != nullptr;
      if (!have_kernel) report_staging_once<Step>();
      return have_kernel && kernels_reach(first);
    });
  }

  QueriesAtPlaces(const Iterator& first, Position size, SortedQuery query, Compare& less)
      : addresses_(first),
        step_{Places(NumberedPositions(), PlaceMap(first), addresses_.parts()), size, query, less}
  {}

  /// The answers for keys that are native or elements of a container. Local call.
  template <class It>
  UnitBuffer<Answer> answers(It begin, It end) const
  {
    if constexpr (std::is_pointer_v<It>) {
      UnitBuffer<Answer> answers(end - begin);
      launch_at(
          MemoryKind::device, launcher(), step_, reads(begin, end),
          writes(answers.begin(), answers.end()));
      return answers;
    } else {
      const UnitBuffer<K> keys(end - begin);
      copy_or_convert(begin, end, keys.begin());
      const K* const first = keys.begin();
      return answers(first, first + keys.size());
    }
  }

 private:
  static StepLauncher launcher() { return device_launcher<Step, const K*, Answer*>(); }

  PartAddresses addresses_;
  Step step_;
};

}  // namespace dash::detail
