#include "team/board.h"

#include <sched.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/byte_buffer.h"
#include "base/collective_mismatch.h"
#include "dash/dart/if/dart_error.h"

namespace dart {
Board::~Board()
{
  if (!is_broken_ || between_ == nullptr) return;
  // Messages to hosts that stopped listening are never complete, so their memory has to stay.
  between_.release();
  new ByteBuffer(std::move(all_));
}

void Board::await_slowly(std::uint32_t unit, WaitWord::Count step)
{
  check(await_word(line(unit, step).step, step, unit, owner_.limit), unit, step);
}

/// \param word   of \c unit, for which this unit waits
/// \param limit  how long it may do so, in seconds; 0: as long as it takes
MarkedWaitWord::Value Board::await_word(
    MarkedWaitWord& word, WaitWord::Count step, std::uint32_t unit, std::int64_t limit)
{
  const auto value = word.spin(step);
  const auto reached = value ? *value : await_long(word, step, unit, limit);
  // Units that have left a circle must not meet here later.
  if (is_broken()) [[unlikely]]
    give_up();
  return reached;
}

/// Sleeps, and looks from time to time whether that can have an end.
MarkedWaitWord::Value Board::await_long(
    MarkedWaitWord& word, WaitWord::Count step, std::uint32_t unit, std::int64_t limit)
{
  const ShownWait shown(call_.name(), owner_.team, step);
  std::optional<MarkedWaitWord::Value> value = word.sleep(step, LongWaits::interval);
  if (value) return *value;
  const dart_unit_t awaited = owner_.members[unit];
  const LongWait wait{&word, step, awaited, memory_.lines, units_, this_caller(call_)};
  const auto end_wait = [](const LongWait& wait, const Mismatch& circle) {
    const Memory board(wait.board, wait.board_units);
    board.declare(circle, wait.step);
    board.end_waits();
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(limit);
  bool has_looked = false;
  do {
    if (limit > 0 && std::chrono::steady_clock::now() > end) end_late(unit);
    // While the program does something else, this unit does not only wait.
    if (const bool is_started = owner_.awaited_by != nullptr;
        !is_started || owner_.awaited_by->load() > 0) {
      owner_.waits.look(wait, end_wait, is_started ? 1 : 0);
      has_looked = true;
    }
    value = word.sleep(step, LongWaits::interval);
  } while (!value);
  if (has_looked) owner_.waits.leave();
  return *value;
}

/// Ends the collective, as a unit has not come in time.
void Board::end_late(std::uint32_t unit) const
{
  Mismatch late;
  late.kind = Mismatch::Kind::late;
  late.add(this_caller(call_));
  late.awaited = owner_.members[unit];
  late.limit = owner_.limit;
  end(late);
}

/// This unit, in a collective of this board.
Mismatch::Caller Board::this_caller(const CollectiveCall& call) const
{
  Mismatch::Caller caller{owner_.members[me_], owner_.team, call};
  copy_text(caller.user_call, dart_current_call);
  return caller;
}

/// A step without contributions, in which this unit does not wait for the others of its host.
void Board::show_nothing()
{
  contribute(0);
  show([](std::uint32_t) { return std::size_t(0); });
}

void Board::meet_over_hosts()
{
  show_nothing();
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
    declare_mismatch(
        this_caller(call(shown_[step & 1], this->line(me_, step))), unit, call(theirs, line), step);
  }
  give_up();
}

/// Tells all that two units, of which this is one, have called different collectives in a step. The
/// first one to find out reports who has called what; the others show it meanwhile.
void Board::declare_mismatch(
    const Mismatch::Caller& mine, std::uint32_t unit, const CollectiveCall& call,
    WaitWord::Count step)
{
  Mismatch::Caller other{owner_.members[unit], owner_.team, call};
  const ShownWait shown(mine.call.name(), owner_.team, step);
  if (!memory_.begin_declaration()) return;
  // Where this unit calls the runtime itself, the others do in all likelihood.
  owner_.waits.find_user_call(other, step, mine.user_call[0] != '\0');
  Mismatch mismatch;
  const bool is_mine_first = me_ < unit;
  mismatch.add(is_mine_first ? mine : other);
  mismatch.add(is_mine_first ? other : mine);
  memory_.end_declaration(mismatch, step_);
}

/// Leaves the call, as the board is broken.
void Board::give_up()
{
  learn();
  const Mismatch& reason = memory_.fault().mismatch;
  const std::string text = reason.text(owner_.team, owner_.members);
  if (reason.kind == Mismatch::Kind::late) throw std::runtime_error(text);
  throw CollectiveMismatch(text);
}

void Board::learn()
{
  while (!memory_.is_broken()) sched_yield();
  is_broken_ = true;
  memory_.end_waits();
  if (between_ != nullptr && is_leader() && !std::exchange(others_know_, true))
    between_->tell_all(memory_.fault().mismatch);
}

void Board::end(const Mismatch& reason) const
{
  memory_.declare(reason, 0);
  memory_.end_waits();
}

bool Board::Memory::begin_declaration() const
{
  std::uint32_t state = Fault::none;
  return fault().state.compare_exchange_strong(state, Fault::being_written);
}

void Board::Memory::end_declaration(const Mismatch& mismatch, WaitWord::Count step) const
{
  fault().mismatch = mismatch;
  constexpr WaitWord::Count beyond_all_steps = WaitWord::Count(1) << 29;
  fault().end = MarkedWaitWord::value(step + beyond_all_steps, 0);
  fault().state.store(Fault::known, std::memory_order_release);
}

void Board::Memory::declare(const Mismatch& mismatch, WaitWord::Count step) const
{
  if (begin_declaration()) end_declaration(mismatch, step);
}

void Board::Memory::end_waits() const
{
  for (std::size_t k = 0; k < lines_of(units); ++k)
    lines[k].step.set_once(fault().end, before_end(lines[k]));
}

}  // namespace dart
