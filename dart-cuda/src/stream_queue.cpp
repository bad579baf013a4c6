#include "stream_queue.h"

#include <new>
#include <utility>

#include "atomic_kernel.h"
#include "base/log.h"
#include "box_kernel.h"
#include "channel_kernels.h"
#include "combine_kernel.h"
#include "cuda_check.h"
#include "driver.h"
#include "host_waits.h"
#include "load_kernels.h"
#include "uncaptured_calls.h"

namespace dart::cuda {
namespace {

/// Up to this size, a kernel in a graph takes less time than a copy engine.
constexpr std::size_t kernel_copy_bytes = std::size_t(32) << 10;
constexpr std::uint64_t ns_per_s = 1'000'000'000;

CUdeviceptr address_of(const FlagWord* flag)
{
  return reinterpret_cast<CUdeviceptr>(flag);
}

}  // namespace

StreamQueue::StreamQueue(
    Gpu& gpu, RegisteredHost& host, QueueUse use, cudaStream_t native, std::int64_t limit,
    Reaches reaches)
    : gpu_(gpu),
      host_(host),
      use_(use),
      stream_(native),
      is_own_(native == nullptr),
      limit_ns_(static_cast<std::uint64_t>(limit) * ns_per_s),
      reaches_(std::move(reaches))
{
  OnGpu on(gpu);
  const UncapturedCalls uncaptured;
  load_kernels();
  cluster_blocks_ = blocks_of_cluster();
  if (is_own_) DART_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  void* memory = nullptr;
  DART_CUDA(
      cudaHostAlloc(&memory, sizeof(StreamFault), cudaHostAllocPortable | cudaHostAllocMapped));
  fault_ = new (memory) StreamFault{};
  calls_ = std::make_unique<HostCalls>();
}

StreamQueue::~StreamQueue()
{
  if (fault_ == nullptr) return;
  wait();
  if (is_own_) cudaStreamDestroy(stream_);
  cudaFreeHost(fault_);
}

/// Adds an operation to the stream, in one piece.
template <class Add>
dart_ret_t StreamQueue::add(Add add)
{
  return guarded(DART_ERR_OTHER, [&] {
    std::lock_guard lock(mutex_);
    OnGpu on(gpu_);
    add();
    return DART_OK;
  });
}

void* StreamQueue::native()
{
  return guarded(static_cast<void*>(nullptr), [this]() -> void* {
    gpu_.select();
    return stream_;
  });
}

bool StreamQueue::is_captured()
{
  return guarded(false, [this] {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    DART_CUDA(cudaStreamIsCapturing(stream_, &status));
    return status != cudaStreamCaptureStatusNone;
  });
}

bool StreamQueue::reaches(const void* buffer, std::size_t bytes)
{
  return guarded(false, [&] {
    const UncapturedCalls uncaptured;
    return reaches_(buffer, bytes);
  });
}

dart_ret_t StreamQueue::call(Call call)
{
  return add([&] { calls_->add(stream_, std::move(call), is_captured()); });
}

dart_ret_t StreamQueue::copy(void* to, const void* from, std::size_t bytes)
{
  return add([&] {
    auto* const target = static_cast<std::byte*>(to);
    const auto* const source = static_cast<const std::byte*>(from);
    if (bytes <= kernel_copy_bytes && is_captured()) {
      const DeviceSpace::Move move{target, source, bytes};
      unsigned signals = 0;
      DART_CUDA(launch_moves({&move, 1}, {nullptr, 0}, stream_, &signals));
      return;
    }
    for (std::size_t done = 0, piece = 0; done < bytes; done += piece) {
      piece = host_.piece_of(target + done, source + done, bytes - done);
      DART_CUDA(cudaMemcpyAsync(target + done, source + done, piece, cudaMemcpyDefault, stream_));
    }
  });
}

dart_ret_t StreamQueue::copy_box(void* to, const void* from, const Box& box)
{
  const Box simple = box.simplified();
  if (simple.dimensions().empty()) return copy(to, from, simple.element_bytes());
  if (!fits_kernel(simple)) return DART_ERR_NOTFOUND;
  return add([&] {
    auto* const target = static_cast<std::byte*>(to);
    const auto* const source = static_cast<const std::byte*>(from);
    DART_CUDA(launch_copy_box(target, source, kernel_box(target, source, simple), 0, stream_));
  });
}

dart_ret_t StreamQueue::set_flag(FlagWord* flag, FlagWord value)
{
  return add([&] {
    DART_CUDA(driver().cuStreamWriteValue64(
        stream_, address_of(flag), value, CU_STREAM_WRITE_VALUE_DEFAULT));
  });
}

/// Whether a kernel does both, which begins sooner than a copy engine. Without data, a stream
/// memory operation sets the flag; but only kernels add to one.
bool StreamQueue::is_one_kernel(const FlaggedCopy& copy) const
{
  if (copy.bytes == 0) return copy.update == FlagUpdate::add;
  return use_ == QueueUse::program && is_small_for_kernel(copy, cluster_blocks_);
}

dart_ret_t StreamQueue::put_notify(const FlaggedCopy& copy)
{
  const auto put_by_kernel = [&](const FlaggedCopy& part) {
    return add([&] { DART_CUDA(launch_flagged_copy(part, cluster_blocks_, stream_)); });
  };
  if (is_one_kernel(copy)) return put_by_kernel(copy);
  if (copy.bytes > 0) {
    const dart_ret_t copied = this->copy(copy.to, copy.from, copy.bytes);
    if (copied != DART_OK) return copied;
  }
  if (copy.update == FlagUpdate::set) return set_flag(copy.flag, copy.value);
  return put_by_kernel({nullptr, nullptr, 0, false, copy.flag, copy.value, copy.update});
}

dart_ret_t StreamQueue::await_flag(
    const FlagWord* flag, const FlagCondition& condition, std::string description)
{
  return add([&] {
    const auto wait_for = [&](unsigned comparison) {
      DART_CUDA(
          driver().cuStreamWaitValue64(stream_, address_of(flag), condition.value, comparison));
    };
    if (limit_ns_ == 0) {  // a wait of the GPU's front end occupies no multiprocessor
      if (condition.comparison == DART_FLAG_EQUAL) return wait_for(CU_STREAM_WAIT_VALUE_EQ);
      if (condition.comparison == DART_FLAG_REACHED) return wait_for(CU_STREAM_WAIT_VALUE_GEQ);
      if (condition.comparison == DART_FLAG_ANY_BIT) return wait_for(CU_STREAM_WAIT_VALUE_AND);
    }
    const FaultPlace place = fault_place(
        "after " + seconds() + ", " + description + " is to be " + condition.expectation() + " " +
        std::to_string(condition.value));
    DART_CUDA(launch_await_flag(flag, condition, place, stream_));
  });
}

bool StreamQueue::can_update(const std::byte* target, const AtomicRequest& request)
{
  std::uintptr_t places = 0;  // a multiple of a power of two if all of them are
  for (const void* place :
       {static_cast<const void*>(target), request.operand, request.compare,
        static_cast<const void*>(request.result)})
    places |= reinterpret_cast<std::uintptr_t>(place);
  return has_atomic_kernel(request.type, places);
}

dart_ret_t StreamQueue::update(std::byte* target, const AtomicRequest& request)
{
  return add([&] {
    const AtomicLaunch launch{request.type,    request.operation, target,          request.operand,
                              request.compare, request.result,    request.elements};
    DART_CUDA(launch_atomic(launch, stream_));
  });
}

dart_ret_t StreamQueue::meet(const QueueMeeting& meeting, std::string description)
{
  return add([&] {
    const FaultPlace place =
        fault_place("after " + seconds() + ", all units are to have come to " + description);
    DART_CUDA(launch_meet(meeting, place, stream_));
  });
}

dart_ret_t StreamQueue::collective(const QueueCollective& collective, std::string description)
{
  return add([&] {
    const FaultPlace place =
        fault_place("after " + seconds() + ", all units are to have come to " + description);
    DART_CUDA(launch_collective(collective, place, stream_));
  });
}

dart_ret_t StreamQueue::put_described(const DescribedCopy& copy, std::string expectation)
{
  return add(
      [&] { DART_CUDA(launch_put_described(copy, fault_place(std::move(expectation)), stream_)); });
}

std::string StreamQueue::seconds() const
{
  return std::to_string(limit_ns_ / ns_per_s) + " s (DART_STREAM_TIMEOUT)";
}

/// Where the next operation reports what is wrong.
/// \param expectation  that is not fulfilled then, for the message
FaultPlace StreamQueue::fault_place(std::string expectation)
{
  std::size_t number = 0;
  if (is_captured()) {
    graph_expectations_.push_back(std::move(expectation));
    number = recent_expectations_.size() + graph_expectations_.size();
  } else {
    const std::size_t slot = expectations_++ % recent_expectations_.size();
    recent_expectations_[slot] = std::move(expectation);
    number = slot + 1;
  }
  return {fault_, static_cast<std::uint32_t>(number), limit_ns_};
}

const std::string& StreamQueue::expectation_of(std::uint32_t number) const
{
  const std::size_t recent = recent_expectations_.size();
  return number <= recent ? recent_expectations_[number - 1]
                          : graph_expectations_[number - recent - 1];
}

bool StreamQueue::test()
{
  return guarded(true, [&] { return is_complete(stream_); });
}

dart_ret_t StreamQueue::wait()
{
  const dart_ret_t waited = guarded(DART_ERR_OTHER, [&] {
    OnGpu on(gpu_);
    if (!is_captured()) wait_for(stream_);
    return DART_OK;
  });
  const dart_ret_t fault = take_fault();
  return waited != DART_OK ? waited : fault;
}

dart_ret_t StreamQueue::take_fault()
{
  if (fault_->number == 0) return DART_OK;
  const StreamFault fault = std::exchange(*fault_, StreamFault{});
  std::string expectation;
  {
    std::lock_guard lock(mutex_);
    expectation = expectation_of(fault.number);
  }
  log(LogLevel::error, "dart_stream_wait: %s; a stream of GPU %d has seen %llu (unit %u)",
      expectation.c_str(), gpu_.ordinal(), (unsigned long long)fault.seen, fault.unit);
  return DART_ERR_OTHER;
}

}  // namespace dart::cuda
