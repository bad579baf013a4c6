#pragma once

/// \file
/// Kernels that execute collectives together with those of the other units.

#include <cuda_runtime_api.h>

#include "memory/operation_queue.h"
#include "stream_kernels.h"

namespace dart::cuda {

/// Launches this unit's kernel of a collective. It ends when the unit has received everything.
/// \param place  of the report about a unit that does not come
cudaError_t launch_collective(
    const QueueCollective& collective, const FaultPlace& place, cudaStream_t stream);

/// Loads the kernels in advance, for the reason given at load_atomic_kernels().
cudaError_t load_channel_kernels();

}  // namespace dart::cuda
