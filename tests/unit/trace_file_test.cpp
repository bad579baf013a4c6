// Tier: suite; sanitized

// Trace files: lines of several threads, growth, no space.

#include "trace/trace_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace {

using dart::TraceFile;

class TraceFileTest : public testing::Test {
 protected:
  ~TraceFileTest() override { std::remove(path.c_str()); }

  /// The lines in front of the zeros.
  std::vector<std::string> lines() const
  {
    std::vector<std::string> found;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line) && line.front() != '\0';) found.push_back(line);
    return found;
  }

  /// Descriptor of the file, as a process inherits it.
  int open_file() const { return open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600); }

  const std::string path = testing::TempDir() + "trace_file_test" + std::to_string(getpid());
};

TEST_F(TraceFileTest, LinesAreThereAtOnce)
{
  TraceFile file(open_file());
  EXPECT_TRUE(file.add("one"));
  EXPECT_TRUE(file.add("two"));
  EXPECT_EQ((std::vector<std::string>{"one", "two"}), lines());
}

TEST_F(TraceFileTest, GrowsUnderSeveralThreads)
{
  constexpr int n = 20000;
  TraceFile file(open_file());
  const auto add_all = [&](int first) {
    for (int k = first; k < n; k += 2) {
      EXPECT_TRUE(file.add(std::to_string(k) + std::string(100, 'x')));
    }
  };
  std::thread other(add_all, 1);
  add_all(0);
  other.join();
  const auto found = lines();
  EXPECT_EQ(std::size_t{n}, found.size());
  EXPECT_EQ(std::size_t{n}, std::set<std::string>(found.begin(), found.end()).size());
}

TEST_F(TraceFileTest, EndsWhereThereIsNoRoom)
{
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{std::size_t{3} << 20, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  TraceFile file(open_file());
  int added = 0;
  while (file.add(std::string(999, 'x'))) ++added;
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_LT(1000, added);
  EXPECT_FALSE(file.add("x"));
  EXPECT_EQ(static_cast<std::size_t>(added), lines().size());
}

TEST_F(TraceFileTest, ContinuesWhatAnEarlierProcessHasWritten)
{
  TraceFile(open_file()).add("one");
  {
    std::fstream file(path);  // as if the process had been killed while it wrote a line
    file.seekp(4);
    file << "tw";
  }
  EXPECT_TRUE(TraceFile(open_file()).add("three"));
  EXPECT_EQ((std::vector<std::string>{"one", "tw", "three"}), lines());
}

TEST_F(TraceFileTest, NeedsAnOpenFile)
{
  int pipe_ends[2];
  ASSERT_EQ(0, pipe(pipe_ends));
  for (const int descriptor : {-1, 1000, pipe_ends[1]}) {
    EXPECT_THROW(TraceFile{descriptor}, std::system_error);
  }
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

}  // namespace
