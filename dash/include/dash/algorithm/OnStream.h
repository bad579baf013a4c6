#pragma once

/// \file
/// Algorithms that take a place in a stream, and return before they are done.

#include <dash/Stream.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/ForEach.h>
#include <dash/algorithm/ForEachIndex.h>
#include <dash/algorithm/Generate.h>
#include <dash/algorithm/Transform.h>
#include <dash/detail/range/NativeRuns.h>

#include <concepts>
#include <utility>

namespace dash {

namespace detail {

/// Checks that each unit has the elements of both ranges that belong together.
/// \throws exception::InvalidArgument otherwise
template <class A, class B>
void require_same_distribution(const char* function, const A& a, const B& b)
{
  if (!same_distribution(a, b)) {
    DASH_THROW(
        exception::InvalidArgument,
        function << ": the ranges are distributed differently; wait for the stream, and use "
                    "dash::transform without it");
  }
}

}  // namespace detail

/*
 * Each unit works on its own elements, as without a stream, when the operations in front of it are
 * complete. On real GPUs the algorithms throw exception::RuntimeError if they would need the host:
 * for function objects that kernels cannot call, for elements that do not lie in the unit's memory,
 * and for ranges that are distributed differently. Iterators have to stay valid until the stream
 * has got that far.
 */

/// Adds dash::fill to a stream. Local call.
template <SegmentedIterator Iterator>
void fill(Stream& stream, Iterator first, Iterator last, const typename Iterator::value_type& value)
{
  stream.add_algorithm([=] { dash::fill(first, last, value); });
}
template <SegmentedRange Range, class T>
void fill(Stream& stream, Range&& range, const T& value)
{
  dash::fill(stream, range.begin(), range.end(), value);
}

/// Adds dash::generate to a stream. Local call.
template <SegmentedIterator Iterator, class Generator>
void generate(Stream& stream, Iterator first, Iterator last, Generator generator)
{
  stream.add_algorithm([=] { dash::generate(first, last, generator); });
}
template <SegmentedRange Range, class Generator>
void generate(Stream& stream, Range&& range, Generator generator)
{
  dash::generate(stream, range.begin(), range.end(), std::move(generator));
}

/// Adds dash::for_each to a stream, without its barrier. Local call.
template <SegmentedIterator Iterator, class F>
void for_each(Stream& stream, Iterator first, Iterator last, F f)
{
  detail::require_range("dash::for_each", first, last);
  stream.add_algorithm([=] { detail::for_each_own(first, last, f); });
}
template <SegmentedRange Range, class F>
void for_each(Stream& stream, Range&& range, F f)
{
  dash::for_each(stream, range.begin(), range.end(), std::move(f));
}

/// Adds dash::for_each_index to a stream. Local call.
template <std::integral Index, class F>
void for_each_index(Stream& stream, Index n, F f)
{
  stream.add_algorithm([=] { dash::for_each_index(n, f); });
}
template <GlobalIterator Iterator, class F>
void for_each_index(Stream& stream, Iterator first, Iterator last, F f)
{
  stream.add_algorithm([=] { dash::for_each_index(first, last, f); });
}
template <SegmentedRange Range, class F>
void for_each_index(Stream& stream, Range&& range, F f)
{
  dash::for_each_index(stream, range.begin(), range.end(), std::move(f));
}

/// Adds dash::transform of one range to a stream; both are distributed alike. Local call.
/// \throws exception::InvalidArgument if they are not
template <SegmentedIterator Iterator, GlobalIterator Out, class F>
void transform(Stream& stream, Iterator first, Iterator last, Out out, F f)
{
  detail::require_same_distribution("dash::transform on a stream", first, out);
  stream.add_algorithm([=] { dash::transform(first, last, out, f); });
}
template <SegmentedRange Range, SegmentedRange Output, class F>
void transform(Stream& stream, Range&& range, Output&& out, F f)
{
  dash::transform(stream, range.begin(), range.end(), out.begin(), std::move(f));
}

}  // namespace dash
