#include "tasks/task_workers.h"

#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <csignal>
#include <exception>

#include "base/log.h"
#include "base/thread.h"
#include "base/wait.h"
#include "tasks/task_scheduler.h"
#include "trace/trace.h"

namespace dart {
namespace {

/// Longest sleep of a worker while waiting threads do its work.
constexpr std::uint32_t self_service_nap_us = 100;
/// Intervals between tests of tasks in flight; the longer tasks take, the longer the interval.
constexpr std::uint32_t shortest_nap_us = 10, longest_nap_us = 200;
/// Interval between looks at tasks of other devices, which may become worth moving.
constexpr std::uint32_t reconsidering_nap_us = 500;

thread_local bool is_worker = false;

/// Whether a worker may spin; it must not take the core of a unit.
bool has_core_to_spare(std::size_t units)
{
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return false;
  return SpinPolicy::current.pauses > 0 && CPU_COUNT(&cores) >= static_cast<int>(2 * units);
}

/// Blocks all signals: signals that are sent to the process are to be handled by the program's own
/// threads.
class SignalsBlocked {
 public:
  SignalsBlocked()
  {
    sigset_t signals;
    sigfillset(&signals);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) {
      sigdelset(&signals, fault);
    }
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace

TaskWorkers::TaskWorkers(TaskScheduler& scheduler, std::size_t units)
    : scheduler_(scheduler),
      has_core_to_spare_(has_core_to_spare(units))
{
  add_thread();
}

void TaskWorkers::stop()
{
  stops_ = true;
  scheduler_.mine().bell.ring();
  // A thread that ends may still add another one.
  for (std::size_t k = 0;; ++k) {
    std::unique_lock guard(mutex_);
    if (k == threads_.size()) break;
    std::thread thread = std::move(threads_[k]);
    guard.unlock();
    thread.join();
  }
}

void TaskWorkers::add_thread()
{
  const SignalsBlocked blocked;
  threads_.push_back(start_thread("executes tasks", [this] { work(); }));
}

TaskWorkers::Pause::Pause(TaskWorkers& workers) : workers_(workers)
{
  if (!is_worker) return;
  std::lock_guard guard(workers.mutex_);
  if (++workers.paused_ < workers.threads_.size()) return;
  try {
    workers.add_thread();
  } catch (const std::exception& error) {
    log(LogLevel::warn,
        "%zu tasks wait for others, and there is no thread to execute more: %s; let tasks depend "
        "on ranges instead of waiting for each other",
        workers.paused_, error.what());
  }
}

TaskWorkers::Pause::~Pause()
{
  if (!is_worker) return;
  std::lock_guard guard(workers_.mutex_);
  --workers_.paused_;
}

void TaskWorkers::work()
{
  is_worker = true;
  trace::name_thread("tasks");
  // without this the kernel would extend naps by more than their length
  prctl(PR_SET_TIMERSLACK, 1000ul);
  std::uint32_t nap = shortest_nap_us;
  while (!stops_ || scheduler_.is_in_flight()) {
    if (scheduler_.step()) {
      nap = shortest_nap_us;
    } else if (!may_spin() || !spin_until([this] { return is_called(); })) {
      nap = sleep(nap) ? std::min(nap + nap / 4, longest_nap_us) : shortest_nap_us;
    }
  }
}

/// Whether the thread has to stop, or can take another step.
bool TaskWorkers::is_called() const
{
  return stops_ || scheduler_.can_step() || scheduler_.poll();
}

/// A sleeping thread of the program leaves its core to the worker.
bool TaskWorkers::may_spin() const
{
  return has_core_to_spare_ || sleeping_threads.load(std::memory_order_relaxed) > 0;
}

/// \param nap  interval for tasks in flight, whose ends are not signalled, and for another thread's
///   turn to launch
/// \return false if a task was executed instead
bool TaskWorkers::sleep(std::uint32_t nap)
{
  TaskDevice& device = scheduler_.mine();
  const std::uint32_t prepared = device.bell.prepare();
  const bool serves_itself = device.self_service.age();
  // Whoever added a task before has found nobody asleep.
  const bool may_take = scheduler_.may_take();
  bool sees_more = false;
  Task* task = may_take ? scheduler_.take(sees_more) : nullptr;
  if (task != nullptr) {
    // Whoever has rung meanwhile expects this thread to come, so another one is woken.
    if (!device.bell.leave(prepared)) scheduler_.wake_some(DeviceKind::either);
    scheduler_.execute(*task);
    return false;
  }
  if (stops_ && !scheduler_.is_in_flight()) {
    device.bell.leave(prepared);
  } else if (!may_take || scheduler_.is_in_flight()) {
    device.bell.nap(prepared, nap);
  } else if (serves_itself) {
    device.bell.nap(prepared, self_service_nap_us);
  } else if (sees_more) {
    device.bell.nap(prepared, reconsidering_nap_us);
  } else {
    device.bell.sleep(prepared);
  }
  return true;
}

}  // namespace dart
