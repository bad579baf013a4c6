#pragma once

/// \file
/// Starting processes, and finding those that are still there.

#include <sys/types.h>
#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

#include "binding.h"

namespace dart::launcher {

/// A program cannot be run; carries the exit code that shells use, too.
struct ExecError : std::runtime_error {
  ExecError(const std::string& program, int error);
  int exit_code;
};

/// \c path, counted from the present directory if it is relative.
std::string absolute(const std::string& path);

/// Path of a program: \c name itself if it contains a slash, else by PATH; always absolute.
/// \throws ExecError if there is none
std::string find_program(const std::string& name);

/// All that a new process needs.
struct ProcessStart {
  const char* path;
  char* const* arguments;
  char* const* environment;
  int streams[3];           ///< standard input, output and error
  const CpuMask* cpus;      ///< nullptr: those of this process
  const sigset_t* signals;  ///< signals to block
};

/// Starts a process that is killed when this one ends, however that happens.
/// \return its id, or -1 with errno set if it could not be created or the program not be run
pid_t start_process(const ProcessStart& start);

/// Processes whose parent is this one, also those inherited from children that ended.
std::vector<pid_t> child_processes();

}  // namespace dart::launcher
