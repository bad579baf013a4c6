// Options of dartrun, their environment variables, and mistakes in both.

#include <gtest/gtest.h>
#include <sched.h>

#include <fstream>
#include <iterator>
#include <string>

#include "expect.h"

namespace dart::test {
namespace {

/// The program that prints one line per unit, without a shell in between.
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
       "--timeout", "--env", "--wdir", "--verbose", "dartrun -n 4", "DART_UNITS", "DART_HEAP"}));
  EXPECT_EQ("", outcome.err);
}

TEST(Options, Version)
{
  const Outcome outcome = dartrun({"--version"});
  EXPECT_EQ(0, outcome.exit_code);
  EXPECT_TRUE(says(outcome.out, "dartrun"));
}

TEST(Options, MalformedCounts)
{
  for (const char* count : {"0", "-4", "4x", "4097", "", "2.5", "99999999999999999999"}) {
    EXPECT_TRUE(is_refused({"-n", count}, {"--units", count, "from 1 to 4096"})) << count;
  }
  EXPECT_TRUE(is_refused({}, {"DART_UNITS=zz", "from 1 to 4096"}, {{"DART_UNITS=zz"}, {}}));
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
  EXPECT_TRUE(is_refused({"-x", "DART_UNIT=3"}, {"DART_UNIT", "dartrun sets this"}));
}

TEST(Options, ProgramOrValueMissing)
{
  EXPECT_TRUE(failed_with(dartrun({}), 2, {"no program given", "dartrun [options] program"}));
  EXPECT_TRUE(failed_with(dartrun({"-n", "2"}), 2, {"no program given"}));
  EXPECT_TRUE(failed_with(dartrun({"-n"}), 2, {"--units", "COUNT"}));
}

}  // namespace
}  // namespace dart::test
