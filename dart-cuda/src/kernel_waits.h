#pragma once

/// \file
/// How kernels of a stream see what others write, and how long they wait for it.

#include <cstdint>

#include "kernel_clock.h"
#include "stream_kernels.h"

namespace dart::cuda {

/// After so many looks at a word, a kernel looks at the clock, and leaves the memory to others.
constexpr unsigned looks_per_pause = 64;

inline __device__ FlagWord load_relaxed(const FlagWord* word)
{
  FlagWord value;
  asm volatile("ld.relaxed.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
  return value;
}

inline __device__ void store_release(FlagWord* word, FlagWord value)
{
  asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}

inline __device__ bool is_broken(const FaultPlace& place)
{
  return *const_cast<volatile std::uint32_t*>(&place.fault->number) != 0;
}

inline __device__ void report(const FaultPlace& place, std::uint32_t unit, FlagWord seen)
{
  place.fault->seen = seen;
  place.fault->unit = unit;
  __threadfence_system();
  *const_cast<volatile std::uint32_t*>(&place.fault->number) = place.number;
}

/// The time that a wait may take.
class Patience {
 public:
  __device__ explicit Patience(const FaultPlace& place) : place_(place) {}

  /// Called after each look in vain. \return whether the wait is given up, which is reported then
  __device__ bool is_over(std::uint32_t unit, FlagWord seen)
  {
    if (++looks_ % looks_per_pause != 0) return false;
    const std::uint64_t now = clock_ns();
    if (begin_ == 0) begin_ = now;
    if (place_.time_limit != 0 && now - begin_ > place_.time_limit) {
      if (!is_broken(place_)) report(place_, unit, seen);
      return true;
    }
    __nanosleep(50);
    return false;
  }

 private:
  const FaultPlace& place_;
  unsigned looks_ = 0;
  std::uint64_t begin_ = 0;
};

/// Waits, without seeing what others have written before.
/// \return whether the condition holds; false if the time is over, or was over in an earlier wait.
template <class Holds>
__device__ bool await_relaxed(
    const FlagWord* word, const FaultPlace& place, std::uint32_t unit, const Holds& holds)
{
  Patience patience(place);
  for (FlagWord seen = load_relaxed(word); !holds(seen); seen = load_relaxed(word)) {
    if (patience.is_over(unit, seen)) return false;
  }
  return true;
}

/// The same, and sees it.
template <class Holds>
__device__ void await(
    const FlagWord* word, const FaultPlace& place, std::uint32_t unit, const Holds& holds)
{
  if (await_relaxed(word, place, unit, holds)) __threadfence_system();
}

/// Whether a counter has come to a number; it may wrap around.
inline __device__ bool has_reached(FlagWord seen, FlagWord number)
{
  return static_cast<std::int64_t>(seen - number) >= 0;
}

/// Waits until a counter has come to a number.
inline __device__ void await_number(
    const FlagWord* word, const FaultPlace& place, std::uint32_t unit, FlagWord number)
{
  await(word, place, unit, [=](FlagWord seen) { return has_reached(seen, number); });
}

}  // namespace dart::cuda
