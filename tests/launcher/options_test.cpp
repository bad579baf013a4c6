// Options of dartrun, their environment variables, and wrong values of both.

#include <gtest/gtest.h>
#include <sched.h>

#include <fstream>
#include <iterator>
#include <string>

#include "expect.h"

namespace dart::test {
namespace {

/// Runs a program that prints one line per unit, without a shell, and counts the lines.
std::size_t count_units(const Outcome& outcome)
{
  return sorted_lines(outcome.out).size();
}

testing::AssertionResult is_refused(
    std::vector<std::string> arguments, std::initializer_list<const char*> parts,
    const Setting& setting = {})
{
  arguments.emplace_back("true");
  return failed_with(dartrun(std::move(arguments), setting), 2, parts);
}

TEST(Options, UnitsByShortAndLongName)
{
  EXPECT_EQ(3u, count_units(dartrun({"-n", "3", "echo"})));
  EXPECT_EQ(3u, count_units(dartrun({"-n3", "echo"})));
  EXPECT_EQ(3u, count_units(dartrun({"--units", "3", "echo"})));
  EXPECT_EQ(3u, count_units(dartrun({"--units=3", "echo"})));
}

TEST(Options, LastValueOfARepeatedOptionCounts)
{
  EXPECT_EQ(2u, count_units(dartrun({"-n", "5", "-n", "2", "echo"})));
}

TEST(Options, OneUnitPerAllowedCoreByDefault)
{
  const auto all = count_units(dartrun({"echo"}));
  EXPECT_GE(all, 1u);
  EXPECT_LE(all, std::size_t(sysconf(_SC_NPROCESSORS_ONLN)));
  EXPECT_EQ(1u, count_units(run({"taskset", "-c", "0", DARTRUN, "echo"})));
}

TEST(Options, EnvironmentGivesDefaultsAndCommandLineWins)
{
  EXPECT_EQ(3u, count_units(dartrun({"echo"}, {{"DART_UNITS=3"}, {}})));
  EXPECT_EQ(2u, count_units(dartrun({"-n", "2", "echo"}, {{"DART_UNITS=3"}, {}})));
  const Outcome tagged = dartrun({"-n", "1", "echo", "x"}, {{"DART_TAG_OUTPUT=on"}, {}});
  EXPECT_EQ("[unit 0] x\n", tagged.out);
  const Outcome untagged = dartrun({"-n", "1", "echo", "x"}, {{"DART_TAG_OUTPUT=0"}, {}});
  EXPECT_EQ("x\n", untagged.out);
}

TEST(Options, EmptyVariableIsNoValue)
{
  EXPECT_EQ(2u, count_units(dartrun({"-n", "2", "echo"}, {{"DART_HEAP=", "DART_BIND="}, {}})));
}

/// Numbers of all units, CPU units and GPU units, the backend and the map, as the units see them.
std::string gpu_settings(std::vector<std::string> arguments, const Setting& setting = {})
{
  const char* script =
      "echo $DART_UNITS=$DART_CPU_UNITS+$DART_GPU_UNITS $DART_GPU_BACKEND $DART_GPU_MAP";
  for (const char* word : {"sh", "-c", script}) arguments.emplace_back(word);
  const Outcome outcome = dartrun(std::move(arguments), setting);
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  const auto lines = sorted_lines(outcome.out);
  return lines.empty() ? "" : lines.front();
}

TEST(Options, CountsByKind)
{
  EXPECT_EQ("3=2+1 cuda", gpu_settings({"--cpu", "2", "--gpu", "1"}));
  EXPECT_EQ("2=0+2 cuda", gpu_settings({"--gpu", "2"}));
  EXPECT_EQ("2=2+0 cuda", gpu_settings({"--cpu", "2"}));
  EXPECT_EQ("5=3+2 cuda", gpu_settings({"-n", "5", "--gpu", "2"}));
  EXPECT_EQ("3=2+1 cuda", gpu_settings({"-n", "3", "--cpu", "2", "--gpu", "1"}));
  EXPECT_EQ("4=4+0 cuda", gpu_settings({"-n", "4"}));
}

TEST(Options, CountsByKindFromTheEnvironment)
{
  const Setting three{{"DART_CPU_UNITS=1", "DART_GPU_UNITS=2"}, {}};
  EXPECT_EQ("3=1+2 cuda", gpu_settings({}, three));
  EXPECT_EQ("2=2+0 cuda", gpu_settings({"-n", "2"}, three)) << "counts belong together";
  EXPECT_EQ("1=0+1 cuda", gpu_settings({"--gpu", "1"}, {{"DART_UNITS=7"}, {}}));
}

TEST(Options, GpuBackendAndMap)
{
  EXPECT_EQ(
      "3=1+2 emulated 3,1",
      gpu_settings({"--cpu", "1", "--gpu", "2", "--gpu-backend", "emulated", "--gpu-map", "3,1"}));
  const Setting setting{{"DART_GPU_BACKEND=emulated", "DART_GPU_MAP=1"}, {}};
  EXPECT_EQ("2=0+2 emulated 1", gpu_settings({"--gpu", "2"}, setting));
  EXPECT_EQ("2=0+2 cuda 1", gpu_settings({"--gpu", "2", "--gpu-backend", "cuda"}, setting));
  EXPECT_EQ("2=2+0 emulated", gpu_settings({"--cpu", "2"}, setting)) << "a map without GPU units";
}

TEST(Options, WhatFollowsTheProgramIsItsOwn)
{
  const Outcome outcome = dartrun({"-n", "1", "echo", "-n", "4", "--help", "--", "-x"});
  EXPECT_EQ("4 --help -- -x", outcome.out);
  EXPECT_EQ("a\n", dartrun({"-n", "1", "--", "echo", "a"}).out);
}

TEST(Options, HelpShowsOptionsExamplesAndVariables)
{
  const Outcome outcome = dartrun({"--help"});
  EXPECT_EQ(0, outcome.exit_code);
  EXPECT_TRUE(says(
      outcome.out,
      {"Usage: dartrun [options] program", "--units", "--heap", "--bind", "--tag-output",
       "--timeout", "--env", "--wdir", "--verbose", "--cpu", "--gpu", "--gpu-backend", "--gpu-map",
       "dartrun -n 4", "DART_UNITS", "DART_GPU_UNITS", "DART_HEAP"}));
  EXPECT_EQ("", outcome.err);
}

TEST(Options, Version)
{
  const Outcome outcome = dartrun({"--version"});
  EXPECT_EQ(0, outcome.exit_code);
  EXPECT_EQ("dartrun, DASH " DASH_RELEASE "\n", outcome.out);
}

TEST(Options, MalformedCounts)
{
  for (const char* count : {"0", "-4", "4x", "4097", "", "2.5", "99999999999999999999"}) {
    EXPECT_TRUE(is_refused({"-n", count}, {"--units", count, "from 1 to 4096"})) << count;
  }
  EXPECT_TRUE(is_refused({}, {"DART_UNITS=zz", "from 1 to 4096"}, {{"DART_UNITS=zz"}, {}}));
}

TEST(Options, ContradictingCounts)
{
  EXPECT_TRUE(is_refused(
      {"-n", "3", "--cpu", "2"}, {"--units 3, --cpu 2", "2 CPU units are 2 in all, not 3"}));
  EXPECT_TRUE(is_refused({"-n", "1", "--gpu", "2"}, {"2 GPU units", "not 1", "leave out --units"}));
  EXPECT_TRUE(is_refused(
      {"-n", "4", "--cpu", "2", "--gpu", "1"}, {"2 CPU units and 1 GPU unit are 3 in all, not 4"}));
  EXPECT_TRUE(is_refused({"--cpu", "0", "--gpu", "0"}, {"--cpu 0, --gpu 0", "--cpu 4 --gpu 2"}));
  EXPECT_TRUE(is_refused({"--cpu", "4096", "--gpu", "1"}, {"1 to 4096 units in all"}));
  EXPECT_TRUE(is_refused({"--gpu", "-1"}, {"--gpu -1", "from 0 to 4096"}));
  EXPECT_TRUE(is_refused(
      {}, {"DART_UNITS=3", "DART_GPU_UNITS=4"}, {{"DART_UNITS=3", "DART_GPU_UNITS=4"}, {}}));
}

TEST(Options, MalformedGpuBackendAndMap)
{
  EXPECT_TRUE(is_refused({"--gpu-backend", "rocm"}, {"--gpu-backend rocm", "cuda or emulated"}));
  for (const char* map : {"x", "0,", ",1", "0;1", "-1", "1.5"}) {
    EXPECT_TRUE(is_refused({"--gpu", "3", "--gpu-map", map}, {"--gpu-map", map, "such as 0,1,1"}));
  }
  EXPECT_TRUE(is_refused(
      {"--gpu", "1", "--gpu-map", "0,1"}, {"--gpu-map 0,1", "at most 1 GPUs", "1 GPU unit"}));
  EXPECT_TRUE(is_refused({"-n", "2", "--gpu-map", "0"}, {"--gpu-map 0", "0 GPU units"}));
}

TEST(Options, MalformedSizes)
{
  for (const char* size : {"0", "-1G", "12Q", "G", "4GB", "1.5G", "99999999T"}) {
    EXPECT_TRUE(is_refused({"--heap", size}, {"--heap", size, "such as 512M or 4G"})) << size;
  }
  EXPECT_TRUE(is_refused({}, {"DART_HEAP=much", "512M"}, {{"DART_HEAP=much"}, {}}));
}

TEST(Options, MalformedOthers)
{
  EXPECT_TRUE(is_refused({"--bind", "socket"}, {"--bind socket", "none, core or numa"}));
  for (const char* time : {"0", "-1", "soon", "nan", "inf", "5s"}) {
    EXPECT_TRUE(is_refused({"--timeout", time}, {"--timeout", time, "seconds"})) << time;
  }
  EXPECT_TRUE(is_refused({}, {"DART_TAG_OUTPUT=maybe", "1 or 0"}, {{"DART_TAG_OUTPUT=maybe"}, {}}));
  EXPECT_TRUE(is_refused({"--wdir", "/no/such"}, {"--wdir /no/such", "directory that exists"}));
  EXPECT_TRUE(is_refused({"--no-such"}, {"--no-such", "no such option", "dartrun --help"}));
}

TEST(Options, MalformedVariables)
{
  EXPECT_TRUE(is_refused({"-x", "=3"}, {"--env =3", "NAME=VALUE"}));
  EXPECT_TRUE(is_refused({"-x", "NOT_SET_AT_ALL"}, {"NOT_SET_AT_ALL", "not set"}));
  for (const char* variable : {"DART_UNIT=3", "DART_CPU_UNITS=3", "DART_GPU_UNITS=3"}) {
    EXPECT_TRUE(is_refused({"-x", variable}, {variable, "dartrun sets this"}));
  }
}

TEST(Options, ProgramOrValueMissing)
{
  EXPECT_TRUE(failed_with(dartrun({}), 2, {"no program given", "dartrun [options] program"}));
  EXPECT_TRUE(failed_with(dartrun({"-n", "2"}), 2, {"no program given"}));
  EXPECT_TRUE(failed_with(dartrun({"-n"}), 2, {"--units", "COUNT"}));
}

}  // namespace
}  // namespace dart::test
