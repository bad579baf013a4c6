#include "host_calls.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/thread.h"
#include "base/wait.h"
#include "cuda_check.h"
#include "driver.h"

namespace dart::cuda {
namespace {

constexpr long shortest_nap = 5'000, longest_nap = 100'000;  // ns

CUdeviceptr address_of(std::uint64_t& word)
{
  return reinterpret_cast<CUdeviceptr>(&word);
}

}  // namespace

/// Memory is taken here, because that may wait for the GPU, and a stream may wait for a call.
HostCalls::HostCalls()
{
  void* memory = nullptr;
  DART_CUDA(cudaHostAlloc(&memory, sizeof(Words), cudaHostAllocPortable | cudaHostAllocMapped));
  words_ = new (memory) Words{};
}

HostCalls::~HostCalls()
{
  if (thread_.joinable()) {
    {
      std::lock_guard guard(mutex_);
      ends_ = true;
    }
    added_.notify_all();
    thread_.join();
  }
  cudaFreeHost(words_);
}

void HostCalls::add(cudaStream_t stream, std::function<void()> function, bool repeats)
{
  if (!thread_.joinable()) thread_ = start_thread("makes the calls of a stream", [this] { run(); });
  std::uint64_t number = 0;
  {
    std::lock_guard guard(mutex_);
    number = ++latest_;
    calls_.emplace(number, Call{std::move(function), repeats});
  }
  added_.notify_one();
  const Driver& call = driver();
  DART_CUDA(call.cuStreamWriteValue64(stream, address_of(words_->requested), number, 0));
  DART_CUDA(call.cuStreamWaitValue64(stream, address_of(words_->done), 1, CU_STREAM_WAIT_VALUE_EQ));
  DART_CUDA(call.cuStreamWriteValue64(stream, address_of(words_->done), 0, 0));
}

/// Looks at the word while there are calls. Looks are rare if nothing happens for a while, because
/// the calls of a graph may be needed at any time, or never.
void HostCalls::run()
{
  const std::atomic_ref requested(words_->requested);
  long nap = shortest_nap;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      added_.wait(lock, [this] { return ends_ || !calls_.empty(); });
      if (ends_) return;
    }
    const auto is_requested = [&] { return requested.load(std::memory_order_acquire) != 0; };
    if (spin_until(is_requested)) {
      nap = shortest_nap;
      serve(requested.exchange(0, std::memory_order_acq_rel));
      continue;
    }
    const timespec time{0, nap};
    nanosleep(&time, nullptr);
    nap = std::min(2 * nap, longest_nap);
  }
}

void HostCalls::serve(std::uint64_t number)
{
  std::unique_lock lock(mutex_);
  const auto found = calls_.find(number);
  const std::function<void()> function = found->second.function;
  if (!found->second.repeats) calls_.erase(found);
  lock.unlock();
  function();
  std::atomic_ref(words_->done).store(1, std::memory_order_release);
}

}  // namespace dart::cuda
