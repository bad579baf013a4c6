#pragma once

/// \file
/// Measures time.

#include <dash/detail/base/Macro.h>
#include <dash/util/TimeMeasure.h>
#include <dash/util/Timestamp.h>

#include <limits>

namespace dash::util {

namespace detail {

/// The monotonic clock: 1000 ticks (nanoseconds) per microsecond.
struct ClockSource {
  static constexpr const char* name = "POSIX clock";

  static timestamp_t now() noexcept { return clock_timestamp(); }
  static void calibrate(unsigned) noexcept {}
  static double ticks_per_microsecond() noexcept { return 1000.0; }
};

/// The processor's counter, whose frequency is given or measured.
struct DASH_API CounterSource {
  static constexpr const char* name = "time stamp counter";

  static timestamp_t now() noexcept { return counter_timestamp(); }
  static void calibrate(unsigned mhz) noexcept;
  static double ticks_per_microsecond() noexcept;
};

template <TimeMeasure::MeasureMode Mode>
struct TimeSource;

template <>
struct TimeSource<TimeMeasure::Clock> : ClockSource {};

template <>
struct TimeSource<TimeMeasure::Counter> : CounterSource {};

}  // namespace detail

/// A stopwatch that starts at its construction. Durations are in microseconds. All functions are
/// local calls; time stamps of different units cannot be compared.
template <TimeMeasure::MeasureMode Mode>
class Timer {
  using Source = detail::TimeSource<Mode>;

 public:
  typedef util::timestamp_t timestamp_t;

  Timer() noexcept : start_(Now()) {}

  /// Time since construction.
  double Elapsed() const { return ElapsedSince(start_); }
  timestamp_t Start() const noexcept { return start_; }

  static timestamp_t Now() noexcept { return Source::now(); }
  static double ElapsedSince(timestamp_t start) { return FromInterval(start, Now()); }

  static double FromInterval(timestamp_t start, timestamp_t end)
  {
    const double ticks =
        end >= start ? static_cast<double>(end - start) : -static_cast<double>(start - end);
    return ticks / FrequencyScaling();
  }

  static double FromInterval(double start, double end)
  {
    return (end - start) / FrequencyScaling();
  }

  /// Sets the frequency of the counter in MHz; 0 measures it. The clock needs no calibration.
  static void Calibrate(unsigned freq = 0) { Source::calibrate(freq); }

  static const char* TimerName() noexcept { return Source::name; }

  static constexpr timestamp_t TimestampInfinity() noexcept
  {
    return (std::numeric_limits<timestamp_t>::max)();
  }
  static constexpr timestamp_t TimestampNegInfinity() noexcept
  {
    return (std::numeric_limits<timestamp_t>::min)();
  }

  /// Ticks per microsecond.
  static double FrequencyScaling() { return Source::ticks_per_microsecond(); }

 private:
  timestamp_t start_;
};

}  // namespace dash::util

// What programs of DASH 0.4 expect of this header.
#include <dash/internal/Macro.h>
