// Tier: suite n3 c2g2 h2n2.messages; also h2n2.namespaces; sanitized c2g2

// Tasks: lifetime, data, order, priorities, errors, cancelling, waiting inside tasks, misuse.

#include <array>
#include <atomic>
#include <chrono>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

#include "memories.h"
#include "scale.h"
#include "task.h"

namespace dart::test {
namespace {

using dash::test::scaled;

dart_ret_t nothing(const Args*)
{
  return DART_OK;
}

/// Adds 1 to an int64 in host memory, whose address is the argument.
dart_ret_t count(const Args* args)
{
  std::atomic_ref(*arguments_of<int64_t*>(args)).fetch_add(1);
  return DART_OK;
}

void wait_for_nonzero(int64_t* address)
{
  const std::atomic_ref word(*address);
  while (word.load() == 0) std::this_thread::sleep_for(std::chrono::microseconds(50));
}

struct Blocker {
  int64_t* is_here;
  int64_t* may_end;
};

/// Signals that it executes, and waits until it may end.
dart_ret_t block(const Args* args)
{
  const auto& blocker = arguments_of<Blocker>(args);
  std::atomic_ref(*blocker.is_here).store(1);
  wait_for_nonzero(blocker.may_end);
  return DART_OK;
}

/// Waits until the int64 whose address is the argument is not 0.
dart_ret_t await_nonzero(const Args* args)
{
  wait_for_nonzero(arguments_of<int64_t*>(args));
  return DART_OK;
}

class TasksTest : public DartTest {
 protected:
  /// Words in host memory of this unit, which all units of the host can access; initially zero.
  class Words {
   public:
    explicit Words(size_t n)
    {
      EXPECT_OK(dart_memalloc_in(DART_MEMORY_HOST, n * sizeof(int64_t), DART_TYPE_BYTE, &begin_));
      for (size_t k = 0; k < n; ++k) set(k, 0);
    }
    ~Words() { EXPECT_OK(dart_memfree(begin_)); }
    int64_t* address(size_t k = 0) const { return address_of<int64_t>(begin_) + k; }
    dart_gptr_t at(size_t k) const
    {
      return advanced(begin_, static_cast<int64_t>(k * sizeof(int64_t)));
    }
    int64_t value(size_t k = 0) const { return std::atomic_ref(*address(k)).load(); }
    void set(size_t k, int64_t value) { std::atomic_ref(*address(k)).store(value); }

   private:
    dart_gptr_t begin_ = DART_GPTR_NULL;
  };

  /// A task that keeps the device of this unit busy until the word is set.
  Task blocker(Words& words, size_t k = 0)
  {
    int64_t* address = words.address(k);
    dart_tapi_task_desc_t desc = description(await_nonzero, address);
    desc.affinity = DART_TAPI_AFFINITY_UNIT;
    desc.unit = myid;
    return Task(desc);
  }

  /// Binds the task to this unit's device.
  dart_tapi_task_desc_t here(dart_tapi_task_desc_t desc) const
  {
    desc.affinity = DART_TAPI_AFFINITY_UNIT;
    desc.unit = myid;
    return desc;
  }

