#pragma once

/// \file
/// What time is measured by and in.

namespace dash::util {

/// What time is measured by and in.
struct TimeMeasure {
  /// Counter: the processor's time stamp counter. Clock: the system's monotonic clock.
  typedef enum { Counter = 0, Clock = 1 } MeasureMode;
  typedef enum { Cycles = 0, Time = 1 } MeasureDomain;
};

}  // namespace dash::util
