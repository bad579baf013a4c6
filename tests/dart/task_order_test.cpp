// Tier: suite n3 c2g2 h2n2.messages; sanitized c2g2

// The order of tasks that different units start on the same data, wherever the units and the data
// are: what orders the starts, failures, cancelling, waiting inside tasks, the end of the run.

#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "scale.h"
#include "task.h"

namespace dart::test {
namespace {

using dash::test::scaled;

/// What a task does with its first range.
struct Deed {
  uint64_t value;
  int64_t microseconds;
};

dart_ret_t write_late(const Args* args)
{
  const auto& deed = arguments_of<Deed>(args);
  std::this_thread::sleep_for(std::chrono::microseconds(deed.microseconds));
  *static_cast<uint64_t*>(args->data[0]) = deed.value;
  return DART_OK;
}

/// What a task does with its first range as soon as a word in host memory is not 0.
struct HeldDeed {
  uint64_t value;
  uint64_t* gate;
};

void await_nonzero(uint64_t* word)
{
  while (std::atomic_ref(*word).load() == 0) std::this_thread::yield();
}

dart_ret_t write_when_open(const Args* args)
{
  const auto& deed = arguments_of<HeldDeed>(args);
  await_nonzero(deed.gate);
  *static_cast<uint64_t*>(args->data[0]) = deed.value;
  return DART_OK;
}

dart_ret_t fail_late(const Args* args)
{
  std::this_thread::sleep_for(std::chrono::microseconds(arguments_of<Deed>(args).microseconds));
  throw std::runtime_error("spoiled");
}

dart_ret_t copy_word(const Args* args)
{
  *static_cast<uint64_t*>(args->data[1]) = *static_cast<const uint64_t*>(args->data[0]);
  return DART_OK;
}

/// Adds 1 to all words of all ranges.
dart_ret_t count_all(const Args* args)
{
  for (size_t range = 0; range < args->nranges; ++range) {
    auto* words = static_cast<uint64_t*>(args->data[range]);
    for (size_t k = 0; k < args->nbytes[range] / 8; ++k) ++words[k];
  }
  return DART_OK;
}

/// Tasks on one word at each unit.
class TaskOrderTest : public DartTest {
 protected:
  static constexpr int64_t late = 3000;  ///< microseconds

  void SetUp() override
  {
    DartTest::SetUp();
    if (!has_host()) GTEST_SKIP() << needs_host;
    words_.emplace(2);
    words_->fill(0);
  }
  void TearDown() override
  {
    if (dart_initialized()) words_.reset();
    DartTest::TearDown();
  }

  size_t last() const { return size - 1; }
  bool is_first() const { return me() == 0; }
  bool is_last() const { return me() == last(); }
  dart_gptr_t word(size_t unit) const { return words_->at(unit); }

  template <class T>
  Task on(
      dart_tapi_function_t function, const T& args,
      const std::vector<dart_tapi_range_t>& ranges) const
  {
    dart_tapi_task_desc_t desc = description(function, args);
    leave_to_host(desc);
    desc.ranges = ranges.data();
    desc.nranges = ranges.size();
    return Task(desc);
  }
  Task writer(size_t unit, uint64_t value) const
  {
    return on(write_late, Deed{value, late}, {{word(unit), 8, DART_TAPI_OUT}});
  }
  /// Writes when the gate is open. A task executes on the host of the unit that starts it, so the
  /// gate is in global host memory of this unit.
  Task held_writer(size_t unit, uint64_t value, uint64_t* gate) const
  {
    return on(write_when_open, HeldDeed{value, gate}, {{word(unit), 8, DART_TAPI_OUT}});
  }
  Task failing_writer(size_t unit) const
  {
    return on(fail_late, Deed{0, late}, {{word(unit), 8, DART_TAPI_OUT}});
  }
  /// Copies the word of a unit to a word of this unit.
  Task reader(size_t unit) const
  {
    return on(
        copy_word, Deed{},
        {{word(unit), 8, DART_TAPI_IN}, {words_->at(me(), 1), 8, DART_TAPI_OUT}});
  }
  uint64_t copied() const { return words_->value(1); }

  std::optional<Segment<uint64_t>> words_;
};

/* ---- what orders the starts ------------------------------------------------------------------ */

/// The last unit learns that the first one has started a task.
class Signal {
 public:
  explicit Signal(size_t last) : last_(last), flags_(1, DART_TEAM_ALL, DART_MEMORY_HOST)
  {
    flags_.fill(0);
    EXPECT_OK(dart_team_lock_init(DART_TEAM_ALL, &lock_));
  }
  ~Signal() { EXPECT_OK(dart_team_lock_destroy(&lock_)); }
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;

  dart_gptr_t flag() const { return flags_.at(last_); }
  dart_lock_t lock() const { return lock_; }
  dart_global_unit_t last() const { return dart_global_unit_t(static_cast<dart_unit_t>(last_)); }
  void await_flag() const { await_nonzero(flags_.local()); }

