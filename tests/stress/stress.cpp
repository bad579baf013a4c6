#include "stress.h"

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

namespace dash::stress {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  std::uint64_t seed = 1;
  double seconds = 1;
  std::uint64_t cases = 0;     ///< 0: as many as the time allows
  unsigned longest_case = 60;  ///< seconds after which a case hangs
  std::uint64_t forget =
      0;  ///< seed from which on the model forgets an operation; 0: it never does
  bool is_verbose = false;
  std::string fault = "none";  ///< what the victim does
  dart_unit_t victim = 0;
  long delay_us = 0;  ///< time of the fault after the start of the runtime
};

Options options;

/// Read by handlers of signals, so it is plain text.
char repeat_line[2048], step_line[512];
std::atomic<bool> throws_at_next_step{false};
bool will_forget = false;

std::size_t units()
{
  std::size_t n = 0;
  dart_size(&n);
  return n;
}

dart_unit_t me()
{
  dart_global_unit_t unit;
  dart_myid(&unit);
  return unit.id;
}

/// The options of dartrun for a run like this one.
std::string start_of_run()
{
  std::size_t gpus = 0;
  const std::size_t n = units();
  for (std::size_t unit = 0; unit < n; ++unit) {
    dart_unit_kind_t kind = DART_UNIT_CPU;
    dart_unit_kind(dart_global_unit_t(static_cast<dart_unit_t>(unit)), &kind);
    gpus += kind == DART_UNIT_GPU;
  }
  const char* const hosts = std::getenv("DART_HOSTS_EMULATED");
  const char* const transport = std::getenv("DART_TRANSPORT");
  const std::size_t host_count = hosts == nullptr ? 1 : std::strtoul(hosts, nullptr, 10);
  std::ostringstream line;
  line << "dartrun";
  if (hosts != nullptr) line << " --hosts-emulated " << hosts;
  if (transport != nullptr) line << " --transport " << transport;
  if (gpus == 0) {
    line << " -n " << n;
  } else {
    line << " --cpu " << (n - gpus) / host_count << " --gpu " << gpus / host_count;
    if (dart_gpu_backend() == DART_GPU_EMULATED) line << " --gpu-backend emulated";
  }
  return line.str();
}

/// A line with what else decides how units reach each other; empty if nothing does.
std::string environment_of_run()
{
  const char* const networks = std::getenv("OMPI_MCA_btl");
  if (networks == nullptr) return "";
  return "[unit " + std::to_string(me()) + "] in its environment: OMPI_MCA_btl=" + networks + "\n";
}

void note_case(const char* program, const std::string& start, std::uint64_t seed)
{
  const std::string forget =
      options.forget == 0 ? "" : " --forget " + std::to_string(options.forget);
  std::snprintf(
      repeat_line, sizeof repeat_line, "[unit %d] repeat it: %s %s --seed %llu --cases 1%s\n%s",
      me(), start.c_str(), program, static_cast<unsigned long long>(seed), forget.c_str(),
      environment_of_run().c_str());
}

void write_line(const char* line)
{
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line, std::strlen(line));
}

/// Tells which case has crashed or hangs, and ends the process by the same signal.
void at_signal(int signal)
{
  char line[768];
  std::snprintf(
      line, sizeof line, "[unit %d] stress: %s in step \"%s\"\n", me(),
      signal == SIGALRM ? "the case does not end" : "the program crashes", step_line);
  write_line(line);
  write_line(repeat_line);
  std::signal(signal, SIG_DFL);
  std::raise(signal == SIGALRM ? SIGKILL : signal);
}

/// Before the runtime starts, so that its own handlers, which say more, come first.
void watch_for_crashes()
{
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) {
    std::signal(signal, at_signal);
  }
}

/* ---- faults ---------------------------------------------------------------------------------- */

