// Ctrl-C: a terminal sends SIGINT to dartrun and to all of its units at the same time.

#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "expect.h"

namespace dart::test {
namespace {

/// dartrun in the foreground of a terminal of its own.
class Terminal {
 public:
  /// \param library  to be preloaded
  explicit Terminal(std::vector<std::string> arguments, const char* library = nullptr)
  {
    pid_ = forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (pid_ == 0) become_dartrun(std::move(arguments), library);
    EXPECT_GT(pid_, 0);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() { close(terminal_); }

  pid_t pid() const { return pid_; }
  void press_interrupt() const { EXPECT_EQ(1, write(terminal_, "\x03", 1)); }

  /// Reads until the text has appeared so often. Fails the test if the output ends before.
  void wait_for(const std::string& text, int count = 1)
  {
    while (times(text) < count) {
      if (!read_some()) {
        FAIL() << "no \"" << text << "\" in:\n" << outcome_.err;
      }
    }
  }

  /// Waits for the end, after which no process may be left. All output is in \c err, where
  /// expectations look for messages.
  Outcome wait()
  {
    while (read_some()) {
    }
    int status = 0;
    waitpid(pid_, &status, 0);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start_;
    outcome_.seconds = time.count();
    outcome_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    EXPECT_TRUE(eventually([&] { return kill(-pid_, 0) != 0 && errno == ESRCH; }));
    return outcome_;
  }

 private:
  [[noreturn]] static void become_dartrun(std::vector<std::string> arguments, const char* library)
  {
    if (library != nullptr) {
      setenv("LD_PRELOAD", library, 1);
      // AddressSanitizer wants to be the first library.
      const char* const options = getenv("ASAN_OPTIONS");
      const std::string with =
          std::string(options == nullptr ? "" : options) + ":verify_asan_link_order=0";
      setenv("ASAN_OPTIONS", with.c_str(), 1);
    }
    std::vector<std::string> words = dartrun_command(std::move(arguments));
    std::vector<char*> list;
    for (std::string& word : words) list.push_back(word.data());
    list.push_back(nullptr);
    execv(list.front(), list.data());
    _exit(99);
  }

  /// \return false at the end, when no process has the terminal any more
  bool read_some()
  {
    char part[256];
    const ssize_t size = read(terminal_, part, sizeof part);
    if (size > 0) outcome_.err.append(part, static_cast<std::size_t>(size));
    return size > 0;
  }

  int times(const std::string& text) const
  {
    int count = 0;
    for (auto at = outcome_.err.find(text); at != std::string::npos;
         at = outcome_.err.find(text, at + 1)) {
      ++count;
    }
    return count;
  }

  int terminal_ = -1;
  pid_t pid_ = -1;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Outcome outcome_;
};

/// The signal comes when dartrun creates the memory file, so before there are units: a preloaded
/// library says so and waits for the signal.
TEST(Terminal, InterruptsAtTheStart)
{
  Terminal terminal({"-n", "3", "sleep", "100"}, WAITS_FOR_INTERRUPT);
  terminal.wait_for("creates the memory file");
  terminal.press_interrupt();
  EXPECT_TRUE(failed_with(terminal.wait(), 128 + SIGINT, {"received signal 2"}));
}

TEST(Terminal, InterruptsUnitsThatWait)
{
  Terminal terminal({"-n", "4", DASH_FAULTS, "waits"});
  terminal.wait_for("up", 4);
  const auto waits = {
      " s in dash::sort of 100 elements of type int (dart_", " s in dash::Mutex::lock"};
  EXPECT_TRUE(eventually(
      [&] { return bool(says(dartrun({"--who", std::to_string(terminal.pid())}).out, waits)); }));
  terminal.press_interrupt();
  const Outcome outcome = terminal.wait();
  EXPECT_TRUE(failed_with(outcome, 128 + SIGINT, {"received signal 2"}));
  EXPECT_TRUE(says(outcome.err, waits));
}

TEST(Terminal, SecondInterruptEndsUnitsThatIgnoreTheFirst)
{
  Terminal terminal({"-n", "2", "sh", "-c", "trap '' INT; echo up; while :; do sleep 100; done"});
  terminal.wait_for("up", 2);
  terminal.press_interrupt();
  terminal.wait_for("received signal 2");
  terminal.press_interrupt();
  EXPECT_TRUE(failed_with(terminal.wait(), 128 + SIGINT, {"passed on to the units"}));
}

/// The failure counts, not the interruption of what is left.
TEST(Terminal, InterruptsARunThatIsEnding)
{
  Terminal terminal({"-n", "2", DART_FAULTS, "fails-after-exit-and-others-hang"});
  terminal.wait_for("exited with code 3");
  terminal.press_interrupt();
  EXPECT_TRUE(failed_with(terminal.wait(), 3, {"received signal 2", "completed dash::finalize"}));
}

}  // namespace
}  // namespace dart::test
