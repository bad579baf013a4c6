#pragma once

/// \file
/// Names of namespace dash::internal that programs of DASH 0.4 use.

#include <dash/Types.h>

namespace dash::internal {

using dash::is_dash_copyable;

using dash::DIST_BLOCKCYCLIC;
using dash::DIST_BLOCKED;
using dash::DIST_CYCLIC;
using dash::DIST_NONE;
using dash::DIST_TILE;
using dash::DIST_UNDEFINED;
using dash::DistributionType;

}  // namespace dash::internal
