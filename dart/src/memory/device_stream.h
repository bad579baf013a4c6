#pragma once

/// \file
/// Streams on which a GPU executes tasks.

#include <cstddef>
#include <cstdint>
#include <string>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// Copies and kernels of a GPU that are executed in order; those of different streams overlap.
/// Pieces of work are numbered from 1. Callers make one call at a time.
class DeviceStream {
 public:
  enum class State { pending, complete, failed };
  using Stamp = std::uint32_t;

  virtual ~DeviceStream() = default;

  /// The stream for functions that enqueue kernels: a cudaStream_t; nullptr on an emulated GPU. The
  /// call selects the GPU for the calling thread. Work that is enqueued later is executed after
  /// these kernels.
  virtual void* kernels() = 0;
  /// Enqueues a copy between addresses that kernels on this stream can access.
  virtual dart_ret_t copy(void* to, const void* from, std::size_t bytes) = 0;

  /// Marks the end of a piece of work. \return its number
  virtual std::uint64_t end_piece() = 0;
  virtual State poll(std::uint64_t piece) = 0;
  /// The reason why pieces have failed.
  virtual std::string trouble() const = 0;

  /// Records the time at which everything enqueued so far is complete.
  virtual Stamp stamp() = 0;
  /// That time on the steady_clock in nanoseconds. The work has to be complete, and each stamp may
  /// be read once.
  virtual std::int64_t time_of(Stamp stamp) = 0;
};

}  // namespace dart
