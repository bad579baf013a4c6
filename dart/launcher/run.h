#pragma once

/// \file
/// One run: starts the units, monitors them, and leaves no process behind.

#include <sys/signalfd.h>

#include <chrono>
#include <csignal>
#include <optional>
#include <unordered_map>
#include <vector>

#include "job/job.h"
#include "options.h"
#include "output.h"
#include "process.h"
#include "trace_merge.h"
#include "verdict.h"

namespace dart::launcher {

class Run {
 public:
  explicit Run(const Options& options);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Starts all units and waits for their ends. \return dartrun's exit code
  int execute();

 private:
  using Clock = std::chrono::steady_clock;
  using Deadline = std::optional<Clock::time_point>;

  struct Unit {
    pid_t pid = 0;
    bool living = false;
  };

  void finish_trace();
  void block_signals();
  void create_job();
  void start_units();
  void start_unit(std::uint32_t id, const ProcessStart& start);
  bool add_streams(std::uint32_t id, ProcessStart& start);
  void describe_units(const std::vector<Cpus>& cpus);

  void wait_for_event();
  Deadline next_deadline() const;
  bool has_scripts() const;
  void take_signals();
  void take_signal(const signalfd_siginfo& info);
  void check_programs();
  void check_program(std::uint32_t id);
  void pass_on_output();
  void check_output();
  void take_ends();
  void take_end(std::uint32_t id, int status);
  void check_deadlines();
  void check_equal_starts();

  /// The first failure decides the run's exit code and is reported; later ones only if verbose.
  void fail(int exit_code, const std::string& message);
  /// Asks all processes to end, and kills them shortly afterwards.
  void end_processes();
  void signal_children(int signal);

  /// Reports in which calls the units wait.
  void report_waits();

  std::string name(std::uint32_t id) const;
  /// The GPU of each GPU unit, with its name if it is known here.
  std::vector<std::string> gpu_names();
  std::string living_units() const;

  const Options& options_;
  Output output_;
  std::optional<TraceMerge> trace_;
  JobBlock* job_ = nullptr;
  int job_file_ = -1;
  int signals_ = -1;             ///< file descriptor of signalfd
  sigset_t original_signals_{};  ///< signal mask for the units
  int null_ = -1;                ///< /dev/null

  std::vector<Unit> units_;
  std::unordered_map<pid_t, std::uint32_t> unit_of_;
  std::uint32_t living_ = 0;
  bool starting_ = false;   ///< whether not all units have been started
  bool childless_ = false;  ///< whether all processes that were started here have ended
  bool ending_ = false;
  int interrupted_ = 0;           ///< signal by which the user has ended the run
  std::optional<int> exit_code_;  ///< set when the run has failed

  Deadline time_limit_;
  Deadline patience_;        ///< time until which units may end by themselves
  Deadline unequal_starts_;  ///< time until which a unit may wait for one that has ended
  Deadline kill_;
};

}  // namespace dart::launcher
