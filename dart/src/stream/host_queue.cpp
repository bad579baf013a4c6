#include "stream/host_queue.h"

#include <utility>

#include "base/thread.h"
#include "base/wait_place.h"
#include "trace/trace.h"

namespace dart {

HostQueue::HostQueue() : thread_(start_thread("executes a stream", [this] { run(); }, worker_)) {}

HostQueue::~HostQueue()
{
  {
    std::lock_guard guard(mutex_);
    ends_ = true;
  }
  added_.notify_all();
  thread_.join();
}

dart_ret_t HostQueue::call(Call call)
{
  {
    std::lock_guard guard(mutex_);
    calls_.push_back(std::move(call));
  }
  added_.notify_one();
  return DART_OK;
}

bool HostQueue::test()
{
  std::lock_guard guard(mutex_);
  return calls_.empty();
}

dart_ret_t HostQueue::wait()
{
  std::unique_lock lock(mutex_);
  if (calls_.empty()) return DART_OK;
  const HelperThread helper(worker_);  // meanwhile it does nothing that other units could wait for
  const ShownWait shown("dart_stream_wait");
  completed_.wait(lock, [this] { return calls_.empty(); });
  return DART_OK;
}

void HostQueue::run()
{
  trace::name_thread("stream");
  std::unique_lock lock(mutex_);
  for (;;) {
    added_.wait(lock, [this] { return ends_ || !calls_.empty(); });
    if (calls_.empty()) return;
    // Others add calls meanwhile, which leaves the first one where it is.
    const Call& call = calls_.front();
    lock.unlock();
    call();
    lock.lock();
    calls_.pop_front();
    if (calls_.empty()) completed_.notify_all();
  }
}

}  // namespace dart
