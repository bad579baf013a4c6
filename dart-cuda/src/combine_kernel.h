#pragma once

/// \file
/// Kernels that combine and move elements of several buffers, for collectives.

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>

#include "memory/combination.h"
#include "memory/device_space.h"

namespace dart::cuda {

/// A word of host memory that a kernel sets when all that it has written is visible everywhere.
struct DoneSignal {
  std::uint32_t* word;  ///< nullptr: the caller waits for the stream
  std::uint32_t value;
};

/// Launches a kernel. If it needs a single block of threads, it gives the signal.
/// \return whether it does in \c signals
cudaError_t launch_combine(
    const Combination& combination, DoneSignal signal, cudaStream_t stream, bool* signals);
cudaError_t launch_moves(
    std::span<const DeviceSpace::Move> moves, DoneSignal signal, cudaStream_t stream,
    bool* signals);

/// Loads the kernels in advance, for the reason given at load_atomic_kernels().
cudaError_t load_combine_kernels();

}  // namespace dart::cuda
