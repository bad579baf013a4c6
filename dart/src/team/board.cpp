#include "team/board.h"

#include <sched.h>

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

/// A unit shows another call than this unit in a step, or is past the step, or does not reach it
/// because the board is broken.
void Board::examine(
    MarkedWaitWord::Value theirs, const Line& line, std::uint32_t unit, WaitWord::Count step)
{
  const bool is_known = fault().state.load(std::memory_order_acquire) == Fault::known;
  if (is_known && theirs == fault().end)
    theirs = line.step_before_end.load(std::memory_order_relaxed);
  if (theirs == shown_[step & 1]) return;
  constexpr WaitWord::Count bits_of_count = ~WaitWord::Count(0) >> 1;
  const WaitWord::Count ahead = (MarkedWaitWord::count_of(theirs) - step) & bits_of_count;
  if (ahead > 0 && ahead < bits_of_count / 2) return;
  if (ahead == 0) {
    Mismatch::Caller one{me_, calls(me_).of_step[step & 1]};
    Mismatch::Caller other{unit, calls(unit).of_step[step & 1]};
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
  for (std::uint32_t k = 0; k < 2 * units_ + 1; ++k)
    lines_[k].step.set_once(fault().end, lines_[k].step_before_end);
}

}  // namespace dart
