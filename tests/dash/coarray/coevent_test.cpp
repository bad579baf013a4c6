// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Array.h>
#include <dash/Coevent.h>
#include <dash/Comutex.h>
#include <dash/Exception.h>
#include <dash/Mutex.h>
#include <dash/Shared.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/algorithm/Reduce.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <mutex>
#include <thread>

#include "array/arrays.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

dash::Coevent static_event;
dash::Comutex static_mutexes;

class CoeventTest : public dash::test::TestBase {};

/// Passes a token around the units of a team; its value tells how far it has come.
void expect_round_trips(dash::Coevent& event, dash::Team& team, int rounds)
{
  const int me = team.myid();
  const int size = static_cast<int>(team.size());
  dash::Shared<int> token(0, dash::team_unit_t{0}, team);
  for (int round = 0; round < rounds; ++round) {
    if (me != 0 || round != 0) event.wait();
    EXPECT_EQ(round * size + me, static_cast<int>(token.get()));
    token.set(round * size + me + 1);
    event((me + 1) % size).post();
  }
  team.barrier();
  if (me == 0) event.wait();
  EXPECT_EQ(0, event.test());
  team.barrier();
}

TEST_F(CoeventTest, PostsWakeTheUnitThatWaits)
{
  for (dash::Team& team : dash::test::teams()) {
    dash::Coevent event(team);
    EXPECT_EQ(team.size(), event.size());
    expect_round_trips(event, team, 25);
  }
}

TEST_F(CoeventTest, PostsAreCounted)
{
  dash::Coevent event;
  const int units = static_cast<int>(dash::size());
  for (auto unit_event : event) {
    unit_event.post();
    unit_event.post();
  }
  event.wait(2 * units - 1);
  dash::barrier();  // all units have posted
  EXPECT_EQ(1, event.test());
  event.wait(0);
  event.wait(1);
  EXPECT_EQ(0, event(dash::Team::All().myid()).test());
  EXPECT_THROW(event.wait(-1), dash::exception::InvalidArgument);
  EXPECT_THROW(event(units), dash::exception::OutOfRange);
}

TEST_F(CoeventTest, ThreadOfTheUnitPosts)
{
  dash::Coevent event;
  std::thread poster([&event] {
    for (int i = 0; i < 5; ++i) event(dash::Team::All().myid()).post();
  });
  event.wait(5);
  poster.join();
  EXPECT_EQ(0, event.test());
}

TEST_F(CoeventTest, IteratorsAndReferences)
{
  dash::Coevent event;
  EXPECT_EQ(static_cast<std::ptrdiff_t>(dash::size()), event.end() - event.begin());
  EXPECT_TRUE(*event.begin() == event(0));
  EXPECT_EQ(dash::size() == 1, event(0) == *(event.end() - 1));
  EXPECT_EQ(&dash::Team::All(), &event.begin()[0].team());
}

TEST_F(CoeventTest, StaticObject)
{
  EXPECT_THROW(static_event.wait(), dash::exception::OutOfRange);
  static_event.initialize();
  static_event.initialize();
  expect_round_trips(static_event, dash::Team::All(), 3);
  dash::finalize();
  EXPECT_EQ(0u, static_event.size());
  SetUp();
  static_event.initialize();
  expect_round_trips(static_event, dash::Team::All(), 3);
}

TEST_F(CoeventTest, MutexOfEachUnit)
{
  for (dash::Team& team : dash::test::teams()) {
    dash::Comutex mutexes(team);
    EXPECT_EQ(team.size(), mutexes.size());
    dash::HostArray<int> counters(team.size(), team);
    counters.local[0] = 0;
    counters.barrier();
    for (int i = 0; i < 50; ++i) {
      const int unit = i % static_cast<int>(team.size());
      const std::lock_guard<dash::Mutex> guard(mutexes(unit));
      counters[static_cast<std::size_t>(unit)] += 1;
    }
    counters.barrier();
    EXPECT_EQ(
        50 * static_cast<int>(team.size()), dash::reduce(counters.begin(), counters.end(), 0));
    EXPECT_THROW(mutexes(-1), dash::exception::OutOfRange);
  }
}

TEST_F(CoeventTest, StaticMutexes)
{
  EXPECT_THROW(static_mutexes(0), dash::exception::OutOfRange);
  static_mutexes.initialize();
  for (dash::Mutex& mutex : static_mutexes) {
    mutex.lock();
    mutex.unlock();
  }
  dash::finalize();
  EXPECT_EQ(0u, static_mutexes.size());
}

}  // namespace
