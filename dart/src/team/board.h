#pragma once

/// \file
/// The board of a team: shared memory in which its units publish contributions to collectives.

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/byte_buffer.h"
#include "base/copy_bytes.h"
#include "base/wait.h"
#include "base/wait_place.h"
#include "net/host_exchange.h"
#include "team/long_waits.h"
#include "types/mismatch.h"

namespace dart {

/// What the messages of a board are about.
struct BoardOwner {
  dart_team_t team;
  const std::vector<dart_unit_t>& members;  ///< global ids
  LongWaits& waits;                         ///< waits of the units of this host
  /// How many threads of the program wait for a board on which a thread of the runtime works.
  /// nullptr: the program itself works on the board.
  const std::atomic<int>* awaited_by = nullptr;
  /// How long a unit may wait for another one, in seconds; 0: as long as it takes.
  std::int64_t limit = 0;
};

/// One unit's access to the board of a team.
///
/// A collective is a sequence of steps. In a step each unit publishes a contribution, which may be
/// empty, and reads contributions of others. Contributions alternate between two buffers: a unit
/// that publishes step s has read everything that it needs of step s - 1, so a buffer may be
/// written again two steps later, when all units have been seen at the step in between. Small
/// contributions are in the cache line of the step counter, so reading them needs one transfer of a
/// cache line.
///
/// A team on several hosts has a board on each host, with room for the contributions of all units.
/// The first unit there, the host's leader, sends the contributions of the host's units to the
/// other boards, and writes what arrives into its own.
///
/// With each step a unit shows which call the step belongs to, by a mark in the word of the step
/// counter. Whoever looks at another unit's step compares that with its own. Somebody compares the
/// steps of all units before the buffers are written again: those who contribute something to the
/// next step, or all units in the next barrier. When units have called different collectives, the
/// board is broken for good, because nobody knows which of their later calls belong together: all
/// functions throw CollectiveMismatch from then on, on all units, and those that wait stop waiting.
/// The boards of units that wait for each other in a circle, on different boards, break, too, and
/// so does one on which a unit has waited longer than it may.
class Board {
 public:
  /// Largest contribution to one step. It is larger for few units, which then need fewer steps, and
  /// smaller for many units, to save memory.
  static constexpr std::size_t step_bytes(std::size_t units)
  {
    return std::bit_floor(std::clamp<std::size_t>((16 << 20) / units, 4 << 10, 256 << 10));
  }

  /// Shared memory that a board of \c units units needs.
  static constexpr std::size_t bytes(std::size_t units)
  {
    return zeroed_bytes(units) + units * 2 * step_bytes(units);
  }
  /// Size of the part of that memory, from its start on, that has to be zero before first use.
  static constexpr std::size_t zeroed_bytes(std::size_t units)
  {
    const std::size_t ends = lines_of(units) * sizeof(std::atomic<MarkedWaitWord::Value>);
    return lines_of(units) * sizeof(Line) + sizeof(Fault) + (ends + 63) / 64 * 64;
  }

  /// \param between  exchange with the boards on other hosts; nullptr if the team is on one host
  Board(void* memory, BoardOwner owner, std::uint32_t me, std::unique_ptr<HostExchange> between)
      : memory_(memory, static_cast<std::uint32_t>(owner.members.size())),
        pages_(static_cast<std::byte*>(memory) + zeroed_bytes(owner.members.size())),
        step_bytes_(step_bytes(owner.members.size())),
        units_(static_cast<std::uint32_t>(owner.members.size())),
        me_(me),
        owner_(owner),
        between_(std::move(between))
  {}
  ~Board();
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  std::uint32_t units() const { return units_; }
  std::uint32_t me() const { return me_; }
  /// Whether this unit is the first of the team on its host.
  bool is_leader() const { return between_ == nullptr ? me_ == 0 : between_->is_leader(me_); }
  /// The exchange with other hosts; nullptr if the team is on one host.
  HostExchange* between() const { return between_.get(); }
  std::size_t step_bytes() const { return step_bytes_; }

  /// Begins a collective, to which the next steps belong.
  /// \throws CollectiveMismatch if the board is broken
  void begin(const CollectiveCall& call)
  {
    if (is_broken_) [[unlikely]]
      give_up();
    call_ = call;
  }

