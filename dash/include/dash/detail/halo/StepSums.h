#pragma once

/// \file
/// The sums of a measure over the steps of a stencil, for files that nvcc compiles.

#include <dash/detail/execution/DeviceExecution.h>
#include <dash/detail/memory/Reach.h>
#include <dash/detail/memory/WorkBuffer.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace dash::halo::detail {

/// Number of separate sums for a step, so that thread blocks seldom update the same one.
constexpr std::size_t sums_per_step = 16;
/// Number of steps after which the host reads their sums, if they are measured. It is even, so all
/// batches begin with the same matrix.
constexpr std::size_t steps_per_batch = 1024;

/// Called by all threads of a block.
/// \param sums  those of the step
__device__ inline void add_to_step(double* sums, double value)
{
  const double total = dash::detail::device::sum_of_block(value);
  if (threadIdx.x == 0) atomicAdd(sums + blockIdx.x % sums_per_step, total);
}

/// Device memory for the sums of a batch of steps.
class StepSums {
 public:
  /// \param measured  receives the sum of each step; nullptr if nothing is measured
  StepSums(const dash::detail::DeviceExecution& exec, std::size_t steps, double* measured)
      : exec_(exec),
        measured_(measured),
        sums_(
            dash::detail::MemoryKind::device,
            measured != nullptr ? (std::min)(steps, steps_per_batch) * sums_per_step : 0)
  {}

  /// Sets the sums of the next \c n steps to 0 on the unit's stream.
  void clear(std::size_t n)
  {
    if (measured_ == nullptr) return;
    exec_.launch([&](cudaStream_t stream) {
      return cudaMemsetAsync(sums_.data(), 0, n * sums_per_step * sizeof(double), stream);
    });
  }

  /// The sums of a step of the batch; nullptr if nothing is measured.
  double* of(std::size_t step) const
  {
    return measured_ == nullptr ? nullptr : sums_.data() + step * sums_per_step;
  }

  /// Waits for the batch and adds its sums to those of the steps from \c first on.
  void fetch(std::size_t first, std::size_t n)
  {
    if (measured_ == nullptr) return;
    std::vector<double> sums(n * sums_per_step);
    exec_.complete();
    dash::detail::copy_elements_between(
        sums.data(), sums_.data(), static_cast<std::ptrdiff_t>(sums.size()));
    for (std::size_t i = 0; i < sums.size(); ++i) measured_[first + i / sums_per_step] += sums[i];
  }

 private:
  const dash::detail::DeviceExecution& exec_;
  double* measured_;
  dash::detail::WorkBuffer<double> sums_;
};

}  // namespace dash::halo::detail
