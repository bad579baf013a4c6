// Where units wait: what dartrun tells when a run does not end, and what dartrun --who tells of
// one.

#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "expect.h"

namespace dart::test {
namespace {

const std::vector<std::string> waiting_program{"-n", "4", DASH_FAULTS, "waits"};

/// What has to be said of the units of that program.
testing::AssertionResult tells_waits(const std::string& text)
{
  return says(
      text, {"unit 0 waits ", " s in dash::sort of 100 elements of type int (dart_",
             "unit 1 is not in any call that waits", "unit 2 is stopped (signal 19)",
             "unit 3 waits ", " s in dash::Mutex::lock (dart_lock_acquire, team 0)"});
}

std::string who(pid_t process)
{
  const Outcome outcome = dartrun({"--who", std::to_string(process)});
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  return outcome.out;
}

TEST(Waits, AreToldWhileTheRunGoesOnAndWhenItIsInterrupted)
{
  Subprocess process(dartrun_command(waiting_program));
  process.wait_for_output("up", 4);
  eventually([&] { return bool(tells_waits(who(process.pid()))); });
  EXPECT_TRUE(tells_waits(who(process.pid())));
  for (const pid_t unit : process.descendants()) EXPECT_TRUE(tells_waits(who(unit)));
  kill(process.pid(), SIGINT);
  const Outcome outcome = process.wait();
  EXPECT_TRUE(failed_with(outcome, 128 + SIGINT, {"received signal 2"}));
  EXPECT_TRUE(tells_waits(outcome.err));
}

TEST(Waits, AreToldWhenTheTimeLimitPasses)
{
  std::vector<std::string> arguments{"--timeout", "1"};
  arguments.insert(arguments.end(), waiting_program.begin(), waiting_program.end());
  const Outcome outcome = dartrun(arguments);
  EXPECT_TRUE(failed_with(outcome, 124, {"still running: units 0-3; ending all"}));
  EXPECT_TRUE(tells_waits(outcome.err));
}

TEST(Waits, OfUnitsThatHaveNotStarted)
{
  const Outcome outcome =
      dartrun({"-n", "3", "--timeout", "0.3", "sh", "-c", "[ $DART_UNIT = 1 ] || sleep 100"});
  EXPECT_TRUE(failed_with(
      outcome, 124,
      {"still running: units 0,2", "units 0,2 have not called dash::init (dart_init)"}));
}

TEST(Waits, OfNoRun)
{
  EXPECT_TRUE(failed_with(
      dartrun({"--who", std::to_string(getpid())}), 1, {"this is no process of a run"}));
  for (const char* process : {"0", "-1", "x", "1x"}) {
    EXPECT_TRUE(failed_with(dartrun({"--who", process}), 2, {"--who", "expected"})) << process;
  }
}

}  // namespace
}  // namespace dart::test
