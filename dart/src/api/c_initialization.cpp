// Start and end of the runtime, of the C interface.

#include "api/guard.h"
#include "api/pools.h"
#include "dash/dart/if/dart_initialization.h"
#include "proxy/kernel_ring.h"
#include "runtime/fault.h"
#include "runtime/startup.h"
#include "team/collectives.h"
#include "trace/trace.h"
#include "transfer/handle.h"

extern "C" {

dart_ret_t dart_init(int* argc, char*** argv) DART_NOTHROW
{
  dart_thread_support_level_t provided;
  return dart_init_thread(argc, argv, &provided);
}

dart_ret_t dart_init_thread(int*, char***, dart_thread_support_level_t* thread_safety) DART_NOTHROW
{
  DART_REQUIRE(
      dart::runtime() == nullptr, DART_ERR_OTHER,
      "dart_init: already initialised; call dart_exit (dash::finalize) first");
  return dart::guarded_always("dart_init", [=](const char*) {
    dart::start_runtime();
    if (thread_safety != nullptr) *thread_safety = DART_THREAD_MULTIPLE;
    return DART_OK;
  });
}

dart_ret_t dart_exit(void) DART_NOTHROW
{
  DART_REQUIRE(dart::runtime() != nullptr, DART_ERR_OTHER, "dart_exit: not initialised");
  if (dart::is_in_task()) return dart::refuse_collective(__func__);
  if (dart::collective_runtime() == nullptr) dart::end_abandoned_run(__func__);
  return dart::guarded_always(__func__, [](const char*) {
    dart::kernel_rings.clear();  // their threads use the runtime
    dart::end_runtime();
    dart::forget_pools();
    dart::handles.clear();
    return DART_OK;
  });
}

dart_ret_t dart_exit_barrier(void) DART_NOTHROW
{
  const dart::trace::Scope span("wait", "barrier", dart::trace::shortest_wait_ns);
  return dart::guarded_together(
      __func__, DART_TEAM_ALL, [](dart::Runtime&, dart::Team& all, const char*) {
        all.board().begin(dart::CollectiveCall(dart::Collective::exit));
        dart::barrier(all.board());
        return DART_OK;
      });
}

bool dart_initialized(void) DART_NOTHROW
{
  return dart::runtime() != nullptr;
}

dart_ret_t dart_call_mpi(dart_mpi_function_t function, void* argument) DART_NOTHROW
{
  return dart::guarded(__func__, [=](dart::Runtime&, const char* name) {
    DART_REQUIRE(function != nullptr, DART_ERR_INVAL, "%s: the function is null", name);
    return dart::call_mpi(function, argument) ? DART_OK : DART_ERR_NOTFOUND;
  });
}

void dart_abandon(const char* reason) DART_NOTHROW
{
  if (dart::runtime() != nullptr) dart::abandon_run(reason);
}

void dart_abort(int errorcode) DART_NOTHROW
{
  dart::log(dart::LogLevel::error, "dart_abort(%d) ends all units", errorcode);
  dart::abort_run(errorcode);
}

}  // extern "C"
