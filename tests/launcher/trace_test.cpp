// The contents of traces of runs, also if a unit dies.

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "expect.h"

namespace dart::test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// A folder for the files of one test.
class Folder {
 public:
  Folder()
  {
    std::string name = testing::TempDir() + "traceXXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  fs::path file(const char* name) const { return path_ / name; }
  std::ptrdiff_t count_files() const
  {
    return std::distance(fs::directory_iterator(path_), fs::directory_iterator());
  }

 private:
  fs::path path_;
};

/// The events of a run with the given exit code, read from the only file that it leaves.
Json trace(int exit_code, std::vector<std::string> arguments)
{
  const Folder folder;
  const fs::path file = folder.file("out.json");
  arguments.insert(arguments.begin(), {"--trace", file});
  const Outcome outcome = dartrun(std::move(arguments));
  EXPECT_EQ(exit_code, outcome.exit_code) << outcome.err;
  EXPECT_EQ(1, folder.count_files());
  std::ifstream stream(file);
  return Json::parse(stream);
}

std::ptrdiff_t count(const Json& events, const std::map<std::string, Json>& members)
{
  return std::count_if(events.begin(), events.end(), [&](const Json& event) {
    return std::all_of(members.begin(), members.end(), [&](const auto& member) {
      return event.contains(member.first) && event[member.first] == member.second;
    });
  });
}

TEST(Trace, AlgorithmsOfEachUnit)
{
  const Json events = trace(0, {"-n", "2", DASH_FAULTS, "algorithms"});
  for (int unit = 0; unit < 2; ++unit) {
    for (const char* name : {"dash::fill", "dash::reduce"}) {
      EXPECT_EQ(1, count(events, {{"pid", unit}, {"cat", "algorithm"}, {"name", name}})) << name;
    }
  }
}

TEST(Trace, TasksAndSpansOfEachUnit)
{
  const Json events = trace(0, {"-n", "3", DART_FAULTS, "tasks"});
  for (int unit = 0; unit < 3; ++unit) {
    EXPECT_EQ(
        10, count(events, {{"pid", unit}, {"ph", "X"}, {"cat", "task: run"}, {"name", "nothing"}}));
    EXPECT_EQ(
        1,
        count(
            events,
            {{"pid", unit}, {"ph", "X"}, {"name", "with \"quotes\""}, {"args", {{"bytes", 123}}}}));
    EXPECT_EQ(1, count(events, {{"pid", unit}, {"ph", "M"}, {"name", "process_name"}}));
  }
  EXPECT_EQ(30, count(events, {{"ph", "b"}, {"cat", "task: queue"}}));
  EXPECT_EQ(30, count(events, {{"ph", "e"}, {"cat", "task: queue"}}));
}

TEST(Trace, StreamsOfGpus)
{
  const Json events = trace(0, {"--gpu", "1", "--gpu-backend", "emulated", DART_FAULTS, "tasks"});
  EXPECT_EQ(10, count(events, {{"pid", 0}, {"tid", 1000}, {"cat", "task: run"}}));
}

TEST(Trace, KernelsThatAreHostFunctions)
{
  const Json events = trace(0, {"-n", "2", DASH_FAULTS, "kernels"});
  for (int unit = 0; unit < 2; ++unit) {
    for (const char* name : {"kernel, block 0", "kernel, block 1", "stream"}) {
      EXPECT_EQ(
          1, count(events, {{"pid", unit}, {"name", "thread_name"}, {"args", {{"name", name}}}}))
          << name;
    }
    EXPECT_EQ(2, count(events, {{"pid", unit}, {"cat", "kernel"}, {"name", "block"}}));
    for (const char* name : {"wait in a kernel", "wait for a flag"}) {
      EXPECT_EQ(1, count(events, {{"pid", unit}, {"cat", "wait"}, {"name", name}})) << name;
    }
  }
}

TEST(Trace, IsValidIfAUnitDies)
{
  const Json events = trace(128 + SIGSEGV, {"-n", "3", DART_FAULTS, "killed-in-task"});
  for (int unit = 0; unit < 3; ++unit) {
    EXPECT_EQ(10, count(events, {{"pid", unit}, {"cat", "task: run"}, {"name", "nothing"}}));
  }
}

TEST(Trace, OfTwoProgramsOfAScript)
{
  const Json events =
      trace(0, {"-n", "2", "sh", "-c", "\"$0\" algorithms && \"$0\" algorithms", DASH_FAULTS});
  EXPECT_EQ(4, count(events, {{"cat", "algorithm"}, {"name", "dash::fill"}}));
}

TEST(Trace, NothingIsLeftIfDartrunIsKilled)
{
  const Folder folder;
  {
    Subprocess process(dartrun_command(
        {"-n", "2", "--trace", folder.file("out.json"), DART_FAULTS, "traces-and-stays"}));
    process.wait_for_output("up", 2);
    EXPECT_EQ(1, folder.count_files());
    kill(process.pid(), SIGKILL);
    process.wait();
  }
  EXPECT_EQ(1, folder.count_files()) << "the trace itself";
}

TEST(Trace, DiskThatIsFull)
{
  const Outcome outcome = dartrun({"--trace", "/dev/full", "-n", "2", DASH_FAULTS, "algorithms"});
  EXPECT_TRUE(failed_with(outcome, 1, {"trace /dev/full", "No space left on device"}));
}

TEST(Trace, OfProgramsWithoutRuntimeIsEmpty)
{
  EXPECT_EQ(Json::array(), trace(0, {"-n", "2", "true"}));
}

TEST(Trace, FileThatCannotBeWritten)
{
  const Outcome outcome = dartrun({"--trace", "/no/such/folder/out.json", "true"});
  EXPECT_EQ(2, outcome.exit_code);
  EXPECT_TRUE(says(outcome.err, {"--trace /no/such/folder/out.json", "can be written"}));
}

}  // namespace
}  // namespace dart::test
