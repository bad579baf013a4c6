#pragma once

/// \file
/// The exception for files that cannot be read or written.

#include <dash/detail/base/Macro.h>
#include <dash/detail/team/Unwinding.h>
#include <dash/exception/RuntimeError.h>

#include <string>

namespace dash::io {

/// A file cannot be read or written as asked. The message names the file, the data set in it and
/// the reason, and is the same on all units of the team: they all throw it at the same place, so a
/// program may catch it and go on.
class DASH_API FileError : public exception::RuntimeError, private detail::ThrownTogether {
 public:
  /// \param team  the units that throw it
  FileError(const Team& team, const std::string& message)
      : RuntimeError(message),
        ThrownTogether(team)
  {}
};

}  // namespace dash::io
