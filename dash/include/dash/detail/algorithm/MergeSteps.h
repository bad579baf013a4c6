#pragma once

/// \file
/// Steps of algorithms on two sorted ranges.

#include <dash/detail/execution/Callable.h>
#include <dash/detail/execution/SetOperation.h>

#include <cstddef>

namespace dash::detail {

/// Merges two sorted ranges; of equivalent elements, those of the first range come first.
template <class Compare>
struct MergeStep {
  static constexpr auto name = "dash::merge";
  static constexpr bool stores_elements = true;
  using functions = Functions<Compare>;
  Callable<Compare> less;

  template <class Execution, class A, class B, class Out>
  void operator()(const Execution& exec, const A& a, const B& b, const Out& out) const
  {
    exec.merge(a.begin(), a.end(), b.begin(), b.end(), out.begin(), exec.function(less));
  }
};

/// Copies the elements of two sorted ranges that an operation keeps. Returns their number.
template <SetOperation operation, class Compare>
struct SetStep {
  static constexpr auto name = "dash::set_union or a similar algorithm";
  static constexpr bool stores_elements =
      operation == SetOperation::all || operation == SetOperation::in_one_only;
  using functions = Functions<Compare>;
  Callable<Compare> less;

  template <class Execution, class A, class B, class Out>
  std::ptrdiff_t operator()(const Execution& exec, const A& a, const B& b, const Out& out) const
  {
    const auto end = exec.template set_operation<operation>(
        a.begin(), a.end(), b.begin(), b.end(), out.begin(), exec.function(less));
    return end - out.begin();
  }
};

/// Whether the first sorted range has all elements of the second one.
template <class Compare>
struct IncludesStep {
  static constexpr auto name = "dash::includes";
  using functions = Functions<Compare>;
  Callable<Compare> less;

  template <class Execution, class A, class B>
  bool operator()(const Execution& exec, const A& a, const B& b) const
  {
    return exec.includes(a.begin(), a.end(), b.begin(), b.end(), exec.function(less));
  }
};

}  // namespace dash::detail