void do_fatal_thing()
{
  const std::string& fault = options.fault;
  if (fault == "kill") std::raise(SIGKILL);
  if (fault == "segv") std::raise(SIGSEGV);
  if (fault == "abort") std::abort();
  if (fault == "exit") std::exit(3);
  if (fault == "leave") _exit(0);
  if (fault == "stop" || fault == "pause") kill(getpid(), SIGSTOP);
  if (fault == "throw-in-thread") throw std::runtime_error("the injected fault");
  if (fault == "throw") throws_at_next_step = true;
}

/// Starts the thread that does it. The time is noted for the driver.
void inject_fault()
{
  if (options.fault == "none" || me() != options.victim) return;
  // The report of a crash is for faults of the library.
  for (const int signal : {SIGSEGV, SIGABRT}) std::signal(signal, SIG_DFL);
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::microseconds(options.delay_us));
    [[maybe_unused]] const auto written = write(STDOUT_FILENO, "the fault\n", 10);
    do_fatal_thing();
  }).detach();
}

/* ---- the loop over cases -----------------------------------------------------------------------
 */

/// Whether unit 0 has time for another case.
bool goes_on(std::uint64_t done, Clock::time_point end)
{
  int more = options.cases > 0 ? done < options.cases : Clock::now() < end;
  dart_bcast(&more, 1, DART_TYPE_INT, dart_team_unit_t(0), DART_TEAM_ALL);
  return more != 0;
}

void loop(const char* program, void (*run_case)(Random& random))
{
  const std::string start = start_of_run();
  const auto end = Clock::now() + std::chrono::duration<double>(options.seconds);
  std::uint64_t done = 0;
  while (goes_on(done, std::chrono::time_point_cast<Clock::duration>(end))) {
    const std::uint64_t seed = options.seed + done;
    note_case(program, start, seed);
    will_forget = options.forget != 0 && seed >= options.forget;
    alarm(options.longest_case);
    Random random(seed);
    run_case(random);
    ++done;
  }
  alarm(0);
  if (me() == 0) std::printf("%llu cases\n", static_cast<unsigned long long>(done));
}

void declare(CLI::App& app)
{
  app.add_option("--seed", options.seed, "seed of the first case")->capture_default_str();
  app.add_option("--seconds", options.seconds, "time for all cases")->capture_default_str();
  app.add_option("--cases", options.cases, "number of cases, in place of the time");
  app.add_option("--longest-case", options.longest_case, "seconds after which a case hangs")
      ->capture_default_str();
  app.add_option("--forget", options.forget, "seed from which on the model forgets an operation");
  app.add_flag("--verbose", options.is_verbose, "unit 0 prints each step");
  app.add_option("--fault", options.fault, "what the victim does")
      ->check(CLI::IsMember(
          {"none", "kill", "segv", "abort", "exit", "leave", "stop", "pause", "throw",
           "throw-in-thread"}));
  app.add_option("--victim", options.victim, "unit with the fault");
  app.add_option("--delay", options.delay_us, "microseconds before the fault");
}

}  // namespace

void begin_step(const std::string& step)
{
  std::snprintf(step_line, sizeof step_line, "%s", step.c_str());
  if (options.is_verbose && me() == 0) std::fprintf(stderr, "%s\n", step.c_str());
  if (throws_at_next_step) throw std::runtime_error("the injected fault");
}

bool model_forgets()
{
  return std::exchange(will_forget, false);
}

int run_cases(int argc, char** argv, const Program& program)
{
  CLI::App app{"Random operations against a serial oracle."};
  declare(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  watch_for_crashes();
  program.init(&argc, &argv);
  inject_fault();
  try {
    loop(argv[0], program.run_case);
  } catch (const Failure& failure) {
    std::fprintf(
        stderr, "[unit %d] stress: %s, in step \"%s\"\n%s", me(), failure.what(), step_line,
        repeat_line);
    dart_abort(EXIT_FAILURE);
  }
  program.finalize();
  return EXIT_SUCCESS;
}

}  // namespace dash::stress
