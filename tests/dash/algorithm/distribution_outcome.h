#pragma once

/// \file
/// What the tests compare that sweep algorithms and distributions.

#include <dash/algorithm/Copy.h>

#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>
#include <string>
#include <vector>

#include "distribution_cases.h"

namespace dash::test {

/// The answer of a call, and all elements after it.
struct Outcome {
  std::int64_t answer = 0;
  std::vector<std::vector<int>> elements;
};

inline std::vector<int> elements_of(const DistributedData::Array& array)
{
  std::vector<int> elements(array.size());
  dash::copy(array.begin(), array.end(), elements.data());
  return elements;
}

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
void for_each_combination(const DistributionCase& test, F f)
{
  for (const Distribution& from : distributions()) {
    for (const Distribution& to : distributions()) {
      if (!test.uses_other && &to != &distributions().front()) continue;
      SCOPED_TRACE(std::string(test.name) + ", " + from.name + " to " + to.name);
      f(from, to);
    }
  }
}

/// The name of a case as part of a test's name.
inline std::string name_of(const testing::TestParamInfo<DistributionCase>& test)
{
  std::string name = test.param.name;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

}  // namespace dash::test
