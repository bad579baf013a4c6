// Tier: suite n3 c2g2 h2n2.messages; also h3n1.messages h4n1.messages

// Many random tasks that depend on each other and move, started by all units in turns, compared
// with serial execution of the same steps. On several hosts, most tasks have data on more than one.

#include <random>
#include <vector>

#include "scale.h"
#include "task.h"

namespace dart::test {
namespace {

using dash::test::scaled;

/// What happens to some of the tasks.
enum class Mishap {
  none,
  cancelled,  ///< they are cancelled and destroyed right after they are started
  failed      ///< their functions fail, and so do the tasks that depend on them
};

std::string name_of(const testing::TestParamInfo<Mishap>& mishap)
{
  constexpr const char* names[] = {"none", "cancelled", "failed"};
  return names[static_cast<int>(mishap.param)];
}

struct Step {
  uint64_t factor, addend;
  bool fails;
};

/// Combines what it reads with each word that it writes; the size of the range determines how.
void mix(const Step& step, uint64_t in, uint64_t* out, size_t words)
{
  for (size_t k = 0; k < words; ++k) out[k] = step.factor * out[k] + step.addend + in * (k + 1);
}

uint64_t digest(const uint64_t* words, size_t n)
{
  uint64_t sum = 0;
  for (size_t k = 0; k < n; ++k) sum += words[k] * (2 * k + 1);
  return sum;
}

/// Reads ranges 1, … and updates range 0.
dart_ret_t take_step(const Args* args)
{
  uint64_t in = 0;
  for (size_t range = 1; range < args->nranges; ++range) {
    in += digest(static_cast<const uint64_t*>(args->data[range]), args->nbytes[range] / 8);
  }
  const auto& step = arguments_of<Step>(args);
  if (step.fails) return DART_ERR_OTHER;
  mix(step, in, static_cast<uint64_t*>(args->data[0]), args->nbytes[0] / 8);
  return DART_OK;
}

/// Some words of one unit's part.
struct Words {
  size_t unit, begin, count;
  bool overlaps(const Words& other) const
  {
    return unit == other.unit && begin < other.begin + other.count && other.begin < begin + count;
  }
};

/// A random task, in a form for the unit that starts it, and for the serial computation.
struct Plan {
  Step step{};
  Words out{};
  std::vector<Words> in;
};

class Planner {
 public:
  Planner(unsigned seed, size_t units, size_t words, Mishap mishap)
      : random_(seed),
        units_(units),
        words_(words),
        mishap_(mishap)
  {}

  size_t below(size_t limit) { return random_() % limit; }
  Plan next()
  {
    const bool fails = mishap_ == Mishap::failed && below(200) == 0;
    Plan plan{{2 * below(50) + 1, below(1000), fails}, range(), {}};
    for (size_t k = below(4); k > 0; --k) {
      const Words in = range();
      if (!in.overlaps(plan.out)) plan.in.push_back(in);
    }
    return plan;
  }

 private:
  Words range()
  {
    const size_t begin = below(words_);
    return {below(units_), begin, 1 + below(std::min<size_t>(words_ - begin, 24))};
  }

  std::mt19937 random_;
  size_t units_, words_;
  Mishap mishap_;
};

/// The words after serial execution.
class Oracle {
 public:
  Oracle(size_t units, size_t words)
      : parts_(units, std::vector<uint64_t>(words, 0)),
        states_(units, std::vector<State>(words))
  {}
  /// \return whether the task fails
  bool apply(const Plan& plan)
  {
    bool fails = plan.step.fails || any(plan.out, [](State s) { return s.writer || s.reader; });
    for (const Words& in : plan.in) fails = fails || any(in, [](State s) { return s.writer; });
    each(plan.out, [&](State& s) { s = {fails, false}; });
    for (const Words& in : plan.in) each(in, [&](State& s) { s.reader = s.reader || fails; });
    if (!fails) execute(plan);
    return fails;
  }
  /// The failed tasks are destroyed.
  void forget()
  {
    for (auto& part : states_) part.assign(part.size(), {});
  }
  const std::vector<uint64_t>& part(size_t unit) const { return parts_[unit]; }

 private:
  /// Whether the last writer of a word has failed, and one of the readers since then.
  struct State {
    bool writer = false, reader = false;
  };

  void execute(const Plan& plan)
  {
    uint64_t in = 0;
    for (const Words& part : plan.in) in += digest(at(part), part.count);
    mix(plan.step, in, at(plan.out), plan.out.count);
  }
  uint64_t* at(const Words& range) { return parts_[range.unit].data() + range.begin; }
  template <class F>
  void each(const Words& range, F f)
  {
    for (size_t k = 0; k < range.count; ++k) f(states_[range.unit][range.begin + k]);
  }
  template <class F>
  bool any(const Words& range, F f)
  {
    bool found = false;
    each(range, [&](State state) { found = found || f(state); });
    return found;
  }

  std::vector<std::vector<uint64_t>> parts_;
  std::vector<std::vector<State>> states_;
};

/// Cancels and destroys the task. \return whether it will not be executed
bool cancel(dart_tapi_task_t& task)
{
  int32_t cancelled = 0;
  EXPECT_OK(dart_tapi_task_cancel(task, &cancelled));
  if (cancelled == 0) return false;
  EXPECT_OK(dart_tapi_task_destroy(&task));
  return true;
}

class TaskStressTest : public DartTest, public testing::WithParamInterface<Mishap> {
 protected:
  static constexpr size_t words = 256;
  /// Number of tasks that a unit starts before it is the next one's turn.
  static constexpr size_t turn = 40;

  /// Number of tasks until all are destroyed. Failures spread until then.
  static size_t round() { return (GetParam() == Mishap::failed ? 10 : 50) * turn; }

