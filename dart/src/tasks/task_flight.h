#pragma once

/// \file
/// Tasks that a GPU executes concurrently.

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "memory/device_stream.h"
#include "tasks/task_call.h"
#include "tasks/task_record.h"
#include "tasks/task_surroundings.h"
#include "tasks/task_view.h"

namespace dart {

class TaskScheduler;

/// Tasks from the call of their function to the end of their kernels and copies. Threads of the
/// process that leads the GPU launch tasks and test for their completion.
class TaskFlight {
 public:
  TaskFlight(const TaskSurroundings& run, TaskScheduler& scheduler);
  ~TaskFlight();

  /// Whether the GPU should get another task: it should have enough to be busy, but tasks that it
  /// has cannot move to another device any more.
  bool has_room() const;
  /// Whether the calling thread should launch, and test for completion: two threads that do so at
  /// the same time would wait for each other inside the GPU's driver.
  bool has_turn() const;
  bool is_empty() const { return size_.load() == 0; }
  std::uint32_t size() const { return size_.load(); }
  /// Whether the GPU cannot execute anything any more.
  bool is_broken() const { return is_broken_.load(); }

  /// Starts to execute a task; poll() ends it. If there is not enough memory in either function,
  /// the process ends, because work that is already on a stream cannot be removed.
  void launch(Task& task) noexcept;
  /// Ends the tasks whose work is complete, if the calling thread has the turn. \return whether
  /// there were any
  bool poll() noexcept;

 private:
  struct Entry {
    Task* task;
    TaskView view;
    TaskOutcome outcome;
    std::uint64_t piece = 0;  ///< number of the last piece of its work
    std::int64_t begun_ns = 0;
    /// Time stamps before and after the copies in, after the kernels, and after the copies out.
    std::vector<DeviceStream::Stamp> stamps = {};
  };
  struct Lane {
    std::mutex mutex;  ///< guards the stream's calls and the entries
    std::unique_ptr<DeviceStream> stream;
    std::uint32_t number = 0;
    std::deque<Entry> entries;
    std::atomic<std::uint32_t> tasks{0};       ///< number of tasks that are launched or about to be
    std::atomic<std::int64_t> progress_ns{0};  ///< when a task has ended, or found the stream idle
  };

  Lane* choose_lane();
  void enqueue(Lane& lane, Entry& entry);
  void read_stamps(Lane& lane, Entry& entry);
  void collect(Lane& lane, std::vector<Entry>& ended);
  void note_ends(const std::vector<Entry>& ended);
  static bool has_copies(const Entry& entry);
  void end(Entry& entry);
  std::string name_of_gpu() const;
  std::string trouble();

  const TaskSurroundings& run_;
  TaskScheduler& scheduler_;
  std::atomic<std::uint32_t> size_{0};
  std::atomic<std::uint32_t> copying_{0};  ///< number of those tasks that have copies
  std::atomic<bool> is_broken_{false};
  RunningMean busy_ns_;  ///< time between ends of tasks while there are some
  std::atomic<std::int64_t> last_end_ns_{0};
  std::atomic<std::int64_t> last_launch_ns_{0};
  std::atomic<std::thread::id> last_launcher_{};
  std::mutex mutex_;  // guards what follows
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::size_t next_lane_ = 0;
  std::string trouble_;
};

}  // namespace dart
