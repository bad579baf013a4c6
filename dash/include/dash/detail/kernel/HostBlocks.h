#pragma once

/// \file
/// The blocks of a kernel as threads of the host.

#include <dash/detail/base/TraceSpan.h>

#include <dash/dart/if/dart_trace.h>

#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace dash::kernel::detail {

/// Threads that run at the same time, one for each block.
class HostBlocks {
 public:
  HostBlocks() = default;
  HostBlocks(const HostBlocks&) = delete;
  HostBlocks& operator=(const HostBlocks&) = delete;
  ~HostBlocks() { join(); }

  /// Starts \c run(block) for all blocks below \c blocks.
  /// \throws std::system_error if there are too many threads
  template <class Run>
  void start(std::size_t blocks, Run run)
  {
    for (std::size_t block = 0; block < blocks; ++block) {
      threads_.emplace_back([this, run, block]() mutable {
        if (dash::detail::run_is_traced)
          dart_trace_name_thread(("kernel, block " + std::to_string(block)).c_str());
        const dash::detail::TraceSpan span("block", "kernel");
        try {
          run(block);
        } catch (...) {
          const std::lock_guard guard(mutex_);
          if (!thrown_) thrown_ = std::current_exception();
        }
      });
    }
  }

  /// Waits for all of them. \throws what one of them has thrown
  void wait()
  {
    join();
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  void join()
  {
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

  std::mutex mutex_;
  std::exception_ptr thrown_;
  std::vector<std::thread> threads_;
};

}  // namespace dash::kernel::detail
