// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Atomic.h>
#include <dash/Exception.h>
#include <dash/Mutex.h>
#include <dash/Shared.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <gtest/gtest.h>

#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

dash::Mutex static_mutex;

class MutexTest : public dash::test::TestBase {};

/// Non-atomic increments under the mutex, by all units and several threads of each.
void expect_exclusion(dash::Mutex& mutex, dash::Team& team, int num_threads)
{
  constexpr int rounds = 200;
  dash::Shared<int> counter(0, dash::team_unit_t{0}, team);
  std::vector<std::thread> threads;
  for (int t = 0; t < num_threads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < rounds; ++i) {
        const std::lock_guard<dash::Mutex> guard(mutex);
        const int value = counter.get();
        counter.set(value + 1);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  counter.barrier();
  EXPECT_EQ(rounds * num_threads * static_cast<int>(team.size()), static_cast<int>(counter.get()));
  counter.barrier();
}

TEST_F(MutexTest, ExcludesUnitsAndThreads)
{
  for (dash::Team& team : dash::test::teams()) {
    dash::Mutex mutex(team);
    expect_exclusion(mutex, team, 1);
    expect_exclusion(mutex, team, 3);
  }
}

TEST_F(MutexTest, TryLock)
{
  dash::Mutex mutex;
  dash::Shared<dash::Atomic<int>> holders(0);
  if (mutex.try_lock()) {
    EXPECT_EQ(0, holders.get().fetch_add(1));
    dash::barrier();
    holders.get().sub(1);
    mutex.unlock();
  } else {
    dash::barrier();
  }
  dash::barrier();
  mutex.lock();
  mutex.unlock();
  dash::barrier();
}

TEST_F(MutexTest, Misuse)
{
  dash::Mutex mutex;
  EXPECT_THROW(mutex.unlock(), dash::exception::RuntimeError);
  dash::Mutex moved(std::move(mutex));
  EXPECT_THROW(mutex.lock(), dash::exception::RuntimeError);  // NOLINT(bugprone-use-after-move)
  expect_exclusion(moved, dash::Team::All(), 1);
  moved.lock();
  EXPECT_THROW(moved.lock(), dash::exception::RuntimeError);
  moved.unlock();
}

TEST_F(MutexTest, StaticObject)
{
  EXPECT_TRUE(static_mutex.init());
  EXPECT_FALSE(static_mutex.init());
  expect_exclusion(static_mutex, dash::Team::All(), 1);
  dash::finalize();
  EXPECT_FALSE(static_mutex.init());
  EXPECT_THROW(static_mutex.lock(), dash::exception::RuntimeError);
  SetUp();
  EXPECT_TRUE(static_mutex.init());
  expect_exclusion(static_mutex, dash::Team::All(), 1);
}

}  // namespace