 private:
  size_t last_;
  Segment<uint64_t> flags_;
  dart_lock_t lock_ = DART_LOCK_NULL;
};

/// A way in which units synchronise.
struct Way {
  const char* name;
  void (*prepare)(Signal&, bool is_first);  ///< the first unit; a barrier follows
  void (*give)(Signal&);                    ///< the first unit, after its start
  void (*take)(Signal&);                    ///< the last unit, before its start
};

void nothing(Signal&, bool) {}
void await_flag(Signal& signal)
{
  signal.await_flag();
}

constexpr uint64_t one = 1;

const Way ways[] = {
    {"barrier", nothing, nullptr, nullptr},
    {"message", nothing,
     [](Signal& s) { EXPECT_OK(dart_send(&one, 1, DART_TYPE_ULONGLONG, 3, s.last())); },
     [](Signal&) {
       uint64_t value = 0;
       EXPECT_OK(dart_recv(&value, 1, DART_TYPE_ULONGLONG, 3, dart_global_unit_t(0)));
     }},
    {"put", nothing,
     [](Signal& s) {
       EXPECT_OK(dart_put_blocking(s.flag(), &one, 1, DART_TYPE_ULONGLONG, DART_TYPE_ULONGLONG));
     },
     await_flag},
    {"notification", nothing,
     [](Signal& s) {
       EXPECT_OK(dart_put_notify(s.flag(), nullptr, 0, DART_TYPE_BYTE, s.flag(), one));
     },
     [](Signal& s) {
       size_t index = 0;
       EXPECT_OK(dart_notify_wait(s.flag(), 1, &index));
     }},
    {"atomic", nothing,
     [](Signal& s) {
       EXPECT_OK(dart_accumulate(s.flag(), &one, 1, DART_TYPE_ULONGLONG, DART_OP_SUM));
     },
     await_flag},
    {"lock",
     [](Signal& s, bool is_first) {
       if (is_first) {
         EXPECT_OK(dart_lock_acquire(s.lock()));
       }
     },
     [](Signal& s) { EXPECT_OK(dart_lock_release(s.lock())); },
     [](Signal& s) {
       EXPECT_OK(dart_lock_acquire(s.lock()));
       EXPECT_OK(dart_lock_release(s.lock()));
     }}};

class TaskStartOrderTest : public TaskOrderTest, public testing::WithParamInterface<Way> {};

TEST_P(TaskStartOrderTest, LaterStartsComeBehind)
{
  if (size == 1) GTEST_SKIP() << "needs two units";
  for (size_t owner = 0; owner < size; ++owner) {
    Signal signal(last());
    GetParam().prepare(signal, is_first());
    barrier();
    std::vector<Task> tasks;
    if (is_first()) {
      tasks.push_back(writer(owner, 7 + owner));
      tasks.back().start();
      if (GetParam().give != nullptr) GetParam().give(signal);
    }
    if (GetParam().give == nullptr) barrier();
    if (is_last()) {
      if (GetParam().take != nullptr) GetParam().take(signal);
      Task behind = reader(owner);
      EXPECT_OK(behind.start().wait());
      EXPECT_EQ(7 + owner, copied());
    }
    for (const Task& task : tasks) EXPECT_OK(task.wait());
    barrier();
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, TaskStartOrderTest, testing::ValuesIn(ways), [](const auto& way) {
  return std::string(way.param.name);
});

/* ---- wide tasks, failures, cancelling -------------------------------------------------------- */

/// Tasks of all units write words of two units each, in both orders, and are not ordered by the
/// program: none is lost, and none waits forever.
TEST_F(TaskOrderTest, WideTasksOfAllUnits)
{
  const size_t n = scaled(300);
  std::vector<Task> tasks;
  for (size_t k = 0; k < n; ++k) {
    const size_t other = (me() + 1 + k % 3) % size;
    std::vector<dart_tapi_range_t> ranges{{word(me()), 8, DART_TAPI_INOUT}};
    if (other != me()) ranges.push_back({word(other), 8, DART_TAPI_INOUT});
    if (k % 2 == 1) std::swap(ranges.front(), ranges.back());
    tasks.push_back(on(count_all, Deed{}, ranges));
    tasks.back().start();
  }
  for (const Task& task : tasks) EXPECT_OK(task.wait());
  barrier();
  size_t expected = n;
  for (size_t unit = 0; unit < size; ++unit) {
    for (size_t k = 0; k < n && unit != me(); ++k) {
      expected += (unit + 1 + k % 3) % size == me() ? 1 : 0;
    }
  }
  uint64_t mine = 0;
  EXPECT_OK(dart_get_blocking(&mine, word(me()), 8, DART_TYPE_BYTE, DART_TYPE_BYTE));
  EXPECT_EQ(expected, mine);
  barrier();
}

/// Units execute tasks on memory of teams that they are not in.
TEST_F(TaskOrderTest, UnitsOutsideOfTheTeamExecuteTasks)
{
  std::vector<dart_unit_t> members{0};
  if (size > 1) members.push_back(static_cast<dart_unit_t>(last()));
  const SubTeam team(members);
  if (team.id() != DART_TEAM_NULL) {
    Segment<uint64_t> counts(1, team.id());
    counts.fill(0);
    size_t executed = 0;
    for (size_t unit = 0; unit < size; ++unit) {
      const dart_global_unit_t at(static_cast<dart_unit_t>(unit));
      dart_unit_kind_t kind = DART_UNIT_GPU;
      EXPECT_OK(dart_unit_kind(at, &kind));
      if (!is_here(at.id) || kind == DART_UNIT_GPU) continue;
      const dart_tapi_range_t range{counts.at(team_size(team.id()) - 1), 8, DART_TAPI_INOUT};
      dart_tapi_task_desc_t desc = description(count_all);
      leave_to_host(desc);
      desc.affinity = DART_TAPI_AFFINITY_UNIT;
      desc.unit = at;
      desc.ranges = &range;
      desc.nranges = 1;
      Task task(desc);
      EXPECT_OK(task.start().wait());
      ++executed;
    }
    const std::vector<size_t> all = gather_all(executed, team.id());
    if (is_last()) {
      EXPECT_EQ(std::accumulate(all.begin(), all.end(), size_t{0}), counts.value());
    }
  }
  barrier();
}

TEST_F(TaskOrderTest, FailuresReachTasksOfOtherUnitsUntilTheyAreForgotten)
{
  for (size_t owner = 0; owner < size; ++owner) {
    std::vector<Task> failing;
    if (is_first()) {
      failing.push_back(failing_writer(owner));
      failing.back().start();
    }
    barrier();
    const auto expect_failure = [&] {
      Task behind = reader(owner);
      EXPECT_EQ(DART_ERR_OTHER, behind.start().wait());
      const std::string error = behind.error();
      EXPECT_NE(std::string::npos, error.find(" of unit 0, which failed")) << error;
    };
    if (is_last()) expect_failure();  // ordered before the failure
    for (const Task& task : failing) EXPECT_EQ(DART_ERR_OTHER, task.wait());
    barrier();
    if (is_last()) expect_failure();  // ordered behind it
    barrier();
    failing.clear();
    barrier();
    if (is_last()) {
      Task behind = reader(owner);
      EXPECT_OK(behind.start().wait());
    }
    barrier();
  }
}

/// The task before the cancelled one is held until then, so the cancelled one cannot have begun.
TEST_F(TaskOrderTest, CancelledTasksKeepTheirPlace)
{
  for (size_t owner = 0; owner < size; ++owner) {
    Segment<uint64_t> gate(1, DART_TEAM_ALL, DART_MEMORY_HOST);
    gate.fill(0);
    std::vector<Task> first;
    if (is_first()) {
      first.push_back(held_writer(owner, 3 + owner, gate.local()));
      first.back().start();
      Task cancelled = writer(owner, 99);
      EXPECT_TRUE(cancelled.start().cancel());
      std::atomic_ref(*gate.local()).store(1);
    }
    barrier();
    if (is_last()) {
      Task behind = reader(owner);
      EXPECT_OK(behind.start().wait());
      EXPECT_EQ(3 + owner, copied());
    }
    for (const Task& task : first) EXPECT_OK(task.wait());
    barrier();
  }
}

/* ---- waiting inside tasks, end of the run ---------------------------------------------------- */

struct Nested {
  dart_gptr_t word;
};

/// Starts a task on data of its own, and waits for it.
dart_ret_t wait_for_follower(const Args* args)
{
  const auto& nested = arguments_of<Nested>(args);
  const dart_tapi_range_t range{nested.word, 8, DART_TAPI_INOUT};
  dart_tapi_task_desc_t desc = description(count_all);
  leave_to_host(desc);
  desc.ranges = &range;
  desc.nranges = 1;
  Task inner(desc);
  const dart_ret_t waited = inner.start().wait();
  return waited == DART_ERR_INVAL ? DART_OK : DART_ERR_OTHER;
}

TEST_F(TaskOrderTest, WaitForFollowerIsAnError)
{
  for (size_t owner = 0; owner < size; ++owner) {
    if (is_first()) {
      Task outer = on(wait_for_follower, Nested{word(owner)}, {{word(owner), 8, DART_TAPI_INOUT}});
      EXPECT_OK(outer.start().wait()) << outer.error();
    }
    barrier();
  }
}

/// The end of the run cancels chains of tasks over all units.
TEST_F(TaskOrderTest, ExitCancels)
{
  dart_gptr_t words = DART_GPTR_NULL;  // freed by the end of the run
  ASSERT_OK(dart_team_memalloc_aligned(DART_TEAM_ALL, 1, DART_TYPE_ULONGLONG, &words));
  for (size_t k = 0; k < 50; ++k) {
    const Deed deed{k, 1000};
    words.unitid = static_cast<dart_unit_t>((me() + k) % size);
    const dart_tapi_range_t range{words, 8, DART_TAPI_INOUT};
    dart_tapi_task_desc_t desc = description(write_late, deed);
    leave_to_host(desc);
    desc.ranges = &range;
    desc.nranges = 1;
    dart_tapi_task_t task = DART_TAPI_TASK_NULL;
    EXPECT_OK(dart_tapi_task_create(&desc, &task));
    EXPECT_OK(dart_tapi_task_start(task));
  }
  words_.reset();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_OK(dart_exit());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace dart::test
