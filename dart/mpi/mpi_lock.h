#pragma once

/// \file
/// One thread in MPI at a time.

#include <mpi.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "mpi_check.h"

namespace dart {

/// A lock that no thread misses for long, however often others take it. Threads of MPI take it
/// again right after they released it, which starves who sleeps for a std::mutex; but a strict
/// order would cost a switch of threads each time.
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

  /// The next one, whoever else wants it.
  void claim()
  {
    std::lock_guard turn(turn_);
    is_claimed_.store(true, std::memory_order_relaxed);
    mutex_.lock();
    is_claimed_.store(false, std::memory_order_relaxed);
  }

  void let_pass() { std::lock_guard turn(turn_); }

  std::mutex mutex_;
  std::mutex turn_;  // held by who claims
  std::atomic<bool> is_claimed_{false};
};

/// Held around each MPI call of this module, as MPI runs with MPI_THREAD_SERIALIZED: Open MPI's
/// one-sided component for TCP (osc/pt2pt) refuses MPI_THREAD_MULTIPLE. A call under the lock waits
/// for another process only where that process answers from inside MPI, whatever its threads do
/// there: else two processes could wait for each other's locks.
inline MpiMutex& mpi_mutex()
{
  // Never destroyed: exit handlers still use it.
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

/// Polls until the operation is complete. The lock is free in between, so other threads of this
/// process can serve those that the operation waits for.
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

/// After it, collective calls on \c communicator wait only for processes that are about to make
/// them.
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
