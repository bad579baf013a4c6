// Tier: suite; sanitized

// Which tasks have to wait for which, compared with a map of single addresses.

#include "tasks/access_map.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "task_memory.h"

namespace {

using dart::AccessMap;
using dart::Task;
using dart::TaskPhase;
using dart::TaskRef;

class AccessMapTest : public testing::Test {
 protected:
  using Tasks = std::set<Task*>;

  TaskRef task()
  {
    Task& made = *tasks.emplace_back(std::make_unique<Task>());
    made.serial = tasks.size();
    made.state.advance(TaskPhase::created, TaskPhase::running);
    return made.ref();
  }
  Tasks access(std::uint64_t begin, std::uint64_t end, bool writes, TaskRef who)
  {
    Tasks found;
    EXPECT_TRUE(map.access(memory, begin, end, writes, who, [&](TaskRef before) {
      found.insert(before.task);
      return true;
    }));
    return found;
  }
  Tasks read(std::uint64_t begin, std::uint64_t end, TaskRef who)
  {
    return access(begin, end, false, who);
  }
  Tasks write(std::uint64_t begin, std::uint64_t end, TaskRef who)
  {
    return access(begin, end, true, who);
  }

  dart::test::TaskMemory memory;
  AccessMap map;
  std::vector<std::unique_ptr<Task>> tasks;
};

TEST_F(AccessMapTest, ReadersSideBySideBetweenWriters)
{
  const TaskRef writer = task(), one = task(), two = task(), last = task();
  EXPECT_EQ(Tasks{}, write(10, 20, writer));
  EXPECT_EQ(Tasks{writer.task}, read(10, 20, one));
  EXPECT_EQ(Tasks{writer.task}, read(15, 25, two));
  EXPECT_EQ((Tasks{writer.task, one.task, two.task}), write(0, 30, last));
  EXPECT_EQ(1U, map.size());
  EXPECT_EQ(Tasks{last.task}, read(29, 30, one));
}

TEST_F(AccessMapTest, NeighboursDoNotTouch)
{
  const TaskRef left = task(), right = task(), middle = task();
  write(0, 10, left);
  write(20, 30, right);
  EXPECT_EQ(Tasks{}, write(10, 20, middle));
  EXPECT_EQ(Tasks{left.task}, write(9, 10, middle));
  EXPECT_EQ(Tasks{right.task}, write(20, 21, middle));
}

TEST_F(AccessMapTest, FinishedTasksAreForgotten)
{
  const TaskRef over = task(), recycled = task(), failed = task(), who = task();
  write(0, 10, over);
  write(10, 20, recycled);
  write(20, 30, failed);
  over.task->state.finish();
  recycled.task->serial = 99;
  failed.task->result = DART_ERR_OTHER;
  failed.task->state.finish();
  EXPECT_EQ(Tasks{failed.task}, write(0, 30, who));
}

TEST_F(AccessMapTest, PruneKeepsWhatIsOpen)
{
  const TaskRef open = task();
  for (std::uint64_t k = 0; k < 3000; ++k) {
    const TaskRef over = task();
    write(2 * k, 2 * k + 1, over);
    over.task->state.finish();
  }
  write(1001, 1002, open);
  map.prune();
  EXPECT_EQ(1U, map.size());
  EXPECT_EQ(Tasks{open.task}, read(0, 6000, task()));
}

TEST_F(AccessMapTest, EndOfMemory)
{
  memory.chunks_left = 0;
  EXPECT_FALSE(map.access(memory, 0, 1, true, task(), [](TaskRef) { return true; }));
}

/// Whatever fails, later tasks still wait for those that run.
TEST_F(AccessMapTest, EndOfMemoryForgetsNothing)
{
  constexpr std::uint64_t size = 1u << 20;
  const TaskRef writer = task(), reader = task();
  write(0, size, writer);
  read(0, size, reader);
  memory.chunks_left = 0;
  const auto noted = [](TaskRef) { return true; };
  std::uint64_t at = 1;
  while (map.access(memory, at, at + 1, true, writer, noted)) at += 2;
  // The last one has borders at both ends, but there is no memory for its record.
  const auto tries = {std::pair{at, at + 1}, {size - 1, size + 1}, {0ul, size - 1}, {1ul, at - 1}};
  for (const auto& [begin, end] : tries) {
    EXPECT_FALSE(map.access(memory, begin, end, true, task(), noted));
  }
  memory.chunks_left = 1000;
  EXPECT_EQ((Tasks{writer.task, reader.task}), write(size - 1, size, task()));
  EXPECT_EQ(Tasks{writer.task}, write(1, 2, task()));
}

TEST_F(AccessMapTest, WhoCannotFollowIsNotNoted)
{
  const TaskRef writer = task(), who = task();
  write(0, 10, writer);
  EXPECT_FALSE(map.access(memory, 0, 10, true, who, [](TaskRef) { return false; }));
  EXPECT_EQ(Tasks{writer.task}, read(0, 10, task()));
}

TEST_F(AccessMapTest, RandomAccessesAgreeWithSingleAddresses)
{
  constexpr std::uint64_t addresses = 100;
  struct Address {
    Task* writer = nullptr;
    Tasks readers;
  };
  std::vector<Address> oracle(addresses);
  std::mt19937 random(5);
  for (int k = 0; k < 5000; ++k) {
    const std::uint64_t begin = random() % addresses,
                        end = begin + 1 + random() % (addresses - begin);
    const bool writes = random() % 2 == 0;
    const TaskRef who = task();
    Tasks expected;
    for (std::uint64_t at = begin; at < end; ++at) {
      Address& address = oracle[at];
      if (address.writer != nullptr) expected.insert(address.writer);
      if (writes) {
        expected.insert(address.readers.begin(), address.readers.end());
        address = {who.task, {}};
      } else {
        address.readers.insert(who.task);
      }
    }
    ASSERT_EQ(expected, access(begin, end, writes, who));
  }
}

}  // namespace
