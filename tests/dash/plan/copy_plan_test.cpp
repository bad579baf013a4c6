// Tier: suite n1; sanitized n1

// The table of plans of copies: sizes, and what a copy of such sizes becomes.

#include <dash/detail/plan/CopyPlan.h>

#include "dash_test_base.h"

namespace {

using namespace dash::detail;
using limits::kibi;
using limits::mebi;

class CopyPlanTest : public dash::test::TestBase {};

TEST_F(CopyPlanTest, RunsOfLocalCopies)
{
  // elements, of which are one run; accessible to host code; the pattern gives batches
  EXPECT_EQ(RunCopy::host, plan_of_run(1000, 1000, true, true));
  EXPECT_EQ(RunCopy::host, plan_of_run(1000, 64, true, true));
  EXPECT_EQ(RunCopy::batch, plan_of_run(1000, 63, true, true));
  EXPECT_EQ(RunCopy::host, plan_of_run(1000, 63, true, false));
  EXPECT_EQ(RunCopy::host, plan_of_run(1, 1, true, true));
  EXPECT_EQ(RunCopy::transfer, plan_of_run(1000, 1000, false, true));
  EXPECT_EQ(RunCopy::batch, plan_of_run(1000, 999, false, true));
  EXPECT_EQ(RunCopy::transfer, plan_of_run(1000, 999, false, false));
}

TEST_F(CopyPlanTest, Batches)
{
  EXPECT_EQ(32 * kibi / 8, batch_of(8, 4, true));
  EXPECT_EQ(32 * 1000, batch_of(8, 1000, true));
  EXPECT_EQ(64 * mebi / 8, batch_of(8, 4, false));
  EXPECT_EQ(32 * 4, batch_of(mebi, 4, true));
}

TEST_F(CopyPlanTest, RunsBetweenGlobalRanges)
{
  constexpr Position least = 1000;
  // elements, of which are one run in both; mapped
  EXPECT_EQ(GlobalCopy::host, plan_of_common_run(5000, 64, true, least));
  EXPECT_EQ(GlobalCopy::host, plan_of_common_run(3, 3, true, least));
  EXPECT_EQ(GlobalCopy::short_runs, plan_of_common_run(5000, 63, true, least));
  EXPECT_EQ(GlobalCopy::short_runs, plan_of_common_run(5000, 999, false, least));
  EXPECT_EQ(GlobalCopy::transfer, plan_of_common_run(5000, 1000, false, least));
  EXPECT_EQ(GlobalCopy::transfer, plan_of_common_run(3, 3, false, least));
}

TEST_F(CopyPlanTest, ShortRunsFromOrIntoLongOnes)
{
  EXPECT_EQ(64, least_direct_run(1'000'000, 0, false));
  EXPECT_EQ(1024, least_direct_run(1'000'000, 0, true));
  EXPECT_EQ(250, least_direct_run(1'000'000, 1000, true));
  EXPECT_EQ(25, least_direct_run(100, 1000, false));
}

TEST_F(CopyPlanTest, ThroughGpus)
{
  // bytes of all elements, and of the first run; mapped
  EXPECT_TRUE(passes_through_own_gpu({64 * kibi, 8, false}));
  EXPECT_FALSE(passes_through_own_gpu({64 * kibi, 8, true}));
  EXPECT_FALSE(passes_through_own_gpu({64 * kibi - 1, 8, false}));
  EXPECT_FALSE(passes_through_own_gpu({mebi, 256 * kibi, false}));
  EXPECT_FALSE(passes_through_own_gpu({100 * kibi, 100 * kibi, false}));
  EXPECT_TRUE(passes_through_other_gpu({256 * kibi, 8, true}));
  EXPECT_FALSE(passes_through_other_gpu({256 * kibi, 16 * kibi, true}));
  EXPECT_FALSE(passes_through_other_gpu({128 * kibi, 8, true}));
}

TEST_F(CopyPlanTest, ByKernels)
{
  EXPECT_TRUE(moves_by_own_kernel({4 * kibi, 8, false}, 8));
  EXPECT_FALSE(moves_by_own_kernel({4 * kibi - 1, 8, false}, 8));
  EXPECT_FALSE(moves_by_own_kernel({4 * mebi, mebi, false}, 8));
  EXPECT_FALSE(moves_by_own_kernel({4 * mebi, 8, false}, mebi));
}

}  // namespace
