// Tier: suite; sanitized

// Means of times, tables of them, and policies that use them.

#include "tasks/task_times.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "tasks/task_policy.h"

namespace {

using dart::CodeHandle;
using dart::DeviceKind;
using dart::MemoryKind;
using dart::RunningMean;
using dart::Task;
using dart::TaskTimes;

TEST(RunningMean, IsTheMeanThenFollows)
{
  RunningMean mean;
  mean.add(10, 0.25);
  EXPECT_DOUBLE_EQ(10, mean.value());
  mean.add(20, 0.25);
  EXPECT_DOUBLE_EQ(15, mean.value());
  for (int k = 0; k < 100; ++k) mean.add(40, 0.25);
  EXPECT_NEAR(40, mean.value(), 0.1);
  mean.add(0, 0.25);
  EXPECT_NEAR(30, mean.value(), 0.1);
}

TEST(TaskTimes, ByFunctionAndKind)
{
  const auto times = std::make_unique<TaskTimes>();
  Task task;
  task.cpu = task.gpu = CodeHandle{7, 100};
  EXPECT_EQ(0, times->mean_ns(task, DeviceKind::cpu));
  times->find(task, DeviceKind::cpu)->add(50);
  EXPECT_EQ(50, times->mean_ns(task, DeviceKind::cpu));
  EXPECT_EQ(0, times->mean_ns(task, DeviceKind::gpu));
  EXPECT_TRUE(times->find(task, DeviceKind::gpu)->is_first());
  EXPECT_FALSE(times->find(task, DeviceKind::gpu)->is_first());
  Task other;
  other.cpu = CodeHandle{7, 104};
  EXPECT_EQ(0, times->mean_ns(other, DeviceKind::cpu));
}

/// Functions are not measured if there are more of them than places.
TEST(TaskTimes, IsFullAtSomeTime)
{
  const auto times = std::make_unique<TaskTimes>();
  bool is_full = false;
  Task task;
  for (std::uint64_t k = 0; k < 10000; ++k) {
    task.cpu = CodeHandle{9, 16 * k};
    is_full = is_full || times->find(task, DeviceKind::cpu) == nullptr;
  }
  EXPECT_TRUE(is_full);
}

TEST(TaskLinks, AreMeasured)
{
  dart::TaskLinks links;
  const std::uint64_t mib = 1 << 20;
  EXPECT_FALSE(links.wants_sample(MemoryKind::host, mib / 2));
  EXPECT_TRUE(links.wants_sample(MemoryKind::host, mib));
  EXPECT_EQ(mib / 4.0, links.ns(MemoryKind::host, mib, 0.25));
  for (int k = 0; k < 100; ++k) links.add(MemoryKind::host, mib, 2.0 * mib);
  EXPECT_NEAR(2.0 * mib, links.ns(MemoryKind::host, mib, 0.25), 1);
  EXPECT_EQ(mib / 4.0, links.ns(MemoryKind::device, mib, 0.25));
  EXPECT_FALSE(links.wants_sample(MemoryKind::host, mib));
}

TEST(TaskPolicy, MovesWhatEndsEarlier)
{
  setenv(dart::env_task_policy, "steal", 1);
  const auto steal = dart::make_task_policy();
  EXPECT_TRUE(steal->steals());
  EXPECT_TRUE(steal->moves({.there = 100, .here = 50}));
  EXPECT_FALSE(steal->moves({.there = 100, .here = 150}));
  for (const char* name : {"none", "affinity"}) {
    setenv(dart::env_task_policy, name, 1);
    EXPECT_FALSE(dart::make_task_policy()->moves({.there = 100, .here = 50})) << name;
  }
  unsetenv(dart::env_task_policy);
}

}  // namespace
