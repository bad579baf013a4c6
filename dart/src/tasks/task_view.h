#pragma once

/// \file
/// The ranges of a task as its function accesses them on the device that executes it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/optional_offset.h"
#include "memory/device_stream.h"
#include "tasks/task_devices.h"
#include "tasks/task_outcome.h"
#include "tasks/task_record.h"
#include "tasks/task_surroundings.h"
#include "tasks/task_times.h"

namespace dart {

/// Memory for a copy of a range that functions of this process's device can access.
class TaskScratch {
 public:
  TaskScratch() = default;
  /// \param on_device  whether the memory is that of this GPU unit, otherwise that of the process
  TaskScratch(GlobalMemory& memory, std::size_t bytes, bool on_device);
  TaskScratch(TaskScratch&& other) noexcept;
  TaskScratch& operator=(TaskScratch&& other) noexcept;
  ~TaskScratch();

  /// nullptr if memory is exhausted.
  std::byte* data() const { return data_; }

 private:
  GlobalMemory* memory_ = nullptr;
  std::byte* data_ = nullptr;
  std::unique_ptr<std::byte[]> on_host_;
  OptionalOffset in_heap_;  ///< offset in the heap
};

/// A range, in place or as a copy that is written back.
class RangeView {
 public:
  /// \param stream  stream of the GPU that executes the task; nullptr if a CPU unit does
  RangeView(
      const TaskSurroundings& run, const TaskDevices& devices, const TaskRange& range,
      DeviceStream* stream);

  void* data() const { return data_; }
  bool is_reached() const { return data_ != nullptr || range_->bytes == 0; }
  std::size_t bytes() const { return range_->bytes; }
  std::size_t loaded_bytes() const { return is_copy() && range_->is_read() ? range_->bytes : 0; }
  std::size_t stored_bytes() const { return is_copy() && range_->is_written() ? range_->bytes : 0; }

  /// Transfers what the function reads; enqueued on the stream, or complete on return.
  dart_ret_t load();
  /// Enqueues writing back what the stream can write.
  dart_ret_t store();
  /// Writes back what the stream cannot write. The stream's work is complete.
  dart_ret_t settle();

 private:
  bool is_copy() const { return scratch_.data() != nullptr; }
  ViewRoute choose_route(const TaskDevices& devices) const;
  dart_ret_t copy(void* to, const void* from);
  dart_ret_t transfer(Direction direction);

  const TaskSurroundings* run_;
  const TaskRange* range_;
  DeviceStream* stream_;
  ViewRoute route_;
  std::byte* data_ = nullptr;  ///< address for the function
  TaskScratch scratch_;
};

/// All ranges of a task.
class TaskView {
 public:
  TaskView(
      const TaskSurroundings& run, const TaskDevices& devices, Task& task, DeviceStream* stream);

  void* const* data() const { return data_.data(); }
  const std::size_t* bytes() const { return bytes_.data(); }
  bool has_loads() const { return loaded_bytes_ > 0; }
  bool has_stores() const { return stored_bytes_ > 0; }
  /// Whether the time of load() is a useful sample for the speed of copies.
  bool tells_speed(const TaskLinks& links) const
  {
    return loaded_from_ && links.wants_sample(*loaded_from_, loaded_bytes_);
  }
  /// \param ns  time that load() took
  void note_speed(TaskLinks& links, double ns) const
  {
    if (tells_speed(links)) links.add(*loaded_from_, loaded_bytes_, ns);
  }

  // Call the function of the same name for each range.
  TaskOutcome load();
  TaskOutcome store();
  TaskOutcome settle();

 private:
  void note_load(const TaskRange& range, std::size_t bytes);

  std::vector<RangeView> views_;
  std::vector<void*> data_;
  std::vector<std::size_t> bytes_;
  std::size_t loaded_bytes_ = 0, stored_bytes_ = 0;
  std::optional<MemoryKind> loaded_from_;  ///< set if all loaded ranges are in memory of one kind
};

}  // namespace dart
