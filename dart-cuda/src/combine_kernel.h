#pragma once

/// \file
/// Kernels that combine and move elements of several buffers, for collectives: one that is launched
/// for each, and a persistent one, which waits for the next small one after it has done the last.

#include <cuda_runtime_api.h>

#include <cstdint>
#include <optional>
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

/// The buffers of a combination.
struct Operands {
  Combining how;
  dart_operation_t operation;
  unsigned sources, targets;
  const void* from[Combination::most_buffers];
  void* to[Combination::most_buffers];
};

struct Copies {
  unsigned count;
  DeviceSpace::Move moves[DeviceSpace::most_moves];
};

/// What a persistent kernel does at a time: a combination, or copies.
struct SmallWork {
  enum class Kind : std::uint32_t { combination, copies };
  Kind kind;
  dart_datatype_t type;
  bool are_aligned;  ///< whether all begin at multiples of a vector
  std::uint32_t elements;
  union {
    Operands operands;
    Copies copies;
  };
};

/// \return nothing for work that is too much for one thread block
std::optional<SmallWork> small_work(const Combination& combination);
std::optional<SmallWork> small_work(std::span<const DeviceSpace::Move> moves);

/// Host memory through which a persistent kernel gets its work.
struct Mailbox {
  alignas(128) std::uint32_t number = 0;  ///< the work's number, written behind it
  alignas(128) std::uint32_t done = 0;    ///< number of the last work that is complete everywhere
  alignas(128) std::uint32_t ended = 0;   ///< 1: the kernel has ended, and has not seen later work
  alignas(128) SmallWork work;
};

/// Launches a kernel of one block, which does the work in the mailbox, and then waits for the next
/// one for so long.
cudaError_t launch_persistent(Mailbox* mailbox, unsigned linger_ns, cudaStream_t stream);

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
