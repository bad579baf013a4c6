#pragma once

/// \file
/// Kernels that take the place of stream memory operations where CUDA has none.

#include <cuda_runtime_api.h>

#include <cstdint>

#include "memory/operation_queue.h"

namespace dart::cuda {

/// What a wait tells the host if it ends because its time is over. The word is in pinned memory,
/// and all kernels of a stream share it.
struct StreamFault {
  std::uint32_t number;  ///< of the wait, from 1; 0: there is no fault
  std::uint32_t unit;    ///< that did not come, for meetings
  FlagWord seen;         ///< value of the flag
};

/// The limit of a wait, or where another kernel says what was wrong.
struct WaitLimit {
  std::uint64_t ns;  ///< 0: none
  StreamFault* fault;
  std::uint32_t number;
};

/// Adds to a flag in device memory.
cudaError_t launch_add_to_flag(FlagWord* flag, FlagWord value, cudaStream_t stream);
/// Waits until a flag fulfils a condition.
cudaError_t launch_await_flag(
    const FlagWord* flag, const FlagCondition& condition, const WaitLimit& limit,
    cudaStream_t stream);
/// Executes a put that was described; two kernels, of which the second one sets the flag.
/// \param fault  receives the offset that is not in the segment
cudaError_t launch_put_described(
    const DescribedCopy& copy, const WaitLimit& fault, cudaStream_t stream);
cudaError_t launch_meet(const QueueMeeting& meeting, const WaitLimit& limit, cudaStream_t stream);

/// Loads the kernels in advance, for the reason given at load_atomic_kernels().
cudaError_t load_stream_kernels();

}  // namespace dart::cuda
