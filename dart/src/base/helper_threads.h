#pragma once

/// \file
/// Which threads of this process never call collectives: those of the runtime and of libraries.

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace dart {

/// Number of a thread of the runtime that does what threads of the program wait for.
using Worker = std::uint32_t;
inline constexpr Worker no_worker = 0;

/// A number that no other thread has.
Worker new_worker() noexcept;
/// Gives the calling thread a number.
void set_worker(Worker worker) noexcept;

/// Makes the calling thread a helper, or no longer one.
void set_helper(bool is_one);

/// Whether the calling thread was made one to all other threads.
bool is_helper() noexcept;

/// Makes the calling thread a helper until the end of a scope.
class HelperThread {
 public:
  /// \param awaited  the worker for which the thread waits meanwhile. The thread is a helper only
  ///   for that worker, not for others, since the worker may be done at any time.
  explicit HelperThread(Worker awaited = no_worker);
  ~HelperThread();
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;

 private:
  Worker awaited_;
};

/// Makes those threads helpers that libraries start during a scope.
class StartOfLibraries {
 public:
  StartOfLibraries();
  ~StartOfLibraries();
  StartOfLibraries(const StartOfLibraries&) = delete;
  StartOfLibraries& operator=(const StartOfLibraries&) = delete;

 private:
  std::vector<pid_t> before_;
};

/// Whether all threads of this process but the calling one are helpers to it. Takes microseconds.
/// If in doubt, they are not.
bool is_only_helped() noexcept;

}  // namespace dart
