// The environment of a unit when it starts: ids, variables, input, directory, cores.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "expect.h"

namespace dart::test {
namespace {

using Lines = std::vector<std::string>;

Lines shell_lines(std::vector<std::string> options, const char* script, const Setting& setting = {})
{
  for (const char* word : {"sh", "-c", script}) options.emplace_back(word);
  const Outcome outcome = dartrun(std::move(options), setting);
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  return sorted_lines(outcome.out);
}

TEST(Units, KnowTheirIdsAndTheirNumber)
{
  EXPECT_EQ((Lines{"0/3", "1/3", "2/3"}), shell_lines({"-n", "3"}, "echo $DART_UNIT/$DART_UNITS"));
}

TEST(Units, ManyUnits)
{
  const Lines lines = shell_lines({"-n", "100"}, "echo $DART_UNIT");
  ASSERT_EQ(100u, lines.size());
  EXPECT_EQ("99", lines.back());
}

TEST(Units, ShareTheMemoryFile)
{
  const Lines lines = shell_lines({"-n", "2"}, "stat -L -c %i /proc/self/fd/$DART_JOB_FD");
  ASSERT_EQ(2u, lines.size());
  EXPECT_EQ(lines[0], lines[1]);
}

TEST(Units, InheritNoDescriptorOfDartrunButTheMemoryFile)
{
  const std::size_t without_dartrun = sorted_lines(run({"ls", "/proc/self/fd"}).out).size();
  for (const char* option : {"--tag-output", "--verbose"}) {
    const Outcome outcome = dartrun({option, "-n", "1", "ls", "/proc/self/fd"});
    EXPECT_EQ(without_dartrun + 1, sorted_lines(outcome.out).size()) << outcome.out;
  }
}

TEST(Units, GetVariables)
{
  EXPECT_EQ(
      (Lines{"1 two words a=b"}),
      shell_lines(
          {"-n", "1", "-x", "A=1", "--env", "B=two words", "-x", "C=a=b"}, "echo $A $B $C"));
  EXPECT_EQ((Lines{"new"}), shell_lines({"-n", "1", "-x", "A=new"}, "echo $A", {{"A=old"}, {}}));
  EXPECT_EQ((Lines{"old"}), shell_lines({"-n", "1", "-x", "A"}, "echo $A", {{"A=old"}, {}}));
  EXPECT_EQ(
      (Lines{"1 new"}),
      shell_lines({"-n", "1", "-x", "A=new"}, "echo $(env | grep -c ^A=) $A", {{"A=old"}, {}}));
}

TEST(Units, GetOptionsAsVariables)
{
  EXPECT_EQ(
      (Lines{"512M core"}),
      shell_lines({"-n", "1", "--heap", "512M", "--bind=core"}, "echo $DART_HEAP $DART_BIND"));
}

TEST(Units, OnlyUnitZeroReadsStandardInput)
{
  const Setting setting{{}, "a\nb\n"};
  EXPECT_EQ(
      (Lines{"0: a b", "1:", "2:"}), shell_lines({"-n", "3"}, "echo $DART_UNIT: $(cat)", setting));
}

TEST(Units, RunInTheGivenDirectory)
{
  EXPECT_EQ((Lines{"/", "/"}), shell_lines({"-n", "2", "--wdir", "/"}, "pwd"));
}

TEST(Units, ProgramIsFoundFromWhereDartrunStarts)
{
  char folder[] = "/tmp/dartrun-test-XXXXXX";
  ASSERT_NE(nullptr, mkdtemp(folder));
  const std::string program = std::string(folder) + "/hello";
  std::ofstream(program) << "#!/bin/sh\necho hello from $(pwd)\n";
  chmod(program.c_str(), 0755);
  const Outcome outcome =
      run({"sh", "-c", "cd " + std::string(folder) + " && " + DARTRUN + " -n 1 --wdir / ./hello"});
  EXPECT_EQ("hello from /\n", outcome.out) << outcome.err;
  unlink(program.c_str());
  rmdir(folder);
}

TEST(Units, AreBoundToCoresInTurn)
{
  const char* script = "echo $DART_UNIT: $(grep Cpus_allowed_list /proc/self/status | cut -f 2)";
  const Outcome one =
      run({"taskset", "-c", "0", DARTRUN, "-n", "2", "--bind", "core", "sh", "-c", script});
  EXPECT_EQ((Lines{"0: 0", "1: 0"}), sorted_lines(one.out)) << one.err;
  const std::size_t cores = sorted_lines(dartrun({"echo"}).out).size();
  if (cores < 2) GTEST_SKIP() << "one core only";
  const Lines all = shell_lines(
      {"-n", std::to_string(cores + 1), "--bind", "core"},
      "printf '%03d %s\n' $DART_UNIT $(grep Cpus_allowed_list /proc/self/status | cut -f 2)");
  ASSERT_EQ(cores + 1, all.size());
  EXPECT_EQ(all.front().substr(4), all.back().substr(4)) << "starts over after the last core";
  EXPECT_NE(all[0].substr(4), all[1].substr(4));
}

TEST(Units, AreBoundToNumaNodes)
{
  const Lines lines = shell_lines(
      {"-n", "4", "--bind", "numa"}, "grep Cpus_allowed_list /proc/self/status | cut -f 2");
  EXPECT_EQ(4u, lines.size());
}

TEST(Units, ArePlacedAsVerboseSays)
{
  const Outcome outcome = dartrun({"-n", "2", "--verbose", "--bind", "core", "echo", "hi"});
  EXPECT_TRUE(says(
      outcome.err, {"2 CPU units of echo hi", "unit 0 (pid ", "unit 1 (pid ",
                    "on cores 0: CPU unit", "exited with code 0"}));
  EXPECT_EQ("hi\nhi\n", outcome.out);
}

TEST(Units, HaveGpusAsVerboseSays)
{
  const Outcome outcome = dartrun(
      {"--cpu", "1", "--gpu", "3", "--gpu-backend", "emulated", "--gpu-map", "4,1", "--verbose",
       "true"});
  EXPECT_TRUE(says(
      outcome.err, {"1 CPU unit and 3 GPU units of true", "unit 0 (pid ", ": CPU unit\n",
                    "GPU unit, emulated GPU 4\n", "GPU unit, emulated GPU 1\n"}));
}

TEST(Units, StartFast)
{
  EXPECT_TRUE(starts_and_ends_fast({"-n", "4", "true"}));
}

}  // namespace
}  // namespace dart::test
