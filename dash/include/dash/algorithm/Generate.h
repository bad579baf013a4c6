#ifndef DASH__ALGORITHM__GENERATE_H__INCLUDED
#define DASH__ALGORITHM__GENERATE_H__INCLUDED

#include <dash/Iterator.h>
#include <dash/internal/LocalParts.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace dash {

/**
 * Assigns the results of successive calls \c gen() to the elements of a global range.
 *
 * Collective, owner-computes: each unit calls its own copy of \c gen for its elements, in their local
 * order, and does not synchronise.
 */
template <SegmentedIterator Iterator, class Generator>
void generate(Iterator first, Iterator last, Generator gen)
{
  internal::for_each_local_part(
      first, last, [&](auto begin, auto end, auto&&) { std::generate(begin, end, std::ref(gen)); });
}

template <SegmentedRange Range, class Generator>
void generate(Range&& range, Generator gen)
{
  dash::generate(range.begin(), range.end(), std::move(gen));
}

/**
 * Assigns \c gen(global index) to each element of a global range; the index is that in the container.
 *
 * Collective, owner-computes, does not synchronise.
 */
template <GlobalIterator Iterator, class Generator>
void generate_with_index(Iterator first, Iterator last, Generator gen)
{
  using index_type = typename Iterator::index_type;
  internal::for_each_local_run(
      first, last, [&](auto begin, auto end, internal::Position position) {
        auto index = static_cast<index_type>(dash::index(first) + position);
        for (auto it = begin; it != end; ++it) *it = gen(index++);
      });
}

template <SegmentedRange Range, class Generator>
void generate_with_index(Range&& range, Generator gen)
{
  dash::generate_with_index(range.begin(), range.end(), std::move(gen));
}

}  // namespace dash

#endif  // DASH__ALGORITHM__GENERATE_H__INCLUDED
