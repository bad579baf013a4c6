// dartrun: starts a program as the units of one run, on this host or, by mpirun, on several hosts.

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

#include "mpirun.h"
#include "options.h"
#include "process.h"
#include "run.h"
#include "unknown_variables.h"
#include "waits.h"

namespace {

constexpr int exit_usage = 2;

/// Opens closed standard streams, so that no descriptor created here gets their numbers.
void open_standard_streams()
{
  int fd;
  do {
    fd = open("/dev/null", O_RDWR);
  } while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd >= 0) close(fd);
}

/// Sets what a process inherits about signals, for this one and for those that it starts. Nobody
/// is told about the end of a process whose parent ignores SIGCHLD, and a blocked signal would
/// keep units from ending or from noticing the ends of their own children. What else is ignored
/// stays so: nohup and background jobs of scripts ignore signals on purpose.
void reset_signals()
{
  std::signal(SIGCHLD, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace

int main(int argc, char** argv)
{
  using namespace dart::launcher;
  open_standard_streams();
  reset_signals();
  try {
    const auto parsed = parse_options(argc, argv);
    if (const int* done = std::get_if<int>(&parsed)) return *done;
    const auto& options = std::get<Options>(parsed);
    if (options.who) return tell_waits(*options.who);
    for (const std::string& message : describe_unknown_variables(options.environment)) {
      std::fprintf(stderr, "dartrun: %s\n", message.c_str());
    }
    if (options.hosts) become_mpirun(options);
    return Run(options).execute();
  } catch (const UsageError& error) {
    std::fprintf(stderr, "dartrun: %s\nTry dartrun --help.\n", error.what());
    return exit_usage;
  } catch (const ExecError& error) {
    std::fprintf(stderr, "dartrun: %s\n", error.what());
    return error.exit_code;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "dartrun: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
