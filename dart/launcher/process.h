#pragma once

/// \file
/// Starts processes, and finds those that are still running.

#include <sys/types.h>
#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

#include "binding.h"

namespace dart::launcher {

/// A program cannot be run; the exception holds the exit code, which is the one that shells use.
struct ExecError : std::runtime_error {
  ExecError(const std::string& program, int error);
  int exit_code;
};

/// The absolute form of \c path, relative to the current directory.
std::string absolute(const std::string& path);

/// The absolute path of a program: \c name itself if it contains a slash, otherwise the result of a
/// search in PATH.
/// \throws ExecError if there is none
std::string find_program(const std::string& name);

/// Everything that a new process needs.
struct ProcessStart {
  const char* path;
  char* const* arguments;
  char* const* environment;
  int streams[3];           ///< standard input, output and error
  int inherited;            ///< a descriptor that the process keeps; -1 for none
  const CpuMask* cpus;      ///< processors to run on; nullptr for those of this process
  const sigset_t* signals;  ///< signals to block
};

/// Starts a process that the kernel kills when this process ends for any reason.
/// \return its id, or -1 with errno set if the process could not be created or the program not be
///   run
pid_t start_process(const ProcessStart& start);

/// What the system tells of a process.
struct ProcessStatus {
  pid_t parent = -1;  ///< -1: nothing is known
  char state = 0;     ///< a letter, see proc(5)
  int signal = 0;     ///< by which it is stopped, if the system tells

  bool is_stopped() const { return state == 'T' || state == 't'; }
};
ProcessStatus status_of(pid_t process);

/// Processes whose parent is this one, including those inherited from children that have ended.
/// Works without /proc, too.
std::vector<pid_t> child_processes();

/// The first line that a program writes to standard output or error; empty if it cannot be run.
std::string first_line_of(const std::string& path, const char* argument);

}  // namespace dart::launcher
