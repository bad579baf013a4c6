#include "tasks/task_mail.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/copy_bytes.h"
#include "base/log.h"

namespace dart {

TaskMail::TaskMail(
    RemoteCalls& calls, const Hosts& hosts, ControlHeap& heap, SharedMail& shared, Receive receive)
    : calls_(calls),
      hosts_(hosts),
      heap_(heap),
      shared_(shared),
      receive_(std::move(receive))
{
  calls.fence().bind(shared.behind, [this] { wait_for_starts(); });
}

void TaskMail::open()
{
  calls_.serve(RemoteCalls::Kind::task, [this](dart_unit_t from, Bytes message, ByteBuffer&) {
    this->receive(from, message);
    return DART_OK;
  });
}

bool TaskMail::add(std::uint32_t host, Bytes message, About about)
{
  MailBag& bag = shared_.bags[host];
  std::unique_lock guard(bag.lock);
  if (!make_room(bag, message.size())) return false;
  append(host, message, about, guard);
  return true;
}

bool TaskMail::reserve(std::uint32_t host, std::size_t bytes)
{
  MailBag& bag = shared_.bags[host];
  std::lock_guard guard(bag.lock);
  if (!make_room(bag, bytes)) return false;
  bag.reserved += bytes;
  return true;
}

void TaskMail::cancel(std::uint32_t host, std::size_t bytes)
{
  MailBag& bag = shared_.bags[host];
  std::lock_guard guard(bag.lock);
  bag.reserved -= bytes;
}

void TaskMail::add_reserved(std::uint32_t host, Bytes message, About about)
{
  MailBag& bag = shared_.bags[host];
  std::unique_lock guard(bag.lock);
  bag.reserved -= message.size();
  append(host, message, about, guard);
}

/// The caller holds the lock.
bool TaskMail::make_room(MailBag& bag, std::size_t bytes)
{
  constexpr std::size_t least = 4096;
  const std::size_t needed = bag.size + bag.reserved + bytes;
  if (needed <= bag.room) return true;
  const std::size_t room = std::max(2 * needed, least);
  auto* larger = static_cast<std::byte*>(heap_.allocate(room));
  if (larger == nullptr) return false;
  if (bag.bytes != nullptr) {
    copy_bytes(larger, bag.bytes, bag.size);
    heap_.free(bag.bytes);
  }
  bag.bytes = larger;
  bag.room = room;
  return true;
}

/// There is room. Gives the lock back.
void TaskMail::append(
    std::uint32_t host, Bytes message, About about, std::unique_lock<SpinLock>& guard)
{
  MailBag& bag = shared_.bags[host];
  copy_bytes(bag.bytes + bag.size, message.data(), message.size());
  bag.size += message.size();
  ++bag.added;
  if (about != About::rest) {
    if (bag.arrived.load() >= bag.last_start.load()) shared_.behind.fetch_add(1);
    bag.last_start.store(bag.added);
    if (about == About::wide_start) bag.last_wide_start.store(bag.added);
  }
  if (!bag.is_under_way) send(host, guard);
}

/// Sends what is in the bag, and gives the lock back. If there is no memory for that, the process
/// ends, because tasks of other hosts would wait forever.
void TaskMail::send(std::uint32_t host, std::unique_lock<SpinLock>& guard) noexcept
{
  MailBag& bag = shared_.bags[host];
  const std::vector<std::byte> bundle(bag.bytes, bag.bytes + bag.size);
  bag.size = 0;
  bag.sent = bag.added;
  bag.is_under_way = true;
  guard.unlock();
  calls_.post(first_of(host), RemoteCalls::Kind::task, bundle);
}

/// A bundle is answered by a message without bytes once its messages were received.
void TaskMail::receive(dart_unit_t from, Bytes message)
{
  if (message.empty()) {
    note_arrival(hosts_.host_of(from));
    return;
  }
  try {
    while (!message.empty()) receive_(message);
  } catch (const std::bad_alloc&) {
    log(LogLevel::error, "no memory for the tasks of other hosts on data of this one");
    std::abort();
  }
  calls_.post(from, RemoteCalls::Kind::task, {});
}

void TaskMail::note_arrival(std::uint32_t host)
{
  MailBag& bag = shared_.bags[host];
  std::unique_lock guard(bag.lock);
  const bool was_behind = bag.arrived.load() < bag.last_start.load();
  bag.arrived.store(bag.sent);
  if (was_behind && bag.sent >= bag.last_start.load()) shared_.behind.fetch_sub(1);
  bag.is_under_way = false;
  if (bag.size > 0) send(host, guard);
}

bool TaskMail::have_wide_starts_arrived() const
{
  const MailBag* const bags = shared_.bags;
  return std::all_of(bags, bags + hosts_.count(), [](const MailBag& bag) {
    return bag.arrived.load() >= bag.last_wide_start.load();
  });
}

/// \return false if that takes longer than calls may take
template <class Ready>
bool TaskMail::wait_in_time(Ready ready)
{
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(calls_.timeout_s());
  bool is_ready = false;
  calls_.wait([&] {
    is_ready = ready();
    return is_ready || Clock::now() > end;
  });
  return is_ready;
}

/// Later starts of other units need not have arrived.
void TaskMail::wait_for_starts()
{
  for (std::uint32_t host = 0; host < hosts_.count(); ++host) {
    const MailBag& bag = shared_.bags[host];
    const std::uint64_t last = bag.last_start.load();
    if (wait_in_time([&] { return bag.arrived.load() >= last; })) continue;
    throw std::runtime_error(
        "unit " + std::to_string(first_of(host)) + " does not note starts of tasks within " +
        std::to_string(calls_.timeout_s()) +
        " s (DART_NETWORK_TIMEOUT): its host is down, or its process is stopped");
  }
}

bool TaskMail::wait_for_all()
{
  const auto is_idle = [&](std::uint32_t host) {
    MailBag& bag = shared_.bags[host];
    std::lock_guard guard(bag.lock);
    return !bag.is_under_way && bag.size == 0;
  };
  bool all = true;
  for (std::uint32_t host = 0; host < hosts_.count(); ++host) {
    all = all && wait_in_time([&] { return is_idle(host); });
  }
  return all;
}

}  // namespace dart
