#pragma once

/// \file
/// Distributions of equal blocks, which the units take in turn, and ranges of arrays.

#include <dash/Distribution.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace dash::test {

inline const std::vector<dash::DistributionSpec<1>> dealt_blocks{
    dash::DistributionSpec<1>(dash::BLOCKED), dash::DistributionSpec<1>(dash::CYCLIC),
    dash::DistributionSpec<1>(dash::BLOCKCYCLIC(3)),
    dash::DistributionSpec<1>(dash::BLOCKCYCLIC(7)),
    dash::DistributionSpec<1>(dash::BLOCKCYCLIC(100))};

/// Where ranges of some elements begin in two arrays of a size.
struct Cut {
  std::ptrdiff_t total, begin, other_begin, size;
};

/// Calls \c f(first, other, cut) for all pairs of distributions and all cuts.
template <class Cuts, class F>
void for_each_cut(const Cuts& cuts, const F& f)
{
  for (std::size_t first = 0; first < dealt_blocks.size(); ++first) {
    for (std::size_t other = 0; other < dealt_blocks.size(); ++other) {
      for (const Cut& cut : cuts) {
        SCOPED_TRACE(
            testing::Message() << "distributions " << first << " and " << other << ", " << cut.size
                               << " elements from " << cut.begin << " and " << cut.other_begin);
        f(dealt_blocks[first], dealt_blocks[other], cut);
      }
    }
  }
}

}  // namespace dash::test