  /// Whether units have called collectives that do not fit together, as far as this unit knows. It
  /// knows at once of units of its host that wait in a circle, or have waited too long.
  bool is_broken() const
  {
    return is_broken_ || (memory_.is_broken() &&
                          memory_.fault().mismatch.kind != Mismatch::Kind::different_calls);
  }
  /// If so: all units of the team may learn of it, and need not wait for this one any more.
  void learn();
  /// If so: why.
  const Mismatch& mismatch() const { return memory_.fault().mismatch; }
  /// Ends all waits of this host on the board, for a reason that another board has. Any thread may
  /// call it.
  void end(const Mismatch& reason) const;

  /// Begins a step in which this unit contributes \c bytes bytes. \return address for the
  /// contribution
  std::byte* contribute(std::size_t bytes)
  {
    ++step_;
    // On several hosts, units that only show that they are there could run ahead of their leader.
    const bool waits = bytes > 0 || between_ != nullptr;
    if (waits && everybody_seen_at_ != step_ - 1) wait_for_host(step_ - 1);
    return place(me_, bytes);
  }

  /// Publishes the contribution to all units. \param bytes_of  size of each unit's contribution
  template <class BytesOf>
  void show(BytesOf bytes_of)
  {
    show_here();
    if (between_ != nullptr) [[unlikely]]
      show_elsewhere(bytes_of);
  }

  /// Publishes the contribution to the units of this host only, in a step in which other hosts take
  /// no part.
  void show_here()
  {
    const auto value = MarkedWaitWord::value(step_, call_.mark());
    shown_[step_ & 1] = value;
    Line& mine = line(me_);
    mine.rest_of_call.store(call_.rest(), std::memory_order_relaxed);
    mine.step.set(value);
  }

  /// Waits for the contribution of \c unit to this step, which has \c bytes bytes.
  const std::byte* read(std::uint32_t unit, std::size_t bytes)
  {
    if (between_ == nullptr || between_->is_here(unit)) [[likely]] {
      await(unit, step_);
    } else {
      await_elsewhere();
    }
    return place(unit, bytes);
  }

  /// This unit has read the contributions of all units to this step.
  void has_read_all() { everybody_seen_at_ = step_; }

  /// Waits until all units have published their contribution to this step.
  void wait_for_all()
  {
    wait_for_all_here();
    if (between_ != nullptr) [[unlikely]]
      await_elsewhere();
  }

  /// A step without contributions: all units have begun it before any goes on.
  void meet()
  {
    if (between_ != nullptr) [[unlikely]] {
      meet_over_hosts();
    } else {
      ++step_;
      show_here();
      wait_for_all_here();
    }
  }

  /// Steps that show that all hosts are in this call, before messages between them that do not
  /// tell. A host that comes late may get what another one sent before it gave up waiting, but not
  /// what it would send in a second step.
  void show_presence()
  {
    show_nothing();
    if (owner_.limit > 0) show_nothing();
  }

  /// A step in which \c unit creates a value by \c make() that all units get. \return the value
  template <class Make>
  auto from_one(std::uint32_t unit, Make make)
  {
    using Value = decltype(make());
    const Value value = contribute_from(unit, make);
    show([unit](std::uint32_t u) { return u == unit ? sizeof(Value) : 0; });
    return unit == me_ ? value : read_as<Value>(unit);
  }

  /// A step in which the leader of each host creates a value by \c make() for the units of its
  /// host.
  template <class Make>
  auto from_leader(Make make)
  {
    using Value = decltype(make());
    const std::uint32_t unit = between_ == nullptr ? 0 : between_->leader_of(between_->here());
    const Value value = contribute_from(unit, make);
    show_here();
    return unit == me_ ? value : read_as<Value>(unit);
  }

  /// A step in which all units publish a value. Calls \c visit(unit, value) for each of them. On
  /// one host, this allocates no memory.
  template <class T, class Visit>
  void exchange(const T& mine, Visit visit)
  {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(contribute(sizeof mine), &mine, sizeof mine);
    show([](std::uint32_t) { return sizeof(T); });
    for (std::uint32_t unit = 0; unit < units_; ++unit) visit(unit, read_as<T>(unit));
    has_read_all();
  }

  /// A step in which all units show a value. \return the values of all
  template <class T>
  std::vector<T> from_all(const T& mine)
  {
    std::vector<T> values(units_);  // allocated before the others wait for this unit
    exchange(mine, [&](std::uint32_t unit, const T& value) { values[unit] = value; });
    return values;
  }

  /// A step that determines whether something holds on all units. On one host, this allocates no
  /// memory.
  bool holds_everywhere(bool here)
  {
    bool everywhere = true;
    exchange(here, [&](std::uint32_t, bool there) { everywhere = everywhere && there; });
    return everywhere;
  }

