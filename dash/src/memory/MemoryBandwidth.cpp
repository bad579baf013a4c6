#include <dash/util/MemoryBandwidth.h>

#include <dash/detail/base/DeviceMemory.h>
#include <dash/detail/memory/Scratch.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>

namespace dash::util {

namespace {

constexpr std::size_t large = 64 * 1024 * 1024;
constexpr std::size_t small = 64;
constexpr int repetitions = 4;

/// Shortest time of several copies.
double seconds_to_copy(void* to, const void* from, std::size_t nbytes)
{
  using Clock = std::chrono::steady_clock;
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < repetitions; ++i) {
    const auto start = Clock::now();
    detail::copy_bytes(to, from, nbytes);
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return least;
}

int measure()
{
  const detail::Scratch from(detail::memory_of_unit(), large);
  const detail::Scratch to(detail::memory_of_unit(), large);
  // The first copy goes backwards, because pages that have never been written share one page of
  // zeros.
  detail::copy_bytes(from.address(), to.address(), large);
  // The latency of a copy is subtracted, because it does not depend on the bandwidth.
  const double latency = seconds_to_copy(to.address(), from.address(), small);
  const double seconds = seconds_to_copy(to.address(), from.address(), large);
  const double megabytes = 2e-6 * static_cast<double>(large);
  return static_cast<int>(megabytes / std::max(seconds - latency, 1e-6));
}

}  // namespace

int memory_bandwidth_mbps()
{
  static const int mbps = measure();
  return mbps;
}

}  // namespace dash::util
