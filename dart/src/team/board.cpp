#include "team/board.h"

#include <sched.h>

#include <span>
#include <string>
#include <utility>

#include "base/collective_mismatch.h"

namespace dart {
Board::~Board()
{
  if (!is_broken_ || between_ == nullptr) return;
  // Messages to hosts that stopped listening are never complete, so their memory has to stay.
  between_.release();
  new std::vector<std::byte>(std::move(all_));
}

void Board::await_slowly(std::uint32_t unit, WaitWord::Count step)
{
  check(line(unit, step).step.wait(step), unit, step);
}

void Board::meet_over_hosts()
{
  contribute(0);
  show([](std::uint32_t) { return std::size_t(0); });
  wait_for_all();
}

/// Compares what \c unit shows with a step with what this unit has shown.
void Board::check(MarkedWaitWord::Value theirs, std::uint32_t unit, WaitWord::Count step)
{
  if (theirs != shown_[step & 1]) examine(theirs, line(unit, step), unit, step);
}

/// A unit shows another call than this unit in a step, or is past the step, or does not reach it
/// because the board is broken.
void Board::examine(
    MarkedWaitWord::Value theirs, const Line& line, std::uint32_t unit, WaitWord::Count step)
{
  const bool is_known = fault().state.load(std::memory_order_acquire) == Fault::known;
  if (is_known && theirs == fault().end) theirs = before_end(line).load(std::memory_order_relaxed);
  if (theirs == shown_[step & 1]) return;
  constexpr WaitWord::Count bits_of_count = ~WaitWord::Count(0) >> 1;
  const WaitWord::Count ahead = (MarkedWaitWord::count_of(theirs) - step) & bits_of_count;
  if (ahead > 0 && ahead < bits_of_count / 2) return;
  if (ahead == 0) {
    const auto call = [](MarkedWaitWord::Value shown, const Line& line) {
      return CollectiveCall(
          MarkedWaitWord::mark_of(shown), line.rest_of_call.load(std::memory_order_relaxed));
    };
    Mismatch::Caller one{me_, call(shown_[step & 1], this->line(me_, step))};
    Mismatch::Caller other{unit, call(theirs, line)};
    if (one.unit > other.unit) std::swap(one, other);
    declare({one, other});
  }
  give_up();
}

/// Tells the units of this host, unless they know of a mismatch already.
void Board::declare(const Mismatch& mismatch)
{
  std::uint32_t state = Fault::none;
  if (!fault().state.compare_exchange_strong(state, Fault::being_written)) return;
  fault().mismatch = mismatch;
  constexpr WaitWord::Count beyond_all_steps = WaitWord::Count(1) << 29;
  fault().end = MarkedWaitWord::value(step_ + beyond_all_steps, 0);
  fault().state.store(Fault::known, std::memory_order_release);
}

/// Leaves the call, as the board is broken.
void Board::give_up()
{
  while (fault().state.load(std::memory_order_acquire) != Fault::known) sched_yield();
  const Mismatch& mismatch = fault().mismatch;
  is_broken_ = true;
  end_waits();
  if (between_ != nullptr && is_leader() && !std::exchange(others_know_, true))
    between_->tell_all(mismatch);
  const auto text = [&](const Mismatch::Caller& caller) {
    return "unit " + std::to_string(owner_.members[caller.unit]) + " called " +
           caller.call.text(owner_.members);
  };
  throw CollectiveMismatch(
      text(mismatch.one) + ", " + text(mismatch.other) + ", but all units of team " +
      std::to_string(owner_.team) + " have to call the same with the same arguments");
}

/// Those who wait for a step find that the board is broken. Units that go on undo this for their
/// own lines until they find out themselves.
void Board::end_waits()
{
  for (Line& line : std::span(lines_, lines(units_)))
    line.step.set_once(fault().end, before_end(line));
}

}  // namespace dart
