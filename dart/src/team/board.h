#pragma once

/// \file
/// The board of a team: shared memory in which its units publish contributions to collectives.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/wait.h"
#include "net/host_exchange.h"

namespace dart {

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
    return (units * 2 + 1) * sizeof(Line);
  }

  /// \param between  exchange with the boards on other hosts; nullptr if the team is on one host
  Board(void* memory, std::uint32_t units, std::uint32_t me, std::unique_ptr<HostExchange> between)
      : lines_(static_cast<Line*>(memory)),
        pages_(static_cast<std::byte*>(memory) + zeroed_bytes(units)),
        step_bytes_(step_bytes(units)),
        units_(units),
        me_(me),
        between_(std::move(between))
  {}

  std::uint32_t units() const { return units_; }
  std::uint32_t me() const { return me_; }
  /// Whether this unit is the first of the team on its host.
  bool is_leader() const { return between_ == nullptr ? me_ == 0 : between_->is_leader(me_); }
  /// The exchange with other hosts; nullptr if the team is on one host.
  HostExchange* between() const { return between_.get(); }
  std::size_t step_bytes() const { return step_bytes_; }

  /// Begins a step in which this unit contributes \c bytes bytes. \return address for the
  /// contribution
  std::byte* contribute(std::size_t bytes)
  {
    ++step_;
    if (bytes > 0 && everybody_seen_at_ != step_ - 1) wait_for_host(step_ - 1);
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
  void show_here() { line(me_).step.set(step_); }

  /// Waits for the contribution of \c unit to this step, which has \c bytes bytes.
  const std::byte* read(std::uint32_t unit, std::size_t bytes)
  {
    if (between_ == nullptr || between_->is_here(unit)) [[likely]] {
      line(unit).step.wait(step_);
    } else {
      elsewhere().step.wait(step_);
    }
    return place(unit, bytes);
  }

  /// Waits until all units have published their contribution to this step.
  void wait_for_all()
  {
    wait_for_host(step_);
    if (between_ != nullptr) [[unlikely]]
      elsewhere().step.wait(step_);
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
    WaitWord step;
    alignas(16) std::byte small[48];  // aligned for any element type
  };

  Line& line(std::uint32_t unit, WaitWord::Count step) const
  {
    return lines_[2 * unit + (step & 1)];
  }
  Line& line(std::uint32_t unit) const { return line(unit, step_); }
  /// Counts the steps whose contributions from other hosts have arrived.
  Line& elsewhere() const { return lines_[2 * units_]; }

  std::byte* place(std::uint32_t unit, std::size_t bytes) const
  {
    if (bytes <= sizeof(Line::small)) return line(unit).small;
    return pages_ + (2 * unit + (step_ & 1)) * step_bytes_;
  }

  /// Waits until the units of this host have reached a step.
  void wait_for_host(WaitWord::Count step)
  {
    for_each_here([&](std::uint32_t unit) {
      if (unit != me_) line(unit, step).step.wait(step);
    });
    everybody_seen_at_ = step;
  }

  template <class F>
  void for_each_here(F f) const
  {
    if (between_ == nullptr) [[likely]] {
      for (std::uint32_t unit = 0; unit < units_; ++unit) f(unit);
    } else {
      for (const std::uint32_t unit : between_->units_here()) f(unit);
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

  /// Sends the contributions of a step to the boards of the other hosts. If there is not enough
  /// memory for that, the process ends: the step cannot be reverted, and all units wait for it.
  template <class BytesOf>
  void show_elsewhere(BytesOf bytes_of) noexcept
  {
    if (!between_->is_leader(me_)) return;
    wait_for_host(step_);
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
      next = std::copy_n(place(unit, bytes), bytes, next);
    }
    between_->all_gather(bytes_of_host, all_.data());
    for (std::uint32_t k = 1; k < between_->hosts(); ++k) {
      const std::uint32_t host = (between_->here() + k) % between_->hosts();
      for (const std::uint32_t unit : between_->units_of(host)) {
        const std::size_t bytes = bytes_of(unit);
        std::copy_n(next, bytes, place(unit, bytes));
        next += bytes;
      }
    }
    elsewhere().step.set(step_);
  }

  Line* lines_;
  std::byte* pages_;
  std::size_t step_bytes_;
  std::uint32_t units_, me_;
  WaitWord::Count step_ = 0;
  WaitWord::Count everybody_seen_at_ = 0;
  std::unique_ptr<HostExchange> between_;
  std::vector<std::byte> all_;  // contributions that arrive in a step; reused
};

}  // namespace dart
