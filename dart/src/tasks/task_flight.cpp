#include "tasks/task_flight.h"

#include <algorithm>
#include <utility>

#include "base/clock.h"
#include "tasks/task_scheduler.h"
#include "trace/trace.h"

namespace dart {
namespace {

/// Largest number of tasks whose kernels and copies overlap.
constexpr std::size_t most_lanes = 8;
/// Least number of long tasks in flight: one that computes and one behind it; with copies, also one
/// that copies in and one that copies out.
constexpr std::uint32_t least_in_flight = 2, least_with_copies = 4;
constexpr std::uint32_t most_in_flight = 256;
/// Short tasks that are in flight together should end within this time.
constexpr double horizon_ns = 500'000;
/// If tasks end in shorter intervals than this, overlapping them brings no advantage.
constexpr double short_ns = 20'000;
/// If no task of a stream has ended for this time, further tasks on it would wait for a long one.
constexpr std::int64_t stalled_ns = 500'000;
/// A thread that has not launched anything for this time is assumed to do something else.
constexpr std::int64_t turn_ns = 20'000;

}  // namespace

TaskFlight::TaskFlight(const TaskSurroundings& run, TaskScheduler& scheduler)
    : run_(run),
      scheduler_(scheduler)
{}

TaskFlight::~TaskFlight() = default;

bool TaskFlight::has_room() const
{
  const std::uint32_t size = size_.load();
  return size < (copying_.load() > 0 ? least_with_copies : least_in_flight) ||
         (size < most_in_flight && busy_ns_.samples() > 0 && size * busy_ns_.value() < horizon_ns);
}

bool TaskFlight::has_turn() const
{
  return last_launcher_.load(std::memory_order_relaxed) == std::this_thread::get_id() ||
         now_ns() - last_launch_ns_.load(std::memory_order_relaxed) > turn_ns;
}

/// Chooses an idle stream if possible, so that tasks overlap. Short tasks, however, use the same
/// stream, because the completion of each additional stream has to be tested.
TaskFlight::Lane* TaskFlight::choose_lane()
{
  const std::int64_t now = now_ns();
  const bool are_short = busy_ns_.samples() > 0 && busy_ns_.value() < short_ns;
  std::lock_guard guard(mutex_);
  Lane* best = nullptr;
  bool follows = false;
  for (std::size_t k = 0; k < lanes_.size() && !follows; ++k) {
    Lane* lane = lanes_[(next_lane_ + k) % lanes_.size()].get();
    follows = are_short && now - lane->progress_ns.load() < stalled_ns;
    if (best == nullptr || follows || lane->tasks.load() < best->tasks.load()) best = lane;
  }
  if (!follows && (best == nullptr || best->tasks.load() > 0) && lanes_.size() < most_lanes) {
    if (auto stream = run_.memory.devices()->make_task_stream()) {
      lanes_.push_back(std::make_unique<Lane>());
      lanes_.back()->stream = std::move(stream);
      lanes_.back()->number = static_cast<std::uint32_t>(lanes_.size() - 1);
      best = lanes_.back().get();
    }
  }
  if (best != nullptr && best->tasks.fetch_add(1) == 0) best->progress_ns.store(now);
  if (!follows) ++next_lane_;
  return best;
}

void TaskFlight::launch(Task& task) noexcept
{
  size_.fetch_add(1);
  Lane* lane = is_broken() ? nullptr : choose_lane();
  if (lane == nullptr) {
    scheduler_.end(task, {DART_ERR_OTHER, name_of_gpu() + " is out of use: " + trouble()});
    size_.fetch_sub(1);
    return;
  }
  Entry entry{&task, TaskView(run_, scheduler_.devices(), task, lane->stream.get()), {}};
  if (has_copies(entry)) copying_.fetch_add(1);
  entry.begun_ns = now_ns();
  last_launch_ns_.store(entry.begun_ns, std::memory_order_relaxed);
  last_launcher_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  enqueue(*lane, entry);
  std::lock_guard guard(lane->mutex);
  entry.piece = lane->stream->end_piece();
  lane->entries.push_back(std::move(entry));
}

/// Enqueues all work of a task. Even after a failure, the work on the stream has to end before the
/// task does.
void TaskFlight::enqueue(Lane& lane, Entry& entry)
{
  const bool is_timed = trace::is_on || entry.view.tells_speed(scheduler_.links());
  const auto stamp = [&] {
    if (is_timed) entry.stamps.push_back(lane.stream->stamp());
  };
  void* stream = nullptr;
  {
    std::lock_guard guard(lane.mutex);
    stamp();
    entry.outcome = entry.view.load();
    stamp();
    if (entry.outcome.code != DART_OK) return;
    stream = lane.stream->kernels();
  }
  {
    const trace::Scope span("task: launch", entry.task->name_in_trace());
    entry.outcome = scheduler_.call(*entry.task, entry.view, stream);
  }
  std::lock_guard guard(lane.mutex);
  stamp();
  if (entry.outcome.code != DART_OK) return;
  entry.outcome = entry.view.store();
  stamp();
}

bool TaskFlight::poll() noexcept
{
  // A question to the GPU takes nearly as long as a launch, which another thread would have to wait
  // for.
  if (is_empty() || !has_turn()) return false;
  std::vector<Entry> ended;
  {
    std::unique_lock guard(mutex_, std::try_to_lock);
    if (!guard) return false;
    for (const auto& lane : lanes_) {
      if (lane->tasks.load() > 0) collect(*lane, ended);
    }
  }
  if (ended.empty()) return false;
  note_ends(ended);
  for (Entry& entry : ended) end(entry);
  return true;
}

void TaskFlight::collect(Lane& lane, std::vector<Entry>& ended)
{
  std::unique_lock guard(lane.mutex, std::try_to_lock);
  if (!guard) return;
  while (!lane.entries.empty()) {
    Entry& first = lane.entries.front();
    const DeviceStream::State state = lane.stream->poll(first.piece);
    if (state == DeviceStream::State::pending) return;
    if (state == DeviceStream::State::failed) {
      trouble_ = lane.stream->trouble();
      if (!is_broken_.exchange(true)) scheduler_.note_broken();
      first.outcome = {
          DART_ERR_OTHER, "it, or a task beside it, broke " + name_of_gpu() + ": " + trouble_};
    }
    if (state == DeviceStream::State::complete && !first.stamps.empty()) read_stamps(lane, first);
    ended.push_back(std::move(first));
    lane.entries.pop_front();
    lane.tasks.fetch_sub(1);
    lane.progress_ns.store(now_ns(), std::memory_order_relaxed);
  }
}

void TaskFlight::read_stamps(Lane& lane, Entry& entry)
{
  std::vector<std::int64_t> times;
  for (const DeviceStream::Stamp stamp : entry.stamps) {
    times.push_back(lane.stream->time_of(stamp));
  }
  entry.view.note_speed(scheduler_.links(), static_cast<double>(times[1] - times[0]));
  constexpr std::string_view stages[] = {"task: transfer in", "task: run", "task: write back"};
  for (std::size_t k = 0; trace::is_on && k + 1 < times.size(); ++k) {
    const bool is_there = k == 0 ? entry.view.has_loads() : k == 1 || entry.view.has_stores();
    if (!is_there) continue;
    trace::add(
        trace::stream(lane.number),
        {stages[k], entry.task->name_in_trace(), times[k], times[k + 1]});
  }
}

bool TaskFlight::has_copies(const Entry& entry)
{
  return entry.view.has_loads() || entry.view.has_stores();
}

void TaskFlight::end(Entry& entry)
{
  if (has_copies(entry)) copying_.fetch_sub(1);
  if (entry.outcome.code == DART_OK) entry.outcome = entry.view.settle();
  {
    // destroyed now, because dependent tasks may need its memory
    const TaskView done = std::move(entry.view);
  }
  scheduler_.end(*entry.task, entry.outcome);
  size_.fetch_sub(1);
}

/// Distributes the time since the last end, or since the first of the tasks began, evenly over the
/// tasks.
void TaskFlight::note_ends(const std::vector<Entry>& ended)
{
  const std::int64_t now = now_ns();
  std::int64_t begin = now;
  for (const Entry& entry : ended) begin = std::min(begin, entry.begun_ns);
  begin = std::max(begin, last_end_ns_.exchange(now));
  // other threads may have stored a later time
  const std::int64_t span = std::max<std::int64_t>(0, now - begin);
  const double busy = static_cast<double>(span) / static_cast<double>(ended.size());
  busy_ns_.add(busy, 0.125);
  for (const Entry& entry : ended) {
    TaskTimes::Entry* times = scheduler_.times().find(*entry.task, DeviceKind::gpu);
    if (times == nullptr || times->is_first()) continue;
    const double moving = entry.view.has_loads() ? scheduler_.moving_ns(*entry.task) : 0;
    times->add(std::max(busy - moving, busy / 4));
  }
}

std::string TaskFlight::name_of_gpu() const
{
  return "GPU " + std::to_string(run_.units.mine().gpu) + " of unit " +
         std::to_string(run_.units.me());
}

std::string TaskFlight::trouble()
{
  std::lock_guard guard(mutex_);
  return trouble_.empty() ? "it has no stream for tasks; see the message before" : trouble_;
}

}  // namespace dart
