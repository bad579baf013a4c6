// Tier: suite n3 c2g2

#include <dash/util/Timer.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "dash_test_base.h"

template <class TimerType>
class TimerTest : public testing::Test {};

using Clock = dash::util::Timer<dash::util::TimeMeasure::Clock>;
using Counter = dash::util::Timer<dash::util::TimeMeasure::Counter>;
using TimerTypes = testing::Types<Clock, Counter>;
TYPED_TEST_SUITE(TimerTest, TimerTypes);

TYPED_TEST(TimerTest, MeasuresMicroseconds)
{
  TypeParam::Calibrate();
  const TypeParam timer;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const double elapsed = timer.Elapsed();
  EXPECT_GE(elapsed, 15e3);  // on a loaded virtual machine, a counter is calibrated badly
  EXPECT_LT(elapsed, 20e6);
  EXPECT_GE(TypeParam::ElapsedSince(timer.Start()), elapsed);
}

TYPED_TEST(TimerTest, ConvertsIntervals)
{
  const auto start = TypeParam::Now();
  const auto end = start + 3000000;
  const double expected = 3e6 / TypeParam::FrequencyScaling();
  EXPECT_DOUBLE_EQ(TypeParam::FromInterval(start, end), expected);
  EXPECT_DOUBLE_EQ(TypeParam::FromInterval(end, start), -expected);
  EXPECT_DOUBLE_EQ(TypeParam::FromInterval(0.0, 3e6), expected);
  EXPECT_LT(TypeParam::TimestampNegInfinity(), start);
  EXPECT_GT(TypeParam::TimestampInfinity(), end);
  EXPECT_FALSE(std::string(TypeParam::TimerName()).empty());
}

TEST(TimerFrequencyTest, ClockCountsNanoseconds)
{
  EXPECT_EQ(Clock::FrequencyScaling(), 1000.0);
}

TEST(TimerFrequencyTest, CounterTakesAGivenFrequency)
{
  Counter::Calibrate(2000);
  EXPECT_EQ(Counter::FrequencyScaling(), 2000.0);
  EXPECT_DOUBLE_EQ(Counter::FromInterval(0.0, 4000.0), 2.0);
  Counter::Calibrate();
  EXPECT_GT(Counter::FrequencyScaling(), 0.0);
}
