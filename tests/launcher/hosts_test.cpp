// Runs over several hosts: the mpirun that replaces dartrun, its variables, and wrong arguments.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "expect.h"

namespace dart::test {
namespace {

/// An environment in which mpirun is the one in this folder of programs/, and the MPI module is
/// present.
Setting with_mpirun(const std::string& folder, std::vector<std::string> variables = {})
{
  variables.push_back("PATH=" LAUNCHER_PROGRAMS "/" + folder + ":" + std::getenv("PATH"));
  variables.emplace_back("DART_MODULE_PATH=" EMPTY_MODULE);
  return {std::move(variables), "input\n"};
}

Setting fake(std::vector<std::string> variables = {})
{
  return with_mpirun("fake-mpirun", std::move(variables));
}

/// The output of the fake mpirun: its arguments, then variables, then its input.
std::string started(std::vector<std::string> arguments, const Setting& setting = fake())
{
  // The fake is also the program, which has to exist.
  arguments.emplace_back("fake-mpirun/mpirun");
  arguments.emplace_back("an argument");
  std::vector<std::string> command{"env", "-C", LAUNCHER_PROGRAMS, DARTRUN};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const Outcome outcome = run(command, setting);
  EXPECT_EQ(7, outcome.exit_code) << "mpirun's\n" << outcome.err;
  return outcome.out;
}

testing::AssertionResult is_refused(
    std::vector<std::string> arguments, std::initializer_list<const char*> parts,
    const Setting& setting = fake())
{
  arguments.emplace_back("true");
  return failed_with(dartrun(std::move(arguments), setting), 2, parts);
}

testing::AssertionResult lacks(const std::string& text, std::initializer_list<const char*> parts)
{
  for (const char* part : parts) {
    if (text.find(part) != text.npos) {
      return testing::AssertionFailure() << "\"" << part << "\" in:\n" << text;
    }
  }
  return testing::AssertionSuccess();
}

TEST(Hosts, MpirunGetsUnitsHostsAndProgram)
{
  const std::string text = started({"--hosts", "a,b", "-n", "4"});
  EXPECT_TRUE(says(
      text, {"arguments: -n 4 --host a:2,b:2 --map-by slot:OVERSUBSCRIBE --bind-to none ",
             " -x DART_UNITS ", "/programs/fake-mpirun/mpirun an argument\n", "\nDART_UNITS=4\n",
             "\nDART_HOSTS_EMULATED=1\n", "\ninput\n"}));
  EXPECT_TRUE(lacks(
      text, {"DART_CPU_UNITS", "DART_GPU_UNITS", "DART_TRANSPORT", "DART_HEAP", "--timeout",
             "--tag-output", "--wdir"}));
  EXPECT_EQ(geteuid() == 0, text.find(" --allow-run-as-root ") != text.npos);
}

TEST(Hosts, UnitsGetTheFileOfTheTrace)
{
  const std::string file = testing::TempDir() + "hosts_test.json";
  EXPECT_TRUE(says(
      started({"--hosts-emulated", "2", "-n", "4", "--trace", file}),
      {" -x DART_TRACE_FILE ", ("\nDART_TRACE_FILE=" + file + '\n').c_str()}));
  unlink(file.c_str());
  EXPECT_TRUE(says(
      started({"--hosts", "a,b", "-n", "4", "--trace", "on-host-a.json"}),
      {"\nDART_TRACE_FILE=" LAUNCHER_PROGRAMS "/on-host-a.json\n"}));
  EXPECT_TRUE(is_refused(
      {"--hosts-emulated", "2", "-n", "4", "--trace", "/no/such/folder/out.json"},
      {"--trace /no/such/folder/out.json", "can be written"}));
}

TEST(Hosts, ShareTheUnits)
{
  const auto hosts = [](std::vector<std::string> arguments) {
    const std::string text = started(std::move(arguments));
    const auto begin = text.find("--host ") + 7;
    return text.substr(begin, text.find(' ', begin) - begin);
  };
  EXPECT_EQ("a:3,b:2", hosts({"--hosts", "a,b", "-n", "5"}));
  EXPECT_EQ("a:3,b:3,c:4", hosts({"--hosts", "a,b,c:4", "-n", "10"}));
  EXPECT_EQ("a:1,b:2", hosts({"--hosts", "a:1,b:2"}));
  EXPECT_EQ("a:1,b:2", hosts({"--hosts", "a:1,b:2", "-n", "3"}));
  EXPECT_EQ("node-1.example:1,10.0.0.2:1", hosts({"--hosts", "node-1.example,10.0.0.2", "-n2"}));
  EXPECT_EQ("a:5000,b:5000", hosts({"--hosts", "a,b", "--hosts-emulated", "2", "-n", "10000"}));
}

TEST(Hosts, CountsOfKindsAreThoseOfEachHost)
{
  const std::string both = started({"--hosts", "a,b", "--cpu", "2", "--gpu", "1"});
  EXPECT_TRUE(says(
      both, {"-n 6 --host a:3,b:3 ", "-x DART_CPU_UNITS ", "-x DART_GPU_UNITS ",
             "\nDART_CPU_UNITS=2\n", "\nDART_GPU_UNITS=1\n", "\nDART_UNITS=6\n"}));
  const std::string rest = started({"--hosts", "a,b", "-n", "7", "--gpu", "2"});
  EXPECT_TRUE(says(rest, {"-n 7 --host a:4,b:3 ", "\nDART_GPU_UNITS=2\n"}));
  EXPECT_TRUE(lacks(rest, {"DART_CPU_UNITS"})) << "the hosts differ";
  EXPECT_TRUE(says(
      started({"--hosts-emulated", "3", "--gpu", "1", "--gpu-backend", "emulated"}),
      {"-n 3 --host localhost:3 ", "\nDART_GPU_UNITS=1\n", "\nDART_GPU_BACKEND=emulated\n"}));
  EXPECT_TRUE(says(
      started({"--hosts", "a,b", "--cpu", "1"}), {"\nDART_CPU_UNITS=1\n", "\nDART_GPU_UNITS=0\n"}));
}

TEST(Hosts, EmulatedOnThisMachine)
{
  const std::string text = started({"--hosts-emulated", "2", "-n", "4"});
  EXPECT_TRUE(says(
      text, {"-n 4 --host localhost:4 ", "-x DART_HOSTS_EMULATED ", "\nDART_HOSTS_EMULATED=2\n"}));
  EXPECT_TRUE(says(started({"--hosts-emulated", "100"}), "-n 100 --host localhost:100 "))
      << "a unit for each host at least";
  EXPECT_TRUE(
      says(started({"--hosts", "a,b", "--hosts-emulated", "2", "--cpu", "3"}), "--host a:6,b:6 "));
  const Outcome one = dartrun({"--hosts-emulated", "1", "-n", "2", "echo", "x"}, fake());
  EXPECT_EQ("x\nx\n", one.out) << "needs no mpirun";
}

TEST(Hosts, MpirunGetsOptions)
{
  EXPECT_TRUE(says(
      started(
          {"--hosts", "a", "-n", "2", "--bind", "core", "--tag-output", "--timeout", "1.5",
           "--wdir", "/tmp"}),
      {" --bind-to core:overload-allowed ", " --tag-output ", " --timeout 2 ", " --wdir /tmp "}));
  EXPECT_TRUE(says(started({"--hosts", "a", "-n", "2", "--wdir", "x"}), "/programs/x "));
}

TEST(Hosts, ArgumentThatMpirunInterprets)
{
  EXPECT_TRUE(failed_with(
      dartrun({"--hosts", "a,b", "-n", "2", "true", "x", ":", "id"}, fake()), 2,
      {"argument \":\"", "another program"}));
  EXPECT_TRUE(says(started({"--hosts", "a:1,b:1", "true", "a:b", "::"}), " a:b :: "));
}

TEST(Hosts, FolderOfMpirunIsNoCommand)
{
  const std::string folder = testing::TempDir() + "a'; echo executed >&2; echo 'b";
  mkdir(folder.c_str(), 0755);
  const std::string link = folder + "/mpirun";
  EXPECT_EQ(0, symlink(LAUNCHER_PROGRAMS "/fake-mpirun/mpirun", link.c_str()));
  Setting setting = fake();
  setting.environment.front() = "PATH=" + folder + ":" + std::getenv("PATH");
  const Outcome outcome = dartrun({"--hosts", "a:1,b:1", "true"}, setting);
  EXPECT_EQ(7, outcome.exit_code) << "mpirun's\n" << outcome.err;
  EXPECT_TRUE(lacks(outcome.err, {"executed"}));
  unlink(link.c_str());
  rmdir(folder.c_str());
}

TEST(Hosts, UnitsGetVariables)
{
  const std::string text = started(
      {"--hosts", "a,b", "-n", "4", "--gpu", "2", "--heap", "1G", "--transport", "messages",
       "--gpu-map", "1,0", "-x", "FOR_UNITS_A=two words, one; comma", "-x", "FOR_UNITS_B"},
      fake({"DART_ATOMICS=adapter", "DASH_STRICT_DEVICE=1", "FOR_UNITS_B=b", "FOR_UNITS_C=c"}));
  EXPECT_TRUE(says(
      text,
      {"-x DART_ATOMICS ", "-x DASH_STRICT_DEVICE ", "-x DART_MODULE_PATH ", "-x FOR_UNITS_A ",
       "-x FOR_UNITS_B ", "-x DART_HEAP ", "-x DART_TRANSPORT ", "-x DART_GPU_MAP ",
       "\nDART_HEAP=1G\n", "\nDART_TRANSPORT=messages\n", "\nDART_GPU_MAP=1,0\n",
       "\nFOR_UNITS_A=two words, one; comma\n", "\nFOR_UNITS_B=b\n"}));
  EXPECT_TRUE(lacks(text, {"-x FOR_UNITS_C"}));
}

TEST(Hosts, VariablesOfOtherRunsDoNotCount)
{
  const std::string text = started(
      {"--hosts", "a,b", "-n", "2"}, fake(
                                         {"DART_UNIT=3", "DART_JOB_FD=5", "DART_CPU_UNITS=9",
                                          "DART_GPU_UNITS=9", "DART_GPU_MAP=4"}));
  EXPECT_TRUE(lacks(text, {"DART_UNIT ", "DART_UNIT=", "JOB_FD", "CPU_UNITS", "GPU_UNITS", "=4"}));
}

TEST(Hosts, AskedForByVariables)
{
  EXPECT_TRUE(says(
      started({}, fake({"DART_HOSTS=a:1,b:1", "DART_TRANSPORT=mpi"})),
      {"-n 2 --host a:1,b:1 ", "\nDART_TRANSPORT=mpi\n"}));
  EXPECT_TRUE(says(
      started({}, fake({"DART_HOSTS_EMULATED=2", "DART_UNITS=4"})), "-n 4 --host localhost:4 "));
  EXPECT_TRUE(says(started({"--hosts", "c:1"}, fake({"DART_HOSTS=a:1"})), "--host c:1 "));
}

TEST(Hosts, VerboseShowsACommandForTheShell)
{
  const Outcome outcome = dartrun(
      {"--hosts", "a", "-n", "2", "--verbose", "-x", "FOR_UNITS_A=it's", "echo", "two words"},
      fake());
  EXPECT_TRUE(says(
      outcome.err, {"dartrun: DART_UNITS=2 ", " FOR_UNITS_A='it'\\''s' ",
                    "/fake-mpirun/mpirun -n 2 --host a:2 ", "/echo 'two words'\n"}));
  const auto command = outcome.err.substr(outcome.err.find("DART_UNITS"));
  EXPECT_EQ(outcome.out, run({"sh", "-c", command}, fake()).out);
}

TEST(Hosts, MalformedLists)
{
  for (const char* list :
       {",", "a,", "a,,b", "a:0", "a:", "a:x", "a:-1", ":3", "a b", "-x", "a:1:2"}) {
    EXPECT_TRUE(is_refused({"--hosts", list, "-n", "4"}, {"--hosts", list, "a,b,c:4"})) << list;
  }
  EXPECT_TRUE(is_refused({"--hosts", "a,b,a", "-n", "4"}, {"each host once", "write a:2"}));
  for (const char* count : {"0", "-1", "x", "5000"}) {
    EXPECT_TRUE(is_refused({"--hosts-emulated", count}, {"--hosts-emulated", count, "from 1 to"}));
  }
  EXPECT_TRUE(is_refused({}, {"DART_HOSTS=a,,b", "a,b,c:4"}, fake({"DART_HOSTS=a,,b"})));
}

TEST(Hosts, ContradictingCounts)
{
  EXPECT_TRUE(is_refused({"--hosts", "a,b"}, {"--hosts a,b", "how many units", "-n 4", "a:2"}));
  EXPECT_TRUE(is_refused(
      {"--hosts", "a:2,b:2", "-n", "5"}, {"--hosts a:2,b:2, --units 5", "4 units, not 5"}));
  EXPECT_TRUE(is_refused({"--hosts", "a:5,b", "-n", "4"}, {"5 units, not 4"}));
  EXPECT_TRUE(is_refused({"--hosts", "a,b", "-n", "1"}, {"0 units on b are too few"}));
  EXPECT_TRUE(is_refused({"--hosts", "a:3,b", "--cpu", "2"}, {"2 units on a, not 3"}));
  EXPECT_TRUE(is_refused(
      {"--hosts", "a,b", "-n", "5", "--cpu", "2"}, {"--units 5, --cpu 2", "4 units, not 5"}));
  EXPECT_TRUE(is_refused({"--hosts", "a,b", "-n", "4", "--gpu", "3"}, {"2 units", "3 GPU units"}));
  EXPECT_TRUE(is_refused({"--hosts-emulated", "3", "-n", "2"}, {"2 units", "each host of the 3"}));
  EXPECT_TRUE(is_refused({"--hosts", "a", "-n", "5000"}, {"from 1 to 4096"}));
  EXPECT_TRUE(is_refused({"--hosts", "a:5000,b:1"}, {"5000 units on a", "at most 4096"}));
  EXPECT_TRUE(is_refused({"--hosts", "a,b", "--cpu", "0", "--gpu", "0"}, {"0 units on a"}));
  EXPECT_TRUE(is_refused(
      {"--hosts", "a,b", "--cpu", "1", "--gpu", "1", "--gpu-map", "0,1"}, {"at most 1 GPUs"}));
}

TEST(Hosts, Transports)
{
  EXPECT_TRUE(is_refused(
      {"--hosts", "a,b", "-n", "2", "--transport", "rdma"},
      {"--transport rdma", "auto, verbs, mpi or messages"}));
  EXPECT_TRUE(is_refused({"-n", "2", "--transport", "mpi"}, {"--transport mpi", "--hosts"}));
  EXPECT_EQ(0, dartrun({"-n", "1", "true"}, fake({"DART_TRANSPORT=mpi"})).exit_code)
      << "a variable left over does no harm";
}

TEST(Hosts, WhatIsMissing)
{
  const std::vector<std::string> start{"--hosts", "a,b", "-n", "2", "/bin/true"};
  Setting nothing = fake();
  nothing.environment.front() = "PATH=/no/such/folder";
  EXPECT_TRUE(failed_with(
      dartrun(start, nothing), 1, {"no mpirun in PATH", "install Open MPI (openmpi-bin)"}));
  EXPECT_TRUE(failed_with(
      dartrun(start, with_mpirun("other-mpirun")), 1,
      {"/other-mpirun/mpirun is not Open MPI's", "HYDRA build details:"}));
  const std::string in_lost_folder =
      "folder=$(mktemp -d) && cd \"$folder\" && rmdir \"$folder\" && exec \"$0\" --hosts a,b -n 2 "
      "true";
  EXPECT_TRUE(failed_with(
      run({"/bin/sh", "-c", in_lost_folder, DARTRUN}, fake()), 1,
      {"the working directory does not exist any more"}));
  Setting no_module = fake();
  no_module.environment.back() = "DART_MODULE_PATH=/no/such/folder";
  EXPECT_TRUE(failed_with(
      dartrun(start, no_module), 1,
      {"MPI module", "/no/such/folder/libdart-mpi.so", "-DDASH_WITH_MPI=ON"}));
  EXPECT_TRUE(failed_with(
      dartrun({"--hosts", "a,b", "-n", "2", "./no-such"}, fake()), 127, {"cannot run ./no-such"}));
}

}  // namespace
}  // namespace dart::test
