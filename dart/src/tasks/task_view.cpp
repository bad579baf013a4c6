#include "tasks/task_view.h"

#include <new>
#include <string>
#include <utility>

#include "dash/dart/if/dart_communication.h"
#include "runtime/runtime.h"
#include "tasks/task_scheduler.h"

namespace dart {
/* ---- scratch memory -------------------------------------------------------------------------- */

TaskScratch::TaskScratch(Runtime& rt, std::size_t bytes, bool on_device) : rt_(&rt)
{
  if (!on_device) {
    on_host_.reset(new (std::nothrow) std::byte[bytes]);
    data_ = on_host_.get();
  } else if ((in_heap_ = rt.heap(DART_MEMORY_UNIT).allocate(bytes))) {
    DeviceSpace& devices = *rt.devices();
    const std::byte* local = devices.local_address(rt.layout().heap_offset + *in_heap_);
    data_ = static_cast<std::byte*>(devices.kernel_address(local));
  }
}

TaskScratch::TaskScratch(TaskScratch&& other) noexcept
    : rt_(other.rt_),
      data_(std::exchange(other.data_, nullptr)),
      on_host_(std::move(other.on_host_)),
      in_heap_(std::exchange(other.in_heap_, std::nullopt))
{}

TaskScratch& TaskScratch::operator=(TaskScratch&& other) noexcept
{
  std::swap(rt_, other.rt_);
  std::swap(data_, other.data_);
  std::swap(on_host_, other.on_host_);
  std::swap(in_heap_, other.in_heap_);
  return *this;
}

TaskScratch::~TaskScratch()
{
  if (in_heap_) rt_->heap(DART_MEMORY_UNIT).free(*in_heap_);
}

/* ---- one range ------------------------------------------------------------------------------- */

RangeView::RangeView(Runtime& rt, const TaskRange& range, DeviceStream* stream)
    : rt_(&rt),
      range_(&range),
      stream_(stream)
{
  if (range.bytes == 0) return;
  stream == nullptr ? find_for_cpu() : find_for_gpu();
}

void RangeView::find_for_cpu()
{
  auto* nominal = reinterpret_cast<std::byte*>(range_->place);
  if (range_->kind == TaskRange::Kind::mapped) {
    data_ = nominal;
    return;
  }
  if (range_->kind == TaskRange::Kind::device) {
    const Arena& arena = rt_->arena();
    place_ = rt_->devices()->reach(arena.unit_of(nominal), arena.offset_of(nominal), range_->bytes);
    if (place_ == nullptr) return;
  }
  scratch_ = TaskScratch(*rt_, range_->bytes, false);
  data_ = scratch_.data();
}

void RangeView::find_for_gpu()
{
  auto* nominal = reinterpret_cast<std::byte*>(range_->place);
  const Arena& arena = rt_->arena();
  DeviceSpace& devices = *rt_->devices();
  const int owner = arena.unit_of(nominal);
  const bool is_small = range_->bytes < rt_->tasks().smallest_copy();
  if (range_->kind == TaskRange::Kind::mapped) {
    // If the GPU cannot register the host memory, copies do not use the stream.
    is_enqueued_ = devices.reach_host(nominal, range_->bytes) != nullptr;
    place_ = nominal;
    return copy_for_gpu(is_small);
  }
  place_ = devices.reach(owner, arena.offset_of(nominal), range_->bytes);
  if (place_ == nullptr) return;
  is_enqueued_ = devices.kernels_reach(owner);
  const bool is_own = rt_->tasks().device_of(owner) == rt_->tasks().device_of(rt_->index());
  copy_for_gpu(is_small || is_own);
}

/// Accesses the range in place if that is as good, or if memory is exhausted; otherwise allocates
/// memory for a copy.
void RangeView::copy_for_gpu(bool is_good_in_place)
{
  if (!is_enqueued_ || !is_good_in_place) scratch_ = TaskScratch(*rt_, range_->bytes, true);
  data_ = is_copy() || !is_enqueued_ ? scratch_.data() : place_;
}

/// Copies by the stream, or else is complete on return.
dart_ret_t RangeView::move(void* to, const void* from)
{
  return is_enqueued_ ? stream_->copy(to, from, range_->bytes)
                      : rt_->devices()->copy(to, from, range_->bytes);
}

dart_ret_t RangeView::load()
{
  if (loaded_bytes() == 0) return DART_OK;
  if (place_ != nullptr) return move(data_, place_);
  return dart_get_blocking(data_, range_->gptr, range_->bytes, DART_TYPE_BYTE, DART_TYPE_BYTE);
}

dart_ret_t RangeView::store()
{
  return stored_bytes() > 0 && is_enqueued_ ? move(place_, data_) : DART_OK;
}

dart_ret_t RangeView::settle()
{
  if (stored_bytes() == 0 || is_enqueued_) return DART_OK;
  if (place_ != nullptr) return move(place_, data_);
  return dart_put_blocking(range_->gptr, data_, range_->bytes, DART_TYPE_BYTE, DART_TYPE_BYTE);
}

/* ---- all ranges ------------------------------------------------------------------------------ */

TaskView::TaskView(Runtime& rt, Task& task, DeviceStream* stream)
{
  if (task.range_count == 0) return;
  views_.reserve(task.range_count);
  for (std::uint32_t k = 0; k < task.range_count; ++k) {
    const RangeView& view = views_.emplace_back(rt, task.ranges()[k], stream);
    data_.push_back(view.data());
    bytes_.push_back(view.bytes());
    stored_bytes_ += view.stored_bytes();
    note_load(task.ranges()[k], view.loaded_bytes());
  }
}

void TaskView::note_load(const TaskRange& range, std::size_t bytes)
{
  if (bytes == 0) return;
  const bool is_first = loaded_bytes_ == 0;
  const bool is_same = is_first || loaded_from_ == memory_of(range);
  loaded_bytes_ += bytes;
  loaded_from_ = is_same && range.kind != TaskRange::Kind::far ? std::optional(memory_of(range))
                                                               : std::nullopt;
}

namespace {

template <class Views, class Move>
TaskOutcome move_all(Views& views, const char* trouble, Move move)
{
  for (std::size_t k = 0; k < views.size(); ++k) {
    const dart_ret_t moved = move(views[k]);
    if (moved == DART_OK) continue;
    return {moved, "range " + std::to_string(k) + ' ' + trouble + " where the task executes"};
  }
  return {};
}

}  // namespace

TaskOutcome TaskView::load()
{
  TaskOutcome reached = move_all(
      views_, "is out of reach, or memory for a copy is exhausted,",
      [](RangeView& view) { return view.is_reached() ? DART_OK : DART_ERR_OTHER; });
  if (reached.code != DART_OK) return reached;
  return move_all(views_, "cannot be read", [](RangeView& view) { return view.load(); });
}

TaskOutcome TaskView::store()
{
  return move_all(views_, "cannot be written", [](RangeView& view) { return view.store(); });
}

TaskOutcome TaskView::settle()
{
  return move_all(views_, "cannot be written", [](RangeView& view) { return view.settle(); });
}

}  // namespace dart
