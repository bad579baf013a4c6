#pragma once

/// \file
/// A stream that tells how far its work has come.

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <vector>

#include "gpu.h"

namespace dart::cuda {

/// Pieces of work on a stream, numbered from 1. An event costs a part of what a small copy or
/// kernel costs, so not each piece has one. Whoever shares the object synchronises all calls but
/// those that wait.
class NumberedStream {
 public:
  /// \param pieces_per_event so many have an event together at most
  NumberedStream(Gpu& gpu, std::uint64_t pieces_per_event);
  ~NumberedStream();
  NumberedStream(const NumberedStream&) = delete;
  NumberedStream& operator=(const NumberedStream&) = delete;

  Gpu& gpu() const { return gpu_; }
  cudaStream_t stream() const { return stream_; }
  std::uint64_t started() const { return started_; }
  std::uint64_t completed() const { return completed_; }
  bool has_completed(std::uint64_t number) const { return completed_ >= number; }

  /// What was enqueued is a piece. \return its number
  std::uint64_t add_piece();
  /// Gives all pieces so far an event, if they have none.
  void add_event();

  /// Event behind a piece, for what does not begin before.
  cudaEvent_t event_behind(std::uint64_t number) { return mark_behind(number).event; }
  /// Whether a piece is complete.
  bool poll(std::uint64_t number);

  /// What a thread waits for without the others.
  struct Mark {
    std::uint64_t last;  ///< piece in front of the event
    cudaEvent_t event;
  };
  Mark mark_behind(std::uint64_t number);
  /// \param mark that is recorded again meanwhile is only later in the same stream
  void wait(const Mark& mark);
  /// For the newest piece.
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
