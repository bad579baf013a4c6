#pragma once

/// \file
/// A stream that can report how much of its work is complete.

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <vector>

#include "gpu.h"

namespace dart::cuda {

/// Pieces of work on a stream, numbered from 1. Because an event costs a considerable fraction of a
/// small copy or kernel, not every piece has one. Callers synchronise all calls except those that
/// wait.
class NumberedStream {
 public:
  /// \param pieces_per_event  largest number of pieces that share an event
  NumberedStream(Gpu& gpu, std::uint64_t pieces_per_event);
  ~NumberedStream();
  NumberedStream(const NumberedStream&) = delete;
  NumberedStream& operator=(const NumberedStream&) = delete;

  Gpu& gpu() const { return gpu_; }
  cudaStream_t stream() const { return stream_; }
  std::uint64_t started() const { return started_; }
  std::uint64_t completed() const { return completed_; }
  bool has_completed(std::uint64_t number) const { return completed_ >= number; }

  /// Makes what was enqueued since the last call a piece. \return its number
  std::uint64_t add_piece();
  /// Records an event for all pieces so far that have none.
  void add_event();

  /// An event behind a piece, for work that must not begin earlier.
  cudaEvent_t event_behind(std::uint64_t number) { return mark_behind(number).event; }
  /// Whether a piece is complete.
  bool poll(std::uint64_t number);

  /// What a thread needs in order to wait without synchronisation with other callers.
  struct Mark {
    std::uint64_t last;  ///< number of the piece in front of the event
    cudaEvent_t event;
  };
  Mark mark_behind(std::uint64_t number);
  /// If the event of \p mark is recorded again meanwhile, the wait only ends later.
  void wait(const Mark& mark);
  /// Waits for all pieces up to \p newest, which is the latest one.
  void wait_for_all(std::uint64_t newest);

 private:
  Mark record();
  void advance(std::uint64_t number);

  Gpu& gpu_;
  std::uint64_t pieces_per_event_;
  cudaStream_t stream_ = nullptr;
  std::atomic<std::uint64_t> started_{0}, completed_{0};
  std::deque<Mark> marks_;
  std::vector<cudaEvent_t> spare_events_;
  std::uint64_t unmarked_ = 0;
};

}  // namespace dart::cuda