  /// Adds a range to the task, and binds it to this unit's device.
  dart_tapi_task_desc_t on(const dart_tapi_range_t& range, dart_tapi_task_desc_t desc) const
  {
    desc.ranges = &range;
    desc.nranges = 1;
    return here(desc);
  }
};

/* ---- life ------------------------------------------------------------------------------------ */

TEST_F(TasksTest, RunStartWaitTest)
{
  Words words(1);
  int64_t* address = words.address();
  const dart_tapi_task_desc_t desc = description(count, address);
  Task run(desc);
  EXPECT_OK(dart_tapi_task_run(run));
  EXPECT_EQ(1, words.value());

  Task waited(desc);
  EXPECT_OK(waited.start().wait());
  EXPECT_OK(waited.wait());  // a second wait
  EXPECT_EQ(2, words.value());

  Task tested(desc);
  tested.start();
  int32_t finished = 0;
  while (finished == 0) EXPECT_OK(dart_tapi_task_test(tested, &finished));
  EXPECT_EQ(3, words.value());
  EXPECT_EQ("", tested.error());
}

TEST_F(TasksTest, WaitallTestallOfMany)
{
  const size_t n = scaled(20000);
  Words words(1);
  int64_t* address = words.address();
  std::vector<dart_tapi_task_t> tasks(n);
  const dart_tapi_task_desc_t desc = description(count, address);
  for (dart_tapi_task_t& task : tasks) ASSERT_OK(dart_tapi_task_create(&desc, &task));
  for (const dart_tapi_task_t& task : tasks) ASSERT_OK(dart_tapi_task_start(task));
  EXPECT_OK(dart_tapi_task_waitall(tasks.data(), n));
  EXPECT_EQ(static_cast<int64_t>(n), words.value());
  int32_t finished = 0;
  EXPECT_OK(dart_tapi_task_testall(tasks.data(), n, &finished));
  EXPECT_EQ(1, finished);
  EXPECT_OK(dart_tapi_task_waitall(nullptr, 0));
  for (dart_tapi_task_t& task : tasks) EXPECT_OK(dart_tapi_task_destroy(&task));
}

TEST_F(TasksTest, AMillionInFlight)
{
  const size_t n = scaled(1000000) / size;
  Words words(2);
  Task first = blocker(words);
  first.start();
  int64_t* address = words.address(1);
  const dart_tapi_task_desc_t desc = here(description(count, address));
  for (size_t k = 0; k < n; ++k) {
    dart_tapi_task_t task;
    ASSERT_OK(dart_tapi_task_create(&desc, &task));
    ASSERT_OK(dart_tapi_task_start(task));
    ASSERT_OK(dart_tapi_task_destroy(&task));  // the task executes nevertheless
  }
  words.set(0, 1);
  EXPECT_OK(first.wait());
  Task last(here(description(await_nonzero, address)));
  EXPECT_OK(last.start().wait());
  while (words.value(1) < static_cast<int64_t>(n)) std::this_thread::yield();
  EXPECT_EQ(static_cast<int64_t>(n), words.value(1));
  barrier();
}

/// Tasks are executed even if no thread of the unit waits, immediately after one did.
TEST_F(TasksTest, NobodyWaits)
{
  const auto n = static_cast<int64_t>(scaled(300));
  Words words(1);
  int64_t* address = words.address();
  const dart_tapi_task_desc_t desc = here(description(count, address));
  for (int64_t k = 0; k < n; ++k) {
    Task awaited(desc);
    EXPECT_OK(dart_tapi_task_run(awaited));
    Task(desc).start();
    while (words.value() < 2 * (k + 1)) std::this_thread::yield();
  }
  EXPECT_EQ(2 * n, words.value());
}

/// Handles are valid on each unit of the host.
TEST_F(TasksTest, UnitsAwaitEachOthersTasks)
{
  Words words(1);
  int64_t* address = words.address();
  Task task(description(count, address));
  task.start();
  const auto tasks = gather_all<dart_tapi_task_t>(task);
  for (size_t unit = 0; unit < size; ++unit) {
    if (is_here(static_cast<dart_unit_t>(unit))) {
      EXPECT_OK(dart_tapi_task_wait(tasks[unit]));
    }
  }
  barrier();
  EXPECT_EQ(1, words.value());
}

/* ---- arguments and data ---------------------------------------------------------------------- */

struct LargeArguments {
  int64_t* sum;
  unsigned char bytes[5000];
};

dart_ret_t sum_arguments(const Args* args)
{
  const auto& large = arguments_of<LargeArguments>(args);
  *large.sum = std::accumulate(std::begin(large.bytes), std::end(large.bytes), int64_t{0});
  return DART_OK;
}

TEST_F(TasksTest, LargeArgumentsAreCopied)
{
  Words words(1);
  LargeArguments args{words.address(), {}};
  std::fill(std::begin(args.bytes), std::end(args.bytes), 7);
  Task task(description(sum_arguments, args));
  std::fill(std::begin(args.bytes), std::end(args.bytes), 9);
  EXPECT_OK(dart_tapi_task_run(task));
  EXPECT_EQ(7 * 5000, words.value());
}

/// Computes range 0 += range 1 + …, as int64.
dart_ret_t add_up(const Args* args)
{
  for (size_t range = 1; range < args->nranges; ++range) {
    if (args->nbytes[range] != args->nbytes[0]) return DART_ERR_OTHER;
    for (size_t k = 0; k < args->nbytes[0] / sizeof(int64_t); ++k) {
      static_cast<int64_t*>(args->data[0])[k] += static_cast<const int64_t*>(args->data[range])[k];
    }
  }
  return DART_OK;
}

TEST_F(TasksTest, DataOfEachUnitInEachMemory)
{
  constexpr size_t n = 100;
  for (const dart_memory_t memory : {DART_MEMORY_UNIT, DART_MEMORY_HOST}) {
    Segment<int64_t> sums(n, DART_TEAM_ALL, memory);
    Segment<int64_t> parts(n, DART_TEAM_ALL, memory);
    sums.fill(1);
    parts.fill(static_cast<int64_t>(me()) + 10);
    // This unit adds the parts of all units to the sums of its neighbour.
    std::vector<dart_tapi_range_t> ranges{{sums.at(next()), n * sizeof(int64_t), DART_TAPI_INOUT}};
    int64_t expected = 1;
    for (size_t unit = 0; unit < size; ++unit) {
      ranges.push_back({parts.at(unit), n * sizeof(int64_t), DART_TAPI_IN});
      expected += static_cast<int64_t>(unit) + 10;
    }
    dart_tapi_task_desc_t desc = description(add_up);
    if (!leave_to_host(desc)) GTEST_SKIP() << needs_host;
    desc.ranges = ranges.data();
    desc.nranges = ranges.size();
    Task task(desc);
    EXPECT_OK(task.start().wait());
    EXPECT_EQ(expected, load<int64_t>(ranges.front().gptr));
    barrier();
  }
}

dart_ret_t note_unit(const Args* args)
{
  *arguments_of<int64_t*>(args) = args->unit.id;
  return DART_OK;
}

TEST_F(TasksTest, AffinityToEachUnit)
{
  for (size_t unit = 0; unit < size; ++unit) {
    if (!is_here(static_cast<dart_unit_t>(unit))) continue;
    Words words(1);
    int64_t* address = words.address();
    dart_tapi_task_desc_t desc = description(note_unit, address);
    desc.affinity = DART_TAPI_AFFINITY_UNIT;
    desc.unit = dart_global_unit_t(static_cast<dart_unit_t>(unit));
    Task task(desc);
    EXPECT_OK(task.start().wait());
    int expected_gpu = -1, gpu = -1;
    EXPECT_OK(dart_unit_gpu(desc.unit, &expected_gpu));
    EXPECT_OK(dart_unit_gpu(dart_global_unit_t(static_cast<dart_unit_t>(words.value())), &gpu));
    EXPECT_EQ(expected_gpu, gpu);
    if (gpu < 0) {
      EXPECT_EQ(static_cast<int64_t>(unit), words.value());
    }
  }
}

/* ---- order ----------------------------------------------------------------------------------- */

struct Step {
  int64_t factor, addend;
};

/// Each word x of range 0 becomes factor · x + addend + a weighted sum of the other ranges' words.
dart_ret_t step(const Args* args)
{
  const auto [factor, addend] = arguments_of<Step>(args);
  auto* out = static_cast<uint64_t*>(args->data[0]);
  uint64_t sum = static_cast<uint64_t>(addend);
  for (size_t range = 1; range < args->nranges; ++range) {
    const auto* in = static_cast<const uint64_t*>(args->data[range]);
    for (size_t k = 0; k < args->nbytes[range] / 8; ++k) sum += in[k] * (k + 1);
  }
  for (size_t k = 0; k < args->nbytes[0] / 8; ++k)
    out[k] = static_cast<uint64_t>(factor) * out[k] + sum;
  return DART_OK;
}

/// Random tasks on overlapping ranges give the results of a serial execution of the same steps.
TEST_F(TasksTest, RandomRangesAgreeWithSerialOrder)
{
  constexpr size_t words = 64;
  const size_t n = scaled(3000);
  Segment<uint64_t> data(words, DART_TEAM_ALL);
  data.fill(0);
  std::mt19937 random(static_cast<unsigned>(7 + me()));
  std::vector<uint64_t> oracle(words, 0);
  std::vector<Task> tasks;
  tasks.reserve(n);
  const auto range = [&] {
    const size_t begin = random() % words;
    return std::pair(begin, 1 + random() % std::min<size_t>(words - begin, 12));
  };
  for (size_t k = 0; k < n; ++k) {
    const Step args{static_cast<int64_t>(random() % 5 + 1), static_cast<int64_t>(random() % 100)};
    std::vector<dart_tapi_range_t> ranges;
    const auto [out, out_words] = range();
    ranges.push_back({data.at(me(), out), out_words * 8, DART_TAPI_INOUT});
    uint64_t sum = static_cast<uint64_t>(args.addend);
    for (size_t r = 0; r < random() % 5; ++r) {
      const auto [in, in_words] = range();
      if (in < out + out_words && out < in + in_words) continue;
      ranges.push_back({data.at(me(), in), in_words * 8, DART_TAPI_IN});
      for (size_t w = 0; w < in_words; ++w) sum += oracle[in + w] * (w + 1);
    }
    for (size_t w = 0; w < out_words; ++w) {
      oracle[out + w] = static_cast<uint64_t>(args.factor) * oracle[out + w] + sum;
    }
    dart_tapi_task_desc_t desc = description(step, args);
    if (!leave_to_host(desc)) GTEST_SKIP() << needs_host;
    desc.ranges = ranges.data();
    desc.nranges = ranges.size();
    desc.priority = static_cast<int>(random() % 7) - 3;
    desc.affinity = random() % 2 == 0 ? DART_TAPI_AFFINITY_DATA : DART_TAPI_AFFINITY_NONE;
    tasks.emplace_back(desc).start();
  }
  for (const Task& task : tasks) EXPECT_OK(task.wait());
  EXPECT_EQ(oracle, data.values());
}

/// Tasks of all units update the same words: no increment is lost, whatever the order.
TEST_F(TasksTest, UnitsShareRanges)
{
  constexpr size_t words = 16;
  const size_t n = scaled(1000);
  Segment<uint64_t> data(words, DART_TEAM_ALL, DART_MEMORY_HOST);
  data.fill(0);
  std::vector<Task> tasks;
  tasks.reserve(n);
  std::mt19937 random(static_cast<unsigned>(11 + me()));
  uint64_t mine = 0;
  for (size_t k = 0; k < n; ++k) {
    const size_t begin = random() % words, count = 1 + random() % (words - begin);
    const dart_tapi_range_t range{data.at(random() % size, begin), 8 * count, DART_TAPI_INOUT};
    const Step increment{1, 1};
    dart_tapi_task_desc_t desc = description(step, increment);
    desc.ranges = &range;
    desc.nranges = 1;
    tasks.emplace_back(desc).start();
    mine += count;
  }
  for (const Task& task : tasks) EXPECT_OK(task.wait());
  barrier();
  const auto total = [](const std::vector<uint64_t>& values) {
    return std::accumulate(values.begin(), values.end(), uint64_t{0});
  };
  EXPECT_EQ(total(gather_all(mine)), total(gather_all(total(data.values()))));
}

struct Turn {
  int64_t* next;
  int64_t* turn;
};

dart_ret_t take_turn(const Args* args)
{
  const auto& turn = arguments_of<Turn>(args);
  *turn.turn = std::atomic_ref(*turn.next).fetch_add(1);
  return DART_OK;
}

TEST_F(TasksTest, PrioritiesThenOrderOfStarts)
{
  if (size > 1) GTEST_SKIP() << "on one device only";
  constexpr size_t n = 14;
  Words words(n + 3);
  Task first(here(description(block, Blocker{words.address(n + 2), words.address(n)})));
  first.start();
  // The worker executes the blocker; no other thread executes tasks until this unit waits.
  while (words.value(n + 2) == 0) std::this_thread::yield();
  std::vector<Task> tasks;
  tasks.reserve(n);
  for (size_t k = 0; k < n; ++k) {
    const Turn turn{words.address(n + 1), words.address(k)};
    dart_tapi_task_desc_t desc = here(description(take_turn, turn));
    desc.priority = static_cast<int>(k % 7) - 3;
    tasks.emplace_back(desc).start();
  }
  words.set(n, 1);
  // A waiting thread executes tasks, too, and two threads may overtake each other.
  while (words.value(n + 1) < static_cast<int64_t>(n)) std::this_thread::yield();
  EXPECT_OK(first.wait());
  for (const Task& task : tasks) EXPECT_OK(task.wait());
  for (size_t k = 0; k < n; ++k) {
    EXPECT_EQ(static_cast<int64_t>(2 * (6 - k % 7) + k / 7), words.value(k));
  }
}

TEST_F(TasksTest, SynchronousBeforeAsynchronous)
{
  Words words(3 + 2);
  Task first = blocker(words, 4);
  first.start();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::vector<Task> tasks;
  tasks.reserve(3);
  for (size_t k = 0; k < 3; ++k) {
    const Turn turn{words.address(3), words.address(k)};
    tasks.emplace_back(here(description(take_turn, turn)));
  }
  tasks[0].start();
  tasks[1].start();
  EXPECT_GE(1, words.value(3));
  const int64_t before = words.value(3);
  std::thread release([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    words.set(4, 1);
  });
  EXPECT_OK(dart_tapi_task_run(tasks[2]));
  release.join();
  for (const Task& task : tasks) EXPECT_OK(task.wait());
  EXPECT_LE(words.value(2), before + 1);
  EXPECT_OK(first.wait());
}

/* ---- errors and cancelling ------------------------------------------------------------------- */

dart_ret_t return_error(const Args*)
{
  return DART_ERR_NOTFOUND;
}

dart_ret_t fail_after(const Args* args)
{
  await_nonzero(args);
  return DART_ERR_NOTFOUND;
}

dart_ret_t throw_error(const Args*)
{
  throw std::runtime_error("the matrix is singular");
}

dart_ret_t throw_number(const Args*)
{
  throw 5;
}

TEST_F(TasksTest, ErrorsReachWaiters)
{
  Task returns(description(return_error));
  EXPECT_EQ(DART_ERR_NOTFOUND, dart_tapi_task_run(returns));
  EXPECT_EQ("its function returned 3", returns.error());

  Task throws(description(throw_error));
  EXPECT_EQ(DART_ERR_OTHER, throws.start().wait());
  EXPECT_EQ("the matrix is singular", throws.error());
  int32_t finished = 0;
  EXPECT_EQ(DART_ERR_OTHER, dart_tapi_task_test(throws, &finished));
  EXPECT_EQ(1, finished);

  Task other(description(throw_number));
  EXPECT_EQ(DART_ERR_OTHER, other.start().wait());
  EXPECT_NE("", other.error());

  const dart_tapi_task_t all[] = {returns, throws};
  EXPECT_EQ(DART_ERR_NOTFOUND, dart_tapi_task_waitall(all, 2));
}

TEST_F(TasksTest, DependantsOfFailedTasksFail)
{
  Words words(2);
  int64_t* address = words.address(1);
  const dart_tapi_range_t range{words.at(0), 8, DART_TAPI_INOUT};
  dart_tapi_task_desc_t failing = description(throw_error);
  dart_tapi_task_desc_t counting = description(count, address);
  failing.ranges = counting.ranges = &range;
  failing.nranges = counting.nranges = 1;
  {
    Task first(failing);
    std::vector<Task> chain;
    chain.reserve(1000);
    first.start();
    for (int k = 0; k < 1000; ++k) chain.emplace_back(counting).start();
    EXPECT_EQ(DART_ERR_OTHER, first.wait());
    for (const Task& task : chain) {
      EXPECT_EQ(DART_ERR_OTHER, task.wait());
      EXPECT_EQ(0U, task.error().find("it depends on task ")) << task.error();
    }
    EXPECT_EQ(0, words.value(1));
  }
  Task later(counting);  // the failed tasks are destroyed
  EXPECT_OK(later.start().wait());
  EXPECT_EQ(1, words.value(1));
}

TEST_F(TasksTest, CancelEarlyAndLate)
{
  Words words(3);
  int64_t* address = words.address(1);
  const dart_tapi_task_desc_t desc = here(description(count, address));
  Task created(desc);
  EXPECT_TRUE(created.cancel());
  EXPECT_INVAL(dart_tapi_task_start(created));
  EXPECT_EQ(DART_ERR_OTHER, created.wait());
  EXPECT_EQ("cancelled", created.error());
  EXPECT_FALSE(created.cancel());

  Task first = blocker(words);
  const dart_tapi_range_t range{words.at(2), 8, DART_TAPI_INOUT};
  dart_tapi_task_desc_t ordered = desc;
  ordered.ranges = &range;
  ordered.nranges = 1;
  Task queued(desc), head(ordered), waiting(ordered), dependant(ordered);
  first.start();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const bool is_alone = size == 1;  // otherwise another unit of the GPU may execute tasks meanwhile
  queued.start();
  head.start();
  waiting.start();
  dependant.start();
  const bool in_time = queued.cancel();
  const bool waiting_in_time = waiting.cancel();
  if (is_alone) {
    EXPECT_TRUE(in_time && waiting_in_time);
  }
  words.set(0, 1);
  EXPECT_OK(first.wait());
  EXPECT_FALSE(first.cancel());
  EXPECT_EQ(in_time ? DART_ERR_OTHER : DART_OK, queued.wait());
  EXPECT_OK(head.wait());
  EXPECT_EQ(waiting_in_time ? DART_ERR_OTHER : DART_OK, waiting.wait());
  EXPECT_EQ(waiting_in_time ? DART_ERR_OTHER : DART_OK, dependant.wait());
  EXPECT_EQ(1 + (in_time ? 0 : 1) + (waiting_in_time ? 0 : 2), words.value(1));
}

/// Copies a word.
dart_ret_t read_word(const Args* args)
{
  const auto [from, to] = arguments_of<std::array<int64_t*, 2>>(args);
  std::atomic_ref(*to).store(std::atomic_ref(*from).load());
  return DART_OK;
}

TEST_F(TasksTest, CancelledTasksEndBehindTheirPredecessors)
{
  Words words(2);
  const dart_tapi_range_t range{words.at(1), 8, DART_TAPI_INOUT};
  int64_t* may_end = words.address();
  Task first(on(range, description(await_nonzero, may_end)));
  Task cancelled(on(range, description(nothing))), dependant(on(range, description(nothing)));
  first.start();
  cancelled.start();
  dependant.start();
  EXPECT_TRUE(cancelled.cancel());
  EXPECT_FALSE(cancelled.cancel());
  int32_t finished = 77;
  EXPECT_OK(dart_tapi_task_test(cancelled, &finished));
  EXPECT_EQ(0, finished);
  words.set(0, 1);
  EXPECT_EQ(DART_ERR_OTHER, dependant.wait());
  EXPECT_EQ("cancelled", cancelled.error());
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "which failed: cancelled", dependant.error());
  EXPECT_OK(first.wait());
}

/// The destruction of a task does not make others fail, but its successors wait as the task did.
TEST_F(TasksTest, CancelledAndDestroyedTasksKeepTheOrder)
{
  Words words(3);
  const dart_tapi_range_t range{words.at(2), 8, DART_TAPI_INOUT};
  int64_t* may_end = words.address();
  const std::array reading{may_end, words.address(1)};
  Task first(on(range, description(await_nonzero, may_end)));
  first.start();
  for (int k = 0; k < 3; ++k) EXPECT_TRUE(Task(on(range, description(nothing))).start().cancel());
  Task last(on(range, description(read_word, reading)));
  last.start();
  std::thread release([&words] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    words.set(0, 1);
  });
  EXPECT_OK(last.wait());  // this would execute it immediately if it had no predecessor
  EXPECT_EQ(1, words.value(1));
  release.join();
  EXPECT_OK(first.wait());
}

