#pragma once

/// \file
/// Copies of the elements of a share that satisfy a predicate.

#include <dash/detail/execution/Execution.h>
#include <dash/detail/execution/Share.h>
#include <dash/detail/range/NativeRuns.h>

namespace dash::detail {

/// Copies the elements of an operand that satisfy the predicate. \return number of elements copied
template <class Predicate>
struct CopyIfStep {
  static constexpr auto name = "dash::copy_if";
  static constexpr bool stores_elements = true;
  using functions = Functions<Predicate>;
  Callable<Predicate> pred;

  template <class Execution, class In, class Out>
  Position operator()(const Execution& exec, const In& in, const Out& out) const
  {
    return exec.copy_if(in.begin(), in.end(), out.begin(), exec.function(pred)) - out.begin();
  }
};

/// Copies the elements of a share that satisfy a predicate, in their order, to memory of the unit.
/// Local call. \return end of the copies
template <class Iterator, class Predicate, class T>
T* keep_elements(const Iterator& first, const Share& share, Predicate satisfies, T* out)
{
  for_each_native_run(first + share.begin, share.size(), [&](auto begin, auto end, auto) {
    out += run_step(
        CopyIfStep<Predicate>{satisfies}, reads(begin, end), writes(out, out + (end - begin)));
  });
  return out;
}

}  // namespace dash::detail
