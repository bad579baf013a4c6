// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// Locks of a team.

#include <atomic>
#include <chrono>

#include "support.h"

namespace dart::test {
namespace {

/// A lock that is destroyed (after a barrier) at the end of its scope.
class Lock {
 public:
  explicit Lock(dart_team_t team = DART_TEAM_ALL) : team_(team)
  {
    EXPECT_OK(dart_team_lock_init(team, &lock_));
    EXPECT_TRUE(dart_lock_initialized(lock_));
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock()
  {
    barrier(team_);
    EXPECT_OK(dart_team_lock_destroy(&lock_));
    EXPECT_EQ(DART_LOCK_NULL, lock_);
  }

  dart_lock_t get() const { return lock_; }
  void acquire() { EXPECT_OK(dart_lock_acquire(lock_)); }
  void release() { EXPECT_OK(dart_lock_release(lock_)); }
  bool try_acquire()
  {
    int32_t result = 7;
    EXPECT_OK(dart_lock_try_acquire(lock_, &result));
    EXPECT_TRUE(result == 0 || result == 1) << result;
    return result == 1;
  }

 private:
  dart_team_t team_;
  dart_lock_t lock_ = DART_LOCK_NULL;
};

class LockTest : public ThreadedTest {
 protected:
  static constexpr int nthreads = 3;

