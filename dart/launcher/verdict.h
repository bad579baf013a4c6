#pragma once

/// \file
/// What the end of a unit means for the run.

#include <cstdint>
#include <string>

#include "job/job.h"

namespace dart::launcher {

struct Verdict {
  enum Kind {
    success,
    failed,       ///< the others cannot go on without it
    failed_late,  ///< after finalize: the others need it no more and may end by themselves
  };
  Kind kind;
  int exit_code;     ///< of the run, if this unit is the first to fail
  std::string text;  ///< follows "unit 2 (pid 123)"
};

/// \param status as waitpid gave it
Verdict judge(int status, const JobBlock::Unit& unit);

/// Name of a signal: "signal 11 (Segmentation fault)".
std::string signal_text(int signal);

}  // namespace dart::launcher
