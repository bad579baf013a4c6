#pragma once

/// \file
/// The steps of dash::sort for one type of elements and one order.

#include <dash/Types.h>
#include <dash/detail/algorithm/MergeSteps.h>
#include <dash/detail/algorithm/SortedRuns.h>
#include <dash/detail/algorithm/StrictOrder.h>
#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/LocalSort.h>
#include <dash/detail/execution/NumberOrder.h>
#include <dash/detail/execution/RadixOrder.h>
#include <dash/detail/memory/Reach.h>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace dash::detail {

/// Whether sorts and merges of the steps, by host code and by kernels, are as stable as wanted:
/// those by digits keep the order of equivalent elements.
template <Stability wanted, class T, class Compare>
inline constexpr bool steps_suffice =
    wanted == Stability::none || sorts_by_digits<radix_order<T, Compare>, T, Compare>;

/// Sorts by host code, so that equivalent elements keep their order, to \c out if it is another
/// memory.
template <class T, class Compare>
void stable_sort_on_host(T* begin, T* end, T* out, Compare& less)
{
  const auto sort = [&](const HostExecution&, const auto& elements) {
    std::stable_sort(elements.begin(), elements.end(), by_reference(less));
  };
  if (out != begin) copy_elements_between(out, begin, end - begin);
  run_on_host(sort, updates(out, out + (end - begin)));
}

template <class T, class Compare>
struct SortStep {
  static constexpr auto name = "dash::sort";
  static constexpr bool stores_elements = true;
  using functions = Functions<Compare>;
  Callable<Compare> less;

  template <class Execution, class InOut>
  void operator()(const Execution& exec, const InOut& elements) const
  {
    exec.template sort<radix_order<T, Compare>>(elements.begin(), elements.end(), order(exec));
  }

  template <class Execution, class InOut, class Out>
  void operator()(const Execution& exec, const InOut& elements, const Out& out) const
  {
    exec.template sort_copy<radix_order<T, Compare>>(
        elements.begin(), elements.end(), out.begin(), order(exec));
  }

 private:
  template <class Execution>
  auto order(const Execution& exec) const
  {
    if constexpr (OrderOfDigits<Compare, T>) {
      return less.get();  // not a function of the caller, but digits
    } else {
      return exec.function(less);
    }
  }
};

/// Loads the values at some addresses.
template <class T>
struct LoadStep {
  static constexpr auto name = "dash::sort";
  using functions = Functions<>;

  struct Load {
    DASH_HOST_DEVICE T operator()(const T* address) const { return *address; }
  };

  template <class Execution, class Addresses, class Out>
  void operator()(const Execution& exec, const Addresses& addresses, const Out& out) const
  {
    exec.transform(addresses.begin(), addresses.end(), out.begin(), Load{});
  }
};

/// Whether all steps of SortedRuns can run on this unit's GPU. The answer is the same on all GPU
/// units.
template <class T, class Compare>
bool sorts_on_device()
{
  return device_launcher<SortStep<T, Compare>, T*, T*>() != nullptr &&
         device_launcher<MergeStep<Compare>, const T*, const T*, T*>() != nullptr &&
         device_launcher<LoadStep<T>, const T* const*, T*>() != nullptr;
}

/// SortedRuns's functions for elements of one type.
template <class T, Stability stability, class Compare>
struct TypedRunSteps {
  static_assert(
      is_bytewise_copyable_v<T>, "sorting global ranges needs trivially copyable elements");

  static bool comes_before(void* less, const void* a, const void* b)
  {
    const auto before = in_sorted_order<T>(by_reference(order(less)));
    return static_cast<bool>(before(*static_cast<const T*>(a), *static_cast<const T*>(b)));
  }

  static bool holds_for_itself(void* less, const void* element)
  {
    return detail::holds_for_itself(order(less), *static_cast<const T*>(element));
  }

  static void sort(void* less, void* elements, Position n, void* out)
  {
    T* const begin = static_cast<T*>(elements);
    T* const to = static_cast<T*>(out);
    if constexpr (steps_suffice<stability, T, Compare>) {
      run_step(SortStep<T, Compare>{order(less)}, updates(begin, begin + n), writes(to, to + n));
    } else {
      stable_sort_on_host(begin, begin + n, to, order(less));
    }
  }

  static void merge(
      void* less, const void* a, Position a_size, const void* b, Position b_size, void* out)
  {
    const T* const first = static_cast<const T*>(a);
    const T* const second = static_cast<const T*>(b);
    T* const to = static_cast<T*>(out);
    run_step(
        MergeStep<Compare>{order(less)}, reads(first, first + a_size),
        reads(second, second + b_size), writes(to, to + (a_size + b_size)));
  }

  static void load(const void* const* addresses, Position n, void* values)
  {
    const T* const* const first = reinterpret_cast<const T* const*>(addresses);
    T* const to = static_cast<T*>(values);
    launch_at(
        MemoryKind::device, device_launcher<LoadStep<T>, const T* const*, T*>(), LoadStep<T>{},
        reads(first, first + n), writes(to, to + n));
  }

 private:
  static Compare& order(void* less) { return *static_cast<Compare*>(less); }
};

template <class T, Stability stability, class Compare>
constexpr RunSteps make_run_steps()
{
  using Typed = TypedRunSteps<T, stability, Compare>;
  RunSteps steps{sizeof(T),     stability, &Typed::comes_before, nullptr, &Typed::sort,
                 &Typed::merge, nullptr};
  if constexpr (!is_strict<Compare, T>) steps.holds_for_itself = &Typed::holds_for_itself;
  if constexpr (steps_suffice<stability, T, Compare> && is_device_step<SortStep<T, Compare>>) {
    steps.load = &Typed::load;
  }
  return steps;
}

template <class T, Stability stability, class Compare>
inline constexpr RunSteps run_steps = make_run_steps<T, stability, Compare>();

}  // namespace dash::detail
