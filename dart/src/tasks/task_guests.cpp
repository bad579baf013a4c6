#include "tasks/task_guests.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <string>

#include "base/log.h"
#include "memory/far_place.h"
#include "tasks/task_scheduler.h"

namespace dart {
namespace {

constexpr char no_memory[] = "no memory to order it among tasks of another host";

/// A range of a task, for the host on which it lies.
struct GuestRange {
  std::uint64_t place, bytes;
  std::uint8_t access;
};

}  // namespace

TaskGuests::TaskGuests(const TaskSurroundings& run, TaskScheduler& scheduler, RemoteCalls& calls)
    : run_(run),
      scheduler_(scheduler),
      calls_(calls),
      mail_(
          calls, run.units.hosts(), run.heap, run.shared.mail,
          [this](TaskMail::Bytes& bytes) { receive(bytes); }),
      token_(calls, run.units.hosts(), run.shared.token, mail_)
{}

std::string TaskGuests::name_of(const Task& guest)
{
  const Traveller& of = traveller_of(guest);
  return "task " + std::to_string(number_of(of.serial)) + " of unit " + std::to_string(of.unit);
}

const TaskGuests::Traveller& TaskGuests::traveller_of(const Task& guest)
{
  static_assert(sizeof(Traveller) <= Task::inline_args);
  return *reinterpret_cast<const Traveller*>(guest.own_args);
}

/* ---- on the host of the start ---------------------------------------------------------------- */

TaskGuests::Traveller TaskGuests::traveller(Task& task) const
{
  return {run_.units.hosts().units_here()[task.creator], task.ref().serial, &task};
}

std::uint32_t TaskGuests::host_of(const TaskRange& range) const
{
  return run_.units.hosts().host_of(far_place_unit(reinterpret_cast<const void*>(range.place)));
}

std::vector<std::uint32_t> TaskGuests::hosts_of(Task& task) const
{
  std::vector<std::uint32_t> hosts;
  for (const TaskRange& range : task.all_ranges()) {
    if (range.is_far() && range.bytes > 0) hosts.push_back(host_of(range));
  }
  std::sort(hosts.begin(), hosts.end());
  hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
  return hosts;
}

bool TaskGuests::has_range_here(Task& task)
{
  return std::ranges::any_of(
      task.all_ranges(), [](const TaskRange& range) { return !range.is_far() && range.bytes > 0; });
}

void TaskGuests::order(Task& task)
{
  const std::vector<std::uint32_t> hosts = hosts_of(task);
  if (hosts.size() == 1 && !has_range_here(task)) {
    set_out(task);
    order_on(hosts.front(), task, TaskMail::About::start);
    return;
  }
  const OrderToken::Use token(token_);
  if (!token.is_granted()) {
    scheduler_.fail(
        task, DART_ERR_OTHER,
        "it has ranges on several hosts, and one that has to take part in their order does not "
        "answer");
    return;
  }
  set_out(task);
  scheduler_.order(task);
  for (const std::uint32_t host : hosts) order_on(host, task, TaskMail::About::wide_start);
}

/// From here on, the end of the task is told to the other hosts.
void TaskGuests::set_out(Task& task)
{
  task.role = TaskRole::traveller;
  run_.shared.travellers.fetch_add(1);
}

/// Orders a task on another host. If there is no memory for that, the task fails, so it needs its
/// ranges there no more.
void TaskGuests::order_on(std::uint32_t host, Task& task, TaskMail::About about)
{
  std::vector<GuestRange> ranges;
  for (const TaskRange& range : task.all_ranges()) {
    if (!range.is_far() || range.bytes == 0 || host_of(range) != host) continue;
    const auto* place = reinterpret_cast<const void*>(range.place);
    ranges.push_back({far_place_address(place), range.bytes, range.access});
  }
  const auto more = std::as_bytes(std::span(ranges));
  Note note{Note::Kind::order, 0, traveller(task)};
  note.bytes = static_cast<std::uint32_t>(sizeof note + more.size());
  std::vector<std::byte> message(note.bytes);
  std::memcpy(message.data(), &note, sizeof note);
  std::copy(more.begin(), more.end(), message.begin() + sizeof note);
  task.unmet.fetch_add(1);
  if (mail_.reserve(host, sizeof(Note))) {  // for its end
    if (mail_.add(host, message, about)) return;
    mail_.cancel(host, sizeof(Note));
  }
  task.unmet.fetch_sub(1);
  for (TaskRange& range : task.all_ranges()) {
    if (range.is_far() && host_of(range) == host) range.bytes = 0;
  }
  scheduler_.fail(task, DART_ERR_NOMEM, no_memory);
}

void TaskGuests::end(Task& task)
{
  Note note{Note::Kind::end, 0, traveller(task)};
  note.result = task.result;
  note.inherits_error = task.inherits_error;
  note.has_handle = task.has_handle.load();
  for (const std::uint32_t host : hosts_of(task)) {
    add_with_text(host, note, task.error != nullptr ? task.error : "");
  }
  run_.shared.travellers.fetch_sub(1);
}

void TaskGuests::forget(Task& task)
{
  Note note{Note::Kind::forget, sizeof note, traveller(task)};
  for (const std::uint32_t host : hosts_of(task)) {
    if (mail_.add(host, bytes_of(note), TaskMail::About::start)) continue;
    log(LogLevel::error, "no memory to tell another host that the failure of a task is forgotten");
  }
}

/// Adds a note for which room is reserved, with a text if there is memory for it.
void TaskGuests::add_with_text(std::uint32_t host, Note note, std::string_view text)
{
  note.bytes = sizeof note;
  if (!text.empty()) {
    std::byte message[sizeof note + most_text];
    text = text.substr(0, most_text);
    note.bytes = static_cast<std::uint32_t>(sizeof note + text.size());
    std::memcpy(message, &note, sizeof note);
    std::memcpy(message + sizeof note, text.data(), text.size());
    if (mail_.add(host, {message, note.bytes}, TaskMail::About::rest)) {
      mail_.cancel(host, sizeof note);
      return;
    }
    note.bytes = sizeof note;
  }
  mail_.add_reserved(host, bytes_of(note), TaskMail::About::rest);
}

void TaskGuests::wait_for_travellers()
{
  calls_.wait([this] { return run_.shared.travellers.load() == 0; });
}

/* ---- on the host of the data ----------------------------------------------------------------- */

void TaskGuests::receive(TaskMail::Bytes& bytes)
{
  const auto note = front_of<Note>(bytes);
  const TaskMail::Bytes more = bytes.first(note.bytes).subspan(sizeof note);
  const std::string_view text(reinterpret_cast<const char*>(more.data()), more.size());
  bytes = bytes.subspan(note.bytes);
  switch (note.kind) {
    case Note::Kind::order:
      return invite(note, more);
    case Note::Kind::grant:
      return note_grant(note, text);
    case Note::Kind::end:
      return dismiss(note, text);
    case Note::Kind::forget:
      return note_forgotten(note);
  }
}

TaskRef TaskGuests::local(const Traveller& of) const
{
  if (run_.units.hosts().is_here(of.unit)) return {of.task, of.serial};
  const auto found = guests_.find(of);
  return found == guests_.end() ? TaskRef{} : found->second->ref();
}

/// Makes a guest.
void TaskGuests::invite(const Note& note, TaskMail::Bytes ranges)
{
  const std::uint32_t host = run_.units.hosts().host_of(note.of.unit);
  if (!mail_.reserve(host, sizeof(Note))) throw std::bad_alloc();  // ends the process
  Task* guest = scheduler_.create(scheduler_.guests_creator());
  if (guest == nullptr || !describe(*guest, note.of, ranges)) {
    if (guest != nullptr) scheduler_.release(*guest);
    add_with_text(host, {Note::Kind::grant, 0, note.of, DART_ERR_NOMEM}, no_memory);
    return;
  }
  guests_.emplace(note.of, guest);
  guest->users.fetch_add(1);  // its traveller, which ends it
  guest->state.advance(TaskPhase::created, TaskPhase::waiting);
  scheduler_.start(*guest, false);
}

/// \return false if memory is exhausted
bool TaskGuests::describe(Task& guest, const Traveller& of, TaskMail::Bytes ranges)
{
  const std::size_t count = ranges.size() / sizeof(GuestRange);
  guest.role = TaskRole::guest;
  guest.args_bytes = sizeof of;
  std::memcpy(guest.own_args, &of, sizeof of);
  guest.range_count = 0;
  if (count > Task::inline_ranges) {
    const std::size_t bytes = count * sizeof(TaskRange);
    guest.more_ranges = static_cast<TaskRange*>(run_.heap.allocate(bytes));
    if (guest.more_ranges == nullptr) return false;
    // Guests have no limit: the tasks that they stand for have.
    run_.shared.creators[guest.creator].memory.enter(
        bytes, std::numeric_limits<std::uint64_t>::max());
  }
  guest.range_count = static_cast<std::uint32_t>(count);
  for (TaskRange& range : guest.all_ranges()) {
    const auto given = front_of<GuestRange>(ranges);
    ranges = ranges.subspan(sizeof given);
    range = {given.place, given.bytes, TaskRange::Kind::mapped, given.access};
  }
  return true;
}

/// The guest stays in the phase waiting until its traveller has ended, so that it can still be
/// marked as cancelled.
void TaskGuests::grant(Task& guest)
{
  const Traveller& of = traveller_of(guest);
  const Note note{Note::Kind::grant, 0, of, guest.result, guest.inherits_error};
  const char* const error = note.result != DART_OK && guest.error != nullptr ? guest.error : "";
  add_with_text(run_.units.hosts().host_of(of.unit), note, error);
}

/// The traveller executes when all of its guests are granted, or fails with the predecessors of
/// one of them.
void TaskGuests::note_grant(const Note& note, std::string_view text)
{
  Task& task = *note.of.task;
  take_over_failure(task, note, text);
  Task* ready_to_end = nullptr;
  scheduler_.release_predecessor(task, ready_to_end);
  if (ready_to_end != nullptr) scheduler_.finish(*ready_to_end);
}

/// The traveller has ended.
void TaskGuests::dismiss(const Note& note, std::string_view text)
{
  const auto found = guests_.find(note.of);
  if (found == guests_.end()) return;  // there was no memory for the guest
  Task& guest = *found->second;
  take_over_failure(guest, note, text);
  if (guest.result == DART_OK || !note.has_handle) release_handle(guest);
  if (!guest.has_handle) guests_.erase(found);
  if (!guest.state.advance(TaskPhase::waiting, TaskPhase::running)) {
    guest.state.advance(TaskPhase::cancelled, TaskPhase::running);
  }
  scheduler_.finish(guest);
}

/// The failure of the traveller does not concern tasks that are started from now on.
void TaskGuests::note_forgotten(const Note& note)
{
  const auto found = guests_.find(note.of);
  if (found == guests_.end()) return;
  Task& guest = *found->second;
  const bool is_over = guest.state.phase() == TaskPhase::finished;
  if (is_over) guests_.erase(found);
  guest.state.advance(TaskPhase::waiting, TaskPhase::cancelled);
  release_handle(guest);
}

/// The traveller fails with its guests, and they with it.
void TaskGuests::take_over_failure(Task& task, const Note& note, std::string_view text)
{
  if (note.result == DART_OK) return;
  const auto length = static_cast<int>(text.size());
  const bool is_first = scheduler_.fail(task, note.result, "%.*s", length, text.data());
  if (is_first) task.inherits_error = note.inherits_error;
}

void TaskGuests::release_handle(Task& guest)
{
  if (guest.has_handle.exchange(false)) scheduler_.release(guest);
}

}  // namespace dart
