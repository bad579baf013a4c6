// Output of units through dartrun, with and without tags.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "expect.h"

namespace dart::test {
namespace {

using Lines = std::vector<std::string>;

TEST(Output, LinesAreTagged)
{
  const Outcome outcome = dartrun(
      {"-n", "2", "--tag-output", "sh", "-c", "echo out $DART_UNIT; echo err $DART_UNIT >&2"});
  EXPECT_EQ((Lines{"[unit 0] out 0", "[unit 1] out 1"}), sorted_lines(outcome.out));
  EXPECT_EQ((Lines{"[unit 0] err 0", "[unit 1] err 1"}), sorted_lines(outcome.err));
}

TEST(Output, LinesAreKeptWhole)
{
  // Each unit writes its lines in parts, interleaved with those of the other unit.
  const Outcome outcome = dartrun(
      {"-n", "2", "--tag-output", "sh", "-c",
       "for i in 1 2 3 4 5; do printf $DART_UNIT; sleep 0.01; printf 'abc\n'; done"});
  const Lines lines = sorted_lines(outcome.out);
  ASSERT_EQ(10u, lines.size());
  EXPECT_EQ(5, std::count(lines.begin(), lines.end(), "[unit 0] 0abc"));
  EXPECT_EQ(5, std::count(lines.begin(), lines.end(), "[unit 1] 1abc"));
}

TEST(Output, LastLineWithoutEndIsNotLost)
{
  EXPECT_EQ("[unit 0] no end\n", dartrun({"-n", "1", "--tag-output", "printf", "no end"}).out);
  EXPECT_EQ("[unit 0] \n[unit 0] x\n", dartrun({"-n", "1", "--tag-output", "printf", "\\nx"}).out);
}

TEST(Output, LargeOutputIsComplete)
{
  constexpr std::size_t count = 200000;
  const Outcome outcome = dartrun({"-n", "2", "--tag-output", "seq", "1", std::to_string(count)});
  const Lines lines = sorted_lines(outcome.out);
  ASSERT_EQ(2 * count, lines.size());
  for (const char* line : {"[unit 0] 1", "[unit 1] 200000", "[unit 0] 123456"}) {
    EXPECT_TRUE(std::binary_search(lines.begin(), lines.end(), line)) << line;
  }
}

TEST(Output, LongLineIsComplete)
{
  const Outcome outcome = dartrun(
      {"-n", "1", "--tag-output", "sh", "-c", "head -c 300000 /dev/zero | tr '\\0' x; echo"});
  EXPECT_EQ("[unit 0] " + std::string(300000, 'x') + "\n", outcome.out);
}

TEST(Output, ReaderThatLeavesEndsTheRun)
{
  const Outcome outcome =
      run({"sh", "-c", DARTRUN " -n 2 --tag-output yes 2> /dev/null | head -n 1"});
  EXPECT_TRUE(says(outcome.out, "] y\n"));
  EXPECT_LT(outcome.seconds, longest_end);
}

TEST(Output, FullDiskIsTheCauseThatIsTold)
{
  const std::string options = " -n 2 --tag-output ";
  const Outcome brief = run({"sh", "-c", DARTRUN + options + "echo x > /dev/full"});
  EXPECT_TRUE(
      failed_with(brief, 1, {"dartrun: cannot write to standard output: No space left on device"}));
  EXPECT_EQ(brief.err.find("unit 0"), std::string::npos) << brief.err;
  const Outcome endless = run({"sh", "-c", DARTRUN + options + "yes > /dev/full"});
  EXPECT_TRUE(failed_with(endless, 1, {"No space left on device; ending the units"}));
  EXPECT_EQ(endless.err.find("signal"), std::string::npos) << endless.err;
  EXPECT_EQ(1, run({"sh", "-c", DARTRUN + options + "sh -c 'echo x >&2' 2> /dev/full"}).exit_code);
}

TEST(Output, OwnMessagesThatCannotBeWrittenDoNotEndTheRun)
{
  EXPECT_EQ(0, run({"sh", "-c", DARTRUN " -n 2 --verbose true 2> /dev/full"}).exit_code);
}

TEST(Output, SlowReaderDoesNotStopDartrun)
{
  // The output is not read, so the pipes are full when the time limit passes.
  Subprocess process(dartrun_command({"-n", "2", "--tag-output", "--timeout", "2", "yes"}));
  EXPECT_TRUE(eventually([&] { return !process.descendants().empty(); }));
  EXPECT_TRUE(eventually([&] { return process.descendants().empty(); }));
  EXPECT_EQ(124, process.wait().exit_code);
}

TEST(Output, SlowReaderGetsAll)
{
  // The units end while dartrun holds output in a queue for its reader.
  const Outcome outcome =
      run({"sh", "-c", DARTRUN " -n 2 --tag-output seq 300000 | (sleep 0.2; wc -l)"});
  EXPECT_EQ("600000\n", outcome.out);
}

TEST(Output, ClosedStandardStreams)
{
  const Outcome outcome =
      run({"sh", "-c", DARTRUN " -n 2 --tag-output sh -c 'echo x' <&- >&- 2>&-"});
  EXPECT_EQ(0, outcome.exit_code);
}

TEST(Output, LastWordsComeBeforeTheVerdict)
{
  const Outcome outcome = dartrun(
      {"-n", "2", "--tag-output", "sh", "-c",
       "[ $DART_UNIT = 0 ] && sleep 100; echo disc is full >&2; exit 5"});
  EXPECT_EQ(5, outcome.exit_code);
  EXPECT_LT(outcome.err.find("[unit 1] disc is full"), outcome.err.find("dartrun: unit 1"));
}

}  // namespace
}  // namespace dart::test
