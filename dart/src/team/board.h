#pragma once

/// \file
/// The board of a team: what its units show each other in shared memory during collectives.

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
/// A collective is a sequence of steps. In a step each unit shows a contribution (possibly empty)
/// and reads those of others. Contributions alternate between two buffers: a unit that shows step
/// s has read all it wanted of step s - 1, so a buffer may be written again two steps later, once
/// all units have been seen at the step between. Small contributions lie in the cache line of
/// the step counter: reading them costs one transfer of a line.
///
/// A team on several hosts has a board on each, with room for the contributions of all units. The
/// first unit there, the host's leader, sends what the units of the host show to the other boards,
/// and writes what arrives for them.
class Board {
 public:
  /// Largest contribution to one step: fewer steps for few units, less memory for many.
  static constexpr std::size_t step_bytes(std::size_t units)
  {
    return std::bit_floor(std::clamp<std::size_t>((16 << 20) / units, 4 << 10, 256 << 10));
  }

  /// Shared memory that a board of \c units units needs.
  static constexpr std::size_t bytes(std::size_t units)
  {
    return zeroed_bytes(units) + units * 2 * step_bytes(units);
  }
  /// The part of that memory, from its start on, that has to be zero before first use.
  static constexpr std::size_t zeroed_bytes(std::size_t units)
  {
    return (units * 2 + 1) * sizeof(Line);
  }

  /// \param between the way to the boards on other hosts; nullptr if the team is on one host
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
  /// nullptr if the team is on one host.
  HostExchange* between() const { return between_.get(); }
  std::size_t step_bytes() const { return step_bytes_; }

  /// Begins a step in which this unit contributes \c bytes bytes. \return where to put them
  std::byte* contribute(std::size_t bytes)
  {
    ++step_;
    if (bytes > 0 && everybody_seen_at_ != step_ - 1) wait_for_host(step_ - 1);
    return place(me_, bytes);
  }

  /// Shows the contribution to all units. \param bytes_of bytes that each unit contributes
  template <class BytesOf>
  void show(BytesOf bytes_of)
  {
    show_here();
    if (between_ != nullptr) [[unlikely]]
      show_elsewhere(bytes_of);
  }

  /// Shows the contribution to the units of this host: a step that is no matter of other hosts.
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

  /// Waits until all units show their contribution to this step.
  void wait_for_all()
  {
    wait_for_host(step_);
    if (between_ != nullptr) [[unlikely]]
      elsewhere().step.wait(step_);
  }

  /// A step in which \c unit makes a value with \c make() that all get. \return the value
  template <class Make>
  auto from_one(std::uint32_t unit, Make make)
  {
    using Value = decltype(make());
    const Value value = contribute_from(unit, make);
    show([unit](std::uint32_t u) { return u == unit ? sizeof(Value) : 0; });
    return unit == me_ ? value : read_as<Value>(unit);
  }

  /// As from_one, by the leader of each host for the units there.
  template <class Make>
  auto from_leader(Make make)
  {
    using Value = decltype(make());
    const std::uint32_t unit = between_ == nullptr ? 0 : between_->leader_of(between_->here());
    const Value value = contribute_from(unit, make);
    show_here();
    return unit == me_ ? value : read_as<Value>(unit);
  }

  /// A step in which all units show a value. Calls \c visit(unit, value) for each of them. On one
  /// host, this takes no memory.
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
    std::vector<T> values(units_);  // before the others wait for this unit
    exchange(mine, [&](std::uint32_t unit, const T& value) { values[unit] = value; });
    return values;
  }

  /// A step that tells whether something holds at all units. On one host, this takes no memory.
  bool holds_everywhere(bool here)
  {
    bool everywhere = true;
    exchange(here, [&](std::uint32_t, bool there) { everywhere = everywhere && there; });
    return everywhere;
  }

 private:
  struct alignas(64) Line {
    WaitWord step;
    alignas(16) std::byte small[48];  // aligned as any element type
  };

  Line& line(std::uint32_t unit, WaitWord::Count step) const
  {
    return lines_[2 * unit + (step & 1)];
  }
  Line& line(std::uint32_t unit) const { return line(unit, step_); }
  /// Counts the steps whose contributions from other hosts are here.
  Line& elsewhere() const { return lines_[2 * units_]; }

  std::byte* place(std::uint32_t unit, std::size_t bytes) const
  {
    if (bytes <= sizeof(Line::small)) return line(unit).small;
    return pages_ + (2 * unit + (step_ & 1)) * step_bytes_;
  }

  /// Waits until the units of this host are at a step.
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

  /// Brings the contributions of a step to where the other hosts' units read them. Without memory
  /// for that, the process ends: the step cannot be taken back, and all units wait for it.
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
  std::vector<std::byte> all_;  // what a step brings to this host, for reuse
};

}  // namespace dart
