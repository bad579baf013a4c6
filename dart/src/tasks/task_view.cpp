#include "tasks/task_view.h"

#include <new>
#include <string>
#include <utility>

#include "memory/far_place.h"

namespace dart {
/* ---- scratch memory -------------------------------------------------------------------------- */

TaskScratch::TaskScratch(GlobalMemory& memory, std::size_t bytes, bool on_device) : memory_(&memory)
{
  if (!on_device) {
    on_host_.reset(new (std::nothrow) std::byte[bytes]);
    data_ = on_host_.get();
  } else if ((in_heap_ = memory.heap(DART_MEMORY_UNIT).allocate(bytes))) {
    DeviceSpace& devices = *memory.devices();
    const std::byte* local = devices.local_address(memory.layout().heap_offset + *in_heap_);
    data_ = static_cast<std::byte*>(devices.kernel_address(local));
  }
}

TaskScratch::TaskScratch(TaskScratch&& other) noexcept
    : memory_(other.memory_),
      data_(std::exchange(other.data_, nullptr)),
      on_host_(std::move(other.on_host_)),
      in_heap_(std::exchange(other.in_heap_, std::nullopt))
{}

TaskScratch& TaskScratch::operator=(TaskScratch&& other) noexcept
{
  std::swap(memory_, other.memory_);
  std::swap(data_, other.data_);
  std::swap(on_host_, other.on_host_);
  std::swap(in_heap_, other.in_heap_);
  return *this;
}

TaskScratch::~TaskScratch()
{
  if (in_heap_) memory_->heap(DART_MEMORY_UNIT).free(*in_heap_);
}

/* ---- one range ------------------------------------------------------------------------------- */

RangeView::RangeView(
    const TaskSurroundings& run, const TaskDevices& devices, const TaskRange& range,
    DeviceStream* stream)
    : run_(&run),
      range_(&range),
      stream_(stream)
{
  if (range.bytes == 0) return;
  route_ = choose_route(devices);
  if (!route_.is_reached) return;
  if (!route_.is_in_place) scratch_ = TaskScratch(run.memory, range.bytes, stream != nullptr);
  // In place also where memory is exhausted.
  const bool needs_copy = stream == nullptr ? !route_.is_in_place : !route_.is_by_stream;
  data_ = is_copy() || needs_copy ? scratch_.data() : route_.place;
}

ViewRoute RangeView::choose_route(const TaskDevices& devices) const
{
  auto* const nominal = reinterpret_cast<std::byte*>(range_->place);
  const bool is_device = range_->kind == TaskRange::Kind::device;
  ViewedRange range{
      nominal, range_->bytes, is_device ? MemoryKind::device : MemoryKind::host, !range_->is_far(),
      false};
  if (stream_ == nullptr) return run_->routes.view_by_cpu(range);
  const std::uint32_t owner = run_->memory.arena().unit_of(nominal);
  const bool is_own = is_device && devices.of(owner) == devices.of(run_->units.index());
  range.is_good_in_place = is_own || range.bytes < devices.smallest_copy();
  return run_->routes.view_by_gpu(range);
}

/// The stream copies, or the copy is complete on return.
dart_ret_t RangeView::copy(void* to, const void* from)
{
  return route_.is_by_stream ? stream_->copy(to, from, range_->bytes)
                             : run_->memory.devices()->copy(to, from, range_->bytes);
}

/// Moves a far range, completely on return. This process need not belong to the team that allocated
/// it.
dart_ret_t RangeView::transfer(Direction direction)
{
  const HostFence::Lifted unnoticed;  // other units learn of this by the order of tasks only
  const auto* place = reinterpret_cast<const void*>(range_->place);
  const bool is_device = range_->kind == TaskRange::Kind::far_device;
  const Segment::Part part{
      range_->bytes, nullptr, far_place_address(place),
      is_device ? MemoryKind::device : MemoryKind::host, false};
  const dart_global_unit_t owner(far_place_unit(place));
  return run_->transfers.complete_at({&part, owner, 0}, direction, data_, range_->bytes);
}

dart_ret_t RangeView::load()
{
  if (loaded_bytes() == 0) return DART_OK;
  return route_.place != nullptr ? copy(data_, route_.place) : transfer(Direction::get);
}

dart_ret_t RangeView::store()
{
  return stored_bytes() > 0 && route_.is_by_stream ? copy(route_.place, data_) : DART_OK;
}

dart_ret_t RangeView::settle()
{
  if (stored_bytes() == 0 || route_.is_by_stream) return DART_OK;
  return route_.place != nullptr ? copy(route_.place, data_) : transfer(Direction::put);
}

/* ---- all ranges ------------------------------------------------------------------------------ */

TaskView::TaskView(
    const TaskSurroundings& run, const TaskDevices& devices, Task& task, DeviceStream* stream)
{
  if (task.range_count == 0) return;
  views_.reserve(task.range_count);
  for (std::uint32_t k = 0; k < task.range_count; ++k) {
    const RangeView& view = views_.emplace_back(run, devices, task.ranges()[k], stream);
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
  loaded_from_ = is_same && !range.is_far() ? std::optional(memory_of(range)) : std::nullopt;
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
