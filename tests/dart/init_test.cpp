// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Start and end of the runtime.

#include <dirent.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "support.h"

namespace dart::test {
namespace {

dart_ret_t init()
{
  dash::test::Arguments& args = dash::test::arguments();
  return dart_init(&args.count, &args.values);
}

size_t entries_of(const char* path)
{
  size_t n = 0;
  if (DIR* dir = opendir(path)) {
    while (readdir(dir) != nullptr) {
      ++n;
    }
    closedir(dir);
  }
  return n;
}

size_t mappings()
{
  std::ifstream maps("/proc/self/maps");
  std::string line;
  size_t n = 0;
  while (std::getline(maps, line)) {
    ++n;
  }
  return n;
}

/// The resources that a run of the runtime might leave behind in a process.
struct Resources {
  size_t descriptors = entries_of("/proc/self/fd");
  size_t threads = entries_of("/proc/self/task");
  size_t mappings = test::mappings();
};

/// Starts and ends the runtime, and uses all features that hold resources in between.
void live_once(size_t round)
{
  ASSERT_OK(init());
  dart_global_unit_t myid;
  size_t size = 0;
  ASSERT_OK(dart_myid(&myid));
  ASSERT_OK(dart_size(&size));
  {
    Segment<size_t> segment(16);
    const size_t next = (static_cast<size_t>(myid.id) + 1) % size;
    store(segment.at(next, round % 16), round);
    barrier();
    EXPECT_EQ(round, segment.value(round % 16));
  }
  ASSERT_OK(dart_exit());
}

TEST(InitTest, NotInitialisedBeforehand)
{
  EXPECT_FALSE(dart_initialized());
  EXPECT_EQ(DART_ERR_OTHER, dart_exit());
}

TEST(InitTest, IdAndSizeBeforehand)
{
  dart_global_unit_t myid(7);
  EXPECT_EQ(DART_ERR_OTHER, dart_myid(&myid));
  EXPECT_EQ(DART_UNDEFINED_UNIT_ID, myid.id);
  size_t size = 7;
  EXPECT_EQ(DART_ERR_OTHER, dart_size(&size));
  EXPECT_EQ(0U, size);
}

TEST(InitTest, InitAndExit)
{
  ASSERT_OK(init());
  EXPECT_TRUE(dart_initialized());
  EXPECT_EQ(DART_ERR_OTHER, init());
  EXPECT_TRUE(dart_initialized());
  ASSERT_OK(dart_exit());
  EXPECT_FALSE(dart_initialized());
  EXPECT_EQ(DART_ERR_OTHER, dart_exit());

  dart_global_unit_t myid(7);
  EXPECT_EQ(DART_ERR_OTHER, dart_myid(&myid));
  EXPECT_EQ(DART_UNDEFINED_UNIT_ID, myid.id);
}

TEST(InitTest, InitThread)
{
  dash::test::Arguments& args = dash::test::arguments();
  dart_thread_support_level_t level = DART_THREAD_SINGLE;
  ASSERT_OK(dart_init_thread(&args.count, &args.values, &level));
  EXPECT_EQ(DART_THREAD_MULTIPLE, level);
  EXPECT_TRUE(dart_initialized());
  EXPECT_EQ(DART_ERR_OTHER, dart_init_thread(&args.count, &args.values, &level));
  EXPECT_EQ(DART_ERR_OTHER, init());
  ASSERT_OK(dart_exit());
}

/// Only runs under an MPI launcher have MPI, and then the function is called once.
TEST(InitTest, CallsMpiWhereTheRunHasIt)
{
  int calls = 0;
  const auto count = [](void* calls) { ++*static_cast<int*>(calls); };
  EXPECT_EQ(DART_ERR_NOTINIT, dart_call_mpi(count, &calls));
  ASSERT_OK(init());
  const bool has_mpi = std::getenv("DART_JOB_FD") == nullptr && std::getenv("PMIX_RANK") != nullptr;
  EXPECT_EQ(has_mpi ? DART_OK : DART_ERR_NOTFOUND, dart_call_mpi(count, &calls));
  EXPECT_EQ(has_mpi ? 1 : 0, calls);
  EXPECT_EQ(DART_ERR_INVAL, dart_call_mpi(nullptr, &calls));
  ASSERT_OK(dart_exit());
}

TEST(InitTest, UnitsAreNumberedFromZero)
{
  ASSERT_OK(init());
  dart_global_unit_t myid;
  size_t size = 0;
  ASSERT_OK(dart_myid(&myid));
  ASSERT_OK(dart_size(&size));
  EXPECT_EQ(dash::test::unit(), myid.id);
  EXPECT_EQ(static_cast<size_t>(dash::test::units()), size);
  const std::vector<dart_unit_t> ids = gather_all(myid.id);
  EXPECT_EQ(every(1, 0, size), ids);
  ASSERT_OK(dart_exit());
}

TEST(InitTest, ExitFreesWhatTheProgramLeft)
{
  ASSERT_OK(init());
  dart_gptr_t segment;
  ASSERT_OK(dart_team_memalloc_aligned(DART_TEAM_ALL, 1000, DART_TYPE_INT, &segment));
  dart_gptr_t block;
  ASSERT_OK(dart_memalloc(1000, DART_TYPE_INT, &block));
  dart_lock_t lock;
  ASSERT_OK(dart_team_lock_init(DART_TEAM_ALL, &lock));
  dart_team_t team;
  ASSERT_OK(dart_team_clone(DART_TEAM_ALL, &team));
  ASSERT_OK(dart_exit());

  ASSERT_OK(init());
  size_t size = 0;
  EXPECT_INVAL(dart_team_size(team, &size));
  void* addr = nullptr;
  EXPECT_INVAL(dart_gptr_getaddr(segment, &addr));
  ASSERT_OK(dart_exit());
}

TEST(InitTest, ManyTimes)
{
  constexpr size_t warm_up = 10;
  for (size_t round = 0; round < warm_up; ++round) {
    live_once(round);
  }
  const Resources before;
  for (size_t round = warm_up; round < 310; ++round) {
    live_once(round);
  }
  Resources after;
  // The kernel may still list a thread shortly after it was joined.
  for (int look = 0; look < 1000 && after.threads > before.threads; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    after = Resources();
  }
  EXPECT_EQ(before.descriptors, after.descriptors);
  EXPECT_EQ(before.threads, after.threads);
  // The C library's own heap may grow by a few mappings.
  EXPECT_LE(after.mappings, before.mappings + 8);
}

}  // namespace
}  // namespace dart::test
