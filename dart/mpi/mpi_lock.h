#pragma once

// One thread in MPI at a time.

#include <mpi.h>
#include <sched.h>

#include <mutex>

#include "mpi_check.h"

namespace dart {

/// Held around each MPI call of this module, as MPI runs with MPI_THREAD_SERIALIZED: Open MPI's
/// one-sided component for TCP (osc/pt2pt) refuses MPI_THREAD_MULTIPLE. A call under the lock waits
/// for another process only where that process answers from inside MPI, whatever its threads do
/// there: else two processes could wait for each other's locks.
inline std::mutex& mpi_mutex()
{
  // Never destroyed: exit handlers still use it.
  static std::mutex& mutex = *new std::mutex;
  return mutex;
}

using MpiLock = std::lock_guard<std::mutex>;

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
