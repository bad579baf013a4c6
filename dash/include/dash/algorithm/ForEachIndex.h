#ifndef DASH__ALGORITHM__FOR_EACH_INDEX_H__INCLUDED
#define DASH__ALGORITHM__FOR_EACH_INDEX_H__INCLUDED

#include <dash/Init.h>
#include <dash/internal/Execution.h>
#include <dash/internal/IndexMap.h>
#include <dash/internal/LocalParts.h>
#include <dash/internal/Macro.h>

#include <concepts>
#include <tuple>
#include <utility>

namespace dash {

namespace internal {

/** first, first + 1, … */
template <class Index>
struct ConsecutiveIndices {
  Index first;

  DASH_HOST_DEVICE constexpr Index operator[](Index n) const { return first + n; }
};

/** Global indices of a unit's elements from a local index on. */
template <class Index>
struct DealtIndices {
  UniformIndexMap<Index> map;
  UnitIndex<Index> first;

  DASH_HOST_DEVICE constexpr Index operator[](Index n) const
  {
    return map.global({first.unit, first.local + n});
  }
};

/** Numbers 0, 1, … to indices to calls. */
template <class F, class Indices>
struct CallWithIndex {
  F f;
  Indices indices;

  DASH_NO_EXECUTION_CHECK
  template <class Index>
  DASH_HOST_DEVICE constexpr void operator()(Index n)
  {
    f(indices[n]);
  }
  DASH_NO_EXECUTION_CHECK
  template <class Index>
  DASH_HOST_DEVICE constexpr void operator()(Index n) const
    requires std::invocable<const F&, Index>
  {
    f(indices[n]);
  }
};

template <class F, class Index, class Indices>
struct ForEachIndexStep {
  static constexpr auto name = "dash::for_each_index";
  using functions = Functions<F>;

  Callable<F> f;
  Index size;
  Indices indices;

  template <class Execution>
  void operator()(const Execution& exec) const
  {
    using Function = decltype(exec.function(f));
    CallWithIndex<Function, Indices> call{exec.function(f), indices};
    exec.for_each_index(size, call);
  }
};

/** Calls \c f for the first \c size of \c indices by the processor of the calling unit. */
template <class Index, class Indices, class F>
void call_with_indices(Index size, const Indices& indices, F& f)
{
  using Step = ForEachIndexStep<F, Index, Indices>;
  if (size <= 0) return;
  const Step step{f, size, indices};
  if (is_gpu_unit()) {
    if (const StepLauncher launch = device_launcher<Step>()) {
      const std::tuple<> no_elements;
      return launch(&step, &no_elements, nullptr);
    }
    // Kernels of an emulated GPU are host functions; any will do.
    if (dart_gpu_backend() == DART_GPU_CUDA) report_staging_once<Step>();
  }
  step(HostExecution{});
}

template <PatternIteratorLike Iterator, class F>
void call_with_own_indices(const Iterator& first, const Iterator& last, F& f)
{
  using Pattern = typename Iterator::pattern_type;
  using index_type = typename Iterator::index_type;
  if (first == last) return;
  const auto& pattern = first.pattern();
  const team_unit_t me = pattern.team().myid();
  if constexpr (
      LinearIterator<Iterator> &&
      std::same_as<IndexMap<Pattern>, UniformIndexMap<index_type>>) {
    // One kernel, whatever number of blocks.
    if (is_gpu_unit()) {
      const auto own = pattern.local_interval(me, first.pos(), last.pos());
      const DealtIndices<index_type> indices{
          UniformIndexMap<index_type>(pattern), {me.id, own.begin}};
      return call_with_indices(own.size(), indices, f);
    }
  }
  pattern.for_each_local_run(
      me, first.pos(), last.pos(), [&](index_type, index_type size, index_type begin) {
        call_with_indices(size, ConsecutiveIndices<index_type>{begin}, f);
      });
}

}  // namespace internal

/**
 * Calls \c f(0), … \c f(n - 1) on the processor of the calling unit: by a kernel, in any order and
 * at the same time, on GPU units; by a loop on CPU units. All calls have returned when it returns.
 * Local.
 *
 * For bodies that are written once for both. What they access by index they get by value, as
 * \c DeviceView. On a GPU unit a function object that kernels cannot call (\c is_device_callable)
 * runs on the host, where it must not touch device memory; that is reported as by other algorithms.
 */
template <std::integral Index, class F>
void for_each_index(Index n, F f)
{
  internal::call_with_indices(n, internal::ConsecutiveIndices<Index>{0}, f);
}

/** As above, for the global indices of the calling unit's elements in [first, last). */
template <GlobalIterator Iterator, class F>
  requires(!Iterator::has_view::value)
void for_each_index(const Iterator& first, const Iterator& last, F f)
{
  internal::call_with_own_indices(first, last, f);
}

template <SegmentedRange Range, class F>
void for_each_index(Range&& range, F f)
{
  dash::for_each_index(range.begin(), range.end(), std::move(f));
}

}  // namespace dash

#endif  // DASH__ALGORITHM__FOR_EACH_INDEX_H__INCLUDED
