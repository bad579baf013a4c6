// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/SharedCounter.h>
#include <dash/Team.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "array/arrays.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

class SharedCounterTest : public dash::test::TestBase {};

TEST_F(SharedCounterTest, SumOfAllUnits)
{
  for (dash::Team& team : dash::test::teams()) {
    dash::SharedCounter<long> counter(team);
    EXPECT_EQ(0, counter.get());
    team.barrier();
    for (int i = 0; i < 100; ++i) counter.inc(team.myid().id + 1);
    counter.dec(10);
    team.barrier();
    const long n = static_cast<long>(team.size());
    EXPECT_EQ(100 * n * (n + 1) / 2 - 10 * n, counter.get());
    team.barrier();
  }
}

TEST_F(SharedCounterTest, ThreadsCountAtOnce)
{
  dash::SharedCounter<int> counter;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i) counter.inc(1);
    });
  }
  for (auto& thread : threads) thread.join();
  dash::barrier();
  EXPECT_EQ(4000 * static_cast<int>(dash::size()), counter.get());
  dash::barrier();
}

}  // namespace
