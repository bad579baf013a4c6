// The table of environment variables: what dart-info prints of it, and warnings of dartrun.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "expect.h"

namespace dart::test {
namespace {

using Json = nlohmann::json;

/// What dart-info tells of a variable; null if it does not tell of it.
Json variable(const char* name, const Setting& setting = {})
{
  const Outcome outcome = run({DART_INFO, "--variables", "--json"}, setting);
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  const Json json = Json::parse(outcome.out);
  for (const Json& variable : json["variables"]) {
    if (variable["name"] == name) return variable;
  }
  return {};
}

/// What dartrun prints on the standard error besides the output of units.
std::string messages(std::vector<std::string> arguments, const Setting& setting)
{
  arguments.emplace_back("true");
  const Outcome outcome = dartrun(std::move(arguments), setting);
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  return outcome.err;
}

TEST(Variables, AreListedWithValuesAndMeanings)
{
  const Outcome outcome = run({DART_INFO, "--variables"}, {{"DART_HEAP=512M"}, {}});
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  EXPECT_TRUE(says(
      outcome.out, {"variable", "DART_HEAP", "512M", "environment", "Limit of global memory",
                    "DART_TRANSPORT", "auto, verbs, mpi or messages", "DASH_PROGRESS"}));
  EXPECT_EQ(outcome.out.find("DART_JOB_FD"), std::string::npos) << "it is internal";
}

TEST(Variables, HaveValuesFromTheEnvironmentOrDefaults)
{
  const Json unset = variable("DART_KERNEL_TIMEOUT");
  EXPECT_EQ(unset["value"], "30");
  EXPECT_EQ(unset["origin"], "default");
  EXPECT_EQ(unset["lowest"], 0);
  EXPECT_EQ(unset["highest"], 86400);
  EXPECT_EQ(unset["readers"], Json{"runtime"});
  const Json set = variable("DART_KERNEL_TIMEOUT", {{"DART_KERNEL_TIMEOUT=5"}, {}});
  EXPECT_EQ(set["value"], "5");
  EXPECT_EQ(set["origin"], "environment");
  EXPECT_EQ(set["default"], "30");
}

TEST(Variables, MayHaveNoDefault)
{
  const Json port = variable("DART_IB_PORT", {{"DART_IB_PORT="}, {}});
  EXPECT_TRUE(port["value"].is_null());
  EXPECT_TRUE(port["default"].is_null());
  EXPECT_EQ(port["default_text"], "the first active port");
  EXPECT_EQ(port["origin"], "default") << "empty values count as none";
}

TEST(Variables, MarkInternalOnesInJson)
{
  EXPECT_EQ(variable("DART_JOB_FD")["internal"], true);
  EXPECT_EQ(variable("DART_HEAP")["internal"], false);
}

TEST(Variables, AreShownAlsoIfTheyAreNotUtf8)
{
  EXPECT_EQ(variable("DART_WDIR", {{"DART_WDIR=/\xff"}, {}})["origin"], "environment");
}

TEST(Variables, MisspeltOnesAreNamedOnce)
{
  const Setting setting{{"DART_TRANSPROT=mpi", "DASH_STRICT_DEVICES=1"}, {}};
  EXPECT_EQ(
      "dartrun: DART_TRANSPROT is no variable of DASH; is DART_TRANSPORT meant?\n"
      "dartrun: DASH_STRICT_DEVICES is no variable of DASH; is DASH_STRICT_DEVICE meant?\n",
      messages({"-n", "3"}, setting));
}

TEST(Variables, MisspeltOnesThatBeginLikeOptionsOfTheBuildAreNamed)
{
  EXPECT_EQ(
      "dartrun: DASH_ENABLE_LOGING is no variable of DASH; is DASH_ENABLE_LOGGING meant?\n",
      messages({"-n", "1"}, {{"DASH_ENABLE_LOGING=1", "DASH_ENABLE_ASSERTIONS=ON"}, {}}));
}

TEST(Variables, MisspeltOnesOfTheCommandLineAreNamed)
{
  EXPECT_EQ(
      "dartrun: DART_LOGLEVEL is no variable of DASH; is DART_LOG_LEVEL meant?\n",
      messages({"-n", "1", "-x", "DART_LOGLEVEL=INFO"}, {}));
}

TEST(Variables, UnlikeOnesAreNamedWithTheWayToTheTable)
{
  EXPECT_EQ(
      "dartrun: DASH_COLOUR_OF_THE_SKY is no variable of DASH; dart-info --variables lists all of "
      "them\n",
      messages({"-n", "1"}, {{"DASH_COLOUR_OF_THE_SKY=blue"}, {}}));
}

TEST(Variables, KnownOnesAndThoseOfOthersAreNotNamed)
{
  const Setting setting{
      {"DART_HEAP=64M", "DASH_PROGRESS=off", "DASH_TEST_SCALE=1", "DASH_WITH_MPI=ON",
       "DASH_BUILD_TESTS=ON", "DASH_COMMIT=0123", "DASHBOARD=1", "DARTS=3"},
      {}};
  EXPECT_EQ("", messages({"-n", "2"}, setting));
}

TEST(Variables, UnitsAreNoOthers)
{
  // Units that start dartrun have the variables of their own run.
  const Outcome outcome = dartrun({"-n", "1", DARTRUN, "-n", "1", "true"});
  EXPECT_EQ("", outcome.err);
}

}  // namespace
}  // namespace dart::test
