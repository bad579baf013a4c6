#pragma once

/// \file
/// The step that folds the elements of a unit; reductions and scans consist of such steps.

#include <dash/detail/execution/Execution.h>
#include <dash/detail/team/Combine.h>

#include <optional>

namespace dash::detail {

/// Computes f(first element) o f(second element) o …, for at least one element.
template <class T, class Op, class F>
struct FoldStep {
  static constexpr auto name = "dash::reduce";
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

}  // namespace dash::detail
