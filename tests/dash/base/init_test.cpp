// Tier: suite n3 c2g2; sanitized c2g2

#include <dash/Exception.h>
#include <dash/Team.h>
#include <dash/dart/if/dart.h>
#include <gtest/gtest.h>

#include <string>

#include "dash_test_base.h"
#include "spmd.h"

class InitTest : public dash::test::TestBase {};

TEST_F(InitTest, TellsWhoIsThere)
{
  EXPECT_TRUE(dash::is_initialized());
  EXPECT_TRUE(dash::is_multithreaded());
  EXPECT_EQ(dash::size(), static_cast<size_t>(dash::test::units()));
  EXPECT_EQ(dash::myid(), dash::test::unit());
  EXPECT_EQ(dash::Team::GlobalUnitID(), dash::myid());
  dash::barrier();
}

TEST_F(InitTest, RefusesToStartTwice)
{
  EXPECT_THROW(dash::init(nullptr, nullptr), dash::exception::RuntimeError);
  EXPECT_TRUE(dash::is_initialized());
}

TEST(InitRepeatTest, RunsManyRounds)
{
  for (int round = 0; round < 50; ++round) {
    dash::init(nullptr, nullptr);
    ASSERT_EQ(dash::Team::All().size(), dash::size());
    if (round % 10 == 0) dash::Team::All().split(2).barrier();
    dash::finalize();
  }
}

TEST(InitRepeatTest, RefusesARuntimeOfSomeoneElse)
{
  ASSERT_EQ(dart_init(nullptr, nullptr), DART_OK);
  EXPECT_THROW(dash::init(nullptr, nullptr), dash::exception::RuntimeError);
  EXPECT_FALSE(dash::is_initialized());
  ASSERT_EQ(dart_exit(), DART_OK);
}

TEST(InitRepeatTest, NothingIsThereOutsideOfARound)
{
  EXPECT_FALSE(dash::is_initialized());
  EXPECT_EQ(dash::size(), 0u);
  EXPECT_EQ(dash::myid(), -1);
  dash::finalize();
  EXPECT_FALSE(dash::is_initialized());
}