  struct Started {
    size_t number;
    dart_tapi_task_t task;
  };

  void SetUp() override
  {
    DartTest::SetUp();
    for (size_t unit = 0; unit < size; ++unit) {
      if (is_here(static_cast<dart_unit_t>(unit))) here_.push_back(unit);
    }
  }

  /// Chooses where the task executes: anywhere, by its data, or at a unit of this host. GPUs do not
  /// reach other hosts.
  void scatter(dart_tapi_task_desc_t& desc, size_t choice, size_t unit) const
  {
    desc.affinity = static_cast<dart_tapi_affinity_t>(choice % 3);
    desc.unit = dart_global_unit_t(static_cast<dart_unit_t>(here_[unit % here_.size()]));
    dart_unit_kind_t kind = DART_UNIT_CPU;
    EXPECT_OK(dart_unit_kind(desc.unit, &kind));
    const bool is_on_one_host = here_.size() == size;
    const bool is_for_all = desc.gpu != nullptr && (is_on_one_host || kind == DART_UNIT_CPU);
    if (is_for_all || desc.affinity != DART_TAPI_AFFINITY_UNIT) return;
    desc.affinity = DART_TAPI_AFFINITY_NONE;
  }

  dart_tapi_task_t start(
      const Segment<uint64_t>& data, const Plan& plan, dart_tapi_task_desc_t& desc) const
  {
    std::vector<dart_tapi_range_t> ranges{
        {data.at(plan.out.unit, plan.out.begin), plan.out.count * 8, DART_TAPI_INOUT}};
    for (const Words& in : plan.in) {
      ranges.push_back({data.at(in.unit, in.begin), in.count * 8, DART_TAPI_IN});
    }
    desc.ranges = ranges.data();
    desc.nranges = ranges.size();
    dart_tapi_task_t task = DART_TAPI_TASK_NULL;
    EXPECT_OK(dart_tapi_task_create(&desc, &task));
    EXPECT_OK(dart_tapi_task_start(task));
    return task;
  }

  /// All units plan the tasks of a round, and in turns start them. \return the tasks of this unit
  std::vector<Started> start_round(
      const Segment<uint64_t>& data, Planner& planner, std::vector<Plan>& plans,
      std::vector<uint8_t>& executes) const
  {
    std::vector<Started> mine;
    for (size_t k = 0; k < plans.size(); ++k) {
      plans[k] = planner.next();
      const int priority = static_cast<int>(planner.below(7)) - 3;
      const size_t choice = planner.below(3), unit = planner.below(size);
      const bool cancels = GetParam() == Mishap::cancelled && planner.below(4) == 0;
      if (k / turn % size == me()) {
        dart_tapi_task_desc_t desc = description(take_step, plans[k].step);
        leave_to_host(desc);
        desc.priority = priority;
        scatter(desc, choice, unit);
        dart_tapi_task_t task = start(data, plans[k], desc);
        executes[k] = cancels && cancel(task) ? 0 : 1;
        if (executes[k] != 0) mine.push_back({k, task});
      }
      if ((k + 1) % turn == 0) barrier();
    }
    return mine;
  }

  /// Waits for the tasks of this unit. \param fails  whether each task of the round should fail
  void wait_for(const std::vector<Started>& tasks, const std::vector<bool>& fails) const
  {
    dart_config_t* config = nullptr;
    dart_config(&config);
    config->log_enabled = GetParam() == Mishap::failed ? 0 : 1;
    for (const Started& started : tasks) {
      const bool has_failed = dart_tapi_task_wait(started.task) != DART_OK;
      EXPECT_EQ(fails[started.number], has_failed) << "task " << started.number;
    }
    config->log_enabled = 1;
  }

  void do_round(const Segment<uint64_t>& data, Planner& planner, Oracle& oracle, size_t n) const
  {
    std::vector<Plan> plans(n);
    std::vector<uint8_t> executes(n, 1), all(n * size);
    std::vector<Started> mine = start_round(data, planner, plans, executes);
    EXPECT_OK(dart_allgather(executes.data(), all.data(), n, DART_TYPE_BYTE, DART_TEAM_ALL));
    std::vector<bool> fails(n, false);
    for (size_t k = 0; k < n; ++k) {
      bool is_cancelled = false;
      for (size_t unit = 0; unit < size; ++unit) {
        is_cancelled = is_cancelled || all[unit * n + k] == 0;
      }
      if (!is_cancelled) fails[k] = oracle.apply(plans[k]);
    }
    wait_for(mine, fails);
    barrier();
    for (Started& started : mine) EXPECT_OK(dart_tapi_task_destroy(&started.task));
    oracle.forget();
    barrier();
  }

 private:
  std::vector<size_t> here_;  // units of this host
};

TEST_P(TaskStressTest, RandomGraphsThatMove)
{
  dart_tapi_task_desc_t any = description(take_step);
  if (!leave_to_host(any)) GTEST_SKIP() << needs_host;
  const RunWith copies("DART_TASK_COPY", "1");
  Segment<uint64_t> data(words);
  data.fill(0);
  Planner planner(2026, size, words, GetParam());
  Oracle oracle(size, words);
  // Over hosts, each task takes several messages.
  size_t n = scaled(dash::test::hosts() > 1 ? 6000 : 100000);
  for (; n > 0; n -= std::min(n, round())) do_round(data, planner, oracle, std::min(n, round()));
  EXPECT_TRUE(same(oracle.part(me()), data.values()));
  barrier();
}

INSTANTIATE_TEST_SUITE_P(
    Tasks, TaskStressTest, testing::Values(Mishap::none, Mishap::cancelled, Mishap::failed),
    name_of);

}  // namespace
}  // namespace dart::test
