#pragma once

/// \file
/// Serialises MPI calls: only one thread at a time calls MPI.

#include <mpi.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "mpi_check.h"

namespace dart {

/// A lock that no thread waits for long, however often others take it. Threads that call MPI take
/// it again immediately after they have released it, and with a std::mutex that starves sleeping
/// threads. A strict order would cost a thread switch each time.
class MpiMutex {
 public:
  void lock()
  {
    for (int attempt = 0; attempt < patience; ++attempt) {
      if (is_claimed_.load(std::memory_order_relaxed)) let_pass();
      if (mutex_.try_lock()) return;
      if (attempt >= spins) std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    claim();
  }

  bool try_lock() { return !is_claimed_.load(std::memory_order_relaxed) && mutex_.try_lock(); }

  void unlock() { mutex_.unlock(); }

 private:
  static constexpr int spins = 100, patience = spins + 5;

  /// Takes the lock as the next owner, whoever else wants it.
  void claim()
  {
    std::lock_guard turn(turn_);
    is_claimed_.store(true, std::memory_order_relaxed);
    mutex_.lock();
    is_claimed_.store(false, std::memory_order_relaxed);
  }

  void let_pass() { std::lock_guard turn(turn_); }

  std::mutex mutex_;
  std::mutex turn_;  // held by the thread that claims the lock
  std::atomic<bool> is_claimed_{false};
};

/// Held around each MPI call of this module, because MPI runs with MPI_THREAD_SERIALIZED: Open
/// MPI's one-sided component for TCP (osc/pt2pt) refuses MPI_THREAD_MULTIPLE. A call under the lock
/// must not wait for another process unless that process answers inside MPI whatever its threads
/// do; otherwise two processes could wait for each other's locks.
inline MpiMutex& mpi_mutex()
{
  // It is never destroyed, because exit handlers still use it.
  static MpiMutex& mutex = *new MpiMutex;
  return mutex;
}

using MpiLock = std::lock_guard<MpiMutex>;

/// Whether MPI can still be called.
inline bool mpi_is_active()
{
  int initialized = 0, finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  return initialized != 0 && finalized == 0;
}

/// Polls until the operation is complete. The lock is released between polls, so other threads of
/// this process can serve the requests that the operation depends on.
inline void wait_unlocked(MPI_Request* request)
{
  for (int done = 0; done == 0;) {
    {
      MpiLock lock(mpi_mutex());
      DART_MPI(MPI_Test, request, &done, MPI_STATUS_IGNORE);
    }
    if (done == 0) sched_yield();
  }
}

/// A barrier after which collective calls on \c communicator only wait for processes that are about
/// to make them.
inline void barrier_unlocked(MPI_Comm communicator)
{
  MPI_Request request = MPI_REQUEST_NULL;
  {
    MpiLock lock(mpi_mutex());
    DART_MPI(MPI_Ibarrier, communicator, &request);
  }
  wait_unlocked(&request);
}

}  // namespace dart
