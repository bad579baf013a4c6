#ifndef DASH__ALGORITHM__GATHER_H__INCLUDED
#define DASH__ALGORITHM__GATHER_H__INCLUDED

#include <dash/internal/Share.h>

#include <iterator>

namespace dash {

/**
 * out[i] = in[map[i]] for a global range of indices into a global range.
 *
 * Collective over the team of the indices; each unit serves its own indices. Reads elements of other
 * units, so it synchronises before and after.
 *
 * \param in start of the elements that the indices count from; must not overlap the output
 * \return end of the output
 */
template <SegmentedIterator MapIt, std::random_access_iterator InputIt, class OutputIt>
OutputIt gather(const MapIt& map_first, const MapIt& map_last, const InputIt& in, OutputIt out)
{
  using internal::Position;
  if (map_first == map_last) return out;
  const internal::ExchangePhase phase(internal::team_of(map_first));
  internal::for_each_local_pair(
      map_first, map_last, out, [&](auto index, auto end, auto to, Position) {
        for (; index != end; ++index, ++to) {
          *to = static_cast<std::iter_value_t<InputIt>>(in[static_cast<Position>(*index)]);
        }
      });
  return out + (map_last - map_first);
}

/**
 * out[map[i]] = in[i]. As gather; each unit serves its own elements of the input. Of elements with
 * the same index, any one remains.
 */
template <
    SegmentedIterator InputIt, std::random_access_iterator MapIt,
    std::random_access_iterator OutputIt>
void scatter(const InputIt& first, const InputIt& last, const MapIt& map, const OutputIt& out)
{
  using internal::Position;
  if (first == last) return;
  const internal::ExchangePhase phase(internal::team_of(first));
  internal::for_each_local_pair(
      first, last, map, [&](auto from, auto end, auto index, Position) {
        for (; from != end; ++from, ++index) out[static_cast<Position>(*index)] = *from;
      });
}

}  // namespace dash

#endif  // DASH__ALGORITHM__GATHER_H__INCLUDED
