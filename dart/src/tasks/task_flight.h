#pragma once

/// \file
/// Tasks that a GPU executes side by side.

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
#include "tasks/task_view.h"

namespace dart {

class Runtime;
class TaskScheduler;

/// From the call of a task's function to the end of its kernels and copies. Threads of the process
/// that leads the GPU launch tasks and look after them.
class TaskFlight {
 public:
  TaskFlight(Runtime& rt, TaskScheduler& scheduler);
  ~TaskFlight();

  /// Whether the GPU should get another task: enough to keep it busy, but what it has cannot go
  /// elsewhere any more.
  bool has_room() const;
  /// Whether the calling thread should launch: two at a time would wait for each other inside of
  /// the GPU's driver.
  bool has_turn() const;
  bool is_empty() const { return size_.load() == 0; }
  std::uint32_t size() const { return size_.load(); }
  /// The GPU executes nothing any more.
  bool is_broken() const { return is_broken_.load(); }

  /// Executes a task; it ends in poll().
  void launch(Task& task);
  /// Ends the tasks whose work is complete. \return whether there were any
  bool poll();

 private:
  struct Entry {
    Task* task;
    TaskView view;
    TaskOutcome outcome;
    std::uint64_t piece = 0;  ///< the last of its work
    std::int64_t begun_ns = 0;
    /// Before the copies in and behind them, behind the kernels, and behind the copies out.
    std::vector<DeviceStream::Stamp> stamps = {};
  };
  struct Lane {
    std::mutex mutex;  ///< of the stream's calls and the entries
    std::unique_ptr<DeviceStream> stream;
    std::uint32_t number = 0;
    std::deque<Entry> entries;
    std::atomic<std::uint32_t> tasks{0};       ///< launched, or about to be
    std::atomic<std::int64_t> progress_ns{0};  ///< when a task ended, or found the stream idle
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

  Runtime& rt_;
  TaskScheduler& scheduler_;
  std::atomic<std::uint32_t> size_{0};
  std::atomic<std::uint32_t> copying_{0};  ///< of them, with copies
  std::atomic<bool> is_broken_{false};
  RunningMean busy_ns_;  ///< between ends of tasks while there are some
  std::atomic<std::int64_t> last_end_ns_{0};
  std::atomic<std::int64_t> last_launch_ns_{0};
  std::atomic<std::thread::id> last_launcher_{};
  std::mutex mutex_;  // of what follows
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::size_t next_lane_ = 0;
  std::string trouble_;
};

}  // namespace dart
