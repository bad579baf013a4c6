#pragma once

/// \file
/// Results of algorithms on views that others than DASH define.

#include <dash/algorithm/AllOf.h>
#include <dash/algorithm/Count.h>
#include <dash/algorithm/Find.h>
#include <dash/algorithm/MinMax.h>
#include <dash/algorithm/Reduce.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace dash::test {

/// Expects of algorithms on a global view what those of std return for the values of the view.
template <class Values, class View, class Predicate>
void expect_results_of_std(const Values& mine, const View& global, Predicate pred)
{
  const auto position = [&](auto found) { return found - global.begin(); };
  EXPECT_EQ(std::accumulate(mine.begin(), mine.end(), 1), dash::reduce(global, 1));
  EXPECT_EQ(std::count_if(mine.begin(), mine.end(), pred), dash::count_if(global, pred));
  EXPECT_EQ(
      std::find_if(mine.begin(), mine.end(), pred) - mine.begin(),
      position(dash::find_if(global, pred)));
  EXPECT_EQ(
      std::min_element(mine.begin(), mine.end()) - mine.begin(),
      position(dash::min_element(global)));
  EXPECT_EQ(std::all_of(mine.begin(), mine.end(), pred), dash::all_of(global, pred));
}

}  // namespace dash::test
