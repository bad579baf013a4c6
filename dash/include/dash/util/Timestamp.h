#pragma once

/// \file
/// Readings of the sources of time.

#include <dash/detail/base/Macro.h>

#include <time.h>

namespace dash::util {

/// Ticks of a source of time.
typedef unsigned long long timestamp_t;

namespace detail {

/// The time of the monotonic clock in nanoseconds.
inline timestamp_t clock_timestamp() noexcept
{
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<timestamp_t>(now.tv_sec) * 1000000000u + static_cast<timestamp_t>(now.tv_nsec);
}

/// The ticks of the processor's counter; nanoseconds if there is no counter.
inline timestamp_t counter_timestamp() noexcept
{
#if defined(__x86_64__)
  // The builtin is used because the header of __rdtsc() has 40,000 lines.
  return __builtin_ia32_rdtsc();
#else
  return clock_timestamp();
#endif
}

}  // namespace detail
}  // namespace dash::util