 private:
  struct alignas(64) Line {
    MarkedWaitWord step;                      ///< its mark is that of the call
    std::atomic<std::uint64_t> rest_of_call;  ///< that the mark does not tell, for messages
    alignas(16) std::byte small[48];          // aligned for any element type
  };
  static_assert(sizeof(Line) == 64);

  /// The first mismatch that was found: all units of the host report this one.
  struct alignas(64) Fault {
    enum : std::uint32_t { none, being_written, known };
    std::atomic<std::uint32_t> state;
    Mismatch mismatch;
    MarkedWaitWord::Value end;  ///< a step that is past all others, for those who wait
  };

  /// Two for each unit, and one for other hosts.
  static constexpr std::size_t lines_of(std::size_t units) { return 2 * units + 1; }

  /// What the units of a host share of a board, apart from large contributions.
  struct Memory {
    Memory(void* memory, std::uint32_t units) : lines(static_cast<Line*>(memory)), units(units) {}

    Fault& fault() const { return reinterpret_cast<Fault&>(lines[lines_of(units)]); }
    bool is_broken() const { return fault().state.load(std::memory_order_acquire) == Fault::known; }
    /// The end of the board replaces what a line shows. This keeps what it has shown before.
    std::atomic<MarkedWaitWord::Value>& before_end(const Line& line) const
    {
      return reinterpret_cast<std::atomic<MarkedWaitWord::Value>*>(&fault() + 1)[&line - lines];
    }
    /// Tells the units of this host, unless they know of a mismatch already.
    /// \param step  in which the caller is
    void declare(const Mismatch& mismatch, WaitWord::Count step) const;
    /// The same in two parts. \return false if somebody else declares a mismatch
    bool begin_declaration() const;
    void end_declaration(const Mismatch& mismatch, WaitWord::Count step) const;
    /// Those who wait for a step find that the board is broken. Units that go on undo this for
    /// their own lines until they find out themselves.
    void end_waits() const;

    Line* lines;
    std::uint32_t units;
  };

  Line& line(std::uint32_t unit, WaitWord::Count step) const
  {
    return memory_.lines[2 * unit + (step & 1)];
  }
  Line& line(std::uint32_t unit) const { return line(unit, step_); }
  /// Counts the steps whose contributions from other hosts have arrived.
  Line& elsewhere() const { return memory_.lines[2 * units_]; }

  std::byte* place(std::uint32_t unit, std::size_t bytes) const
  {
    if (bytes <= sizeof(Line::small)) return line(unit).small;
    return pages_ + (2 * unit + (step_ & 1)) * step_bytes_;
  }

  /// Waits until \c unit has reached a step.
  void await(std::uint32_t unit, WaitWord::Count step)
  {
    if (!line(unit, step).step.is(shown_[step & 1])) await_slowly(unit, step);
  }

  /// Waits for the contributions of other hosts.
  void await_elsewhere()
  {
    const std::uint32_t leader = between_->leader_of(between_->here());
    await(leader, step_);
    // From now on the leader looks after the time.
    const MarkedWaitWord::Value theirs = await_word(elsewhere().step, step_, leader, 0);
    if (theirs != shown_[step_ & 1]) [[unlikely]]
      examine(theirs, elsewhere(), leader, step_);
  }

  void wait_for_all_here()
  {
    await_host(step_);
    if (everybody_seen_at_ != step_ - 1) [[unlikely]]
      check_host(step_ - 1);
    everybody_seen_at_ = step_;
  }

  /// Waits until the units of this host have reached a step.
  void wait_for_host(WaitWord::Count step)
  {
    await_host(step);
    everybody_seen_at_ = step;
  }

  void await_host(WaitWord::Count step)
  {
    for_each_here(step, [=, this, mine = shown_[step & 1]](const Line& line) {
      if (!line.step.is(mine)) await_slowly(unit_of(line), step);
    });
  }

  void check_host(WaitWord::Count step)
  {
    for_each_here(step, [=, this, mine = shown_[step & 1]](const Line& line) {
      if (!line.step.is(mine)) check(line.step.get(), unit_of(line), step);
    });
  }

