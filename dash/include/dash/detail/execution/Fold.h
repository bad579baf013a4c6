#pragma once

/// \file
/// The step that folds the elements of a unit; reductions and scans consist of such steps.

#include <dash/detail/base/Accumulation.h>
#include <dash/detail/execution/Execution.h>
#include <dash/detail/team/Combine.h>

#include <optional>

namespace dash::detail {

/// Computes f(first element) o f(second element) o …, for at least one element. The terms of
/// elements of two ranges may be folded in any order, and so at the places of the elements.
template <class T, class Op, class F>
struct FoldStep {
  static constexpr auto name = "dash::reduce";
  static constexpr bool runs_at_places = true;
  using stored_in_kernels = T;
  using functions = Functions<Op, F>;
  Callable<Op> op;
  Callable<F> f;

  template <class Execution, class In>
  T operator()(const Execution& exec, const In& in) const
  {
    return exec.template fold<T>(in.begin(), in.end(), exec.function(op), exec.function(f));
  }

  template <class Execution, class A, class B>
  T operator()(const Execution& exec, const A& a, const B& b) const
  {
    return exec.template fold<T>(
        a.begin(), a.end(), b.begin(), exec.function(op), exec.function(f));
  }
};

/// Combines \c total with the fold of an operand, or of corresponding operands.
template <class T, class Op, class F, class Operand, class... Others>
void fold_operand_into(
    std::optional<T>& total, Op& op, F& f, const Operand& operand, const Others&... others)
{
  if (operand.elements.begin() == operand.elements.end()) return;
  const T part = run_step(FoldStep<T, Op, F>{op, f}, operand, others...);
  fold_into(total, std::optional<T>(part), op);
}

/// Computes total o f(first element) o f(second element) o …, where f(element) is none of the
/// values that accumulate (Accumulates). Partial results begin with the neutral value.
template <class T, class Op, class F>
struct AccumulateStep {
  static constexpr auto name = "dash::reduce";
  using functions = Functions<Op, F>;
  T total;
  T neutral;
  Callable<Op> op;
  Callable<F> f;

  template <class Execution, class In>
  T operator()(const Execution& exec, const In& in) const
  {
    return exec.accumulate(
        in.begin(), in.end(), total, neutral, exec.function(op), exec.function(f));
  }
};

/// Combines \c total, which begins with the neutral value, with the elements of an operand.
template <class T, class Op, class F, class Operand>
void accumulate_operand_into(
    std::optional<T>& total, const T& neutral, Op& op, F& f, const Operand& operand)
{
  if (operand.elements.begin() == operand.elements.end()) return;
  total = run_step(AccumulateStep<T, Op, F>{total.value_or(neutral), neutral, op, f}, operand);
}

}  // namespace dash::detail
