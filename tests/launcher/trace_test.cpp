// Traces of runs: what is in them, also when a unit dies.

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

Json read(const fs::path& file)
{
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
  const Folder folder;
  const auto file = folder.file("out.json");
  const Outcome outcome = dartrun({"-n", "2", "--trace", file, DASH_FAULTS, "algorithms"});
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  const Json events = read(file);
  for (int unit = 0; unit < 2; ++unit) {
    for (const char* name : {"dash::fill", "dash::reduce"}) {
      EXPECT_EQ(1, count(events, {{"pid", unit}, {"cat", "algorithm"}, {"name", name}})) << name;
    }
  }
}

TEST(Trace, TasksAndSpansOfEachUnit)
{
  const Folder folder;
  const auto file = folder.file("out.json");
  const Outcome outcome = dartrun({"-n", "3", "--trace", file, DART_FAULTS, "tasks"});
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  const Json events = read(file);
  for (int unit = 0; unit < 3; ++unit) {
    EXPECT_EQ(
        10, count(events, {{"pid", unit}, {"ph", "X"}, {"cat", "task: run"}, {"name", "nothing"}}));
    EXPECT_EQ(1, count(events, {{"pid", unit}, {"ph", "X"}, {"name", "with \"quotes\""},
                                {"args", {{"bytes", 123}}}}));
    EXPECT_EQ(1, count(events, {{"pid", unit}, {"ph", "M"}, {"name", "process_name"}}));
  }
  EXPECT_EQ(30, count(events, {{"ph", "b"}, {"cat", "task: queue"}}));
  EXPECT_EQ(30, count(events, {{"ph", "e"}, {"cat", "task: queue"}}));
  EXPECT_EQ(1, folder.count_files());
}

TEST(Trace, StreamsOfGpus)
{
  const Folder folder;
  const auto file = folder.file("out.json");
  const Outcome outcome = dartrun(
      {"--gpu", "1", "--gpu-backend", "emulated", "--trace", file, DART_FAULTS, "tasks"});
  EXPECT_EQ(0, outcome.exit_code) << outcome.err;
  EXPECT_EQ(10, count(read(file), {{"pid", 0}, {"tid", 1000}, {"cat", "task: run"}}));
}

TEST(Trace, IsValidIfAUnitDies)
{
  const Folder folder;
  const auto file = folder.file("out.json");
  const Outcome outcome = dartrun({"-n", "3", "--trace", file, DART_FAULTS, "killed-in-task"});
  EXPECT_EQ(128 + SIGSEGV, outcome.exit_code);
  const Json events = read(file);
  for (int unit = 0; unit < 3; ++unit) {
    EXPECT_EQ(10, count(events, {{"pid", unit}, {"cat", "task: run"}, {"name", "nothing"}}));
  }
  EXPECT_EQ(1, folder.count_files());
}

TEST(Trace, OfProgramsWithoutRuntimeIsEmpty)
{
  const Folder folder;
  const auto file = folder.file("out.json");
  EXPECT_EQ(0, dartrun({"-n", "2", "--trace", file, "true"}).exit_code);
  EXPECT_EQ(Json::array(), read(file));
}

TEST(Trace, FileThatCannotBeWritten)
{
  const Outcome outcome = dartrun({"--trace", "/no/such/folder/out.json", "true"});
  EXPECT_EQ(2, outcome.exit_code);
  EXPECT_TRUE(says(outcome.err, {"--trace /no/such/folder/out.json", "can be written"}));
}

TEST(Trace, OfSeveralHostsIsRefused)
{
  const Outcome outcome = dartrun({"--hosts-emulated", "2", "-n", "2", "--trace", "x", "true"});
  EXPECT_EQ(2, outcome.exit_code);
  EXPECT_TRUE(says(outcome.err, {"--trace x", "one host"}));
}

}  // namespace
}  // namespace dart::test
