#pragma once

/// \file
/// The clocks of hosts that take part in one trace.

#include <cstdint>
#include <span>

namespace dart::trace {

/// An answer to the question what time it is on another host, in nanoseconds.
struct ClockReading {
  std::int64_t asked = 0, answered = 0;  ///< times on the clock of this host
  std::int64_t theirs = 0;  ///< time on the clock of the other one, at some moment in between

  /// How far the other clock is ahead, if the question took as long as the answer.
  std::int64_t ahead() const { return theirs - asked - (answered - asked) / 2; }
  /// The largest error of that: nobody knows when in between the other host has looked.
  std::int64_t error() const { return (answered - asked + 1) / 2; }
};

/// The reading with the smallest error.
ClockReading best_of(std::span<const ClockReading> readings);

/// Converts times of another host to those of this one. Clocks run at slightly different rates, by
/// some millionths, so it takes a reading at the beginning of a run and one at its end; in between,
/// the difference changes linearly.
class ClockMap {
 public:
  /// The map of this host itself.
  ClockMap() = default;
  ClockMap(const ClockReading& first, const ClockReading& last) : first_(first), last_(last) {}

  std::int64_t here(std::int64_t theirs) const;
  /// The largest error, if the difference has changed linearly.
  std::int64_t error() const;

 private:
  ClockReading first_, last_;
};

}  // namespace dart::trace
