#include "runtime/fault.h"

#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <thread>

#include "dash/dart/if/dart_error.h"
#include "net/bootstrap.h"
#include "runtime/runtime.h"

namespace dart {
namespace {

Bootstrap* run = nullptr;
pid_t unit_pid = 0;
/// In a forked child: what it has of its parent's runtime, which it neither uses nor frees, so that
/// it is no leak either.
Runtime* runtime_of_parent = nullptr;
std::terminate_handler next_terminate_handler = nullptr;

/// Why this unit cannot go on; empty as long as that is not known.
std::atomic<const char*> abandon_reason{""};
std::atomic<bool> is_abandoned{false}, is_ending{false};

/// The program has this time to handle the exception by which the unit has abandoned the run.
constexpr auto time_to_handle_exception = std::chrono::milliseconds(500);

/// Ends the run with the reason. The first thread that calls this reports it.
[[noreturn]] void end_with_reason(const char* function, int code) noexcept
{
  while (is_ending.exchange(true)) pause();
  dart_errors_kept = 0;  // nobody will take them
  const char* reason = abandon_reason;
  log(LogLevel::error, "%s%sthe run ends because %s", function, *function != '\0' ? ": " : "",
      *reason != '\0' ? reason
                      : "an exception has interrupted this unit, for which the others wait");
  // A thread that writes at the moment would keep the lock of the stream.
  if (ftrylockfile(stdout) == 0) fflush_unlocked(stdout);
  run->abort(code);
  _exit(code);
}

/// Ends the run if the unit exits without dart_exit, because the others would wait for it.
void at_exit(int status, void*)
{
  // the unit has finished, or this is its child, which vfork has made
  if (runtime() == nullptr || getpid() != unit_pid) return;
  dart_errors_kept = 0;
  if (is_abandoned) end_with_reason("", status != 0 ? status : EXIT_FAILURE);
  log(LogLevel::error, "%s",
      runtime()->teams().all().board().is_broken()
          ? "the program ends after units have called different collectives"
          : "the program ends without dash::finalize (dart_exit); call it on each unit before main "
            "returns or exit is called");
  std::fflush(nullptr);
  run->abort(status != 0 ? status : EXIT_FAILURE);
}

[[noreturn]] void at_terminate()
{
  dart_errors_kept = 0;
  dart_current_call = nullptr;  // the text of the exception names it
  if (const std::exception_ptr current = std::current_exception()) {
    try {
      std::rethrow_exception(current);
    } catch (const std::exception& error) {
      log(LogLevel::error, "ends because of an uncaught exception: %s", error.what());
    } catch (...) {
      log(LogLevel::error, "ends because of an uncaught exception of unknown type");
    }
  }
  // The default handler would only print the same message again.
  if (next_terminate_handler != __gnu_cxx::__verbose_terminate_handler) next_terminate_handler();
  std::abort();
}

struct sigaction next_bus_action, next_segv_action;

void say(const char* line, int length)
{
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line, length);
}

/// Leaves the signal to \c next: the faulting access is repeated, or a signal that a process has
/// sent is raised again.
void pass_on(int signal, const siginfo_t& info, const struct sigaction& next)
{
  sigaction(signal, &next, nullptr);
  if (info.si_code <= 0) raise(signal);
}

/// Handles SIGBUS: the kernel has no page for the first access to global memory.
void at_bus_error(int, siginfo_t* info, void*)
{
  Runtime* rt = runtime();
  if (rt != nullptr && rt->memory().owner_of(info->si_addr) >= 0) {
    char line[256];
    const int length = std::snprintf(
        line, sizeof line,
        "[unit %d] dart error: the host has no memory left for the global memory of unit %d at %p; "
        "lower the limit by dartrun --heap or DART_HEAP to get DART_ERR_NOMEM instead\n",
        rt->units().me(), rt->memory().owner_of(info->si_addr), info->si_addr);
    say(line, length);
  }
  pass_on(SIGBUS, *info, next_bus_action);
}

/// Whether the fault was a write or a read, if the processor tells.
const char* access_of([[maybe_unused]] const void* context)
{
#ifdef __x86_64__
  const auto* machine = &static_cast<const ucontext_t*>(context)->uc_mcontext;
  return (machine->gregs[REG_ERR] & 2) != 0 ? "wrote" : "read";
#else
  return "touched";
#endif
}

/// Handles SIGSEGV: host code has used a pointer to device memory.
void at_segmentation_fault(int, siginfo_t* info, void* context)
{
  Runtime* rt = runtime();
  const bool is_fault = info->si_code > 0;  // otherwise a process has sent the signal
  if (is_fault && rt != nullptr && rt->memory().is_device_place(info->si_addr)) {
    const dart_gptr_t gptr = rt->pointers().gptr_of(info->si_addr);
    const Team* team = rt->teams().find(gptr.teamid);
    char line[384];
    int length = std::snprintf(
        line, sizeof line, "[unit %d] dart error: host code %s %p: ", rt->units().me(),
        access_of(context), info->si_addr);
    if (!DART_GPTR_ISNULL(gptr) && team != nullptr) {
      const dart_unit_t owner = team->global_id(gptr.unitid);
      length += std::snprintf(
          line + length, sizeof line - length,
          "offset %llu of unit %d's part of segment %d of team %d, in GPU %d's memory",
          (unsigned long long)gptr.addr_or_offs.offset, owner, gptr.segid, gptr.teamid,
          rt->units().of(owner).gpu);
    } else {
      length +=
          std::snprintf(line + length, sizeof line - length, "device memory of no allocation");
    }
    length += std::snprintf(
        line + length, sizeof line - length, ". Use dash::copy, an algorithm or a task\n");
    say(line, length);
  }
  pass_on(SIGSEGV, *info, next_segv_action);
}

using Handler = void (*)(int, siginfo_t*, void*);

void take_signal(int signal, Handler handler, struct sigaction* next)
{
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(signal, &action, next);
}

/// Called in a process that this one has forked. Its parent remains the unit: the child has no
/// threads of the runtime, and what it said to other units they would take for its parent's words.
void leave_run()
{
  if (runtime() == nullptr) return;
  runtime_of_parent = runtime();
  runtime_instance = nullptr;
  collective_instance = nullptr;
}

/// Starts the thread that ends the run if nothing else does. \return false if it cannot start
bool start_last_resort() noexcept
{
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);  // signals are for the program's threads
  bool is_started = true;
  try {
    std::thread([] {
      std::this_thread::sleep_for(time_to_handle_exception);
      end_with_reason("", EXIT_FAILURE);
    }).detach();
  } catch (const std::exception&) {
    is_started = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return is_started;
}

}  // namespace

bool is_forked_child()
{
  return runtime_of_parent != nullptr;
}

void abandon_run(const char* reason) noexcept
{
  // Other threads may read the text at any time, so it stays for good.
  if (reason != nullptr) {
    if (const char* text = strdup(reason)) abandon_reason = text;
  }
  if (is_abandoned.exchange(true)) return;
  collective_instance = nullptr;
  if (!start_last_resort()) end_with_reason("", EXIT_FAILURE);
}

void end_abandoned_run(const char* function) noexcept
{
  end_with_reason(function, EXIT_FAILURE);
}

void install_fault_handlers(Bootstrap& bootstrap)
{
  run = &bootstrap;
  on_exit(at_exit, nullptr);  // unlike atexit handlers, it gets the exit status
  unit_pid = getpid();
  pthread_atfork(nullptr, nullptr, leave_run);
  next_terminate_handler = std::set_terminate(at_terminate);
  take_signal(SIGBUS, at_bus_error, &next_bus_action);
  take_signal(SIGSEGV, at_segmentation_fault, &next_segv_action);
}

}  // namespace dart
