#pragma once

/// \file
/// Sources of time and units of time.

namespace dash::util {

/// Sources of time and units of time.
struct TimeMeasure {
  /// Counter is the processor's time stamp counter, Clock the system's monotonic clock.
  typedef enum { Counter = 0, Clock = 1 } MeasureMode;
  typedef enum { Cycles = 0, Time = 1 } MeasureDomain;
};

}  // namespace dash::util
