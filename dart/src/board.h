#pragma once

// The board of a team: what its units show each other in shared memory during collectives.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "wait.h"

namespace dart {

/// One unit's access to the board of a team.
///
/// A collective is a sequence of steps. In a step each unit shows a contribution (possibly empty)
/// and reads those of others. Contributions alternate between two buffers: a unit that shows step
/// s has read all it wanted of step s - 1, so a buffer may be written again two steps later, once
/// all units have been seen at the step between. Small contributions lie in the cache line of
/// the step counter: reading them costs one transfer of a line.
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
    return units * 2 * (sizeof(Line) + step_bytes(units));
  }
  /// The part of that memory, from its start on, that has to be zero before first use.
  static constexpr std::size_t zeroed_bytes(std::size_t units) { return units * 2 * sizeof(Line); }

  Board(void* memory, std::uint32_t units, std::uint32_t me)
      : lines_(static_cast<Line*>(memory)),
        pages_(static_cast<std::byte*>(memory) + zeroed_bytes(units)),
        step_bytes_(step_bytes(units)),
        units_(units),
        me_(me)
  {
  }

  std::uint32_t units() const { return units_; }
  std::uint32_t me() const { return me_; }
  std::size_t step_bytes() const { return step_bytes_; }

  /// Begins a step in which this unit contributes \c bytes bytes. \return where to put them
  std::byte* contribute(std::size_t bytes)
  {
    ++step_;
    if (bytes > 0 && everybody_seen_at_ != step_ - 1) wait_for_all(step_ - 1);
    return place(me_, bytes);
  }

  /// Shows the contribution.
  void show() { line(me_).step.set(step_); }

  /// Waits for the contribution of \c unit to this step, which has \c bytes bytes.
  const std::byte* read(std::uint32_t unit, std::size_t bytes)
  {
    line(unit).step.wait(step_);
    return place(unit, bytes);
  }

  /// Waits until all units show their contribution to this step.
  void wait_for_all() { wait_for_all(step_); }

  /// A step in which \c unit makes a value with \c make() that all get. \return the value
  template <class Make>
  auto from_one(std::uint32_t unit, Make make)
  {
    decltype(make()) value{};
    static_assert(std::is_trivially_copyable_v<decltype(value)>);
    const bool is_maker = unit == me_;
    std::byte* place = contribute(is_maker ? sizeof value : 0);
    if (is_maker) {
      value = make();
      std::memcpy(place, &value, sizeof value);
    }
    show();
    if (!is_maker) std::memcpy(&value, read(unit, sizeof value), sizeof value);
    return value;
  }

  /// A step in which all units show a value. \return the values of all
  template <class T>
  std::vector<T> from_all(const T& mine)
  {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(contribute(sizeof mine), &mine, sizeof mine);
    show();
    std::vector<T> values(units_);
    for (std::uint32_t unit = 0; unit < units_; ++unit) {
      std::memcpy(&values[unit], read(unit, sizeof mine), sizeof mine);
    }
    return values;
  }

private:
  struct alignas(64) Line {
    WaitWord step;
    alignas(16) std::byte small[48];  // aligned as any element type
  };

  Line& line(std::uint32_t unit, WaitWord::Count step) const { return lines_[2 * unit + (step & 1)]; }
  Line& line(std::uint32_t unit) const { return line(unit, step_); }

  std::byte* place(std::uint32_t unit, std::size_t bytes) const
  {
    if (bytes <= sizeof(Line::small)) return line(unit).small;
    return pages_ + (2 * unit + (step_ & 1)) * step_bytes_;
  }

  void wait_for_all(WaitWord::Count step)
  {
    for (std::uint32_t unit = 0; unit < units_; ++unit) {
      if (unit != me_) line(unit, step).step.wait(step);
    }
    everybody_seen_at_ = step;
  }

  Line* lines_;
  std::byte* pages_;
  std::size_t step_bytes_;
  std::uint32_t units_, me_;
  WaitWord::Count step_ = 0;
  WaitWord::Count everybody_seen_at_ = 0;
};

}  // namespace dart
