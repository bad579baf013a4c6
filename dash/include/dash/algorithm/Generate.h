#pragma once

/// \file
/// dash::generate, dash::generate_n and dash::generate_with_index.

#include <dash/Iterator.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/range/IndexedParts.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>

#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

template <class Generator>
struct GenerateStep {
  static constexpr auto name = "dash::generate";
  static constexpr bool keeps_state = !std::is_invocable_v<const Generator&>;
  using functions = Functions<Generator>;
  Callable<Generator> gen;

  template <class Execution, class Out>
  void operator()(const Execution& exec, const Out& out) const
  {
    exec.generate(out.begin(), out.end(), exec.function(gen));
  }
};

template <class Index, class Indices, class Generator>
struct GenerateWithIndexStep {
  static constexpr auto name = "dash::generate_with_index";
  static constexpr bool keeps_state = !std::is_invocable_v<const Generator&, Index>;
  using functions = Functions<Generator>;
  Callable<Generator> gen;
  Indices indices;

  template <class Execution, class Out>
  void operator()(const Execution& exec, const Out& out) const
  {
    using Function = decltype(exec.function(gen));
    exec.generate_with_index(
        out.begin(), out.end(), Index(0),
        AtIndices<Function, Indices>{exec.function(gen), indices});
  }
};

}  // namespace detail

/// Assigns the results of successive calls \c gen() to the elements of a global range.
///
/// Collective, owner-computes: each unit calls its own copy of \c gen for its elements, in their
/// local order, without synchronisation.
template <SegmentedIterator Iterator, class Generator>
void generate(Iterator first, Iterator last, Generator gen)
{
  const detail::CurrentCall call("dash::generate");
  detail::require_range("dash::generate", first, last);
  const detail::GenerateStep<Generator> step{gen};
  detail::for_each_local_part(first, last, [&](auto begin, auto end, auto&&) {
    detail::run_step(step, detail::writes(begin, end));
  });
}

template <SegmentedRange Range, class Generator>
void generate(Range&& range, Generator gen)
{
  dash::generate(range.begin(), range.end(), std::move(gen));
}

/// Assigns the results of successive calls \c gen() to the \c n elements that begin at \c first.
/// Collective, with the same guarantees as generate.
///
/// \return end of the elements
/// \throws exception::InvalidArgument for a negative number, exception::OutOfRange if there are
///   fewer elements
template <SegmentedIterator Iterator, class Generator>
Iterator generate_n(Iterator first, std::iter_difference_t<Iterator> n, Generator gen)
{
  const detail::CurrentCall call("dash::generate_n");
  detail::require_range("dash::generate_n", first, first + n);
  dash::generate(first, first + n, std::move(gen));
  return first + n;
}

/// Assigns \c gen(index) to each element of a global range; the index is the global one in the
/// container.
///
/// Collective, owner-computes; does not synchronise.
template <GlobalIterator Iterator, class Generator>
void generate_with_index(Iterator first, Iterator last, Generator gen)
{
  using index_type = typename Iterator::index_type;
  const detail::CurrentCall call("dash::generate_with_index");
  detail::require_range("dash::generate_with_index", first, last);
  detail::for_each_indexed_part(first, last, [&](auto begin, auto end, auto indices) {
    using Step = detail::GenerateWithIndexStep<index_type, decltype(indices), Generator>;
    detail::run_step(Step{gen, indices}, detail::writes(begin, end));
  });
}

template <SegmentedRange Range, class Generator>
void generate_with_index(Range&& range, Generator gen)
{
  dash::generate_with_index(range.begin(), range.end(), std::move(gen));
}

DASH_NEEDS_POSITIONS(generate)
DASH_NEEDS_POSITIONS(generate_with_index)

}  // namespace dash
