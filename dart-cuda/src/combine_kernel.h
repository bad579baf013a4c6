#pragma once

/// \file
/// Kernels that combine and move elements of several buffers, for collectives.

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>

#include "memory/combination.h"
#include "memory/device_space.h"

namespace dart::cuda {

/// Words of host memory, of which each block of a kernel sets its own when all that it has written
/// is visible everywhere.
struct DoneSignal {
  /// Kernels of more blocks, which take long enough, give no signal.
  static constexpr unsigned most_blocks = 64;

  std::uint32_t* words;  ///< nullptr: the caller waits for the stream
  std::uint32_t value;
};

/// Launches a kernel, which gives the signal if it has few blocks.
/// \return number of blocks that do in \c signals; 0: wait for the stream
cudaError_t launch_combine(
    const Combination& combination, DoneSignal signal, cudaStream_t stream, unsigned* signals);
cudaError_t launch_moves(
    std::span<const DeviceSpace::Move> moves, DoneSignal signal, cudaStream_t stream,
    unsigned* signals);

/// Loads the kernels on the selected GPU, for load_kernels().
cudaError_t load_combine_kernels();

}  // namespace dart::cuda
