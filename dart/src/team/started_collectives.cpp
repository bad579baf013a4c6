#include "team/started_collectives.h"

#include <utility>

#include "base/exception_guard.h"
#include "base/thread.h"
#include "base/wait_place.h"
#include "dash/dart/if/dart_error.h"

namespace dart {

StartedCollectives::StartedCollectives(
    void* memory, const BoardOwner& owner, std::uint32_t me, std::unique_ptr<HostExchange> between)
    : owner_{owner.team, owner.members, owner.waits, &awaited_by_}
{
  board_.emplace(memory, owner_, me, std::move(between));
  thread_ = start_thread("executes collectives that were started", [this] { run(); }, worker_);
}

PendingOperations::Ticket StartedCollectives::start(const CollectiveCall& call, Body body)
{
  const Ticket ticket = started_ + 1;
  {
    std::lock_guard guard(mutex_);
    const auto [outcome, is_new] = outcomes_.try_emplace(ticket, Outcome{call, DART_OK, {}});
    try {
      queue_.push_back({ticket, call, dart_current_call, std::move(body)});
    } catch (...) {
      outcomes_.erase(outcome);
      throw;
    }
    if (queue_.size() == 1) owner_.waits.begin_work();
  }
  changed_.notify_all();
  started_ = ticket;
  latest_ = call;
  return ticket;
}

bool StartedCollectives::test(Ticket ticket, bool)
{
  return is_complete(ticket);
}

dart_ret_t StartedCollectives::wait(Ticket ticket, bool)
{
  std::unique_lock lock(mutex_);
  const auto found = outcomes_.find(ticket);
  if (found == outcomes_.end()) return DART_OK;
  if (!is_complete(ticket)) {
    const char* const call = found->second.call.name();
    lock.unlock();
    await(ticket, call);
    lock.lock();
  }
  const Outcome outcome = std::move(found->second);
  outcomes_.erase(found);
  lock.unlock();
  if (outcome.result != DART_OK) {
    // The messages name what the program has called when it has started the collective.
    const char* const current = std::exchange(dart_current_call, nullptr);
    log(LogLevel::error, "%s", outcome.messages.c_str());
    dart_current_call = current;
  }
  return outcome.result;
}

/// Waits for the thread. Meanwhile the calling thread does nothing that other units could wait for.
void StartedCollectives::await(Ticket ticket, const char* call)
{
  const HelperThread helper(worker_);
  awaited_by_.fetch_add(1);
  const ShownWait shown(call, owner_.team);
  for (auto seen = progress_.count(); !is_complete(ticket); seen = progress_.count())
    progress_.wait(seen + 1);
  awaited_by_.fetch_sub(1);
}

void StartedCollectives::forget(Ticket ticket)
{
  std::lock_guard guard(mutex_);
  outcomes_.erase(ticket);
}

void StartedCollectives::complete_all(const char* function)
{
  if (!is_complete(started_)) await(started_, function);
  std::lock_guard guard(mutex_);
  if (outcomes_.empty()) return;
  const Outcome& first = outcomes_.begin()->second;
  log(LogLevel::warn,
      "%s: the program has not waited for %zu of the collectives that it has started on team %d, "
      "the first of them %s; they are complete now, but what they write to must exist until then",
      function, outcomes_.size(), owner_.team, first.call.text(&owner_.members).c_str());
}

void StartedCollectives::end(const Mismatch* reason)
{
  if (!thread_.joinable()) return;
  {
    std::lock_guard guard(mutex_);
    ends_ = true;
  }
  if (reason != nullptr && !is_complete(started_)) board_->end(*reason);
  changed_.notify_all();
  thread_.join();
  board_.reset();
}

bool StartedCollectives::is_forgotten()
{
  std::lock_guard guard(mutex_);
  return outcomes_.empty();
}

void StartedCollectives::run()
{
  dart_errors_kept = 1;  // who waits for a collective reports its errors
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ends_ || !queue_.empty(); });
    if (queue_.empty()) return;
    // Others add to the queue meanwhile, which leaves its first element where it is.
    const Started& started = queue_.front();
    lock.unlock();
    Outcome outcome = execute(started);
    lock.lock();
    const Ticket ticket = started.ticket;
    if (const auto found = outcomes_.find(ticket); found != outcomes_.end())
      found->second = std::move(outcome);
    queue_.pop_front();
    if (queue_.empty()) owner_.waits.end_work();
    completed_.store(ticket);
    progress_.add(1);
  }
}

StartedCollectives::Outcome StartedCollectives::execute(const Started& started)
{
  kept_errors().clear();
  dart_current_call = started.user_call;
  const dart_ret_t result = guarded_always(started.call.name(), [&](const char*) {
    board_->begin(started.call);
    return started.body(*board_);
  });
  dart_current_call = nullptr;
  return {started.call, result, result == DART_OK ? std::string() : kept_errors()};
}

}  // namespace dart
