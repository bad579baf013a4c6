#pragma once

/// \file
/// What containers check before they allocate.

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/Team.h>

namespace dash::detail {

/// \throws exception::RuntimeError while DASH is not running; \c container is its name, for
/// messages
inline void require_running(const char* container)
{
  if (!dash::is_initialized()) {
    DASH_THROW(
        dash::exception::RuntimeError,
        container << ": allocation while DASH is not running; call dash::init first");
  }
}

/// As above. \throws exception::InvalidArgument for the null team, too
inline void require_team(const Team& team, const char* container)
{
  require_running(container);
  if (team.is_null()) {
    DASH_THROW(
        dash::exception::InvalidArgument,
        container << ": allocation on the null team, which has no units");
  }
}

}  // namespace dash::detail
