// How runs end: with their units, by signals, by the time limit; and that nothing is left then.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <string>

#include "expect.h"

namespace dart::test {
namespace {

std::vector<std::string> shell(std::vector<std::string> options, const std::string& script)
{
  for (const std::string& word : {std::string("sh"), std::string("-c"), script}) {
    options.push_back(word);
  }
  return options;
}

TEST(Ending, SuccessIsSilent)
{
  const Outcome outcome = dartrun({"-n", "4", "true"});
  EXPECT_EQ(0, outcome.exit_code);
  EXPECT_EQ("", outcome.out + outcome.err);
}

TEST(Ending, ProgramsWithoutDartMayEndAtDifferentTimes)
{
  const Outcome outcome = dartrun(shell({"-n", "3"}, "sleep 0.$((DART_UNIT * 4))"));
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  EXPECT_GT(outcome.seconds, 0.7);
}

TEST(Ending, UnitKilledBySignal)
{
  const auto script = "[ $DART_UNIT = 2 ] || sleep 100; kill -SEGV $$";
  EXPECT_TRUE(failed_with(
      dartrun(shell({"-n", "4"}, script)), 128 + SIGSEGV,
      {"dartrun: unit 2 (pid ", "was killed by signal 11 (Segmentation fault)",
       "ending the other units"}));
}

TEST(Ending, UnitKilledFromOutsideHintsAtMemory)
{
  EXPECT_TRUE(failed_with(
      dartrun(shell({"-n", "1"}, "kill -KILL $$")), 128 + SIGKILL,
      {"unit 0", "signal 9 (Killed)", "memory"}));
}

TEST(Ending, UnitExitsWithCode)
{
  const auto script = "[ $DART_UNIT = 1 ] || sleep 100; exit 3";
  EXPECT_TRUE(failed_with(
      dartrun(shell({"-n", "2"}, script)), 3, {"unit 1 (pid ", "exited with code 3; ending"}));
}

TEST(Ending, FirstFailureIsTheCause)
{
  const auto script =
      "case $DART_UNIT in 0) sleep 3; exit 4;; 1) exit 3;; *) trap 'exit 5' TERM; sleep 100& "
      "wait;; esac";
  const Outcome brief = dartrun(shell({"-n", "3"}, script));
  EXPECT_TRUE(failed_with(brief, 3, {"unit 1"}));
  EXPECT_EQ(brief.err.find("unit 2 (pid"), std::string::npos) << brief.err;
  const Outcome verbose = dartrun(shell({"-n", "3", "--verbose"}, script));
  EXPECT_TRUE(failed_with(verbose, 3, {"unit 1"}));
  EXPECT_GT(verbose.err.rfind("unit 2 (pid"), verbose.err.find("exited with code 3"));
}

TEST(Ending, UnitsThatIgnoreTermAreKilled)
{
  const auto script = "[ $DART_UNIT = 1 ] && exit 3; trap '' TERM; while :; do sleep 100; done";
  EXPECT_TRUE(failed_with(dartrun(shell({"-n", "3"}, script)), 3, {"unit 1"}));
}

TEST(Ending, StoppedUnitsEndToo)
{
  const auto script = "[ $DART_UNIT = 1 ] || kill -STOP $$; sleep 0.1; exit 3";
  EXPECT_TRUE(failed_with(dartrun(shell({"-n", "2"}, script)), 3, {"unit 1"}));
}

TEST(Ending, GrandchildrenEndWithTheRun)
{
  EXPECT_EQ(0, dartrun(shell({"-n", "2"}, "sleep 100 & (sleep 100 &) ; exit 0")).exit_code);
  EXPECT_EQ(
      0, dartrun(shell({"-n", "1"}, "setsid sh -c 'trap \"\" TERM; sleep 99; sleep 99' & exit 0"))
             .exit_code);
  EXPECT_TRUE(failed_with(
      dartrun(shell({"-n", "2"}, "[ $DART_UNIT = 1 ] && { sleep 0.1; exit 3; }; sleep 100; true")),
      3, {"unit 1"}));
}

TEST(Ending, ProgramThatCannotRun)
{
  EXPECT_TRUE(failed_with(
      dartrun({"no-such-program"}), 127, {"cannot run no-such-program", "not found in PATH"}));
  EXPECT_TRUE(failed_with(dartrun({"./no-such"}), 127, {"cannot run ./no-such", "no such file"}));
  EXPECT_TRUE(failed_with(dartrun({"/etc/passwd"}), 126, {"/etc/passwd", "chmod +x"}));
  EXPECT_TRUE(failed_with(dartrun({"/tmp"}), 126, {"cannot run /tmp", "not an executable file"}));
}

TEST(Ending, FileThatIsNoProgram)
{
  char path[] = "/tmp/dartrun-test-XXXXXX";
  const int fd = mkstemp(path);
  ASSERT_GE(fd, 0);
  const auto write_program = [&](const char* text) { std::ofstream(path) << text; };
  write_program("no program\n");
  fchmod(fd, 0755);
  close(fd);
  EXPECT_TRUE(failed_with(dartrun({"-n", "2", path}), 126, {"cannot run", path, "#!/bin/sh"}));
  write_program("#!/no/such/interpreter\n");
  EXPECT_TRUE(failed_with(dartrun({"-n", "2", path}), 127, {"cannot run", path, "interpreter"}));
  unlink(path);
}

TEST(Ending, TimeLimit)
{
  const Outcome outcome =
      dartrun(shell({"-n", "3", "--timeout", "2"}, "[ $DART_UNIT = 1 ] || sleep 100"));
  EXPECT_TRUE(failed_with(outcome, 124, {"time limit of 2 s", "still running: units 0,2"}));
  EXPECT_EQ(0, dartrun({"-n", "2", "--timeout", "20", "true"}).exit_code);
}

TEST(Ending, SignalsArePassedOn)
{
  for (int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT}) {
    Subprocess process(dartrun_command(shell({"-n", "3"}, "echo up; exec sleep 100")));
    process.wait_for_output("up", 3);
    kill(process.pid(), signal);
    const Outcome outcome = process.wait();
    EXPECT_TRUE(failed_with(outcome, 128 + signal, {"received signal"}));
    EXPECT_EQ(outcome.err.find("was killed"), std::string::npos) << outcome.err;
  }
}

TEST(Ending, UnitsMayHandleSignals)
{
  const auto script = "trap 'echo saved; exit 0' TERM; echo up; while :; do sleep 0.02; done";
  Subprocess process(dartrun_command(shell({"-n", "2"}, script)));
  process.wait_for_output("up", 2);
  kill(process.pid(), SIGTERM);
  const Outcome outcome = process.wait();
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  EXPECT_EQ("saved\nsaved\nup\nup\n", [&] {
    std::string text;
    for (const std::string& line : sorted_lines(outcome.out)) text += line + '\n';
    return text;
  }());
}

TEST(Ending, UserSignalsDoNotEndTheRun)
{
  const auto script = "trap 'echo got it; exit 0' USR1; echo up; while :; do sleep 0.02; done";
  Subprocess process(dartrun_command(shell({"-n", "2"}, script)));
  process.wait_for_output("up", 2);
  kill(process.pid(), SIGUSR1);
  const Outcome outcome = process.wait();
  EXPECT_EQ(0, outcome.exit_code);
  EXPECT_EQ("", outcome.err);
}

TEST(Ending, SecondSignalEndsUnitsThatIgnoreTheFirst)
{
  const auto script = "trap '' TERM; echo up; while :; do sleep 100; done";
  Subprocess process(dartrun_command(shell({"-n", "2"}, script)));
  process.wait_for_output("up", 2);
  kill(process.pid(), SIGTERM);
  usleep(500'000);  // otherwise the two signals may count as one
  kill(process.pid(), SIGTERM);
  EXPECT_TRUE(failed_with(process.wait(), 128 + SIGTERM, {"received signal 15"}));
}

TEST(Ending, IgnoredHangUpStaysIgnored)
{
  Subprocess process({"nohup", DARTRUN, "-n", "1", "sh", "-c", "echo up; sleep 0.3; echo done"});
  process.wait_for_output("up");
  kill(process.pid(), SIGHUP);
  const Outcome outcome = process.wait();
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "done"));
}

