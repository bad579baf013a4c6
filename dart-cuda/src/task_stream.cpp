#include "task_stream.h"

#include <algorithm>

#include "base/clock.h"
#include "cuda_check.h"
#include "host_waits.h"

namespace dart::cuda {
namespace {

/// Number of tasks that share an event; waiting for the newest task needs none.
constexpr std::uint64_t tasks_per_event = 16;
/// CUDA returns times between events as floats, which are too coarse for longer times.
constexpr std::int64_t longest_span_ns = 1'000'000'000;

cudaEvent_t make_timing_event()
{
  cudaEvent_t event = nullptr;
  DART_CUDA(cudaEventCreate(&event));
  return event;
}

}  // namespace

TaskStream::TaskStream(Gpu& gpu, RegisteredHost& host) : stream_(gpu, tasks_per_event), host_(host)
{
  OnGpu on(gpu);
  renew_origin();
}

TaskStream::~TaskStream()
{
  for (cudaEvent_t event : stamps_) cudaEventDestroy(event);
  if (origin_.event != nullptr) cudaEventDestroy(origin_.event);
}

void* TaskStream::kernels()
{
  return guarded(static_cast<void*>(nullptr), [this]() -> void* {
    stream_.gpu().select();
    return stream_.stream();
  });
}

dart_ret_t TaskStream::copy(void* to, const void* from, std::size_t bytes)
{
  return guarded(DART_ERR_OTHER, [&] {
    OnGpu on(stream_.gpu());
    auto* target = static_cast<std::byte*>(to);
    const auto* source = static_cast<const std::byte*>(from);
    for (std::size_t done = 0, piece = 0; done < bytes; done += piece) {
      piece = host_.piece_of(target + done, source + done, bytes - done);
      DART_CUDA(cudaMemcpyAsync(
          target + done, source + done, piece, cudaMemcpyDefault, stream_.stream()));
    }
    return DART_OK;
  });
}

std::uint64_t TaskStream::end_piece()
{
  guarded(false, [this] { return stream_.add_piece(), true; });
  return ++ended_;
}

DeviceStream::State TaskStream::poll(std::uint64_t piece)
{
  if (stream_.has_completed(piece)) return State::complete;
  if (cuda_is_broken) {
    trouble_ = breakage();
    return State::failed;
  }
  try {
    return stream_.poll(piece) ? State::complete : State::pending;
  } catch (const std::exception& failure) {
    report(failure);
    trouble_ = failure.what();
    return State::failed;
  }
}

DeviceStream::Stamp TaskStream::stamp()
{
  return guarded(Stamp(0), [this] {
    OnGpu on(stream_.gpu());
    if (stream_.started() == stream_.completed() && free_stamps_.size() == stamps_.size()) {
      renew_origin();
    }
    if (free_stamps_.empty()) {
      stamps_.push_back(make_timing_event());
      free_stamps_.push_back(static_cast<Stamp>(stamps_.size() - 1));
    }
    const Stamp stamp = free_stamps_.back();
    free_stamps_.pop_back();
    DART_CUDA(cudaEventRecord(stamps_[stamp], stream_.stream()));
    return stamp;
  });
}

/// Records a new origin of times if necessary. Nothing may be in progress on the stream.
void TaskStream::renew_origin()
{
  if (origin_.event == nullptr) {
    origin_.event = make_timing_event();
  } else if (now_ns() - origin_.ns < longest_span_ns) {
    return;
  }
  DART_CUDA(cudaEventRecord(origin_.event, stream_.stream()));
  wait_for(origin_.event);
  origin_.ns = now_ns();
}

std::int64_t TaskStream::time_of(Stamp stamp)
{
  return guarded(origin_.ns, [&] {
    free_stamps_.push_back(stamp);
    float ms = 0;
    DART_CUDA(cudaEventElapsedTime(&ms, origin_.event, stamps_[stamp]));
    return origin_.ns + static_cast<std::int64_t>(static_cast<double>(ms) * 1e6);
  });
}

}  // namespace dart::cuda
