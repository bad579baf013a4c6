#include "runtime/startup.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/environment.h"
#include "base/helper_threads.h"
#include "base/log.h"
#include "base/wait_place.h"
#include "dash/dart/if/dart_error.h"
#include "memory/gpu_units.h"
#include "net/bootstrap.h"
#include "runtime/fault.h"
#include "runtime/runtime.h"
#include "team/collectives.h"

namespace dart {
namespace {

/// What outlives dart_exit, as the process can start again.
struct Process {
  std::unique_ptr<Bootstrap> bootstrap;
  const Hosts* hosts = nullptr;
  int job_file = -1;
  std::uint32_t gpu_units = 0;      ///< number of GPU units of this host
  JobBlock::Unit* state = nullptr;  ///< where the launcher looks
  std::unique_ptr<Arena> arena;
  std::unique_ptr<DeviceSpace> devices;  ///< nullptr without GPU units on this host
  std::int64_t begun_ns = 0;             ///< when dart_init was done
  bool reports_energy = false;

  std::uint32_t index() const { return hosts->index_of(hosts->me()); }
};

Process& process()
{
  // Never destroyed: exit handlers still use it.
  static Process& instance = *new Process;
  return instance;
}

void note_caller(WaitNote& note)
{
  copy_text(note.caller, dart_current_call);
  if (dart_current_call == nullptr || dart_current_range.type == nullptr) return;
  note.elements = dart_current_range.elements;
  copy_text(note.type, dart_current_range.type);
}

void join_job(Process& self)
{
  if (self.bootstrap != nullptr) return;
  // The launcher's word, until the start-up knows better.
  if (const char* unit = environment(env_unit)) log_set_unit(std::atoi(unit));
  log_init();
  auto bootstrap = make_bootstrap();
  log_set_unit(bootstrap->hosts().me());
  self.job_file = bootstrap->job_file();
  JobBlock* job = job_map(self.job_file);
  if (job == nullptr) {
    throw std::runtime_error(std::string("cannot map the job's memory: ") + std::strerror(errno));
  }
  self.gpu_units = gpu_units_among(job->units);
  self.hosts = &bootstrap->hosts();
  self.state = &job->unit[self.index()];
  self.state->id = bootstrap->hosts().me();
  wait_sight = {&job->wait[self.index()], &note_caller, &is_helper};
  bootstrap->show_waits(wait_sight);
  self.bootstrap = std::move(bootstrap);
}

/// A unit is one process at a time: programs of a run, which a script starts, follow each other.
void become_unit(Process& self)
{
  const std::int32_t other = job_claim(self.job_file, self.index());
  const std::string unit = "unit " + std::to_string(self.hosts->me());
  if (other != 0) {
    self.state->second_pid = getpid();
    throw std::runtime_error(
        (other > 0 ? "process " + std::to_string(other) : "another process") + " is " + unit +
        " already; start programs of one run one after the other, or each by a dartrun of its own");
  }
  const std::int32_t before = self.state->pid;
  if (before == 0 || before == getpid()) {
    self.state->pid = getpid();
    return;
  }
  const std::string process =
      "process " + std::to_string(before) + ", which was " + unit + " before,";
  if (self.state->state != UnitState::finalized) {
    throw std::runtime_error(
        process + " has ended without dash::finalize (dart_exit), for which the other units wait");
  }
  if (self.gpu_units > 0) {
    throw std::runtime_error(
        process +
        " has used the GPUs of this run, which can serve one program only; start each "
        "program by a dartrun of its own");
  }
  self.state->pid = getpid();
}

void map_arena(Process& self)
{
  if (self.arena == nullptr) {
    const auto pages = environment_word(env_huge_pages);
    const auto huge = pages == "reserved" ? HugePages::reserved : HugePages::advised;
    self.arena = std::make_unique<Arena>(self.job_file, self.index(), self.gpu_units, huge);
    install_fault_handlers(*self.bootstrap);
  }
  if (self.devices == nullptr) {
    self.devices = make_device_space(
        *self.arena, self.job_file, control_of(*self.arena).atomic_locks,
        [](std::uint32_t unit) { return process().arena->job().unit[unit].pid.load(); });
  }
}

}  // namespace

void start_runtime()
{
  if (is_forked_child()) {
    throw std::runtime_error(
        "a process that a unit has forked takes no part in the run; start another program there "
        "(exec), by a dartrun of its own");
  }
  Process& self = process();
  const StartOfLibraries libraries;
  join_job(self);
  become_unit(self);
  wait_sight.place->reset();
  const ShownWait shown("dart_init", DART_TEAM_ALL);
  self.state->state = UnitState::starting;
  self.state->inits.fetch_add(1);
  map_arena(self);
  runtime_instance = new Runtime(
      *self.arena, *self.hosts, self.bootstrap->network(), self.devices.get(),
      environment_size(env_heap));
  collective_instance = runtime_instance;
  self.reports_energy = environment_flag(env_energy);
  if (self.reports_energy) runtime_instance->energy().read();
  self.begun_ns = now_ns();
  barrier(runtime_instance->teams().all().board());  // others may use this unit's memory now
  self.state->state = UnitState::running;
}

void end_runtime()
{
  runtime()->meet_at_end();
  collective_instance = nullptr;
  const ShownWait shown("dart_exit", DART_TEAM_ALL);
  if (process().reports_energy) {
    report_energy(
        runtime()->teams().all().board(), runtime()->energy(),
        1e-9 * static_cast<double>(now_ns() - process().begun_ns));
  }
  delete runtime();
  runtime_instance = nullptr;
  process().state->state = UnitState::finalized;
  job_give_up(process().job_file, process().index());
}

bool call_mpi(void (*function)(void*), void* argument)
{
  return process().bootstrap->call_mpi(function, argument);
}

void abort_run(int code)
{
  if (process().bootstrap != nullptr && !is_forked_child()) process().bootstrap->abort(code);
  _exit(code);
}

}  // namespace dart
