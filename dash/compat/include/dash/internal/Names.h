#pragma once

/// \file
/// Names of namespace dash::internal that programs of DASH 0.4 use.

#include <dash/Onesided.h>
#include <dash/Types.h>
#include <dash/algorithm/Operation.h>
#include <dash/halo/HaloTypes.h>
#include <dash/internal/Logging.h>

namespace dash::internal {

using dash::is_dash_copyable;

using dash::DIST_BLOCKCYCLIC;
using dash::DIST_BLOCKED;
using dash::DIST_CYCLIC;
using dash::DIST_NONE;
using dash::DIST_TILE;
using dash::DIST_UNDEFINED;
using dash::DistributionType;

using dash::OpKind;
using dash::detail::dart_reduce_operation;

using dash::detail::get;
using dash::detail::get_blocking;
using dash::detail::get_handle;
using dash::detail::put;
using dash::detail::put_blocking;
using dash::detail::put_handle;

}  // namespace dash::internal

namespace dash::halo::internal {

using dash::halo::detail::NumRegionsMax;
using dash::halo::detail::region_coord_t;
using dash::halo::detail::region_extent_t;
using dash::halo::detail::region_index_t;
using dash::halo::detail::spoint_value_t;

}  // namespace dash::halo::internal