  void await_slowly(std::uint32_t unit, WaitWord::Count step);
  MarkedWaitWord::Value await_word(
      MarkedWaitWord& word, WaitWord::Count step, std::uint32_t unit, std::int64_t limit);
  MarkedWaitWord::Value await_long(
      MarkedWaitWord& word, WaitWord::Count step, std::uint32_t unit, std::int64_t limit);
  void end_late(std::uint32_t unit) const;
  Mismatch::Caller this_caller(const CollectiveCall& call) const;
  void show_nothing();
  void meet_over_hosts();

  // These are about units that have called different collectives (board.cpp).
  void check(MarkedWaitWord::Value theirs, std::uint32_t unit, WaitWord::Count step);
  void examine(
      MarkedWaitWord::Value theirs, const Line& line, std::uint32_t unit, WaitWord::Count step);
  void declare_mismatch(
      const Mismatch::Caller& mine, std::uint32_t unit, const CollectiveCall& call,
      WaitWord::Count step);
  [[noreturn]] void give_up();

  std::uint32_t unit_of(const Line& line) const
  {
    return static_cast<std::uint32_t>(&line - memory_.lines) / 2;
  }

  /// Calls \c f(line) for the lines of a step of all units of this host.
  template <class F>
  void for_each_here(WaitWord::Count step, F f) const
  {
    const Line* const first = &line(0, step);
    if (between_ == nullptr) [[likely]] {
      const Line* const end = first + 2 * units_;
      for (const Line* line = first; line != end; line += 2) f(*line);
    } else {
      for (const std::uint32_t unit : between_->units_here()) f(first[2 * unit]);
    }
  }

  template <class Make>
  auto contribute_from(std::uint32_t unit, Make make)
  {
    using Value = decltype(make());
    static_assert(std::is_trivially_copyable_v<Value>);
    Value value{};
    std::byte* place = contribute(unit == me_ ? sizeof value : 0);
    if (unit == me_) {
      value = make();
      std::memcpy(place, &value, sizeof value);
    }
    return value;
  }

  template <class T>
  T read_as(std::uint32_t unit)
  {
    T value;
    std::memcpy(&value, read(unit, sizeof value), sizeof value);
    return value;
  }

  /// Sends the contributions of a step to the boards of the other hosts.
  template <class BytesOf>
  void show_elsewhere(BytesOf bytes_of)
  {
    if (!between_->is_leader(me_)) return;
    wait_for_host(step_);
    const WaitReason reason(call_.name(), owner_.team);
    if (const auto mismatch = exchange_with_hosts(bytes_of)) [[unlikely]] {
      others_know_ = true;
      memory_.declare(*mismatch, step_);
      give_up();
    }
    elsewhere().step.set(shown_[step_ & 1]);
  }

  /// If there is not enough memory for that, the process ends: the step cannot be reverted, and all
  /// units wait for it.
  template <class BytesOf>
  std::optional<Mismatch> exchange_with_hosts(BytesOf bytes_of) noexcept
  {
    std::vector<std::size_t> bytes_of_host(between_->hosts());
    std::size_t total = 0;
    for (std::uint32_t host = 0; host < between_->hosts(); ++host) {
      for (const std::uint32_t unit : between_->units_of(host))
        bytes_of_host[host] += bytes_of(unit);
      total += bytes_of_host[host];
    }
    all_.resize(total);
    std::byte* next = all_.data();
    for (const std::uint32_t unit : between_->units_here()) {
      const std::size_t bytes = bytes_of(unit);
      copy_bytes(next, place(unit, bytes), bytes);
      next += bytes;
    }
    if (auto mismatch = between_->all_gather(call_, bytes_of_host, all_.data())) return mismatch;
    for (std::uint32_t k = 1; k < between_->hosts(); ++k) {
      const std::uint32_t host = (between_->here() + k) % between_->hosts();
      for (const std::uint32_t unit : between_->units_of(host)) {
        const std::size_t bytes = bytes_of(unit);
        copy_bytes(place(unit, bytes), next, bytes);
        next += bytes;
      }
    }
    return std::nullopt;
  }

  Memory memory_;
  std::byte* pages_;
  std::size_t step_bytes_;
  std::uint32_t units_, me_;
  WaitWord::Count step_ = 0;
  WaitWord::Count everybody_seen_at_ = 0;
  MarkedWaitWord::Value shown_[2] = {};  ///< what this unit has shown in the latest two steps
  CollectiveCall call_;
  bool is_broken_ = false;
  bool others_know_ = false;  ///< other hosts know that the board is broken
  BoardOwner owner_;
  std::unique_ptr<HostExchange> between_;
  ByteBuffer all_;  // contributions that arrive in a step; reused
};

}  // namespace dart
