#include "trace/clock_map.h"

#include <algorithm>

namespace dart::trace {

ClockReading best_of(std::span<const ClockReading> readings)
{
  return *std::min_element(readings.begin(), readings.end(), [](const auto& a, const auto& b) {
    return a.error() < b.error();
  });
}

std::int64_t ClockMap::here(std::int64_t theirs) const
{
  const double length = static_cast<double>(last_.theirs - first_.theirs);
  const double passed = static_cast<double>(theirs - first_.theirs);
  const double part = length > 0 ? std::clamp(passed / length, 0.0, 1.0) : 0.0;
  const double change = static_cast<double>(last_.ahead() - first_.ahead());
  return theirs - first_.ahead() - static_cast<std::int64_t>(part * change);
}

std::int64_t ClockMap::error() const
{
  return std::max(first_.error(), last_.error());
}

}  // namespace dart::trace
