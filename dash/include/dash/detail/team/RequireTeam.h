#pragma once

/// \file
/// Checks that containers make before they allocate.

#include <dash/Exception.h>
#include <dash/Init.h>
#include <dash/Team.h>

namespace dash::detail {

/// \throws exception::RuntimeError unless DASH is running; \c container is the container's name for
///   the message
inline void require_running(const char* container)
{
  if (!dash::is_initialized()) {
    DASH_THROW(
        dash::exception::RuntimeError,
        container << ": allocation while DASH is not running; call dash::init first");
  }
}

/// \throws exception::RuntimeError unless DASH is running, and exception::InvalidArgument for the
///   null team
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
