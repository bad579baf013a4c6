#pragma once

/// \file
/// Where a GPU executes tasks.

#include <cstddef>
#include <cstdint>
#include <string>

#include "dash/dart/if/dart_types.h"

namespace dart {

/// Copies and kernels of a GPU, one after the other; those of different streams overlap. Pieces of
/// work are numbered from 1. Calls come one at a time.
class DeviceStream {
 public:
  enum class State { pending, complete, failed };
  using Stamp = std::uint32_t;

  virtual ~DeviceStream() = default;

  /// For functions that enqueue kernels: a cudaStream_t; nullptr on an emulated GPU. Selects the
  /// GPU for the calling thread. What is enqueued later comes after these kernels.
  virtual void* kernels() = 0;
  /// Enqueues a copy between addresses that kernels on this stream reach.
  virtual dart_ret_t copy(void* to, const void* from, std::size_t bytes) = 0;

  /// Ends a piece of work. \return its number
  virtual std::uint64_t end_piece() = 0;
  virtual State poll(std::uint64_t piece) = 0;
  /// Why pieces failed.
  virtual std::string trouble() const = 0;

  /// Notes the time at which what is enqueued so far is complete.
  virtual Stamp stamp() = 0;
  /// That time by steady_clock, in nanoseconds; the work is complete. Each stamp is read once.
  virtual std::int64_t time_of(Stamp stamp) = 0;
};

}  // namespace dart