/// Runs dartrun as a process that has started with what the options of env(1) say about signals.
Outcome dartrun_with_signals(const std::string& option, std::vector<std::string> arguments)
{
  std::vector<std::string> words = dartrun_command(std::move(arguments));
  words.insert(words.begin(), {"env", option});
  return run(words);
}

/// The set of signals in a line of /proc/self/status of a unit.
unsigned long long signals_of_unit(const std::string& option, const std::string& line)
{
  const Outcome outcome =
      dartrun_with_signals(option, {"-n", "1", "grep", line, "/proc/self/status"});
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  const auto begin = outcome.out.find_first_of("0123456789abcdef", line.size());
  return begin == std::string::npos ? ~0ull : std::stoull(outcome.out.substr(begin), nullptr, 16);
}

constexpr unsigned long long only(int signal)
{
  return 1ull << (signal - 1);
}

TEST(Ending, IgnoredEndsOfChildrenAreNoticed)
{
  EXPECT_TRUE(failed_with(
      dartrun_with_signals("--ignore-signal=CHLD", shell({"-n", "2"}, "exit 3")), 3,
      {"exited with code 3"}));
  EXPECT_EQ(0, dartrun_with_signals("--ignore-signal=CHLD", {"-n", "2", "true"}).exit_code);
  EXPECT_TRUE(failed_with(
      dartrun_with_signals("--ignore-signal=CHLD", {"-n", "2", DART_FAULTS, "aborts"}), 7,
      {"exited with code 7"}));
}

