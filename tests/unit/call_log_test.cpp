// Tier: suite; sanitized

// Units compare the collectives that they add to streams.

#include "team/call_log.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

namespace {

using dart::CallLog;
using dart::Collective;
using dart::CollectiveCall;

/// A log of some units in zero memory.
class Logs {
 public:
  explicit Logs(std::uint32_t units) : memory_(CallLog::bytes(units) / sizeof(std::uint64_t))
  {
    for (std::uint32_t me = 0; me < units; ++me) units_.emplace_back(memory_.data(), units, me);
  }
  CallLog& operator[](std::uint32_t unit) { return units_[unit]; }

 private:
  std::vector<std::uint64_t> memory_;
  std::vector<CallLog> units_;
};

CollectiveCall sum_of(std::size_t elements)
{
  return CollectiveCall::with_data(Collective::allreduce, elements, DART_TYPE_INT, 0, DART_OP_SUM);
}

TEST(CallLogTest, EqualCallsInAnyTurns)
{
  Logs logs(3);
  for (std::size_t n = 1; n <= 1000; ++n) EXPECT_FALSE(logs[0].add(sum_of(n)));
  for (std::size_t n = 1; n <= 1000; ++n) {  // the first ones are forgotten
    EXPECT_FALSE(logs[1].add(sum_of(n)));
    EXPECT_FALSE(logs[2].add(sum_of(n)));
  }
}

TEST(CallLogTest, TheLaterUnitFindsADifference)
{
  const CollectiveCall others[] = {
      sum_of(101), CollectiveCall(Collective::barrier),
      CollectiveCall::with_data(Collective::allreduce, 100, DART_TYPE_INT, 0, DART_OP_MAX),
      CollectiveCall::with_data(Collective::allreduce, 100, DART_TYPE_FLOAT, 0, DART_OP_SUM),
      CollectiveCall::with_data(Collective::reduce, 100, DART_TYPE_INT, 1, DART_OP_SUM)};
  for (const CollectiveCall& other : others) {
    Logs logs(2);
    EXPECT_FALSE(logs[1].add(sum_of(1)));
    EXPECT_FALSE(logs[1].add(sum_of(100)));
    EXPECT_FALSE(logs[0].add(sum_of(1)));
    const auto found = logs[0].add(other);
    ASSERT_TRUE(found);
    EXPECT_EQ(1U, found->unit);
    EXPECT_EQ(sum_of(100), found->call);
  }
}

/// What a unit has not added leaves no trace.
TEST(CallLogTest, ACallIsTakenBack)
{
  Logs logs(2);
  EXPECT_FALSE(logs[0].add(sum_of(1)));
  EXPECT_TRUE(logs[1].add(sum_of(2)));
  EXPECT_FALSE(logs[1].add(sum_of(1)));
  EXPECT_FALSE(logs[1].add(sum_of(3)));
  logs[1].take_back();
  EXPECT_FALSE(logs[0].add(sum_of(4)));
  EXPECT_FALSE(logs[1].add(sum_of(4)));
  EXPECT_FALSE(logs[1].add(sum_of(5)));
  EXPECT_TRUE(logs[0].add(sum_of(6)));
}

TEST(CallLogTest, GraphsEndTheComparison)
{
  Logs logs(2);
  logs[0].close();
  EXPECT_FALSE(logs[1].add(sum_of(1)));
  EXPECT_FALSE(logs[0].add(sum_of(2)));
  EXPECT_FALSE(logs[1].add(sum_of(3)));
}

/// One of two units that come at the same time finds the difference.
TEST(CallLogTest, UnitsAtTheSameTime)
{
  for (int round = 0; round < 200; ++round) {
    Logs logs(2);
    bool found[2] = {};
    const auto add = [&](std::uint32_t unit) {
      for (std::size_t n = 1; n < 20; ++n) EXPECT_FALSE(logs[unit].add(sum_of(n)));
      found[unit] = logs[unit].add(sum_of(100 + unit)).has_value();
    };
    std::thread other(add, 1);
    add(0);
    other.join();
    EXPECT_TRUE(found[0] || found[1]);
  }
}

}  // namespace
