#pragma once

/// \file
/// Kernels that take the place of stream memory operations where CUDA has none.

#include <cuda_runtime_api.h>

#include <cstdint>

#include "memory/operation_queue.h"

namespace dart::cuda {

/// What a kernel tells the host if an operation cannot be done, or its time is over. The words are
/// in pinned memory, and all kernels of a stream share them.
struct StreamFault {
  std::uint32_t number;  ///< the operation's number, from 1; 0: there is no fault
  std::uint32_t unit;    ///< the unit that did not come, for meetings
  FlagWord seen;         ///< value of the flag
};

/// Where a kernel reports what is wrong.
struct FaultPlace {
  StreamFault* fault;
  std::uint32_t number;      ///< the operation's number, from 1
  std::uint64_t time_limit;  ///< the longest wait in nanoseconds; 0: there is no limit
};

/// Whether a kernel of a few blocks copies the bytes sooner than a copy engine, behind which the
/// flag would be another operation.
bool is_small_for_kernel(const FlaggedCopy& copy, unsigned most_blocks);
/// \param most_blocks  of a cluster, by blocks_of_cluster()
cudaError_t launch_flagged_copy(const FlaggedCopy& copy, unsigned most_blocks, cudaStream_t stream);
/// The largest number of blocks with which the selected GPU copies in a cluster; 1: it has none.
unsigned blocks_of_cluster();
/// Waits until a flag fulfils a condition.
cudaError_t launch_await_flag(
    const FlagWord* flag, const FlagCondition& condition, const FaultPlace& place,
    cudaStream_t stream);
/// Executes a put that was described; two kernels, of which the second one sets the flag.
/// \param place  of the report; \c seen is the offset that is not in the segment
cudaError_t launch_put_described(
    const DescribedCopy& copy, const FaultPlace& place, cudaStream_t stream);
cudaError_t launch_meet(const QueueMeeting& meeting, const FaultPlace& place, cudaStream_t stream);

/// Loads the kernels on the selected GPU, for load_kernels().
cudaError_t load_stream_kernels();

}  // namespace dart::cuda
