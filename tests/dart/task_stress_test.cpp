// Many random tasks that depend on each other and move, compared with serial execution of the same
// steps.

#include <random>
#include <vector>

#include "scale.h"
#include "task.h"

namespace dart::test {
namespace {

using dash::test::scaled;

/// The parameter tells whether some tasks are cancelled and destroyed right after they are started.
class TaskStressTest : public DartTest, public testing::WithParamInterface<bool> {};

struct Step {
  uint64_t factor, addend;
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
  mix(arguments_of<Step>(args), in, static_cast<uint64_t*>(args->data[0]), args->nbytes[0] / 8);
  return DART_OK;
}

/// Some words of one unit's part.
struct Stretch {
  size_t unit, begin, count;
  bool overlaps(const Stretch& other) const
  {
    return unit == other.unit && begin < other.begin + other.count && other.begin < begin + count;
  }
};

/// A random task, in a form for this unit, which starts it, and for the serial computation.
struct Plan {
  Step step{};
  Stretch out{};
  std::vector<Stretch> in;
};

class Planner {
 public:
  Planner(unsigned seed, size_t units, size_t words) : random_(seed), units_(units), words_(words)
  {}

  size_t below(size_t limit) { return random_() % limit; }
  Plan next()
  {
    Plan plan{{2 * below(50) + 1, below(1000)}, stretch(), {}};
    for (size_t k = below(4); k > 0; --k) {
      const Stretch in = stretch();
      if (!in.overlaps(plan.out)) plan.in.push_back(in);
    }
    return plan;
  }

 private:
  Stretch stretch()
  {
    const size_t begin = below(words_);
    return {below(units_), begin, 1 + below(std::min<size_t>(words_ - begin, 24))};
  }

  std::mt19937 random_;
  size_t units_, words_;
};

class Oracle {
 public:
  Oracle(size_t units, size_t words) : parts_(units, std::vector<uint64_t>(words, 0)) {}
  void apply(const Plan& plan)
  {
    uint64_t in = 0;
    for (const Stretch& part : plan.in) in += digest(at(part), part.count);
    mix(plan.step, in, at(plan.out), plan.out.count);
  }
  const std::vector<uint64_t>& part(size_t unit) const { return parts_[unit]; }

 private:
  uint64_t* at(const Stretch& part) { return parts_[part.unit].data() + part.begin; }
  std::vector<std::vector<uint64_t>> parts_;
};

/// Chooses where the task executes: anywhere, by its data, or at a unit.
void scatter(dart_tapi_task_desc_t& desc, size_t choice, size_t unit)
{
  desc.affinity = static_cast<dart_tapi_affinity_t>(choice % 3);
  desc.unit = dart_global_unit_t(static_cast<dart_unit_t>(unit));
  const bool is_for_all = desc.gpu != nullptr;
  if (is_for_all || desc.affinity != DART_TAPI_AFFINITY_UNIT) return;
  desc.affinity = DART_TAPI_AFFINITY_NONE;
}

/// Cancels and destroys the task. \return whether it will not be executed
bool cancel(dart_tapi_task_t& task)
{
  int32_t cancelled = 0;
  EXPECT_OK(dart_tapi_task_cancel(task, &cancelled));
  if (cancelled == 0) return false;
  EXPECT_OK(dart_tapi_task_destroy(&task));
  return true;
}

TEST_P(TaskStressTest, RandomGraphsThatMove)
{
  if (dash::test::hosts() > 1) GTEST_SKIP() << "tasks of several hosts have no common order";
  constexpr size_t words = 256;
  const size_t n = scaled(100000);
  const RunWith copies("DART_TASK_COPY", "1");
  Segment<uint64_t> data(words);
  data.fill(0);
  if (me() == 0) {
    Planner planner(2026, size, words);
    Oracle oracle(size, words);
    std::vector<dart_tapi_task_t> window;
    const auto drain = [&] {
      EXPECT_OK(dart_tapi_task_waitall(window.data(), window.size()));
      for (dart_tapi_task_t& task : window) EXPECT_OK(dart_tapi_task_destroy(&task));
      window.clear();
    };
    for (size_t k = 0; k < n; ++k) {
      const Plan plan = planner.next();
      std::vector<dart_tapi_range_t> ranges{
          {data.at(plan.out.unit, plan.out.begin), plan.out.count * 8, DART_TAPI_INOUT}};
      for (const Stretch& in : plan.in) {
        ranges.push_back({data.at(in.unit, in.begin), in.count * 8, DART_TAPI_IN});
      }
      dart_tapi_task_desc_t desc = description(take_step, plan.step);
      if (!leave_to_host(desc)) GTEST_SKIP() << needs_host;
      desc.ranges = ranges.data();
      desc.nranges = ranges.size();
      desc.priority = static_cast<int>(planner.below(7)) - 3;
      scatter(desc, planner.below(3), planner.below(size));
      dart_tapi_task_t task;
      ASSERT_OK(dart_tapi_task_create(&desc, &task));
      ASSERT_OK(dart_tapi_task_start(task));
      if (GetParam() && planner.below(4) == 0 && cancel(task)) continue;
      oracle.apply(plan);
      window.push_back(task);
      if (window.size() == 20000) drain();
    }
    drain();
    for (size_t unit = 0; unit < size; ++unit) {
      std::vector<uint64_t> found(words);
      EXPECT_OK(dart_get_blocking(
          found.data(), data.at(unit), words * 8, DART_TYPE_BYTE, DART_TYPE_BYTE));
      EXPECT_TRUE(same(oracle.part(unit), found)) << "unit " << unit;
    }
  }
  barrier();
}

INSTANTIATE_TEST_SUITE_P(Cancelling, TaskStressTest, testing::Bool());

}  // namespace
}  // namespace dart::test
