#include <dash/util/Timer.h>

#include <atomic>

namespace dash::util::detail {

namespace {

/// 0 until it is calibrated.
std::atomic<double> counter_frequency{0.0};

/// Compares the counter with the clock for two milliseconds.
double measured_frequency() noexcept
{
  constexpr timestamp_t duration = 2000000;
  const timestamp_t clock_begin = clock_timestamp();
  const timestamp_t counter_begin = counter_timestamp();
  timestamp_t elapsed = 0;
  while (elapsed < duration) elapsed = clock_timestamp() - clock_begin;
  const timestamp_t ticks = counter_timestamp() - counter_begin;
  return static_cast<double>(ticks) * 1000.0 / static_cast<double>(elapsed);
}

}  // namespace

void CounterSource::calibrate(unsigned mhz) noexcept
{
  counter_frequency = mhz != 0 ? static_cast<double>(mhz) : measured_frequency();
}

double CounterSource::ticks_per_microsecond() noexcept
{
  if (counter_frequency == 0.0) calibrate(0);
  return counter_frequency;
}

}  // namespace dash::util::detail