  /// An increment that is not atomic: without mutual exclusion, increments are lost.
  static void increment(dart_gptr_t counter) { store(counter, load<int>(counter) + 1); }
};

TEST_F(LockTest, Initialised)
{
  EXPECT_FALSE(dart_lock_initialized(DART_LOCK_NULL));
  const Lock lock;
}

TEST_F(LockTest, DestroyingNull)
{
  dart_lock_t lock = DART_LOCK_NULL;
  EXPECT_OK(dart_team_lock_destroy(&lock));
}

TEST_F(LockTest, ExcludesUnits)
{
  constexpr int rounds = 200;
  Lock lock;
  Segment<int> counter(1);
  counter.fill(0);
  for (int round = 0; round < rounds; ++round) {
    lock.acquire();
    increment(counter.at(0));
    lock.release();
  }
  barrier();
  EXPECT_EQ(rounds * static_cast<int>(size), load<int>(counter.at(0)));
}

TEST_F(LockTest, ExcludesThreadsOfAllUnits)
{
  constexpr int rounds = 100;
  Lock lock;
  Segment<int> counter(1);
  counter.fill(0);
  run_threads(nthreads, [&](int) {
    for (int round = 0; round < rounds; ++round) {
      lock.acquire();
      increment(counter.at(size - 1));
      lock.release();
    }
  });
  barrier();
  EXPECT_EQ(nthreads * rounds * static_cast<int>(size), load<int>(counter.at(size - 1)));
}

TEST_F(LockTest, ExcludesWithTry)
{
  constexpr int rounds = 50;
  Lock lock;
  Segment<int> counter(1);
  counter.fill(0);
  run_threads(nthreads, [&](int thread) {
    for (int round = 0; round < rounds; ++round) {
      if (thread == 0) {
        lock.acquire();
      } else {
        while (!lock.try_acquire()) {
          std::this_thread::yield();
        }
      }
      increment(counter.at(0));
      lock.release();
    }
  });
  barrier();
  EXPECT_EQ(nthreads * rounds * static_cast<int>(size), load<int>(counter.at(0)));
}

TEST_F(LockTest, FlushedPutsAreVisibleToTheNextHolder)
{
  constexpr int rounds = 100;
  constexpr size_t n = 100;
  Lock lock;
  Segment<int> segment(n);
  segment.fill(0);
  for (int round = 0; round < rounds; ++round) {
    lock.acquire();
    std::vector<int> values(n);
    EXPECT_OK(dart_get_blocking(values.data(), segment.at(0), n, DART_TYPE_INT, DART_TYPE_INT));
    EXPECT_TRUE(same(std::vector<int>(n, values[0]), values));
    std::fill(values.begin(), values.end(), values[0] + 1);
    EXPECT_OK(dart_put(segment.at(0), values.data(), n, DART_TYPE_INT, DART_TYPE_INT));
    EXPECT_OK(dart_flush(segment.at(0)));
    lock.release();
  }
  barrier();
  EXPECT_EQ(rounds * static_cast<int>(size), load<int>(segment.at(0, n - 1)));
}

TEST_F(LockTest, TryFailsWhileAnotherUnitHolds)
{
  Lock lock;
  for (size_t holder = 0; holder < size; ++holder) {
    if (me() == holder) {
      EXPECT_TRUE(lock.try_acquire());
    }
    barrier();
    if (me() != holder) {
      EXPECT_FALSE(lock.try_acquire());
    }
    barrier();
    if (me() == holder) {
      lock.release();
    }
    barrier();
  }
}

TEST_F(LockTest, TryFailsWhileAnotherThreadHolds)
{
  Lock lock;
  if (me() == 0) {
    lock.acquire();
    run_threads(1, [&](int) { EXPECT_FALSE(lock.try_acquire()); });
    lock.release();
    run_threads(1, [&](int) {
      EXPECT_TRUE(lock.try_acquire());
      lock.release();
    });
  }
}

TEST_F(LockTest, OtherThreadsOfTheHolderBlock)
{
  Lock lock;
  if (me() == 0) {
    std::atomic<bool> entered{false};
    lock.acquire();
    std::thread other([&] {
      lock.acquire();
      entered = true;
      lock.release();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_FALSE(entered);
    lock.release();
    other.join();
    EXPECT_TRUE(entered);
  }
}

TEST_F(LockTest, NotRecursive)
{
  Lock lock;
  if (me() == 0) {
    lock.acquire();
    EXPECT_INVAL(dart_lock_acquire(lock.get()));
    EXPECT_FALSE(lock.try_acquire());
    lock.release();
    EXPECT_INVAL(dart_lock_release(lock.get())) << "a second time";
    EXPECT_TRUE(lock.try_acquire());
    lock.release();
  }
}

TEST_F(LockTest, OnlyTheHolderReleases)
{
  Lock lock;
  EXPECT_INVAL(dart_lock_release(lock.get())) << "free";
  barrier();
  if (me() == 0) {
    lock.acquire();
    run_threads(1, [&](int) { EXPECT_INVAL(dart_lock_release(lock.get())) << "other thread"; });
  }
  barrier();
  if (me() != 0) {
    EXPECT_INVAL(dart_lock_release(lock.get())) << "other unit";
    EXPECT_FALSE(lock.try_acquire());
  }
  barrier();
  if (me() == 0) {
    lock.release();
  }
}

TEST_F(LockTest, LocksAreIndependent)
{
  Lock first;
  Lock second;
  EXPECT_NE(first.get(), second.get());
  if (me() == 0) {
    first.acquire();
  }
  barrier();
  if (me() == size - 1) {
    EXPECT_FALSE(first.try_acquire());
    EXPECT_TRUE(second.try_acquire());
    second.release();
  }
  barrier();
  if (me() == 0) {
    first.release();
  }
}

TEST_F(LockTest, SubTeams)
{
  constexpr int rounds = 100;
  const SubTeam even(every(2, 0, size));
  const SubTeam odd(every(2, 1, size));
  const SubTeam& team = even ? even : odd;
  Lock lock(team.id());
  Segment<int> counter(1, team.id());
  counter.fill(0);
  run_threads(nthreads, [&](int) {
    for (int round = 0; round < rounds; ++round) {
      lock.acquire();
      increment(counter.at(0));
      lock.release();
    }
  });
  barrier(team.id());
  EXPECT_EQ(nthreads * rounds * static_cast<int>(team.size()), load<int>(counter.at(0)));
}

TEST_F(LockTest, OverlappingTeams)
{
  std::vector<SubTeam> teams;
  for (size_t first = 0; first < size; ++first) {
    teams.emplace_back(every(1, first, std::min(first + 2, size)));
  }
  for (int round = 0; round < 10; ++round) {
    for (const SubTeam& team : teams) {
      if (team) {
        Lock lock(team.id());
        Segment<int> counter(1, team.id());
        counter.fill(0);
        for (int i = 0; i < 10; ++i) {
          lock.acquire();
          increment(counter.at(0));
          lock.release();
        }
        barrier(team.id());
        EXPECT_EQ(10 * static_cast<int>(team.size()), load<int>(counter.at(0)));
      }
    }
  }
}

TEST_F(LockTest, ManyLocks)
{
  constexpr size_t nlocks = 100;
  std::vector<dart_lock_t> locks(nlocks, DART_LOCK_NULL);
  for (int round = 0; round < 3; ++round) {
    for (dart_lock_t& lock : locks) {
      ASSERT_OK(dart_team_lock_init(DART_TEAM_ALL, &lock));
    }
    // Each lock is held by one unit.
    for (size_t i = 0; i < nlocks; ++i) {
      if (i % size == me()) {
        EXPECT_OK(dart_lock_acquire(locks[i]));
      }
    }
    barrier();
    for (size_t i = 0; i < nlocks; ++i) {
      if (i % size != me()) {
        int32_t result = 7;
        EXPECT_OK(dart_lock_try_acquire(locks[i], &result));
        EXPECT_EQ(0, result);
      }
    }
    barrier();
    for (size_t i = 0; i < nlocks; ++i) {
      if (i % size == me()) {
        EXPECT_OK(dart_lock_release(locks[i]));
      }
    }
    barrier();
    for (dart_lock_t& lock : locks) {
      ASSERT_OK(dart_team_lock_destroy(&lock));
    }
  }
}

TEST_F(LockTest, NullAndInvalidArguments)
{
  int32_t result = 0;
  EXPECT_INVAL(dart_lock_acquire(DART_LOCK_NULL));
  EXPECT_INVAL(dart_lock_try_acquire(DART_LOCK_NULL, &result));
  EXPECT_INVAL(dart_lock_release(DART_LOCK_NULL));
  dart_lock_t lock = DART_LOCK_NULL;
  EXPECT_INVAL(dart_team_lock_init(12345, &lock));
  EXPECT_INVAL(dart_team_lock_init(DART_TEAM_NULL, &lock));
  EXPECT_INVAL(dart_team_lock_init(DART_TEAM_ALL, nullptr));
  EXPECT_EQ(DART_LOCK_NULL, lock);
}

}  // namespace
}  // namespace dart::test
