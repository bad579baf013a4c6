#pragma once

/// \file
/// What the tests compare that sweep algorithms and distributions.

#include <cstdint>
#include <vector>

#include "distribution_cases.h"
#include "sweep.h"

namespace dash::test {

/// The answer of a call, and all elements after it.
struct Outcome {
  std::int64_t answer = 0;
  std::vector<std::vector<int>> elements;
};

/// Local call, after all units have ended theirs.
inline Outcome outcome_of(
    const DistributionCase& test, std::int64_t answer, const DistributedData& data)
{
  Outcome outcome{answer, {data.host}};
  if (test.is_in_any_order) return outcome;
  for (const auto* array : {&data.in, &data.sorted, &data.other, &data.out}) {
    outcome.elements.push_back(elements_of(*array));
  }
  return outcome;
}

/// Calls \c f(from, to) for all distributions of a case.
template <class F>
void for_each_combination(const DistributionCase& test, const F& f)
{
  for_each_pair(test.name, distributions(), test.uses_other, f);
}

}  // namespace dash::test
