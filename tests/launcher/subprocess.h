#pragma once

/// \file
/// Runs a program as a user would, and checks that it leaves nothing behind.

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace dart::test {

struct Outcome {
  int exit_code = -1;  ///< -1 if killed by a signal
  int signal = 0;      ///< signal that has killed the program
  std::string out;     ///< standard output
  std::string err;     ///< standard error
  double seconds = 0;  ///< from start to end
};

struct Setting {
  /// NAME=VALUE, in addition to inherited variables except DART_*
  std::vector<std::string> environment;
  std::string input;  ///< standard input
};

/// A program in the background; its output is collected by the calls that wait.
class Subprocess {
 public:
  explicit Subprocess(const std::vector<std::string>& command, const Setting& setting = {});
  ~Subprocess();
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  pid_t pid() const { return pid_; }

  /// Waits until \c text has appeared \c count times in standard output. Fails the test otherwise.
  void wait_for_output(const std::string& text, int count = 1);

  /// Waits for the end; the test fails if a process or a shared memory file is left.
  Outcome wait();

  /// Processes that this one has started, directly or indirectly, and that still run.
  std::vector<pid_t> descendants() const;

 private:
  using Clock = std::chrono::steady_clock;

  /// \return false when both streams have ended
  bool collect(std::chrono::milliseconds limit);
  void expect_nothing_left() const;

  std::string mark_;  ///< variable in the environment of all processes started by this one
  std::vector<std::string> shared_files_;
  pid_t pid_ = -1;
  int out_ = -1;
  int err_ = -1;
  bool ended_ = false;
  Clock::time_point start_;
  Outcome outcome_;
};

/// Runs a program to its end.
Outcome run(const std::vector<std::string>& command, const Setting& setting = {});

/// Runs dartrun with \c arguments to its end.
Outcome dartrun(std::vector<std::string> arguments, const Setting& setting = {});

/// Command line of dartrun with \c arguments.
std::vector<std::string> dartrun_command(std::vector<std::string> arguments);

/// Lines of \c text, sorted.
std::vector<std::string> sorted_lines(const std::string& text);

}  // namespace dart::test