TEST(Ending, UnitsNoticeEndsOfTheirChildren)
{
  EXPECT_EQ(0u, signals_of_unit("--ignore-signal=CHLD", "SigIgn") & only(SIGCHLD));
}

TEST(Ending, OtherIgnoredSignalsStayIgnored)
{
  EXPECT_EQ(
      only(SIGPIPE) | only(SIGINT),
      signals_of_unit("--ignore-signal=PIPE,INT", "SigIgn") & (only(SIGPIPE) | only(SIGINT)));
}

TEST(Ending, BlockedSignalsAreNotPassedOn)
{
  EXPECT_EQ(0u, signals_of_unit("--block-signal", "SigBlk"));
  const auto script = "[ $DART_UNIT = 1 ] && exit 3; exec sleep 100";
  EXPECT_TRUE(failed_with(
      dartrun_with_signals("--block-signal=CHLD,TERM,INT", shell({"-n", "2"}, script)), 3,
      {"unit 1"}));
}

TEST(Ending, WithoutProc)
{
  // With so few descriptors dartrun starts its units, but cannot read /proc.
  const auto script = "[ $DART_UNIT = 1 ] && exit 3; sleep 100 & sleep 100";
  bool has_started = false;
  for (const char* descriptors : {"6", "7", "8"}) {
    const std::string command = std::string("ulimit -n ") + descriptors + "; exec \"$0\" \"$@\"";
    std::vector<std::string> words{"sh", "-c", command};
    for (const std::string& word : dartrun_command(shell({"-n", "3"}, script))) {
      words.push_back(word);
    }
    const Outcome outcome = run(words);
    EXPECT_LT(outcome.seconds, longest_end) << descriptors;
    if (outcome.exit_code != 3) continue;
    has_started = true;
    EXPECT_TRUE(says(outcome.err, "unit 1 (pid")) << descriptors;
  }
  EXPECT_TRUE(has_started);
}

TEST(Ending, KilledDartrunTakesItsUnitsAlong)
{
  Subprocess process(
      dartrun_command(shell({"-n", "3"}, "trap '' TERM INT; echo up; exec sleep 100")));
  process.wait_for_output("up", 3);
  EXPECT_TRUE(eventually([&] { return process.descendants().size() == 3; }));
  kill(process.pid(), SIGKILL);
  EXPECT_EQ(SIGKILL, process.wait().signal);  // wait() also checks that no process is left
}

}  // namespace
}  // namespace dart::test
