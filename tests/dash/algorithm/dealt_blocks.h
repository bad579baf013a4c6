#pragma once

/// \file
/// Distributions of equal blocks, which the units take in turn.

#include <dash/Distribution.h>

#include <vector>

namespace dash::test {

inline const std::vector<dash::DistributionSpec<1>> dealt_blocks{
    dash::DistributionSpec<1>(dash::BLOCKED), dash::DistributionSpec<1>(dash::CYCLIC),
    dash::DistributionSpec<1>(dash::BLOCKCYCLIC(3)),
    dash::DistributionSpec<1>(dash::BLOCKCYCLIC(7)),
    dash::DistributionSpec<1>(dash::BLOCKCYCLIC(100))};

}  // namespace dash::test
