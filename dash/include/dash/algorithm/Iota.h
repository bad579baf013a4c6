#pragma once

/// \file
/// dash::iota.

#include <dash/Init.h>
#include <dash/Iterator.h>
#include <dash/algorithm/Generate.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/execution/DeviceCallable.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/range/LocalParts.h>
#include <dash/detail/range/RequireRange.h>

#include <type_traits>

namespace dash {

namespace detail {

template <class T>
struct IotaStep {
  static constexpr auto name = "dash::iota";
  using functions = Functions<>;
  T value;

  template <class Execution, class Out>
  void operator()(const Execution& exec, const Out& out) const
  {
    exec.iota(out.begin(), out.end(), value);
  }
};

/// The value of the element at an index: value + (index - start).
template <class T, class Index>
struct IotaAt {
  T value;
  Index start;

  DASH_HOST_DEVICE constexpr T operator()(Index index) const
  {
    return static_cast<T>(value + static_cast<T>(index - start));
  }
};

template <class T, class Index>
struct IsLibraryFunction<IotaAt<T, Index>> : std::is_arithmetic<T> {};

}  // namespace detail

/// Assigns value, value + 1, value + 2, … to the elements of a global range.
///
/// Collective, owner-computes; does not synchronise.
template <SegmentedIterator Iterator, class T>
void iota(Iterator first, Iterator last, T value)
{
  const detail::CurrentCall call("dash::iota");
  detail::require_range("dash::iota", first, last);
  if constexpr (detail::LinearIterator<Iterator>) {
    const auto& pattern = first.pattern();
    if (first != last &&
        (detail::wants_indices_together(pattern) || detail::deals_single_elements(pattern))) {
      using index_type = typename Iterator::index_type;
      const auto start = static_cast<index_type>(dash::index(first));
      dash::generate_with_index(first, last, detail::IotaAt<T, index_type>{value, start});
      return;
    }
  }
  detail::for_each_local_run(first, last, [&](auto begin, auto end, detail::Position position) {
    const auto start = static_cast<T>(value + static_cast<T>(position));
    detail::run_step(detail::IotaStep<T>{start}, detail::writes(begin, end));
  });
}

template <SegmentedRange Range, class T>
void iota(Range&& range, T value)
{
  dash::iota(range.begin(), range.end(), value);
}

DASH_NEEDS_POSITIONS(iota)

}  // namespace dash
