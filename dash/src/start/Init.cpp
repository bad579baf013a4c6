#include <dash/Init.h>

#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/base/RunMemory.h>
#include <dash/detail/base/TraceSpan.h>
#include <dash/detail/plan/Explain.h>
#include <dash/detail/team/Unwinding.h>
#include <dash/util/Config.h>

#include <dash/dart/if/dart.h>
#include <dash/dart/if/dart_gpu.h>

#include <chrono>
#include <exception>
#include <iostream>
#include <thread>

#include <pthread.h>
#include <unistd.h>

namespace dash {

namespace {

struct State {
  bool initialized = false;
  bool multithreaded = false;
  bool on_gpu = false;
  global_unit_t myid;
  size_t size = 0;
  int exceptions = 0;  ///< uncaught ones when the library was started
};

// It is constant-initialised, so that constructors and destructors of static objects may query it.
constinit State state;

bool has_gpu_units_anywhere()
{
  for (size_t unit = 0; unit < state.size; ++unit) {
    if (is_gpu_unit(global_unit_t(static_cast<dart_unit_t>(unit)))) return true;
  }
  return false;
}

/// Called in a process that this one has forked: the runtime does not run there, and containers,
/// which the child has as copies, leave the memory of the run alone.
void leave_run()
{
  state.initialized = false;
}

/// Leaves the run in all processes that this one will fork.
void leave_run_in_children()
{
  [[maybe_unused]] static const int registered = pthread_atfork(nullptr, nullptr, leave_run);
}

/// Makes all units wait while unit 0 waits for a debugger to set \c attached.
void wait_for_debugger()
{
  volatile bool attached = false;
  if (state.myid == 0) {
    std::clog << "dash::init: unit 0, process " << getpid()
              << ", waits for a debugger to set 'attached' in wait_for_debugger()" << std::endl;
    while (!attached) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  Team::All().barrier();
}

}  // namespace

void init(int* argc, char*** argv)
{
  if (state.initialized) {
    DASH_THROW(
        exception::RuntimeError, "dash::init: already initialised; call dash::finalize first");
  }
  if (dart_initialized()) {
    DASH_THROW(
        exception::RuntimeError,
        "dash::init: the runtime is started already; call dash::init instead of dart_init");
  }
  const detail::CurrentCall call("dash::init");
  dart_thread_support_level_t thread_support = DART_THREAD_SINGLE;
  detail::CheckedCall().result(dart_init_thread(argc, argv, &thread_support), "dash::init");
  dart_global_unit_t myid;
  dart_myid(&myid);
  dart_size(&state.size);
  state.myid = myid;
  state.multithreaded = thread_support == DART_THREAD_MULTIPLE;
  state.on_gpu = is_gpu_unit(myid);
  detail::run_has_gpu_units = dart_gpu_backend() != DART_GPU_NONE;
  detail::run_has_unmapped_memory =
      detail::run_has_gpu_units || !dart_team_is_on_one_host(DART_TEAM_ALL);
  detail::run_has_gpu_units_anywhere = has_gpu_units_anywhere();
  detail::atomics_by_adapter = dart_atomics_by_adapter();
  detail::run_is_traced = dart_trace_is_on();
  Team::initialize();
  util::Config::init();
  detail::run_is_explained = util::Config::get<bool>("DASH_EXPLAIN");
  state.exceptions = std::uncaught_exceptions();
  state.initialized = true;
  leave_run_in_children();
  Team::All().barrier();  // from here on, units may start tasks that execute at other units
  if (util::Config::get<bool>("DASH_INIT_BREAKPOINT")) wait_for_debugger();
}

void finalize()
{
  if (!state.initialized) return;
  if (detail::is_unwound_alone(state.exceptions, Team::All()) && detail::abandon(Team::All()))
    return;
  const detail::CurrentCall call("dash::finalize");
  // A barrier that another unit has called alone must not count as this one.
  detail::CheckedCall().result(dart_exit_barrier(), "dash::finalize");
  Team::finalize();
  state.initialized = false;
  detail::run_has_gpu_units = false;
  detail::run_has_unmapped_memory = false;
  detail::run_has_gpu_units_anywhere = false;
  detail::atomics_by_adapter = false;
  detail::run_is_traced = false;
  detail::run_is_explained = false;
  detail::CheckedCall().result(dart_exit(), "dash::finalize");  // its message names this unit
  state = State();
}

bool is_initialized() noexcept
{
  return state.initialized;
}

bool is_multithreaded() noexcept
{
  return state.multithreaded;
}

global_unit_t myid() noexcept
{
  return state.myid;
}

size_t size() noexcept
{
  return state.size;
}

bool is_gpu_unit() noexcept
{
  return state.on_gpu;
}

bool is_gpu_unit(global_unit_t unit) noexcept
{
  dart_unit_kind_t kind = DART_UNIT_CPU;
  return dart_unit_kind(unit, &kind) == DART_OK && kind == DART_UNIT_GPU;
}

void barrier()
{
  Team::All().barrier();
}

void abort(int errorcode)
{
  dart_abort(errorcode);
}

void abort()
{
  dart_abort(DART_EXIT_ABORT);
}

}  // namespace dash
