#pragma once

/// \file
/// The meaning of the end of a unit for the run.

#include <cstdint>
#include <string>

#include "job/job.h"
#include "process.h"

namespace dart::launcher {

struct Verdict {
  enum Kind {
    success,
    failed,  ///< the other units cannot continue without it
    /// failed after finalize: the others do not need it any more and may end by themselves
    failed_late,
  };
  Kind kind;
  int exit_code;     ///< exit code of the run if this unit is the first one to fail
  std::string text;  ///< message that follows "unit 2 (pid 123)"
};

/// \param status  the value that waitpid returned
Verdict judge(int status, const JobBlock::Unit& unit);

/// What follows "is stopped" for a process that is: " (signal 19)", or nothing if that is unknown.
std::string stop_text(const ProcessStatus& status);

/// Description of a signal, such as "signal 11 (Segmentation fault)".
std::string signal_text(int signal);

}  // namespace dart::launcher
