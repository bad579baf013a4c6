#pragma once

/// \file
/// dash::gather and dash::scatter by a range of indices.

#include <dash/Types.h>
#include <dash/algorithm/AnyOf.h>
#include <dash/detail/algorithm/ElementsByIndex.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/CorrespondingRuns.h>
#include <dash/detail/execution/ExchangePhase.h>
#include <dash/detail/range/RequireRange.h>

#include <iterator>
#include <optional>
#include <type_traits>

namespace dash {

namespace detail {

/// Whether an index leads to one of the \c n positions from \c begin on.
struct LeadsInto {
  Position begin;
  Position n;

  template <class Index>
  DASH_HOST_DEVICE constexpr bool operator()(const Index& index) const
  {
    const Position at = static_cast<Position>(index) - begin;
    return at >= 0 && at < n;
  }
};

/// The number of elements from one iterator to another of the same sequence; none if they are of
/// different ones.
template <class A, class B>
std::optional<Position> distance_in_sequence(const A& a, const B& b)
{
  if constexpr (KnowsSequence<A> && std::is_convertible_v<const B&, A>) {
    const A& there = b;
    if (!is_same_sequence(a, there)) return std::nullopt;
    return static_cast<Position>(positions_from(there).begin - positions_from(a).begin);
  } else if constexpr (KnowsSequence<B> && std::is_convertible_v<const A&, B>) {
    const std::optional<Position> back = distance_in_sequence(b, a);
    return back ? std::optional(-*back) : std::nullopt;
  } else {
    return std::nullopt;
  }
}

/// Checks that no index leads from \c origin to one of the \c n elements from \c there on. Looks at
/// the indices only if both are of one sequence. Collective over \c team, unless the units cannot
/// look at the indices together: then only an origin among these elements is refused.
/// \throws exception::InvalidArgument otherwise
template <class MapIt, class Origin, class There>
void require_indices_apart(
    const char* algorithm, const Team& team, const MapIt& map, Position n, const Origin& origin,
    const There& there)
{
  const std::optional<Position> begin = distance_in_sequence(origin, there);
  if (!begin) return;
  bool leads_there = *begin <= 0 && *begin + n > 0;
  if constexpr (SegmentedIterator<MapIt>) {
    if (team_of(map).dart_id() == team.dart_id())
      leads_there = dash::any_of(map, map + n, LeadsInto{*begin, n});
  }
  if (leads_there) throw_indices_into_output(algorithm);
}

}  // namespace detail

/// Computes out[i] = in[map[i]], where \c map is a global range of indices.
///
/// Collective over the team of the indices; each unit handles its own indices. Reads elements of
/// other units, so it synchronises before and after.
///
/// \param in  start of the elements that the indices refer to; they must not overlap the output
/// \return end of the output
/// \throws exception::InvalidArgument if an index leads into the output, in the same sequence
template <SegmentedIterator MapIt, std::random_access_iterator InputIt, class OutputIt>
OutputIt gather(const MapIt& map_first, const MapIt& map_last, const InputIt& in, OutputIt out)
{
  using detail::Position;
  const detail::CurrentCall call("dash::gather");
  const Position size = detail::require_range("dash::gather", map_first, map_last);
  detail::require_room("dash::gather", size, out);
  if (size == 0) return out;
  detail::require_indices_apart(
      "dash::gather", detail::team_of(map_first), map_first, size, in, out);
  const detail::ExchangePhase phase(detail::team_of(map_first));
  const detail::ElementsByIndex elements(in, detail::team_of(map_first), size);
  const auto run = [&](auto&&, auto index, auto end, auto to) { elements.read(index, end, to); };
  detail::for_each_corresponding_run(map_first, map_last, run, out);
  return out + size;
}

/// \{ The same with ranges of indices and elements.
template <SegmentedRange Map, SegmentedRange Range, class OutputIt>
OutputIt gather(Map&& map, Range&& range, OutputIt out)
{
  return dash::gather(map.begin(), map.end(), range.begin(), out);
}
/// \}

/// Computes out[map[i]] = in[i]. Collective over the team of the input; each unit handles its own
/// elements of the input. It synchronises before and after. If several elements have the same
/// index, any one of them remains.
/// \throws exception::InvalidArgument if an index leads into the input, in the same sequence
template <
    SegmentedIterator InputIt, std::random_access_iterator MapIt,
    std::random_access_iterator OutputIt>
void scatter(const InputIt& first, const InputIt& last, const MapIt& map, const OutputIt& out)
{
  using detail::Position;
  const detail::CurrentCall call("dash::scatter");
  const Position size = detail::require_range("dash::scatter", first, last);
  detail::require_room("dash::scatter", size, map);
  if (size == 0) return;
  detail::require_indices_apart("dash::scatter", detail::team_of(first), map, size, out, first);
  const detail::ExchangePhase phase(detail::team_of(first));
  const detail::ElementsByIndex elements(out, detail::team_of(first), size);
  const auto run = [&](auto&&, auto from, auto end, auto index) {
    elements.write(index, index + (end - from), from);
  };
  detail::for_each_corresponding_run(first, last, run, map);
}

/// \{ The same with ranges of elements and indices.
/// \throws exception::OutOfRange if there are fewer indices than elements
template <SegmentedRange Range, SegmentedRange Map, std::random_access_iterator OutputIt>
void scatter(Range&& range, Map&& map, const OutputIt& out)
{
  detail::require_as_long("dash::scatter", range, map);
  dash::scatter(range.begin(), range.end(), map.begin(), out);
}
/// \}

DASH_NEEDS_POSITIONS(gather)
DASH_NEEDS_POSITIONS(scatter)

}  // namespace dash
