#include "persistent_worker.h"

#include <atomic>
#include <new>

#include "cuda_check.h"
#include "host_waits.h"

namespace dart::cuda {
namespace {

/// After so many looks at the mailbox, the caller asks the stream whether it has failed.
constexpr unsigned looks_per_check = 20000;

std::uint32_t load(std::uint32_t& word)
{
  return std::atomic_ref(word).load(std::memory_order_acquire);
}

}  // namespace

PersistentWorker::PersistentWorker(Gpu& gpu, unsigned linger_us) : gpu_(gpu), linger_us_(linger_us)
{
  OnGpu on(gpu);
  const UncapturedCalls uncaptured;
  void* memory = nullptr;
  DART_CUDA(cudaHostAlloc(&memory, sizeof(Mailbox), cudaHostAllocPortable | cudaHostAllocMapped));
  mailbox_.reset(new (memory) Mailbox);
  mailbox_->ended = 1;
  // Not the stream of other kernels, which would wait for the end of this one.
  DART_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
}

PersistentWorker::~PersistentWorker()
{
  cudaStreamSynchronize(stream_);
  cudaStreamDestroy(stream_);
}

void PersistentWorker::FreeMailbox::operator()(Mailbox* mailbox) const
{
  cudaFreeHost(mailbox);
}

void PersistentWorker::perform(const SmallWork& work)
{
  mailbox_->work = work;
  const std::uint32_t number = ++number_;
  std::atomic_ref(mailbox_->number).store(number, std::memory_order_release);
  for (unsigned looks = 1; load(mailbox_->done) != number; ++looks) {
    // A kernel that has ended has not seen this work, unless it has done it.
    if (load(mailbox_->ended) != 0 && load(mailbox_->done) != number) launch();
    if (looks % looks_per_check == 0) check_stream();
  }
}

void PersistentWorker::launch()
{
  OnGpu on(gpu_);
  std::atomic_ref(mailbox_->ended).store(0, std::memory_order_relaxed);
  const cudaError_t launched = launch_persistent(mailbox_.get(), linger_us_ * 1000, stream_);
  if (launched != cudaSuccess) mailbox_->ended = 1;
  check(launched, "launch of a kernel for small collectives");
}

void PersistentWorker::check_stream()
{
  OnGpu on(gpu_);
  static_cast<void>(is_complete(stream_));  // it throws what has failed
}

}  // namespace dart::cuda