/// A failure is passed on to successors of a task that was cancelled and destroyed.
TEST_F(TasksTest, FailuresPassCancelledAndDestroyedTasks)
{
  Words words(2);
  const dart_tapi_range_t range{words.at(1), 8, DART_TAPI_INOUT};
  int64_t* may_end = words.address();
  Task first(on(range, description(fail_after, may_end)));
  first.start();
  EXPECT_TRUE(Task(on(range, description(nothing))).start().cancel());
  Task last(on(range, description(nothing)));
  last.start();
  words.set(0, 1);
  EXPECT_EQ(DART_ERR_NOTFOUND, last.wait());
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "failed: its function returned 3", last.error());
}

/* ---- waiting inside tasks -------------------------------------------------------------------- */

/// Computes fib(n) by tasks that create tasks.
struct Fib {
  int64_t n;
  int64_t* result;
};

dart_ret_t fib(const Args* args)
{
  const auto [n, result] = arguments_of<Fib>(args);
  if (n < 2) {
    *result = n;
    return DART_OK;
  }
  dart_gptr_t memory;
  if (dart_memalloc_in(DART_MEMORY_HOST, 16, DART_TYPE_BYTE, &memory) != DART_OK)
    return DART_ERR_NOMEM;
  void* mapped = nullptr;
  dart_gptr_mapped(memory, &mapped);
  auto* parts = static_cast<int64_t*>(mapped);
  dart_ret_t worst = DART_OK;
  dart_tapi_task_t tasks[2];
  for (int k = 0; k < 2; ++k) {
    const Fib part{n - 1 - k, parts + k};
    const dart_tapi_task_desc_t desc = description(fib, part);
    worst = std::max(worst, dart_tapi_task_create(&desc, &tasks[k]));
    worst = std::max(worst, dart_tapi_task_start(tasks[k]));
  }
  worst = std::max(worst, dart_tapi_task_waitall(tasks, 2));
  *result = parts[0] + parts[1];
  for (dart_tapi_task_t& task : tasks) dart_tapi_task_destroy(&task);
  dart_memfree(memory);
  return worst;
}

