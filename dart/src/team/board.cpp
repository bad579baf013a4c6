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

void Board::await_slowly(std::uint32_t unit, WaitWord::Count step)
{
  check(await_word(line(unit, step).step, step, unit), unit, step);
}

/// \param word  of \c unit, for which this unit waits
MarkedWaitWord::Value Board::await_word(
    MarkedWaitWord& word, WaitWord::Count step, std::uint32_t unit)
{
  const auto value = word.wait(step, LongWaits::interval);
  const auto reached = value ? *value : await_long(word, step, unit);
  // Units that have left a circle must not meet here later.
  if (is_broken()) [[unlikely]]
    give_up();
  return reached;
}

/// Waits on, and looks whether that can have an end.
MarkedWaitWord::Value Board::await_long(
    MarkedWaitWord& word, WaitWord::Count step, std::uint32_t unit)
{
  const std::vector<dart_unit_t>& members = owner_.members;
  const Mismatch::Caller caller{members[me_], owner_.team, call_};
  const LongWait wait{&word, step, members[unit], memory_.lines, units_, caller};
  std::optional<MarkedWaitWord::Value> value;
  do {
    owner_.waits.look(wait, [](const LongWait& wait, const Mismatch& circle) {
      const Memory board(wait.board, wait.board_units);
      board.declare(circle, wait.step);
      board.end_waits();
    });
    value = word.wait(step, LongWaits::interval);
  } while (!value);
  owner_.waits.leave();
  return *value;
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
  if (memory_.is_broken() && theirs == memory_.fault().end)
    theirs = memory_.before_end(line).load(std::memory_order_relaxed);
  if (theirs == shown_[step & 1]) return;
  constexpr WaitWord::Count bits_of_count = ~WaitWord::Count(0) >> 1;
  const WaitWord::Count ahead = (MarkedWaitWord::count_of(theirs) - step) & bits_of_count;
  if (ahead > 0 && ahead < bits_of_count / 2) return;
  if (ahead == 0) {
    const auto call = [](MarkedWaitWord::Value shown, const Line& line) {
      return CollectiveCall(
          MarkedWaitWord::mark_of(shown), line.rest_of_call.load(std::memory_order_relaxed));
    };
    const Mismatch::Caller mine{
        owner_.members[me_], owner_.team, call(shown_[step & 1], this->line(me_, step))};
    const Mismatch::Caller other{owner_.members[unit], owner_.team, call(theirs, line)};
    Mismatch mismatch;
    mismatch.add(me_ < unit ? mine : other);
    mismatch.add(me_ < unit ? other : mine);
    memory_.declare(mismatch, step_);
  }
  give_up();
}

/// Leaves the call, as the board is broken.
void Board::give_up()
{
  learn();
  throw CollectiveMismatch(memory_.fault().mismatch.text(owner_.team, owner_.members));
}

void Board::learn()
{
  while (!memory_.is_broken()) sched_yield();
  is_broken_ = true;
  memory_.end_waits();
  if (between_ != nullptr && is_leader() && !std::exchange(others_know_, true))
    between_->tell_all(memory_.fault().mismatch);
}

void Board::Memory::declare(const Mismatch& mismatch, WaitWord::Count step) const
{
  std::uint32_t state = Fault::none;
  if (!fault().state.compare_exchange_strong(state, Fault::being_written)) return;
  fault().mismatch = mismatch;
  constexpr WaitWord::Count beyond_all_steps = WaitWord::Count(1) << 29;
  fault().end = MarkedWaitWord::value(step + beyond_all_steps, 0);
  fault().state.store(Fault::known, std::memory_order_release);
}

void Board::Memory::end_waits() const
{
  for (std::size_t k = 0; k < lines_of(units); ++k)
    lines[k].step.set_once(fault().end, before_end(lines[k]));
}

}  // namespace dart
