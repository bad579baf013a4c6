#include "tasks/task_scheduler.h"

#include <pthread.h>

#include <algorithm>
#include <bit>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/environment.h"
#include "base/log.h"
#include "base/wait_place.h"
#include "dash/dart/if/dart_error.h"
#include "tasks/executing.h"
#include "tasks/task_view.h"
#include "team/collectives.h"
#include "trace/trace.h"

namespace dart {
namespace {

/// Records that the calling thread executes a task until the end of a scope. Errors of its function
/// are not those of the call that waits below it on the stack.
class Executing {
 public:
  explicit Executing(Task& task)
      : outer_(std::exchange(executing, task.ref())),
        outer_kept_(std::exchange(dart_errors_kept, 0)),
        outer_call_(std::exchange(dart_current_call, nullptr))
  {}
  ~Executing()
  {
    executing = outer_;
    dart_errors_kept = outer_kept_;
    dart_current_call = outer_call_;
  }
  Executing(const Executing&) = delete;
  Executing& operator=(const Executing&) = delete;

 private:
  TaskRef outer_;
  int outer_kept_;
  const char* outer_call_;
};

void trace_queueing(const Task& task)
{
  const std::uint64_t id = number_of(task.serial) << 12 | task.creator;
  trace::add_overlapping({"task: queue", task.name_in_trace(), task.queued_ns, now_ns()}, id);
}

/// Whether a successor of a failed task fails, too.
bool passes_failure(const TaskEdge& edge, const Task& task)
{
  const bool is_forgotten = edge.kind == TaskEdge::Kind::follows && !task.inherits_error;
  return edge.kind != TaskEdge::Kind::waits && !is_forgotten;
}

/// The address down to which a stack may hold tasks that wait for others; nullptr if unknown.
const void* middle_of_stack()
{
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return nullptr;
  void* lowest = nullptr;
  std::size_t bytes = 0;
  pthread_attr_getstack(&attributes, &lowest, &bytes);
  pthread_attr_destroy(&attributes);
  return static_cast<std::byte*>(lowest) + bytes / 2;
}

/// Whether the calling thread may execute another task on top of those that wait on its stack. A
/// deep nest of waits would use up the stack otherwise; another thread goes on with a new one.
bool has_stack_left()
{
  thread_local const void* const middle = middle_of_stack();
  return __builtin_frame_address(0) > middle;
}

bool is_over(TaskRef ref)
{
  return ref.task->state.phase() == TaskPhase::finished || !is_current(ref);
}

}  // namespace

constinit thread_local TaskRef executing;

HostTasks* create_host_tasks(ControlHeap& heap, const Hosts& hosts)
{
  auto* shared = heap.make_array<HostTasks>(1);
  if (shared == nullptr) return nullptr;
  const std::size_t units = hosts.units_here().size();
  shared->devices = heap.make_array<TaskDevice>(units);
  shared->creators = heap.make_array<TaskCreator>(units + 1);
  shared->mail.bags = heap.make_array<MailBag>(hosts.count());
  if (shared->devices == nullptr || shared->creators == nullptr || shared->mail.bags == nullptr) {
    return nullptr;
  }
  const std::uint64_t before_first = static_cast<std::uint64_t>(now_ns()) << task_number_bits;
  for (std::size_t k = 0; k <= units; ++k) shared->creators[k].tasks = before_first;
  return shared;
}

/* ---- begin and end of the run -------------------------------------------------------------- */

TaskScheduler::TaskScheduler(const TaskSurroundings& run)
    : run_(run),
      shared_(run.shared),
      memory_(run_),
      devices_(run.units),
      policy_(make_task_policy()),
      usual_ns_per_byte_(1.0 / static_cast<double>(environment_integer_or_default(env_link_speed)))
{
  if (run.calls != nullptr) {
    guests_ = std::make_unique<TaskGuests>(run_, *this, *run.calls);
    circles_ = std::make_unique<TaskCircles>(run_.units.hosts(), *guests_, *run.calls);
  }
  const auto me = static_cast<int>(run.units.index());
  if (devices_.of(run.units.index()) == me) {
    my_device_ = me;
    if (devices_.kind_of(me) == DeviceKind::gpu) {
      flight_ = std::make_unique<TaskFlight>(run_, *this);
    }
    workers_ = std::make_unique<TaskWorkers>(*this, run.units.hosts().units_here().size());
  }
  if (guests_ != nullptr) guests_->open();
}

TaskScheduler::~TaskScheduler() = default;

void TaskScheduler::end()
{
  shared_.are_ending = true;
  cancel_queued();  // tasks that are being executed may wait for these
  if (workers_ != nullptr) workers_->stop();
  cancel_queued();
  while (is_in_flight()) poll();
  if (guests_ != nullptr) guests_->wait_for_travellers();
  barrier(
      run_.teams.all().board());  // tasks of other hosts may have accessed this unit's memory, too
  if (guests_ != nullptr) guests_->wait_for_mail();
  const std::uint32_t cancelled = shared_.cancelled.load();
  if (run_.units.index() == 0 && cancelled > 0) {
    log(LogLevel::warn,
        "dart_exit: cancelled %u tasks that were started, but not executed; wait for tasks before",
        cancelled);
  }
}

/// Cancels the tasks in the queue of this device and in the main queues.
void TaskScheduler::cancel_queued()
{
  const auto cancel_all = [this](TaskQueue& queue) {
    for (const TaskQueue::Lane lane : {TaskQueue::sync, TaskQueue::async}) {
      while (Task* task = queue.pop(lane)) {
        shared_.cancelled.fetch_add(1);
        fail(*task, DART_ERR_OTHER, "cancelled by dart_exit");
        finish(*task);
      }
    }
  };
  for (TaskQueue& queue : shared_.main) cancel_all(queue);
  if (my_device_ != Task::nowhere) cancel_all(mine().queue);
}

/// A record always belongs to the same creator, so the name is right even if the task is destroyed
/// meanwhile.
std::string TaskScheduler::name_of(TaskRef ref) const
{
  if (ref.task->creator == guests_creator()) return TaskGuests::name_of(*ref.task);
  return "task " + std::to_string(number_of(ref.serial)) + " of unit " +
         std::to_string(run_.units.hosts().units_here()[ref.task->creator]);
}

/// The error text for dependent tasks of a failed task; it names the task that failed first. The
/// text is empty if there is no memory for it, because tasks have to end in any case.
std::string TaskScheduler::reason_to_fail(Task& task) const noexcept
{
  try {
    const std::string error = task.error != nullptr ? task.error : "";
    if (task.inherits_error) return error;
    return "it depends on " + name_of(task.ref()) + ", which failed: " + error;
  } catch (const std::bad_alloc&) {
    return {};
  }
}

/* ---- records ------------------------------------------------------------------------------- */

Task* TaskScheduler::create(std::uint32_t creator_index)
{
  TaskCreator& creator = shared_.creators[creator_index];
  Task* task = creator.pool.take(memory_);
  if (task == nullptr) return nullptr;
  task->creator = creator_index;
  task->executor = Task::nowhere;
  task->inherits_error = false;
  task->result.store(DART_OK, std::memory_order_relaxed);
  task->users.store(1, std::memory_order_relaxed);
  task->has_handle.store(true, std::memory_order_relaxed);
  task->serial.store(creator.tasks.fetch_add(1, std::memory_order_relaxed) + 1);
  task->state.reset();
  task->is_closed.store(false, std::memory_order_release);
  return task;
}

/// Removes one of the task's users; the last one gives the record back.
void TaskScheduler::release(Task& task)
{
  if (task.users.fetch_sub(1) > 1) return;
  task.serial.store(0);
  if (task.error != nullptr) run_.heap.free(std::exchange(task.error, nullptr));
  TaskCreator& creator = shared_.creators[task.creator];
  if (task.range_count > Task::inline_ranges) {
    run_.heap.free(task.more_ranges);
    creator.memory.leave(task.range_count * sizeof(TaskRange));
  }
  if (task.args_bytes > Task::inline_args) {
    run_.heap.free(task.more_args);
    creator.memory.leave(task.args_bytes);
  }
  creator.pool.give(&task);
}

/// If the failure of a task is not forgotten on other hosts, later tasks there fail, too.
void TaskScheduler::drop_handle(Task& task)
{
  if (task.role == TaskRole::traveller && will_fail(task)) [[unlikely]]
    guests_->forget(task);
  release(task);
}

/// Records an error with which the task will end. \return whether it is the first one; later ones
/// are ignored
bool TaskScheduler::fail(Task& task, dart_ret_t code, const char* format, ...)
{
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  std::lock_guard guard(task.successors_lock);
  if (task.result != DART_OK) return false;
  const std::size_t bytes = std::min<std::size_t>(length, sizeof text - 1) + 1;
  task.error = static_cast<char*>(run_.heap.allocate(bytes));  // needs no account: it is small
  if (task.error != nullptr) std::memcpy(task.error, text, bytes);
  task.result = code;
  return true;
}

/// Records the error of a task on which the task depends.
void TaskScheduler::fail_for_another(Task& task, dart_ret_t code, const std::string& reason)
{
  if (fail(task, code, "%s", reason.c_str())) task.inherits_error = true;
}

/* ---- from the start to a queue -------------------------------------------------------------- */

/// The caller has moved the task from the phase created to waiting, and counts as its second user.
void TaskScheduler::start(Task& task, bool will_wait)
{
  Task* ready_to_end = nullptr;
  if (task.range_count == 0) {
    leave_waiting(task, will_wait, ready_to_end);
  } else {
    task.users.fetch_add(1);
    task.unmet.store(1);
    if (task.role == TaskRole::abroad) [[unlikely]] {
      guests_->order(task);
    } else {
      order(task);
    }
    release_predecessor(task, ready_to_end);
  }
  if (ready_to_end != nullptr) finish(*ready_to_end);
}

void TaskScheduler::order(Task& task)
{
  bool has_memory = true;
  const TaskRef failed = shared_.dependencies.order(memory_, task, &has_memory);
  if (!has_memory)
    fail(
        task, DART_ERR_NOMEM, "no memory to order it among other tasks: %s",
        memory_of_tasks(run_).c_str());
  if (failed.task != nullptr) {
    fail_for_another(task, DART_ERR_OTHER, "it depends on " + name_of(failed) + ", which failed");
  }
}

void TaskScheduler::release_predecessor(Task& task, Task*& ready_to_end)
{
  if (task.unmet.fetch_sub(1) > 1) return;
  leave_waiting(task, false, ready_to_end);
  release(task);
}

/// The task has no unfinished predecessors any more: it is queued, or ends with an error.
void TaskScheduler::leave_waiting(Task& task, bool will_wait, Task*& ready_to_end)
{
  if (task.role == TaskRole::guest) [[unlikely]]
    return guests_->grant(task);
  const bool is_good = task.result == DART_OK && !is_ending();
  if (is_good && task.state.advance(TaskPhase::waiting, TaskPhase::queued)) {
    enqueue(task, will_wait);
    return;
  }
  if (!task.state.advance(TaskPhase::waiting, TaskPhase::running)) {
    fail(task, DART_ERR_OTHER, "cancelled");  // while the phase still tells that it is cancelled
    task.state.advance(TaskPhase::cancelled, TaskPhase::running);
  } else if (fail(task, DART_ERR_OTHER, "cancelled by dart_exit")) {
    shared_.cancelled.fetch_add(1);
  }
  task.next = std::exchange(ready_to_end, &task);
}

void TaskScheduler::enqueue(Task& task, bool will_wait)
{
  const TaskRef ref = task.ref();
  const int device = policy_->place(task);
  const DeviceKind kinds = task.kinds;
  const bool is_shared = device == Task::nowhere;
  TaskQueue& queue = is_shared ? shared_.main_of(kinds) : shared_.devices[device].queue;
  const bool is_pinned = task.is_pinned;
  if (trace::is_on) task.queued_ns = now_ns();
  queue.push(task);  // from here on it may be executed and destroyed
  if (is_ending()) {
    if (cancel(ref)) shared_.cancelled.fetch_add(1);
    return;
  }
  if (my_device_ != Task::nowhere && is_mine(&queue)) {
    const bool is_idle = mine().executing.load() == 0;  // otherwise its thread may look much later
    if (will_wait || (mine().self_service.is_on() && is_idle && queue.size() <= 1)) return;
  }
  if (is_shared) {
    wake_some(kinds);
  } else if (shared_.devices[device].lookers.load() == 0) {
    TaskDevice& other = shared_.devices[device];
    const std::uint32_t size = queue.size();
    const bool comes = other.bell.ring() && (size <= 1 || other.executing.load() == 0);
    // Sleeping workers that found nothing worth moving look again by themselves.
    const bool is_time = std::has_single_bit(size);
    if (!comes && is_time && policy_->steals() && !is_pinned) wake_some(kinds);
  }
}

/// Wakes an idle worker, if there is one; prefers that of this process.
void TaskScheduler::wake_some(DeviceKind kinds)
{
  const auto devices = static_cast<std::uint32_t>(devices_.by_unit().size());
  for (std::uint32_t k = 0; k < devices; ++k) {
    const std::uint32_t device = (run_.units.index() + k) % devices;
    const bool fits = devices_.of(device) == static_cast<int>(device) &&
                      is_among(devices_.kind_of(static_cast<int>(device)), kinds);
    TaskDevice& other = shared_.devices[device];
    const bool comes = fits && other.bell.ring() && other.executing.load() == 0;
    // otherwise the worker may be unable to execute the task
    if (comes && shared_.broken_gpus.load() == 0) return;
  }
}

/* ---- from a queue to the end ----------------------------------------------------------------- */

/// Whether this process takes tasks from a queue without stealing.
bool TaskScheduler::is_mine(const TaskQueue* queue)
{
  if (queue == &mine().queue) return true;
  const auto is_main = [&](DeviceKind kinds) {
    return queue == &shared_.main_of(kinds) && serves_main(kinds);
  };
  return is_main(devices_.kind_of(my_device_)) || is_main(DeviceKind::either);
}

/// Tasks in the main queues are left to other devices, or are ended with an error.
void TaskScheduler::note_broken()
{
  shared_.broken_gpus.fetch_add(1);
  for (const int device : devices_.by_unit()) shared_.devices[device].bell.ring();
}

/// Whether this device takes tasks from a main queue. A broken device only does so to end them with
/// an error, if no other device can execute them.
bool TaskScheduler::serves_main(DeviceKind kinds) const
{
  if (flight_ == nullptr || !flight_->is_broken()) return true;
  const bool has_other = kinds == DeviceKind::either && is_among(DeviceKind::cpu, devices_.kinds());
  return !has_other && shared_.broken_gpus.load() == devices_.gpus();
}

/// The first non-null result of \c look(queue, lane).
template <class Look>
Task* TaskScheduler::take_in_order(Look look)
{
  const DeviceKind kind = devices_.kind_of(my_device_);
  TaskQueue* const queues[] = {
      &mine().queue, serves_main(kind) ? &shared_.main_of(kind) : nullptr,
      serves_main(DeviceKind::either) ? &shared_.main_of(DeviceKind::either) : nullptr};
  for (const TaskQueue::Lane lane : {TaskQueue::sync, TaskQueue::async}) {
    for (TaskQueue* queue : queues) {
      if (queue == nullptr) continue;
      if (Task* task = look(*queue, lane)) return task;
    }
  }
  return nullptr;
}

/// \param[out] sees_more  whether other devices have tasks that are not worth moving, or not yet
Task* TaskScheduler::take(bool& sees_more)
{
  sees_more = false;
  Task* task = take_in_order([this](TaskQueue& queue, TaskQueue::Lane lane) {
    Task* first = queue.pop(lane);
    if (first != nullptr && &queue != &mine().queue) take_more_like(*first, queue, lane);
    return first;
  });
  return task == nullptr && may_steal() ? steal(sees_more) : task;
}

/// Moves more short tasks to the own queue at once, because devices that access a main queue for
/// each of them would mostly wait for each other.
void TaskScheduler::take_more_like(const Task& task, TaskQueue& queue, TaskQueue::Lane lane)
{
  if (lane != TaskQueue::async) return;  // other devices could not take synchronous tasks from here
  constexpr double most_ns = 20'000;
  constexpr std::size_t most_tasks = 32;
  const std::size_t share = queue.size() / (2 * devices_.by_unit().size());
  if (share < 2) return;
  const double mean_ns = shared_.times.mean_ns(task, devices_.kind_of(my_device_));
  if (mean_ns <= 0 || 2 * mean_ns > most_ns) return;
  const auto in_time = static_cast<std::size_t>(most_ns / mean_ns);
  queue.move_some(lane, std::min({most_tasks, share, in_time}), mine().queue);
}

/// Whether there is something to do other than end tasks in flight.
bool TaskScheduler::has_work()
{
  if (!has_room()) return false;
  bool found = false;
  take_in_order([&found](TaskQueue& queue, TaskQueue::Lane lane) {
    found = found || queue.has(lane);
    return static_cast<Task*>(nullptr);
  });
  return found;
}

/// Does one step of the device's work. \return false if there is nothing to do now
bool TaskScheduler::step()
{
  // As long as there is room, starting more tasks takes precedence over ending complete ones.
  constexpr unsigned launches_per_poll = 64;
  thread_local unsigned launches = 0;
  bool sees_more = false;
  Task* task = may_take() ? take(sees_more) : nullptr;
  if (task != nullptr) execute(*task);
  const bool polls = task == nullptr || ++launches % launches_per_poll == 0;
  return (polls && poll()) || task != nullptr;
}

/// Executes a task, which is in the phase running.
void TaskScheduler::execute(Task& task)
{
  task.executor = my_device_;
  mine().executing.fetch_add(1, std::memory_order_relaxed);
  if (trace::is_on) trace_queueing(task);
  if (flight_ != nullptr) {
    flight_->launch(task);
  } else {
    execute_now(task);
  }
}

void TaskScheduler::execute_now(Task& task)
{
  TaskOutcome outcome;
  try {
    TaskView view(run_, devices_, task, nullptr);
    outcome = load(task, view);
    if (outcome.code == DART_OK) outcome = run(task, view);
    if (outcome.code == DART_OK) outcome = settle(task, view);
  } catch (const std::bad_alloc&) {
    outcome = {DART_ERR_NOMEM, "no memory"};  // short texts need none
  }
  end(task, outcome);
}

TaskOutcome TaskScheduler::load(const Task& task, TaskView& view)
{
  if (!view.has_loads()) return view.load();
  const trace::Scope span("task: transfer in", task.name_in_trace());
  const std::int64_t begin = now_ns();
  const TaskOutcome outcome = view.load();
  view.note_speed(links(), static_cast<double>(now_ns() - begin));
  return outcome;
}

TaskOutcome TaskScheduler::run(Task& task, const TaskView& view)
{
  const trace::Scope span("task: run", task.name_in_trace());
  TaskTimes::Entry* times = shared_.times.find(task, DeviceKind::cpu);
  if (times == nullptr || !times->wants_sample()) return call(task, view, nullptr);
  const std::int64_t begin = now_ns();
  const TaskOutcome outcome = call(task, view, nullptr);
  times->add(static_cast<double>(now_ns() - begin));
  return outcome;
}

TaskOutcome TaskScheduler::settle(const Task& task, TaskView& view)
{
  if (!view.has_stores()) return {};
  const trace::Scope span("task: write back", task.name_in_trace());
  return view.settle();
}

TaskOutcome TaskScheduler::call(Task& task, const TaskView& view, void* stream)
{
  const Executing inside(task);
  return call_task(run_.units.me(), task, devices_.kind_of(my_device_), view, stream);
}

void TaskScheduler::end(Task& task, const TaskOutcome& outcome)
{
  if (outcome.code != DART_OK) fail(task, outcome.code, "%s", outcome.error.c_str());
  mine().executing.fetch_sub(1, std::memory_order_relaxed);
  finish(task);
}

/// Ends a task, which is in the phase running, and those that fail with it.
void TaskScheduler::finish(Task& task)
{
  task.next = nullptr;
  Task* ready_to_end = &task;
  while (ready_to_end != nullptr) {
    Task& next = *ready_to_end;
    ready_to_end = next.next;
    end_one(next, ready_to_end);
  }
}

void TaskScheduler::end_one(Task& task, Task*& ready_to_end)
{
  if (task.role == TaskRole::traveller) [[unlikely]]
    guests_->end(task);
  TaskEdge* edges = task.close();
  const dart_ret_t result = task.result;
  const std::string reason =
      result == DART_OK || edges == nullptr ? std::string() : reason_to_fail(task);
  task.state.finish();
  while (edges != nullptr) {
    TaskEdge& edge = *edges;
    edges = edge.next;
    Task& successor = *edge.successor.task;
    if (result != DART_OK && passes_failure(edge, task)) {
      fail_for_another(successor, result, reason);
    }
    if (edge.kind != TaskEdge::Kind::waits) release_predecessor(successor, ready_to_end);
    shared_.dependencies.free(&edge);
  }
  release(task);
}

/* ---- waiting and cancelling ------------------------------------------------------------------ */

dart_ret_t TaskScheduler::wait(TaskRef task, const char* function)
{
  if (executing.task != nullptr) return wait_in_task(executing, task, function);
  const trace::Scope span("wait", "wait for a task", trace::shortest_wait_ns);
  std::optional<ShownWait> shown;
  while (!is_over(task)) {
    if (my_device_ != Task::nowhere && help()) continue;
    look_until(task);
    if (is_over(task) || (my_device_ != Task::nowhere && can_step())) continue;
    if (!shown) shown.emplace(function);
    task.task->state.sleep();
  }
  if (is_in_flight()) hand_over();
  return DART_OK;
}

/// Executes a task while the caller waits outside of tasks. \return false if there is none
bool TaskScheduler::help()
{
  if (!step()) return false;
  if (mine().self_service.renew()) mine().bell.ring();
  return true;
}

/// Spins until the task is finished or there is work; other threads need not wake a worker
/// meanwhile.
void TaskScheduler::look_until(TaskRef task)
{
  if (my_device_ == Task::nowhere) {
    spin_until([&] { return is_over(task); });
    return;
  }
  mine().lookers.fetch_add(1);
  spin_until([&] { return is_over(task) || can_step() || poll(); });
  mine().lookers.fetch_sub(1);
  hand_over();
}

/// This thread stops looking for work.
void TaskScheduler::hand_over()
{
  if (has_work() || is_in_flight()) mine().bell.ring();
}

/// \param begun  what this host alone knows. Of two waits that close a circle together, the later
/// one
///   sees the other.
bool TaskScheduler::closes_circle(TaskRef waiter, TaskRef awaited, TaskDependencies::Wait begun)
{
  using Wait = TaskDependencies::Wait;
  if (begun != Wait::possible || circles_ == nullptr) return begun == Wait::cyclic;
  const TaskRef obstacle = TaskDependencies::obstacle_of(awaited, waiter);
  if (obstacle.task == nullptr) return false;
  guests_->wait_for_starts();
  const bool is_circle = circles_->follows(obstacle, waiter);
  if (is_circle) waiter.task->set_awaits({});
  return is_circle;
}

/// A thread that waits inside a task executes only the awaited task: any other task could in turn
/// wait for the one below it on the stack.
dart_ret_t TaskScheduler::wait_in_task(TaskRef waiter, TaskRef awaited, const char* function)
{
  using Wait = TaskDependencies::Wait;
  const Wait begun = shared_.dependencies.begin_wait(memory_, waiter, awaited);
  DART_REQUIRE(
      !closes_circle(waiter, awaited, begun), DART_ERR_INVAL,
      "%s: %s waits for %s, which can only finish after it; wait outside of the task", function,
      name_of(waiter).c_str(), name_of(awaited).c_str());
  DART_REQUIRE(
      begun != Wait::no_memory, DART_ERR_NOMEM, "%s: no memory to wait for a task: %s", function,
      memory_of_tasks(run_).c_str());
  const bool executes = has_stack_left();
  // Another thread cannot go on: one at a time launches.
  DART_REQUIRE(
      executes || flight_ == nullptr, DART_ERR_OTHER,
      "%s: %s waits for %s inside of too many tasks of a GPU that wait for each other; give such "
      "tasks a CPU function alone",
      function, name_of(waiter).c_str(), name_of(awaited).c_str());
  const auto is_here = [&] { return executes && is_mine(awaited.task->queue.load()); };
  while (!is_over(awaited)) {
    if (executes && claim(awaited)) {
      execute(*awaited.task);
    } else if (!spin_until([&] { return poll() || is_over(awaited) || is_here(); })) {
      const TaskWorkers::Pause pause(*workers_);
      hand_over();
      const ShownWait shown(function);
      awaited.task->state.sleep();
    }
  }
  return DART_OK;
}

/// Takes this task out of a queue of this device.
bool TaskScheduler::claim(TaskRef task)
{
  TaskQueue* queue = task.task->queue.load();
  return queue != nullptr && is_mine(queue) && queue->take(task);
}

bool TaskScheduler::cancel(TaskRef ref)
{
  Task& task = *ref.task;
  for (;;) {
    bool is_taken = false;
    switch (task.state.phase()) {
      case TaskPhase::created:
        task.users.fetch_add(1);
        is_taken = task.state.advance(TaskPhase::created, TaskPhase::running);
        if (!is_taken) release(task);
        break;
      case TaskPhase::waiting:
        if (task.state.advance(TaskPhase::waiting, TaskPhase::cancelled)) return true;
        break;
      case TaskPhase::queued: {
        TaskQueue* queue = task.queue.load();
        is_taken = queue != nullptr && queue->take(ref);
        break;
      }
      default:
        return false;
    }
    if (!is_taken) {
      cpu_relax();
      continue;
    }
    fail(task, DART_ERR_OTHER, is_ending() ? "cancelled by dart_exit" : "cancelled");
    finish(task);
    return true;
  }
}

}  // namespace dart
