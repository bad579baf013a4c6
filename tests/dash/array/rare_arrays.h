#pragma once

/// \file
/// Arrays with patterns that programs rarely choose.

#include <dash/Array.h>
#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Team.h>
#include <dash/pattern/LoadBalancePattern.h>
#include <dash/pattern/TilePattern.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "array/arrays.h"

namespace dash::test {

/// Calls f(array) for arrays of \c n elements with less common patterns.
template <class T = int, class F>
void for_each_rare_array(std::size_t n, dash::Team& team, F f)
{
  const auto call = [&f](auto&& array) {
    SCOPED_TRACE(std::string(array.pattern().PatternName) + ": " + describe(array));
    f(array);
  };
  using Index = dash::default_index_t;
  const dash::SizeSpec<1> size(n);
  std::vector<double> weights(team.size());
  std::iota(weights.begin(), weights.end(), 1.0);
  call(dash::Array<T, Index, dash::LoadBalancePattern<1>>(
      dash::LoadBalancePattern<1>(weights, size, team)));
  call(dash::Array<T, Index, dash::TilePattern<1>>(
      dash::TilePattern<1>(size, dash::DistributionSpec<1>(dash::TILE(3)), team)));
}

}  // namespace dash::test
