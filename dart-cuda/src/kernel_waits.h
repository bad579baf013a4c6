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

/// Whether an operation in front has failed, after which a kernel waits for nobody. All threads of
/// the block call this and get the same answer, whenever a kernel of another stream reports.
inline __device__ bool is_left_out(const FaultPlace& place)
{
  const bool decides = threadIdx.x == 0 && place.time_limit != 0;
  return __syncthreads_or(decides && is_broken(place)) != 0;
}

/// The time that a wait may take.
class Patience {
 public:
  /// \param given_up  whether a wait of the block was given up, which ends the others; may be null
  __device__ explicit Patience(const FaultPlace& place, const volatile bool* given_up = nullptr)
      : place_(place),
        given_up_(given_up)
  {}

  /// Called after each look in vain. \return whether the wait is given up, which is reported then
  __device__ bool is_over(std::uint32_t unit, FlagWord seen)
  {
    if (++looks_ % looks_per_pause != 0) return false;
    if (given_up_ != nullptr && *given_up_) return true;
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
  const volatile bool* given_up_;
  unsigned looks_ = 0;
  std::uint64_t begin_ = 0;
};

/// Waits, without seeing what others have written before.
/// \return whether the condition holds; false if the wait is given up
template <class Holds>
__device__ bool await_relaxed(
    const FlagWord* word, Patience patience, std::uint32_t unit, const Holds& holds)
{
  for (FlagWord seen = load_relaxed(word); !holds(seen); seen = load_relaxed(word)) {
    if (patience.is_over(unit, seen)) return false;
  }
  return true;
}

/// The same, and sees it.
template <class Holds>
__device__ bool await(
    const FlagWord* word, const Patience& patience, std::uint32_t unit, const Holds& holds)
{
  const bool has_come = await_relaxed(word, patience, unit, holds);
  if (has_come) __threadfence_system();
  return has_come;
}

/// Whether a counter has come to a number; it may wrap around.
inline __device__ bool has_reached(FlagWord seen, FlagWord number)
{
  return static_cast<std::int64_t>(seen - number) >= 0;
}

/// Waits until a counter has come to a number. \return false if the wait is given up
inline __device__ bool await_number(
    const FlagWord* word, const Patience& patience, std::uint32_t unit, FlagWord number)
{
  return await(word, patience, unit, [=](FlagWord seen) { return has_reached(seen, number); });
}

}  // namespace dart::cuda
