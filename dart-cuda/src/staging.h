#pragma once

// Threads with pinned buffers, that move pageable memory to and from GPUs at the speed of pinned.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "wait.h"

namespace dart::cuda {

class Staging {
public:
  static constexpr std::size_t buffer_bytes = std::size_t(1) << 20;

  struct Buffer {
    std::byte* data = nullptr;
    std::uint64_t ticket = 0;  ///< of the last copy to or from the buffer
  };
  /// Two buffers, so that one is filled while the other is sent.
  struct Worker {
    Buffer buffers[2];
    unsigned turn = 0;
    Buffer& next() { return buffers[turn++ % 2]; }
  };

  /// \param units of the host, which share its cores
  explicit Staging(unsigned units);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  std::size_t workers() const { return workers_.size(); }

  /// Calls \c job(worker) in the calling thread and in all others at once; returns when all are
  /// done. Jobs of several callers take turns. Starts the threads the first time; the caller has
  /// selected a GPU.
  /// \throws what a job threw
  void run(const std::function<void(Worker&)>& job);

private:
  using Job = std::function<void(Worker&)>;

  void start();
  void serve(Worker& worker);
  void perform(const Job& job, Worker& worker);
  void await(WaitWord& word, WaitWord::Count target) const;

  std::vector<Worker> workers_;  // the first one is the caller's
  std::vector<std::thread> threads_;
  std::byte* pinned_ = nullptr;

  std::mutex turn_;           // of callers
  const Job* job_ = nullptr;  // nullptr: the end
  WaitWord::Count calls_ = 0;
  WaitWord called_;  // counts jobs
  WaitWord done_;    // counts threads that are done with one
  std::mutex failing_;
  std::exception_ptr failure_;
};

}  // namespace dart::cuda
