#pragma once

/// \file
/// Which threads of this process never call collectives: those of the runtime and of libraries.

#include <sys/types.h>

#include <vector>

namespace dart {

/// Makes the calling thread a helper, or no longer one.
void set_helper(bool is_one);

/// Makes the calling thread a helper until the end of a scope.
class HelperThread {
 public:
  HelperThread();
  ~HelperThread();
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;
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

/// Whether all threads of this process but the calling one are helpers. Takes microseconds. If in
/// doubt, they are not.
bool is_only_helped() noexcept;

}  // namespace dart
