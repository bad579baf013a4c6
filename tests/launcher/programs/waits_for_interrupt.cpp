// A library to be preloaded: the first call of memfd_create says so, and waits until the terminal
// has sent SIGINT, which the caller has blocked.

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

extern "C" int memfd_create(const char* name, unsigned flags) noexcept
{
  const char text[] = "creates the memory file\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) > 0) {
    sigset_t pending;
    do {
      sched_yield();
      sigpending(&pending);
    } while (sigismember(&pending, SIGINT) == 0);
  }
  return static_cast<int>(syscall(SYS_memfd_create, name, flags));
}
