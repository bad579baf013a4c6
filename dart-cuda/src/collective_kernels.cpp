#include "collective_kernels.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "cuda_check.h"
#include "host_waits.h"
#include "load_kernels.h"

namespace dart::cuda {
namespace {

/// After so many looks at a word, the caller asks the stream whether it has failed.
constexpr unsigned looks_per_query = 20000;

}  // namespace

CollectiveKernels::CollectiveKernels(Gpu& gpu, unsigned linger_us) : gpu_(gpu)
{
  OnGpu on(gpu);
  load_kernels();
  DART_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  constexpr std::size_t bytes = DoneSignal::most_blocks * sizeof *done_;
  void* memory = nullptr;
  DART_CUDA(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable | cudaHostAllocMapped));
  done_ = static_cast<std::uint32_t*>(memory);
  std::fill_n(done_, DoneSignal::most_blocks, 0);
  if (linger_us > 0) worker_.emplace(gpu, linger_us);
}

CollectiveKernels::~CollectiveKernels()
{
  cudaStreamDestroy(stream_);
  cudaFreeHost(done_);
}

/// \return false if it is not done, because it is not small, or each kernel is launched
bool CollectiveKernels::does_small(const std::optional<SmallWork>& work)
{
  if (!worker_ || !work) return false;
  std::lock_guard guard(mutex_);
  worker_->perform(*work);
  return true;
}

/// \param launch  launches a kernel, and says how many of its blocks give a signal
template <class Launch>
void CollectiveKernels::run(Launch launch)
{
  std::lock_guard guard(mutex_);
  OnGpu on(gpu_);
  unsigned signals = 0;
  const DoneSignal signal{done_, ++started_};
  DART_CUDA(launch(signal, &signals));
  if (signals == 0) wait_for(stream_);
  for (unsigned block = 0; block < signals; ++block) await(done_[block], signal.value);
}

void CollectiveKernels::await(std::uint32_t& word, std::uint32_t number)
{
  const std::atomic_ref<std::uint32_t> done(word);
  for (unsigned looks = 1; done.load(std::memory_order_acquire) != number; ++looks) {
    if (looks % looks_per_query == 0 && is_complete(stream_)) return;
  }
}

void CollectiveKernels::combine(std::span<const Combination> combinations)
{
  if (combinations.empty()) return;
  if (combinations.size() == 1 && does_small(small_work(combinations.front()))) return;
  run([&](DoneSignal signal, unsigned* signals) {
    // The last kernel begins after the others have ended.
    for (const Combination& next : combinations.first(combinations.size() - 1))
      DART_CUDA(launch_combine(next, {nullptr, 0}, stream_, signals));
    return launch_combine(combinations.back(), signal, stream_, signals);
  });
}

void CollectiveKernels::move(std::span<const DeviceSpace::Move> moves)
{
  if (moves.empty() || does_small(small_work(moves))) return;
  run([&](DoneSignal signal, unsigned* signals) {
    return launch_moves(moves, signal, stream_, signals);
  });
}

}  // namespace dart::cuda