TEST_F(TasksTest, TasksCreateAndAwaitTasks)
{
  Words words(1);
  const Fib args{12, words.address()};
  Task task(description(fib, args));
  EXPECT_OK(task.start().wait());
  EXPECT_EQ(144, words.value());
  barrier();
}

dart_ret_t wait_for_self(const Args* args)
{
  return dart_tapi_task_wait(args->task) == DART_ERR_INVAL ? DART_OK : DART_ERR_OTHER;
}

/// Starts a successor of its own task and waits for it.
dart_ret_t wait_for_successor(const Args* args)
{
  const dart_tapi_range_t range{arguments_of<dart_gptr_t>(args), 8, DART_TAPI_INOUT};
  dart_tapi_task_desc_t desc = description(nothing);
  desc.ranges = &range;
  desc.nranges = 1;
  dart_tapi_task_t task;
  if (dart_tapi_task_create(&desc, &task) != DART_OK) return DART_ERR_NOMEM;
  dart_tapi_task_start(task);
  const dart_ret_t waited = dart_tapi_task_wait(task);
  dart_tapi_task_destroy(&task);
  return waited == DART_ERR_INVAL ? DART_OK : DART_ERR_OTHER;
}

TEST_F(TasksTest, CyclicWaitsAreErrors)
{
  Task self(description(wait_for_self));
  EXPECT_OK(self.start().wait());
  Words words(1);
  const dart_gptr_t gptr = words.at(0);
  const dart_tapi_range_t range{gptr, 8, DART_TAPI_INOUT};
  dart_tapi_task_desc_t desc = description(wait_for_successor, gptr);
  desc.ranges = &range;
  desc.nranges = 1;
  Task task(desc);
  EXPECT_OK(task.start().wait());
}

