#pragma once

/// \file
/// Tells in which calls the units of a run wait.

#include <sys/types.h>

#include <string>
#include <vector>

#include "job/job.h"

namespace dart::launcher {

/// A line for each group of units that are in the same call, or that are in none for the same
/// reason: "units 0,2 wait 3.4 s in dash::sort (dart_barrier, team 0)".
/// \param processes  of the units here, for those that have not joined the run; may be empty
std::vector<std::string> describe_waits(
    const JobBlock& job, const std::vector<pid_t>& processes = {});

/// Prints these lines for the units of this host, of the run that a process belongs to or has
/// started: dartrun, mpirun, or a unit. \return dartrun's exit code
int tell_waits(pid_t process);

}  // namespace dart::launcher
