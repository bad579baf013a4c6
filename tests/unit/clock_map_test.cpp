// Tier: suite; sanitized

// Times of other hosts in the clock of this one.

#include "trace/clock_map.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

using dart::trace::best_of;
using dart::trace::ClockMap;
using dart::trace::ClockReading;

/// The clock of another host: so far ahead at the beginning, and so many millionths too fast.
struct Clock {
  std::int64_t ahead;
  double ppm;

  std::int64_t at(std::int64_t here) const
  {
    return here + ahead + static_cast<std::int64_t>(ppm * 1e-6 * static_cast<double>(here));
  }
  /// A question that takes \c there and an answer that takes \c back.
  ClockReading read(std::int64_t asked, std::int64_t there, std::int64_t back) const
  {
    return {asked, asked + there + back, at(asked + there)};
  }
};

TEST(ClockMapTest, OwnClock)
{
  const ClockMap own;
  for (const std::int64_t time : {0LL, 1LL, 1'000'000'000'000LL}) EXPECT_EQ(time, own.here(time));
  EXPECT_EQ(0, own.error());
}

TEST(ClockMapTest, TheQuickestAnswerCounts)
{
  const Clock clock{1'000'000, 0};
  const std::vector<ClockReading> readings{
      clock.read(0, 5000, 50), clock.read(10'000, 30, 40), clock.read(20'000, 40, 4000)};
  EXPECT_EQ(10'000, best_of(readings).asked);
  EXPECT_EQ(35, best_of(readings).error());
}

TEST(ClockMapTest, ErrorsAreWithinTheBound)
{
  constexpr std::int64_t end = 3'600'000'000'000;  // an hour
  for (const Clock clock :
       {Clock{0, 0}, {1'000'000'000'000'000, 0}, {-5'000'000'000, 30}, {7, -80}}) {
    for (const std::int64_t there : {0, 1, 10'000, 99'999}) {
      for (const std::int64_t back : {0, 3, 50'000}) {
        const ClockMap map(clock.read(0, there, back), clock.read(end, back, there));
        EXPECT_LE(map.error(), (there + back + 1) / 2);
        for (std::int64_t time = 100'000; time < end; time += end / 7) {
          EXPECT_LE(std::abs(map.here(clock.at(time)) - time), map.error() + 20) << time;
        }
      }
    }
  }
}

TEST(ClockMapTest, OutsideOfTheReadingsTheClockRunsAsTheOwn)
{
  const Clock clock{5000, 100};
  const ClockMap map(clock.read(1'000'000, 0, 0), clock.read(2'000'000, 0, 0));
  EXPECT_EQ(1'000'000 - 300'000, map.here(clock.at(1'000'000) - 300'000));
  EXPECT_EQ(2'000'000 + 300'000, map.here(clock.at(2'000'000) + 300'000));
}

TEST(ClockMapTest, OneReading)
{
  const ClockReading only{10, 20, 1015};
  EXPECT_EQ(15, ClockMap(only, only).here(1015));
}

}  // namespace
