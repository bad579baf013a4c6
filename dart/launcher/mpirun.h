#pragma once

/// \file
/// Runs over several hosts: dartrun replaces itself by an MPI launcher, which starts the units.

#include "options.h"

namespace dart::launcher {

/// Replaces this process by mpirun with the arguments and variables that follow from \c options.
/// \throws ExecError, std::runtime_error if the program, mpirun or the MPI module is missing
[[noreturn]] void become_mpirun(const Options& options);

}  // namespace dart::launcher