bool has_cpu_units()
{
  dart_unit_kind_t first = DART_UNIT_CPU;  // they have the lowest ids
  return dart_unit_kind(dart_global_unit_t(0), &first) == DART_OK && first == DART_UNIT_CPU;
}

/// A task that starts another one and waits for it, and so on.
dart_ret_t nest(const Args* args)
{
  const int depth = arguments_of<int>(args);
  if (depth == 0) return DART_OK;
  const int rest = depth - 1;
  dart_tapi_task_desc_t desc = description(nest, rest);
  if (has_cpu_units()) desc.gpu = nullptr;
  dart_tapi_task_t task;
  dart_ret_t worst = dart_tapi_task_create(&desc, &task);
  if (worst == DART_OK) worst = dart_tapi_task_start(task);
  if (worst == DART_OK) worst = dart_tapi_task_wait(task);
  dart_tapi_task_destroy(&task);
  return worst;
}

TEST_F(TasksTest, DeepNestOfWaits)
{
  const auto depth = static_cast<int>(scaled(30'000));  // more than fits on a stack
  if (me() == 0) {
    dart_tapi_task_desc_t desc = description(nest, depth);
    if (has_cpu_units()) desc.gpu = nullptr;
    Task task(desc);
    EXPECT_EQ(has_cpu_units() ? DART_OK : DART_ERR_OTHER, task.start().wait());
  }
  barrier();
}

TEST_F(TasksTest, MemoryOfTasksHasALimit)
{
  const RunWith heap("DART_HEAP", "4M");
  const std::vector<std::byte> args(100'000);
  dart_tapi_task_desc_t desc = description(nothing);
  desc.args = args.data();
  desc.args_nbytes = args.size();
  for (int round = 0; round < 2; ++round) {
    std::vector<dart_tapi_task_t> tasks;
    dart_ret_t created = DART_OK;
    while (created == DART_OK && tasks.size() < 100) {
      tasks.emplace_back();
      created = dart_tapi_task_create(&desc, &tasks.back());
    }
    EXPECT_EQ(DART_ERR_NOMEM, created);
    tasks.pop_back();
    EXPECT_GE(tasks.size(), 15u);  // each has 2 MiB
    EXPECT_LE(tasks.size(), 20u);
    for (dart_tapi_task_t& task : tasks) EXPECT_OK(dart_tapi_task_destroy(&task));
  }
  barrier();
}

/* ---- exit and misuse ------------------------------------------------------------------------- */

dart_ret_t pause_shortly(const Args*)
{
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return DART_OK;
}

TEST_F(TasksTest, ExitWithTasksQueued)
{
  for (int k = 0; k < 1000; ++k) Task(description(pause_shortly)).start();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_OK(dart_exit());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_FALSE(dart_initialized());
}

/// The waiting tasks get errors for the tasks that they wait for.
TEST_F(TasksTest, ExitWhileTasksWait)
{
  dart_gptr_t memory;
  ASSERT_OK(dart_memalloc_in(DART_MEMORY_HOST, 8, DART_TYPE_BYTE, &memory));
  const Fib args{25, address_of<int64_t>(memory)};
  for (int k = 0; k < 4; ++k) Task(description(fib, args)).start();
  EXPECT_OK(dart_exit());
  EXPECT_FALSE(dart_initialized());
}

/// Each task releases the next one while the run ends; the stack does not grow with their number.
TEST_F(TasksTest, ExitWithManyTasksBehindCancelledOnes)
{
  dart_gptr_t memory;
  ASSERT_OK(dart_memalloc_in(DART_MEMORY_HOST, 16, DART_TYPE_BYTE, &memory));
  int64_t* may_end = address_of<int64_t>(memory);
  *may_end = 0;
  const dart_tapi_range_t range{advanced(memory, 8), 8, DART_TAPI_INOUT};
  Task(on(range, description(await_nonzero, may_end))).start();
  for (size_t k = 0; k < scaled(20000); ++k) {
    EXPECT_TRUE(Task(on(range, description(nothing))).start().cancel());
    Task(on(range, description(nothing))).start();
  }
  std::thread release([may_end] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::atomic_ref(*may_end).store(1);
  });
  EXPECT_OK(dart_exit());
  release.join();
}

TEST_F(TasksTest, Misuse)
{
  dart_tapi_task_t task = DART_TAPI_TASK_NULL;
  dart_tapi_task_desc_t desc{};
  EXPECT_INVAL(dart_tapi_task_create(&desc, &task));
  EXPECT_INVAL(dart_tapi_task_create(nullptr, &task));
  desc = description(nothing);
  EXPECT_INVAL(dart_tapi_task_create(&desc, nullptr));
  desc.priority = 4;
  EXPECT_INVAL(dart_tapi_task_create(&desc, &task));
  desc = description(nothing);
  desc.affinity = DART_TAPI_AFFINITY_UNIT;
  desc.unit = dart_global_unit_t(static_cast<dart_unit_t>(size));
  EXPECT_INVAL(dart_tapi_task_create(&desc, &task));
  desc = description(nothing);
  dart_tapi_range_t range{DART_GPTR_NULL, 8, DART_TAPI_IN};
  desc.ranges = &range;
  desc.nranges = 1;
  EXPECT_INVAL(dart_tapi_task_create(&desc, &task));
  range.access = static_cast<dart_tapi_access_t>(0);
  EXPECT_INVAL(dart_tapi_task_create(&desc, &task));
  desc.ranges = nullptr;
  EXPECT_INVAL(dart_tapi_task_create(&desc, &task));

  EXPECT_INVAL(dart_tapi_task_start(DART_TAPI_TASK_NULL));
  EXPECT_INVAL(dart_tapi_task_wait(DART_TAPI_TASK_NULL));
  EXPECT_OK(dart_tapi_task_destroy(&task));  // a null handle

  Task unstarted(description(nothing));
  EXPECT_INVAL(unstarted.wait());
  int32_t finished = 77;
  EXPECT_INVAL(dart_tapi_task_test(unstarted, &finished));
  EXPECT_EQ(0, finished);
  unstarted.start();
  EXPECT_INVAL(dart_tapi_task_start(unstarted));
  EXPECT_OK(unstarted.wait());

  dart_tapi_task_t copy;
  {
    Task destroyed(description(nothing));
    copy = destroyed;
  }
  EXPECT_INVAL(dart_tapi_task_start(copy));
  EXPECT_INVAL(dart_tapi_task_destroy(&copy));
}

}  // namespace
}  // namespace dart::test
