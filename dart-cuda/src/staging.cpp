#include "staging.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "cuda_check.h"

namespace dart::cuda {
namespace {

constexpr unsigned most_workers = 12;

/// This process's share of the host's cores.
unsigned cores_for_one_of(unsigned units)
{
  const auto cores = static_cast<unsigned>(std::max(1l, sysconf(_SC_NPROCESSORS_ONLN)));
  cpu_set_t allowed;
  const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  const unsigned bound_to = known ? CPU_COUNT(&allowed) : cores;
  return std::min(bound_to, std::max(1u, cores / units));
}

}  // namespace

Staging::Staging(unsigned units)
    : workers_(std::clamp(cores_for_one_of(units), 1u, most_workers))
{
}

Staging::~Staging()
{
  {
    std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
  if (pinned_ != nullptr) cudaFreeHost(pinned_);
}

void Staging::start()
{
  void* pinned = nullptr;
  DART_CUDA(cudaHostAlloc(&pinned, workers_.size() * 2 * buffer_bytes, cudaHostAllocPortable));
  pinned_ = static_cast<std::byte*>(pinned);
  std::byte* next = pinned_;
  for (Worker& worker : workers_) {
    for (Buffer& buffer : worker.buffers) {
      buffer.data = next;
      next += buffer_bytes;
    }
  }
  for (std::size_t k = 1; k < workers_.size(); ++k) {
    threads_.emplace_back([this, k] { serve(workers_[k]); });
  }
}

void Staging::run(const std::function<void(Worker&)>& job)
{
  std::lock_guard turn(turn_);
  if (pinned_ == nullptr) start();
  {
    std::lock_guard guard(mutex_);
    job_ = &job;
    at_work_ = threads_.size();
    failure_ = nullptr;
    ++round_;
  }
  wake_.notify_all();
  perform(job, workers_.front());
  std::unique_lock guard(mutex_);
  done_.wait(guard, [this] { return at_work_ == 0; });
  if (failure_) std::rethrow_exception(failure_);
}

void Staging::serve(Worker& worker)
{
  std::uint64_t served = 0;
  std::unique_lock guard(mutex_);
  for (;;) {
    wake_.wait(guard, [&] { return stopping_ || round_ != served; });
    if (stopping_) return;
    served = round_;
    const auto& job = *job_;
    guard.unlock();
    perform(job, worker);
    guard.lock();
    if (--at_work_ == 0) done_.notify_all();
  }
}

void Staging::perform(const std::function<void(Worker&)>& job, Worker& worker)
{
  try {
    job(worker);
  } catch (...) {
    std::lock_guard guard(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

}  // namespace dart::cuda
