#include "fault.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "bootstrap.h"
#include "runtime.h"

namespace dart {
namespace {

Bootstrap* run = nullptr;
pid_t unit_pid = 0;
std::terminate_handler next_terminate_handler = nullptr;

/// The other units would wait for this one in a barrier or in dart_exit.
void at_exit(int status, void*)
{
  if (runtime() == nullptr || getpid() != unit_pid) return;  // done, or a forked child
  log(LogLevel::error,
      "the program ends without dash::finalize (dart_exit); call it on each unit before main "
      "returns or exit is called");
  std::fflush(nullptr);
  run->abort(status != 0 ? status : EXIT_FAILURE);
}

[[noreturn]] void at_terminate()
{
  if (const std::exception_ptr current = std::current_exception()) {
    try {
      std::rethrow_exception(current);
    } catch (const std::exception& error) {
      log(LogLevel::error, "ends by an exception that nobody caught: %s", error.what());
    } catch (...) {
      log(LogLevel::error, "ends by an exception that nobody caught, of a type unknown here");
    }
  }
  // The default handler would only say the same again.
  if (next_terminate_handler != __gnu_cxx::__verbose_terminate_handler) next_terminate_handler();
  std::abort();
}

/// The kernel found no page for a first touch of global memory.
void at_bus_error(int signal, siginfo_t* info, void*)
{
  Runtime* rt = runtime();
  if (rt != nullptr && rt->arena().contains(info->si_addr)) {
    char line[256];
    const int length = std::snprintf(
        line, sizeof line,
        "[unit %d] dart error: the host has no memory left for the global memory of unit %d at %p; "
        "lower the limit by dartrun --heap or DART_HEAP to get DART_ERR_NOMEM instead\n",
        rt->unit(), rt->arena().unit_of(info->si_addr), info->si_addr);
    [[maybe_unused]] const auto written = write(STDERR_FILENO, line, length);
  }
  std::signal(signal, SIG_DFL);  // the access is repeated and ends the process
}

}  // namespace

void install_fault_handlers(Bootstrap& bootstrap)
{
  run = &bootstrap;
  on_exit(at_exit, nullptr);  // unlike atexit, it tells the status
  unit_pid = getpid();
  next_terminate_handler = std::set_terminate(at_terminate);
  struct sigaction action {};
  struct sigaction previous {};
  action.sa_sigaction = at_bus_error;
  action.sa_flags = SA_SIGINFO;
  // A program's own handler has precedence.
  if (sigaction(SIGBUS, nullptr, &previous) == 0 && previous.sa_handler == SIG_DFL) {
    sigaction(SIGBUS, &action, nullptr);
  }
}

}  // namespace dart
