#include "staging.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "cuda_check.h"

namespace dart::cuda {
namespace {

constexpr unsigned most_workers = 12;

/// Waking a thread may take longer than it copies: where there are cores enough, threads look for
/// the next job for so long before they sleep.
constexpr std::chrono::microseconds patience(200);

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
  job_ = nullptr;
  called_.set(++calls_);
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

void Staging::run(const Job& job)
{
  std::lock_guard turn(turn_);
  if (pinned_ == nullptr) start();
  job_ = &job;
  failure_ = nullptr;
  called_.set(++calls_);
  perform(job, workers_.front());
  await(done_, static_cast<WaitWord::Count>(calls_ * threads_.size()));
  if (failure_) std::rethrow_exception(failure_);
}

void Staging::serve(Worker& worker)
{
  for (WaitWord::Count call = 1;; ++call) {
    await(called_, call);
    const Job* const job = job_;
    if (job == nullptr) return;
    perform(*job, worker);
    done_.add(1);
  }
}

void Staging::perform(const Job& job, Worker& worker)
{
  try {
    job(worker);
  } catch (...) {
    std::lock_guard guard(failing_);
    if (!failure_) failure_ = std::current_exception();
  }
}

void Staging::await(WaitWord& word, WaitWord::Count target) const
{
  if (!SpinPolicy::current.shares_cores()) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!word.reached(target) && std::chrono::steady_clock::now() < end) cpu_relax();
  }
  word.wait(target);
}

}  // namespace dart::cuda
