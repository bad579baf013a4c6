// Tier: suite n3 c2g2 c0g2 h2n1.mpi; also c0g3

// All algorithms on arrays of all distributions give the results that they give on BLOCKED arrays,
// and move elements in bulk: the number of transfers, copies and steps does not grow with the
// number of elements.

#include <dash/Init.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "call_counter.h"
#include "dash_test_base.h"
#include "distribution_cases.h"
#include "distribution_outcome.h"
#include "sweep.h"

namespace dash::test {
namespace {

/// A call, and the largest number of transfers, copies and steps that a unit needs for it.
struct CountedCall {
  Outcome outcome;
  std::int64_t calls = 0;
};

CountedCall counted_call(
    const DistributionCase& test, std::ptrdiff_t n, const Distribution& from,
    const Distribution& to)
{
  DistributedData data(n, from, to);
  dash::barrier();
  CountedCall counted;
  std::int64_t answer = 0;
  counted.calls = most_calls_of([&] {
    if (test.by == CalledBy::all_units || dash::myid() == 0) answer = test.call(data);
  });
  dash::barrier();
  counted.outcome = outcome_of(test, answer, data);
  return counted;
}

class DistributionsTest : public TestBase, public testing::WithParamInterface<DistributionCase> {};

TEST_P(DistributionsTest, SameResultsAsBlocked)
{
  constexpr std::ptrdiff_t n = 2'003;
  const Distribution& blocked = distributions().front();
  const Outcome expected = counted_call(GetParam(), n, blocked, blocked).outcome;
  for_each_combination(GetParam(), [&](const Distribution& from, const Distribution& to) {
    const Outcome found = counted_call(GetParam(), n, from, to).outcome;
    EXPECT_EQ(expected.answer, found.answer);
    EXPECT_EQ(expected.elements, found.elements);
  });
}

TEST_P(DistributionsTest, TransfersInBulk)
{
  const auto units = static_cast<std::int64_t>(dash::size());
  for_each_combination(GetParam(), [&](const Distribution& from, const Distribution& to) {
    // With blocks of 1000 elements, there are several runs a unit.
    const std::int64_t few = counted_call(GetParam(), 20'003, from, to).calls;
    EXPECT_LE(few, 40 + 40 * units);
  });
}

INSTANTIATE_TEST_SUITE_P(
    All, DistributionsTest, testing::ValuesIn(distribution_cases()), name_of<DistributionCase>);

}  // namespace
}  // namespace dash::test
