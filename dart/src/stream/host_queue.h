#pragma once

/// \file
/// A queue of operations that a thread of the host executes.

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>

#include "base/helper_threads.h"
#include "memory/operation_queue.h"

namespace dart {

class HostQueue final : public OperationQueue {
 public:
  /// \throws std::runtime_error if there is no thread
  HostQueue();
  /// Completes everything first.
  ~HostQueue() override;

  dart_ret_t call(Call call) override;
  bool test() override;
  dart_ret_t wait() override;

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable added_, completed_;
  std::deque<Call> calls_;  ///< the first one is being executed
  bool ends_ = false;
  const Worker worker_ = new_worker();
  std::thread thread_;
};

}  // namespace dart
