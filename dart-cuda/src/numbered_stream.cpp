#include "numbered_stream.h"

#include <algorithm>

#include "cuda_check.h"
#include "host_waits.h"

namespace dart::cuda {

NumberedStream::NumberedStream(Gpu& gpu, std::uint64_t pieces_per_event)
    : gpu_(gpu),
      pieces_per_event_(pieces_per_event)
{
  OnGpu on(gpu);
  DART_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
}

NumberedStream::~NumberedStream()
{
  for (const Mark& mark : marks_) cudaEventDestroy(mark.event);
  for (cudaEvent_t event : spare_events_) cudaEventDestroy(event);
  cudaStreamDestroy(stream_);
}

std::uint64_t NumberedStream::add_piece()
{
  const std::uint64_t number = ++started_;
  if (++unmarked_ >= pieces_per_event_) record();
  return number;
}

void NumberedStream::add_event()
{
  if (unmarked_ > 0) record();
}

/// Records an event behind all pieces.
NumberedStream::Mark NumberedStream::record()
{
  OnGpu on(gpu_);
  while (!marks_.empty() && marks_.front().last <= completed_) {
    spare_events_.push_back(marks_.front().event);
    marks_.pop_front();
  }
  if (spare_events_.empty()) {
    cudaEvent_t event = nullptr;
    DART_CUDA(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    spare_events_.push_back(event);
  }
  DART_CUDA(cudaEventRecord(spare_events_.back(), stream_));
  marks_.push_back({started_, spare_events_.back()});
  spare_events_.pop_back();
  unmarked_ = 0;
  return marks_.back();
}

NumberedStream::Mark NumberedStream::mark_behind(std::uint64_t number)
{
  const auto found = std::find_if(
      marks_.begin(), marks_.end(), [=](const Mark& mark) { return mark.last >= number; });
  return found != marks_.end() ? *found : record();
}

void NumberedStream::advance(std::uint64_t number)
{
  std::uint64_t known = completed_;
  while (known < number && !completed_.compare_exchange_weak(known, number)) {
  }
}

bool NumberedStream::poll(std::uint64_t number)
{
  if (has_completed(number)) return true;
  OnGpu on(gpu_);
  const bool is_newest = started_ == number;
  const Mark mark = is_newest ? Mark{number, nullptr} : mark_behind(number);
  if (is_newest ? !is_complete(stream_) : !is_complete(mark.event)) return false;
  advance(mark.last);
  return true;
}

void NumberedStream::wait(const Mark& mark)
{
  OnGpu on(gpu_);
  wait_for(mark.event);
  advance(mark.last);
}

void NumberedStream::wait_for_all(std::uint64_t newest)
{
  OnGpu on(gpu_);
  wait_for(stream_);
  advance(newest);
}

}  // namespace dart::cuda
