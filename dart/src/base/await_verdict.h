#pragma once

/// \file
/// A process of another unit that has ended in the middle of the run.

#include <ctime>

namespace dart {

/// Waits for the end of this process: another one of the run has ended, which the launcher finds
/// out, too. It ends this process after a message that says how the other one has ended, which is
/// the cause of all that fails here. Returns after a second if there is no such launcher.
inline void await_verdict()
{
  timespec left{1, 0};
  while (nanosleep(&left, &left) != 0) {
  }
}

}  // namespace dart
