// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Atomic.h>
#include <dash/Exception.h>
#include <dash/Shared.h>
#include <dash/Team.h>
#include <dash/UnitId.h>
#include <dash/dart/if/dart.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <utility>

#include "array/arrays.h"
#include "base/values.h"
#include "dash_test_base.h"
#include "team/teams.h"

namespace {

using dash::test::Particle;

class SharedTest : public dash::test::TestBase {};

TEST_F(SharedTest, OwnersValueIsSeenByAll)
{
  for (dash::Team& team : dash::test::teams()) {
    for (dash::team_unit_t owner{0}; owner < team.size(); ++owner) {
      dash::Shared<int> shared(100 + team.myid().id, owner, team);
      EXPECT_EQ(100 + owner.id, static_cast<int>(shared.get()));
      EXPECT_EQ(owner, shared.owner());
      EXPECT_EQ(owner.id, shared.dart_gptr().unitid);
      EXPECT_EQ(team.myid() == owner, shared.local() != nullptr);
      EXPECT_EQ(team.dart_id(), shared.team().dart_id());
      shared.barrier();
      if (team.myid().id == static_cast<int>(team.size()) - 1) shared.set(7);
      shared.barrier();
      const auto& readonly = shared;
      EXPECT_EQ(7, static_cast<int>(readonly.get()));
      if (shared.local() != nullptr) {
        EXPECT_EQ(7, *shared.local());
      }
      shared.barrier();
    }
  }
}

TEST_F(SharedTest, StructValues)
{
  dash::Shared<Particle> shared;
  if (dash::myid() == 0) shared.set(Particle{1.0, 2, 3});
  shared.barrier();
  const Particle particle = shared.get();
  EXPECT_EQ((Particle{1.0, 2, 3}), particle);
  EXPECT_EQ(2, shared.get().member(&Particle::charge).get());
  shared.flush();
  shared.barrier();
}

TEST_F(SharedTest, AtomicValue)
{
  dash::Shared<dash::Atomic<std::size_t>> shared;
  shared.set(0);
  shared.barrier();
  shared.get().fetch_add(2);
  shared.barrier();
  const std::size_t value = shared.get();
  EXPECT_EQ(2 * dash::size(), value);
  shared.barrier();
}

TEST_F(SharedTest, MoveAndSwap)
{
  dash::Shared<int> first(1), second(2);
  swap(first, second);
  EXPECT_EQ(2, static_cast<int>(first.get()));
  EXPECT_EQ(1, static_cast<int>(second.get()));
  dash::Shared<int> moved(std::move(first));
  EXPECT_EQ(2, static_cast<int>(moved.get()));
  EXPECT_THROW(first.get(), dash::exception::RuntimeError);  // NOLINT(bugprone-use-after-move)
  moved = std::move(second);
  EXPECT_EQ(1, static_cast<int>(moved.get()));
  moved.barrier();
}

TEST_F(SharedTest, DelayedInitialisation)
{
  dash::finalize();
  dash::Shared<int> shared;
  EXPECT_THROW(shared.init(1), dash::exception::RuntimeError);
  SetUp();
  EXPECT_TRUE(shared.init(5));
  EXPECT_FALSE(shared.init(6));
  EXPECT_EQ(5, static_cast<int>(shared.get()));
  shared.barrier();
  dash::finalize();
  EXPECT_THROW(shared.get(), dash::exception::RuntimeError);
  SetUp();
  EXPECT_TRUE(shared.init());
  EXPECT_EQ(0, static_cast<int>(shared.get()));
  shared.barrier();
}

TEST_F(SharedTest, OwnerOutsideOfTheTeam)
{
  const dash::team_unit_t beyond{static_cast<int>(dash::size())};
  EXPECT_THROW(dash::Shared<int>{beyond}, dash::exception::InvalidArgument);
  EXPECT_THROW(dash::Shared<int>{dash::team_unit_t{-1}}, dash::exception::InvalidArgument);
}

}  // namespace
