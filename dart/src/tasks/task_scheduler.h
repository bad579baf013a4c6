#pragma once

/// \file
/// The tasks of a host from the point of view of one of its processes, from their start to their
/// end.

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "tasks/task_call.h"
#include "tasks/task_circles.h"
#include "tasks/task_device.h"
#include "tasks/task_devices.h"
#include "tasks/task_flight.h"
#include "tasks/task_guests.h"
#include "tasks/task_memory.h"
#include "tasks/task_policy.h"
#include "tasks/task_surroundings.h"
#include "tasks/task_workers.h"

namespace dart {

/// Environment variable: GB/s of copies between devices, until they are measured.
inline constexpr char env_link_speed[] = "DART_LINK_SPEED";

/// Creates what the units of a host share for tasks; nullptr when memory is exhausted.
HostTasks* create_host_tasks(ControlHeap& heap, const Hosts& hosts);

class TaskScheduler {
 public:
  explicit TaskScheduler(const TaskSurroundings& run);
  ~TaskScheduler();

  /// Cancels queued tasks and ends the threads; no task is executed any more. Collective over all
  /// units; the caller has synchronised them by a barrier.
  void end();

  /// A record for a new task, with a handle; nullptr if memory is exhausted.
  /// \param creator  index of the unit that creates it, or guests_creator()
  Task* create(std::uint32_t creator);
  std::uint32_t guests_creator() const
  {
    return static_cast<std::uint32_t>(run_.units.hosts().units_here().size());
  }
  /// \param will_wait  whether the caller waits for the task immediately
  void start(Task& task, bool will_wait);
  /// \return DART_OK when the task has finished without error; otherwise an error, after a message
  dart_ret_t wait(TaskRef task, const char* function);
  /// \return whether the task will never execute
  bool cancel(TaskRef task);
  void release(Task& task);
  /// The task's handle is destroyed.
  void drop_handle(Task& task);

  const TaskDevices& devices() const { return devices_; }
  bool is_ending() const { return shared_.are_ending.load(); }
  ChunkSource& memory() { return memory_; }

  /// Whether a range has to be transferred to the device with this index.
  bool is_elsewhere(const TaskRange& range, int device) const;
  TaskTimes& times() { return shared_.times; }
  /// Speeds of the links of this process's device.
  TaskLinks& links() { return mine().links; }
  /// Nanoseconds for transferring a task's data to this process's device and back.
  double moving_ns(const Task& task);

  // The following functions are for this process's device.
  /// Calls a task's function. Waits of the function can tell that they are inside a task.
  TaskOutcome call(Task& task, const TaskView& view, void* stream);
  /// Ends a task, which is in the phase running.
  void end(Task& task, const TaskOutcome& outcome);
  /// The GPU cannot execute anything any more. Called once.
  void note_broken();

 private:
  /// The control heap, within the limit of this unit's tasks. Pools keep what they get.
  class Chunks final : public ChunkSource {
   public:
    explicit Chunks(const TaskSurroundings& run) : run_(run) {}
    void* allocate(std::size_t bytes) override { return allocate_for_task(run_, bytes); }

   private:
    const TaskSurroundings& run_;
  };
  friend class TaskWorkers;
  friend class TaskGuests;

  TaskDevice& mine() { return shared_.devices[my_device_]; }
  bool is_mine(const TaskQueue* queue);
  bool serves_main(DeviceKind kinds) const;
  template <class Look>
  Task* take_in_order(Look look);
  bool may_take() const { return has_room() && has_turn(); }
  Task* take(bool& sees_more);
  void take_more_like(const Task& task, TaskQueue& queue, TaskQueue::Lane lane);
  bool may_steal() const
  {
    return policy_->steals() && (flight_ == nullptr || !flight_->is_broken());
  }
  Task* steal(bool& sees_more);
  Task* steal_from(int device, bool& sees_more);
  TaskProspect prospect_of(const Task& task, int waits_for);
  bool has_work();
  /// Whether the calling thread is the one that should launch.
  bool has_turn() const { return flight_ == nullptr || flight_->has_turn(); }
  bool can_step() { return has_turn() && has_work(); }
  bool has_room() const { return flight_ == nullptr || flight_->has_room(); }
  bool is_in_flight() const { return flight_ != nullptr && !flight_->is_empty(); }
  bool step();
  bool poll() { return flight_ != nullptr && flight_->poll(); }
  bool help();
  void look_until(TaskRef task);
  void hand_over();
  bool claim(TaskRef task);

  void execute(Task& task);
  void execute_now(Task& task);
  TaskOutcome load(const Task& task, TaskView& view);
  TaskOutcome run(Task& task, const TaskView& view);
  TaskOutcome settle(const Task& task, TaskView& view);
  void finish(Task& task);
  void end_one(Task& task, Task*& ready_to_end);
  void order(Task& task);
  void release_predecessor(Task& task, Task*& ready_to_end);
  void leave_waiting(Task& task, bool will_wait, Task*& ready_to_end);
  void enqueue(Task& task, bool will_wait);
  void wake_some(DeviceKind kinds);
  void cancel_queued();
  bool closes_circle(TaskRef waiter, TaskRef awaited, TaskDependencies::Wait begun);
  dart_ret_t wait_in_task(TaskRef waiter, TaskRef awaited, const char* function);
  bool fail(Task& task, dart_ret_t code, const char* format, ...)
      __attribute__((format(printf, 4, 5)));
  void fail_for_another(Task& task, dart_ret_t code, const std::string& reason);

  std::string name_of(TaskRef ref) const;
  std::string reason_to_fail(Task& task) const noexcept;

  TaskSurroundings run_;
  HostTasks& shared_;
  Chunks memory_;
  TaskDevices devices_;
  std::unique_ptr<TaskPolicy> policy_;
  double usual_ns_per_byte_;
  int my_device_ = Task::nowhere;         // that threads of this process execute tasks for
  std::unique_ptr<TaskFlight> flight_;    // nullptr unless the device is a GPU
  std::unique_ptr<TaskGuests> guests_;    // nullptr in a run on one host
  std::unique_ptr<TaskCircles> circles_;  // as the guests
  std::unique_ptr<TaskWorkers> workers_;
};

}  // namespace dart
