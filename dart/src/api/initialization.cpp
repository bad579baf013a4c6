// Start and end of the runtime: functions of the C interface.

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "api/guard.h"
#include "base/environment.h"
#include "dash/dart/if/dart_initialization.h"
#include "job/bootstrap.h"
#include "job/fault.h"
#include "locality/locality.h"
#include "memory/gpu_units.h"
#include "runtime/runtime.h"

namespace {

using dart::UnitState;

/// State that is kept after dart_exit, because the process can initialise again.
struct Process {
  std::unique_ptr<dart::Bootstrap> bootstrap;
  const dart::Hosts* hosts = nullptr;
  int job_file = -1;
  std::uint32_t gpu_units = 0;            ///< number of GPU units of this host
  dart::JobBlock::Unit* state = nullptr;  ///< state of the unit, which the launcher reads
  std::unique_ptr<dart::Arena> arena;
  std::unique_ptr<dart::DeviceSpace> devices;  ///< nullptr if there are no GPU units on this host

  std::uint32_t index() const { return hosts->index_of(hosts->me()); }
};

Process& process()
{
  // It is never destroyed, because exit handlers still use it.
  static Process& instance = *new Process;
  return instance;
}

void join_job(Process& self)
{
  if (self.bootstrap != nullptr) return;
  dart::log_init();
  auto bootstrap = dart::make_bootstrap();
  dart::log_set_unit(bootstrap->hosts().me());
  self.job_file = bootstrap->job_file();
  dart::JobBlock* job = dart::job_map(self.job_file);
  if (job == nullptr) {
    throw std::runtime_error(std::string("cannot map the job's memory: ") + std::strerror(errno));
  }
  self.gpu_units = dart::gpu_units_among(job->units);
  self.hosts = &bootstrap->hosts();
  self.state = &job->unit[self.index()];
  self.state->pid = getpid();
  self.bootstrap = std::move(bootstrap);
}

void map_arena(Process& self)
{
  if (self.arena == nullptr) {
    self.arena = std::make_unique<dart::Arena>(self.job_file, self.index(), self.gpu_units);
    dart::install_fault_handlers(*self.bootstrap);
  }
  if (self.devices == nullptr) {
    self.devices = dart::make_device_space(*self.arena, self.job_file, [](std::uint32_t unit) {
      return process().arena->job().unit[unit].pid.load();
    });
  }
}

}  // namespace

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
    Process& self = process();
    join_job(self);
    self.state->state = UnitState::starting;
    self.state->inits.fetch_add(1);
    map_arena(self);
    dart::runtime_instance = new dart::Runtime(
        *self.arena, *self.hosts, self.bootstrap->network(), self.devices.get(),
        dart::environment_size(dart::env_heap));
    dart::runtime()->barrier();  // from here on, others may use this unit's memory
    self.state->state = UnitState::running;
    if (thread_safety != nullptr) *thread_safety = DART_THREAD_MULTIPLE;
    return DART_OK;
  });
}

dart_ret_t dart_exit(void) DART_NOTHROW
{
  DART_REQUIRE(dart::runtime() != nullptr, DART_ERR_OTHER, "dart_exit: not initialised");
  return dart::guarded_always(__func__, [](const char*) {
    dart::locality_release();
    delete dart::runtime();
    dart::runtime_instance = nullptr;
    process().state->state = UnitState::finalized;
    return DART_OK;
  });
}

bool dart_initialized(void) DART_NOTHROW
{
  return dart::runtime() != nullptr;
}

void dart_abort(int errorcode) DART_NOTHROW
{
  dart::log(dart::LogLevel::error, "dart_abort(%d) ends all units", errorcode);
  if (process().bootstrap != nullptr) process().bootstrap->abort(errorcode);
  _exit(errorcode);
}

}  // extern "C"
