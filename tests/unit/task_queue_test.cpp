// Tier: suite; sanitized

// Queues of tasks: lanes, priorities, and ways to take tasks out; pools of records.

#include "tasks/task_queue.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

#include "task_memory.h"

namespace {

using dart::DeviceKind;
using dart::Task;
using dart::TaskPhase;
using dart::TaskQueue;

class TaskQueueTest : public testing::Test {
 protected:
  Task& push(bool is_sync = false, int priority = 0)
  {
    Task& task = *tasks.emplace_back(std::make_unique<Task>());
    task.serial = tasks.size();
    task.is_sync = is_sync;
    task.priority = static_cast<std::int8_t>(priority);
    task.state.advance(TaskPhase::created, TaskPhase::queued);
    queue.push(task);
    return task;
  }

  std::vector<std::unique_ptr<Task>> tasks;
  TaskQueue queue;
};

TEST_F(TaskQueueTest, PriorityThenArrival)
{
  Task& low = push(false, DART_TAPI_PRIORITY_LOWEST);
  Task& first = push();
  Task& second = push();
  Task& high = push(false, DART_TAPI_PRIORITY_HIGHEST);
  for (Task* expected : {&high, &first, &second, &low}) {
    EXPECT_EQ(TaskPhase::queued, expected->state.phase());
    EXPECT_EQ(expected, queue.pop(TaskQueue::async));
    EXPECT_EQ(TaskPhase::running, expected->state.phase());
  }
  EXPECT_EQ(nullptr, queue.pop(TaskQueue::async));
}

TEST_F(TaskQueueTest, Lanes)
{
  Task& async = push(false, DART_TAPI_PRIORITY_HIGHEST);
  Task& sync = push(true);
  EXPECT_EQ(2U, queue.size());
  EXPECT_EQ(&sync, queue.pop(TaskQueue::sync));
  EXPECT_FALSE(queue.has(TaskQueue::sync));
  EXPECT_EQ(nullptr, queue.pop(TaskQueue::sync));
  EXPECT_EQ(&async, queue.pop(TaskQueue::async));
  EXPECT_EQ(0U, queue.size());
}

TEST_F(TaskQueueTest, TakeFromAnywhere)
{
  Task& first = push();
  Task& middle = push();
  Task& last = push();
  EXPECT_TRUE(queue.take(middle.ref()));
  EXPECT_FALSE(queue.take(middle.ref()));
  EXPECT_FALSE(queue.take({&first, first.serial + 1}));  // another task had this record
  EXPECT_TRUE(queue.take(last.ref()));
  EXPECT_EQ(&first, queue.pop(TaskQueue::async));
  EXPECT_EQ(0U, queue.size());
}

TEST_F(TaskQueueTest, StealTheLastThatMayMove)
{
  const auto is_worth = [](const Task&) { return true; };
  bool is_refused = true;
  Task& movable = push();
  push().is_pinned = true;
  push().kinds = DeviceKind::gpu;
  push(true);
  EXPECT_EQ(&movable, queue.steal(DeviceKind::cpu, is_worth, &is_refused));
  EXPECT_EQ(nullptr, queue.steal(DeviceKind::cpu, is_worth, &is_refused));
  EXPECT_FALSE(is_refused);
  EXPECT_EQ(3U, queue.size());
}

TEST_F(TaskQueueTest, StealWhatIsWorthIt)
{
  Task& worthy = push();
  Task& other = push();
  const auto is_worth = [&](const Task& task) { return &task == &worthy; };
  bool is_refused = false;
  EXPECT_EQ(&worthy, queue.steal(DeviceKind::cpu, is_worth, &is_refused));
  EXPECT_EQ(nullptr, queue.steal(DeviceKind::cpu, is_worth, &is_refused));
  EXPECT_TRUE(is_refused);
  EXPECT_EQ(&other, queue.pop(TaskQueue::async));
}

TEST_F(TaskQueueTest, MoveTheFirst)
{
  Task& low = push(false, DART_TAPI_PRIORITY_LOWEST);
  Task& first = push();
  Task& second = push();
  Task& sync = push(true);
  TaskQueue other;
  queue.move_some(TaskQueue::async, 2, other);
  EXPECT_EQ(2U, other.size());
  EXPECT_FALSE(queue.take(first.ref()));
  EXPECT_EQ(TaskPhase::queued, first.state.phase());
  EXPECT_EQ(&first, other.pop(TaskQueue::async));
  EXPECT_TRUE(other.take(second.ref()));
  EXPECT_EQ(&low, queue.pop(TaskQueue::async));
  EXPECT_EQ(&sync, queue.pop(TaskQueue::sync));
}

TEST_F(TaskQueueTest, EachTaskGoesToOneOfManyThreads)
{
  constexpr std::size_t n = 2000;
  for (std::size_t k = 0; k < n; ++k) push(k % 3 == 0, static_cast<int>(k % 7) - 3);
  std::vector<Task*> taken[2];
  const auto take_all = [this](std::vector<Task*>& mine) {
    for (const TaskQueue::Lane lane : {TaskQueue::sync, TaskQueue::async}) {
      while (Task* task = queue.pop(lane)) mine.push_back(task);
    }
  };
  std::thread other([&] { take_all(taken[1]); });
  take_all(taken[0]);
  other.join();
  std::set<Task*> all(taken[0].begin(), taken[0].end());
  all.insert(taken[1].begin(), taken[1].end());
  EXPECT_EQ(n, all.size());
  EXPECT_EQ(n, taken[0].size() + taken[1].size());
}

TEST(TaskPool, GrowsReusesAndEnds)
{
  dart::test::TaskMemory memory;
  dart::TaskPool<Task> pool;
  std::set<Task*> all;
  for (int k = 0; k < 10000; ++k) all.insert(pool.take(memory));
  EXPECT_EQ(10000U, all.size());
  memory.chunks_left = 0;
  while (Task* task = pool.take(memory)) all.insert(task);
  for (Task* task : all) pool.give(task);
  std::set<Task*> again;
  for (std::size_t k = 0; k < all.size(); ++k) again.insert(pool.take(memory));
  EXPECT_EQ(all, again);
  EXPECT_EQ(nullptr, pool.take(memory));
}

}  // namespace
