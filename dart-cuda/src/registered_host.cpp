#include "registered_host.h"

#include <algorithm>
#include <mutex>
#include <stdexcept>

#include "cuda_check.h"
#include "page_set.h"

namespace dart::cuda {
namespace {

void* pointer(std::uint64_t address)
{
  return reinterpret_cast<void*>(address);
}

}  // namespace

RegisteredHost::RegisteredHost(
    std::byte* begin, std::uint64_t bytes, RetireLog& retired,
    std::function<void()> complete_copies)
    : begin_(reinterpret_cast<std::uint64_t>(begin)),
      end_(begin_ + bytes),
      retired_(retired),
      retired_seen_(retired.count()),
      complete_copies_(std::move(complete_copies))
{}

RegisteredHost::~RegisteredHost()
{
  guarded(false, [this] {
    unregister(intervals_.extract_if([](const Interval&) { return true; }));
    return true;
  });
}

void RegisteredHost::reach(std::byte* begin, std::uint64_t bytes, Gpu& home)
{
  if (bytes == 0) return;
  drop_retired();
  const auto at = reinterpret_cast<std::uint64_t>(begin);
  {
    std::shared_lock guard(mutex_);
    if (intervals_.gaps(at, at + bytes).empty()) return;
  }
  OnGpu on(home);
  std::unique_lock guard(mutex_);
  home_ = &home;
  const std::uint64_t first = std::max(page_floor(at), begin_);
  const std::uint64_t last = std::min(page_ceil(at + bytes), end_);
  for (const auto& gap : intervals_.gaps(first, last)) register_interval(gap.begin, gap.end);
}

void RegisteredHost::register_interval(std::uint64_t begin, std::uint64_t end)
{
  DART_CUDA(cudaHostRegister(
      pointer(begin), end - begin, cudaHostRegisterPortable | cudaHostRegisterMapped));
  void* on_device = nullptr;
  const cudaError_t found = cudaHostGetDevicePointer(&on_device, pointer(begin), 0);
  if (found != cudaSuccess || on_device != pointer(begin)) {
    cudaHostUnregister(pointer(begin));
    check(found, "cudaHostGetDevicePointer");
    throw std::runtime_error(
        "this GPU sees host memory at other addresses than the host does, so kernels cannot reach "
        "CPU units' memory");
  }
  intervals_.insert(begin, end, {});
}

RegisteredHost::RegisteredRange RegisteredHost::range_at(const std::byte* begin)
{
  drop_retired();
  const auto at = reinterpret_cast<std::uint64_t>(begin);
  std::shared_lock guard(mutex_);
  if (const Interval* interval = intervals_.find(at)) return {true, interval->end - at};
  return {false, std::min(intervals_.next_begin(at), end_) - at};
}

void RegisteredHost::forget(std::byte* begin, std::uint64_t bytes)
{
  const auto at = reinterpret_cast<std::uint64_t>(begin);
  std::unique_lock guard(mutex_);
  drop(page_ceil(at), page_floor(at + bytes));
}

std::size_t RegisteredHost::piece_of(const std::byte* to, const std::byte* from, std::size_t bytes)
{
  for (const std::byte* end : {to, from}) {
    if (contains(end)) bytes = std::min<std::size_t>(bytes, range_at(end).bytes);
  }
  return bytes;
}

/// Unregisters a range of pages. A registration can only end as a whole, so the parts outside of
/// the range are registered again.
void RegisteredHost::drop(std::uint64_t begin, std::uint64_t end)
{
  if (begin >= end) return;
  const auto affected = intervals_.extract_if(
      [=](const Interval& interval) { return interval.begin < end && begin < interval.end; });
  if (affected.empty()) return;
  unregister(affected);
  OnGpu on(*home_);
  for (const Interval& interval : affected) {
    if (interval.begin < begin) register_interval(interval.begin, begin);
    if (interval.end > end) register_interval(end, interval.end);
  }
}

void RegisteredHost::unregister(const std::vector<Interval>& intervals)
{
  if (intervals.empty()) return;
  complete_copies_();
  OnGpu on(*home_);
  for (const Interval& interval : intervals) {
    DART_CUDA(cudaHostUnregister(pointer(interval.begin)));
  }
}

void RegisteredHost::drop_retired()
{
  if (retired_.count() == retired_seen_.load(std::memory_order_relaxed)) return;
  std::unique_lock guard(mutex_);
  std::uint64_t seen = retired_seen_;
  retired_.catch_up(seen, [this](std::uint64_t begin, std::uint64_t end) { drop(begin, end); });
  retired_seen_ = seen;
}

}  // namespace dart::cuda
