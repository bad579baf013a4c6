// Tier: suite; sanitized

#include "base/wait.h"

#include <gtest/gtest.h>

#include <mutex>
#include <thread>
#include <vector>

namespace {

TEST(WaitTest, CountAdvances)
{
  dart::WaitWord word;
  EXPECT_EQ(word.count(), 0u);
  EXPECT_TRUE(word.reached(0));
  EXPECT_FALSE(word.reached(1));
  word.set(5);
  EXPECT_TRUE(word.reached(5));
  EXPECT_FALSE(word.reached(6));
  word.add(2);
  EXPECT_EQ(word.count(), 7u);
}

TEST(WaitTest, CountWrapsAround)
{
  dart::WaitWord word;
  constexpr dart::WaitWord::Count last = 0x7fffffff;
  word.set(last);
  EXPECT_TRUE(word.reached(last));
  EXPECT_FALSE(word.reached(last + 2));
  word.add(2);
  EXPECT_TRUE(word.reached(last)) << "counts shortly after the wrap are later";
  EXPECT_TRUE(word.reached(last + 2));
}

TEST(WaitTest, SleepersAreWoken)
{
  // Longer than any spinning, so that the waiting threads sleep in the kernel.
  constexpr auto pause = std::chrono::milliseconds(30);
  dart::WaitWord word;
  for (dart::WaitWord::Count round = 1; round <= 5; ++round) {
    std::vector<std::thread> waiters;
    for (int i = 0; i < 3; ++i) waiters.emplace_back([&] { word.wait(round); });
    std::this_thread::sleep_for(pause);
    if (round % 2)
      word.set(round);
    else
      word.add(1);
    for (auto& waiter : waiters) waiter.join();
    EXPECT_EQ(word.count(), round);
  }
}

TEST(WaitTest, NoWakeUpIsLost)
{
  dart::WaitWord ping, pong;
  constexpr dart::WaitWord::Count rounds = 20000;
  std::thread other([&] {
    for (dart::WaitWord::Count round = 1; round <= rounds; ++round) {
      ping.wait(round);
      pong.add(1);
    }
  });
  for (dart::WaitWord::Count round = 1; round <= rounds; ++round) {
    ping.set(round);
    pong.wait(round);
  }
  other.join();
  EXPECT_EQ(pong.count(), rounds);
}

template <class Lock>
void expect_mutual_exclusion()
{
  Lock lock;
  long counter = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 20000; ++n) {
        std::lock_guard guard(lock);
        ++counter;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(counter, 80000);
}

TEST(WaitTest, SpinLockExcludes)
{
  expect_mutual_exclusion<dart::SpinLock>();
}

TEST(WaitTest, SleepLockExcludes)
{
  expect_mutual_exclusion<dart::SleepLock>();
  dart::SleepLock lock;
  EXPECT_TRUE(lock.try_lock());
  EXPECT_FALSE(lock.try_lock());
  lock.unlock();
  EXPECT_TRUE(lock.try_lock());
}

}  // namespace
