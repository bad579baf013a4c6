#pragma once

/// \file
/// The step of searches for an element that satisfies a predicate.

#include <dash/detail/execution/Execution.h>
#include <dash/detail/range/LocalParts.h>

namespace dash::detail {

/// Offset of the first element that satisfies the predicate, or the number of elements if there is
/// none.
template <class Predicate>
struct FindStep {
  static constexpr auto name = "dash::find_if";
  using functions = Functions<Predicate>;
  Callable<Predicate> pred;

  template <class Execution, class In>
  Position operator()(const Execution& exec, const In& in) const
  {
    return exec.find_if(in.begin(), in.end(), exec.function(pred)) - in.begin();
  }
};

}  // namespace dash::detail
