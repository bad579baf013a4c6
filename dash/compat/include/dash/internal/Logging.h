#pragma once

/// \file
/// The name that programs of DASH 0.4 include for <dash/Logging.h>.

#include <dash/Logging.h>

namespace dash::internal {

namespace logging = dash::detail::logging;

}  // namespace dash::internal
