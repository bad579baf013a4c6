#pragma once

/// \file
/// dash::for_each_index, a loop over indices on the calling unit's processor.

#include <dash/Init.h>
#include <dash/detail/algorithm/SourceViews.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/range/IndexedParts.h>
#include <dash/detail/range/RequireRange.h>

#include <concepts>
#include <type_traits>
#include <utility>

namespace dash {

namespace detail {

template <class F, class Index, class Indices>
struct ForEachIndexStep {
  static constexpr auto name = "dash::for_each_index";
  static constexpr bool keeps_state = !std::is_invocable_v<const F&, Index>;
  using functions = Functions<F>;

  Callable<F> f;
  Index size;
  Indices indices;

  template <class Execution>
  void operator()(const Execution& exec) const
  {
    using Function = decltype(exec.function(f));
    AtIndices<Function, Indices> call{exec.function(f), indices};
    exec.for_each_index(size, call);
  }
};

/// Calls \c f for the first \c size of \c indices on the processor of the calling unit.
template <class Index, class Indices, class F>
void call_with_indices(Index size, const Indices& indices, F& f)
{
  using Step = ForEachIndexStep<F, Index, Indices>;
  if (size <= 0) return;
  const TraceSpan span(Step::name);
  const Step step{f, size, indices};
  if (is_gpu_unit()) {
    if (const StepLauncher launch = device_launcher<Step>()) {
      return launch(&step, nullptr, nullptr);
    }
    // Kernels of an emulated GPU are host functions, so any function can be one.
    if (dart_gpu_backend() == DART_GPU_CUDA) report_staging_once<Step, Staged::nothing>();
  }
  require_no_stream(Step::name);
  step(HostExecution{});
}

}  // namespace detail

/// Calls \c f(0), … \c f(n - 1) on the processor of the calling unit: by a kernel, in any order and
/// concurrently, on GPU units, and by a loop on CPU units. All calls have returned when it returns.
/// Local call.
///
/// It is for bodies that are written once for both kinds of units. The bodies get what they access
/// by value, for example a \c DeviceView. On a GPU unit, a function object that kernels cannot call
/// (\c is_device_callable), or that changes its state from call to call, runs on the host, where it
/// must not access device memory; this is reported like for other algorithms.
template <std::integral Index, class F>
void for_each_index(Index n, F f)
{
  detail::call_with_indices(n, detail::ConsecutiveIndices<Index>{0}, f);
}

/// Calls \c f for the global indices of the calling unit's elements in [first, last). Local call.
template <GlobalIterator Iterator, class F>
void for_each_index(const Iterator& first, const Iterator& last, F f)
{
  const detail::CurrentCall call("dash::for_each_index");
  detail::require_range("dash::for_each_index", first, last);
  detail::for_each_indexed_part_in_place(
      first, last, [&](auto begin, auto end, const auto& indices) {
        detail::call_with_indices(
            static_cast<typename Iterator::index_type>(end - begin), indices, f);
      });
}

template <SegmentedRange Range, class F>
void for_each_index(Range&& range, F f)
{
  dash::for_each_index(range.begin(), range.end(), std::move(f));
}

DASH_NEEDS_POSITIONS(for_each_index)

}  // namespace dash
