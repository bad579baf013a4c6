#pragma once

/// \file
/// The threads of a process that execute tasks for its device.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace dart {

class TaskScheduler;

/// One thread, and one more for each thread that waits inside a task, so no ready task waits for
/// one that is not ready.
class TaskWorkers {
 public:
  /// \param units of the host
  TaskWorkers(TaskScheduler& scheduler, std::size_t units);

  /// Ends the threads, each after the task that it executes.
  void stop();

  /// The calling thread is about to sleep inside a task, until the object is destroyed.
  class Pause {
   public:
    explicit Pause(TaskWorkers& workers);
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    TaskWorkers& workers_;
  };

 private:
  void add_thread();
  void work();
  bool is_called() const;
  bool may_spin() const;
  bool sleep(std::uint32_t nap);

  TaskScheduler& scheduler_;
  bool has_core_to_spare_;
  std::atomic<bool> stops_{false};
  std::mutex mutex_;
  std::vector<std::thread> threads_;
  std::size_t paused_ = 0;
};

}  // namespace dart
