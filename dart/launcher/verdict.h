#pragma once

/// \file
/// The meaning of the end of a unit for the run.

#include <cstdint>
#include <string>

#include "job/job.h"

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

/// Description of a signal, such as "signal 11 (Segmentation fault)".
std::string signal_text(int signal);

}  // namespace dart::launcher
