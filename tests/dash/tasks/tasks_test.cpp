// Tier: suite n3 c2g2 h2n2.tcp; also h2n2.namespaces; sanitized c2g2

// Tasks: ranges, bodies, results, order, options, errors, groups.

#include <dash/Array.h>
#include <dash/Cartesian.h>
#include <dash/Distribution.h>
#include <dash/Exception.h>
#include <dash/Future.h>
#include <dash/GlobPtr.h>
#include <dash/LaunchPolicy.h>
#include <dash/Matrix.h>
#include <dash/Tasks.h>
#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/algorithm/Fill.h>
#include <dash/algorithm/Iota.h>
#include <dash/dart/if/dart.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "dash_test_base.h"
#include "hosts.h"
#include "native_memory.h"
#include "refusals.h"

namespace {

using dash::in;
using dash::inout;
using dash::out;
using dash::tasks::Options;
using dash::tasks::Span;
using dash::test::expect_refused;

/// Adds a number to each element.
struct Add {
  int summand;

  void operator()(Span<int> x) const
  {
    for (int& value : x) value += summand;
  }
};

/// The sum of all elements.
struct Sum {
  long operator()(Span<const int> x) const { return std::accumulate(x.begin(), x.end(), 0L); }
};

class TasksTest : public dash::test::TestBase {
 protected:
  static constexpr std::size_t part = 10;  ///< number of elements of a unit

  /// An array whose elements are their global indices.
  static dash::Array<int> numbered()
  {
    dash::Array<int> array(part * dash::size());
    dash::iota(array.begin(), array.end(), 0);
    array.barrier();
    return array;
  }

  static std::vector<int> contents(const dash::Array<int>& array)
  {
    array.barrier();
    std::vector<int> values;
    for (std::size_t i = 0; i < array.size(); ++i) values.push_back(array[i]);
    array.barrier();
    return values;
  }

  static std::vector<int> numbers_from(int first, std::size_t n)
  {
    std::vector<int> numbers(n);
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
  }

  /// Iterators to a unit's first element, and behind its last one.
  static auto begin_of(dash::Array<int>& array, std::size_t unit)
  {
    return array.begin() + static_cast<std::ptrdiff_t>(unit * part);
  }
  static auto end_of(dash::Array<int>& array, std::size_t unit)
  {
    return begin_of(array, unit + 1);
  }

  static std::size_t me() { return static_cast<std::size_t>(dash::myid().id); }
  static std::size_t next() { return (me() + 1) % dash::size(); }
  static bool is_here(std::size_t unit) { return dash::test::is_here(static_cast<int>(unit)); }
  static dash::global_unit_t global(std::size_t unit)
  {
    return dash::global_unit_t(static_cast<int>(unit));
  }
};

/* ---- ranges ---------------------------------------------------------------------------------- */

TEST_F(TasksTest, WorksOnAnotherUnitsPart)
{
  auto array = numbered();
  dash::async(inout(begin_of(array, next()), end_of(array, next())), Add{1000}).wait();
  EXPECT_EQ(contents(array), numbers_from(1000, array.size()));
}

TEST_F(TasksTest, RangesOfAllForms)
{
  auto array = numbered();
  const auto& constant = array;
  const auto sum_of = [](const auto& range) { return dash::async(range, Sum{}).get(); };
  const long own_sum = static_cast<long>(part * (2 * me() * part + part - 1) / 2);
  EXPECT_EQ(own_sum, sum_of(in(array.local)));
  EXPECT_EQ(own_sum, sum_of(in(array.lbegin(), array.lend())));
  EXPECT_EQ(own_sum, sum_of(in(begin_of(array, me()), end_of(array, me()))));
  EXPECT_EQ(own_sum, sum_of(in(constant.block(static_cast<dash::default_index_t>(me())))));
  const auto first =
      static_cast<dash::GlobPtr<int, dash::Array<int>::memory_type>>(begin_of(array, next()));
  EXPECT_EQ(static_cast<long>(next() * part + 1), sum_of(in(first + 1, first + 2)));
  EXPECT_EQ(static_cast<long>(array.size()) - 1, sum_of(in(array[array.size() - 1])));
  EXPECT_EQ(0, sum_of(in(array.begin(), array.begin())));
  array.barrier();
}

TEST_F(TasksTest, BlocksOfMatrices)
{
  const std::size_t rows = 4 * dash::size();
  dash::Matrix<int, 2> matrix(
      dash::SizeSpec<2>(rows, 6), dash::DistributionSpec<2>(dash::BLOCKED, dash::NONE));
  const auto block = static_cast<dash::default_index_t>(next());
  dash::async(out(matrix.block(block)), [value = static_cast<int>(me())](Span<int> x) {
    EXPECT_EQ(24U, x.size());
    for (int& element : x) element = value;
  }).wait();
  matrix.barrier();
  for (std::size_t row = 0; row < rows; ++row) {
    const auto writer = (row / 4 + dash::size() - 1) % dash::size();
    for (std::size_t column = 0; column < 6; ++column) {
      EXPECT_EQ(static_cast<int>(writer), static_cast<int>(matrix[row][column]));
    }
  }
  matrix.barrier();
}

TEST_F(TasksTest, RangesLieInOneRun)
{
  dash::Array<int> cyclic(4 * dash::size(), dash::CYCLIC);
  dash::Matrix<int, 2> matrix(
      dash::SizeSpec<2>(2 * dash::size(), 4), dash::DistributionSpec<2>(dash::BLOCKED, dash::NONE));
  EXPECT_NO_THROW(in(matrix.row(0)));
  EXPECT_THROW(in(matrix.col(0)), dash::exception::InvalidArgument);
  if (dash::size() == 1) {
    EXPECT_NO_THROW(in(cyclic));
    EXPECT_NO_THROW(in(matrix.block(0)));
  } else {
    EXPECT_THROW(in(cyclic), dash::exception::InvalidArgument);
    EXPECT_THROW(in(cyclic.begin(), cyclic.begin() + 2), dash::exception::InvalidArgument);
    EXPECT_NO_THROW(in(cyclic.begin(), cyclic.begin() + 1));
    EXPECT_NO_THROW(in(matrix.block(0)));
    EXPECT_THROW(in(matrix), dash::exception::InvalidArgument);
    EXPECT_THROW(in(matrix.begin() + 4, matrix.begin() + 9), dash::exception::InvalidArgument);
  }
  int own = 0;
  EXPECT_THROW(in(&own, &own + 1), dash::exception::InvalidArgument);
}

/* ---- bodies and results ---------------------------------------------------------------------- */

TEST_F(TasksTest, ResultsComeBack)
{
  auto array = numbered();
  std::vector<dash::Future<long>> sums;
  for (std::size_t unit = 0; unit < dash::size(); ++unit) {
    sums.push_back(dash::async(in(begin_of(array, unit), end_of(array, unit)), Sum{}));
  }
  for (std::size_t unit = 0; unit < dash::size(); ++unit) {
    const long expected = static_cast<long>(part * (2 * unit * part + part - 1) / 2);
    EXPECT_EQ(expected, sums[unit].get());
    EXPECT_EQ(expected, sums[unit].get());  // a second get
  }
  array.barrier();
}

TEST_F(TasksTest, ResultsByTest)
{
  auto future = dash::async([] { return std::array<double, 3>{1, 2, 3}; });
  while (!future.test()) {
  }
  EXPECT_EQ((std::array<double, 3>{1, 2, 3}), future.get());
  auto done = dash::async([] {});
  while (!done.test()) {
  }
}

TEST_F(TasksTest, SynchronousTaskIsFinished)
{
  auto array = numbered();
  dash::async(dash::launch::sync, inout(array.local), Add{5});
  EXPECT_EQ(contents(array), numbers_from(5, array.size()));
  EXPECT_EQ(7, dash::async(dash::launch::sync, [] { return 7; }).get());
}

TEST_F(TasksTest, BodiesReachGlobalMemoryByPointers)
{
  auto array = numbered();
  dash::Array<long> seen(dash::size());
  const auto element =
      static_cast<dash::GlobPtr<int, dash::Array<int>::memory_type>>(begin_of(array, next()) + 3);
  dash::async(out(seen.local), [element](Span<long> x) { x[0] = *element; }).wait();
  seen.barrier();
  EXPECT_EQ(static_cast<long>(next() * part + 3), static_cast<long>(seen[me()]));
  array.barrier();
}

TEST_F(TasksTest, BodiesStartTasks)
{
  auto array = numbered();
  const auto range = inout(begin_of(array, next()), end_of(array, next()));
  dash::async([range] { dash::async(range, Add{100}).wait(); }).wait();
  EXPECT_EQ(contents(array), numbers_from(100, array.size()));
}

TEST_F(TasksTest, TaskWithoutFutureExecutes)
{
  auto array = numbered();
  static_cast<void>(dash::async(inout(array.local), Add{1}));
  static_cast<void>(dash::async(in(array.local), Sum{}));
  EXPECT_EQ(
      static_cast<long>(part * (2 * me() * part + part + 1) / 2),
      dash::async(in(array.local), Sum{}).get());
  array.barrier();
}

/// Adds 100 to each element and counts them.
struct AddAndCount {
  std::size_t operator()(Span<int> x) const
  {
    Add{100}(x);
    return x.size();
  }
};

/// A task that only executes after the one that starts it cannot be awaited there, and executes
/// later.
TEST_F(TasksTest, TasksThatCannotBeAwaited)
{
  auto array = numbered();
  const auto range = inout(array.local);
  dash::async(range, [range](Span<int> x) {
    static_cast<void>(dash::async(range, AddAndCount{}));
    const auto is_refused = [](const auto& start) {
      try {
        start();
      } catch (const dash::exception::RuntimeError&) {
        return true;
      }
      return false;
    };
    using dash::launch;
    const bool are_refused =
        is_refused([&] { static_cast<void>(dash::async(launch::sync, range, AddAndCount{})); }) &&
        is_refused([&] { dash::async(launch::sync, range, Add{1000}); });
    x[0] = are_refused ? 1 : 0;
  }).wait();
  dash::async(range, Add{0}).wait();
  array.barrier();
  for (std::size_t i = 0; i < array.size(); ++i) {
    const int before = i % part == 0 ? 1 : static_cast<int>(i);
    EXPECT_EQ(before + 1200, static_cast<int>(array[i]));
  }
  array.barrier();
}

/* ---- index spaces ---------------------------------------------------------------------------- */

/// Computes x[i] = scale * i.
struct Scaled {
  int scale;

  void operator()(std::size_t i, Span<int> x) const { x[i] = scale * static_cast<int>(i); }
};

TEST_F(TasksTest, ParallelForOfNumbers)
{
  auto array = numbered();
  const auto first = begin_of(array, next());
  const auto last = end_of(array, next());
  dash::tasks::parallel_for(part, out(first, last), Scaled{3}).wait();
  dash::tasks::parallel_for(std::size_t{0}, inout(first, last), Scaled{9}).wait();
  const auto values = contents(array);
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(3 * static_cast<int>(i % part), values[i]);
  }
}

/// Stores the number of the call in row-major order.
struct Number {
  std::array<int, 3> extents;

  void operator()(int i, int j, int k, Span<int> x) const
  {
    const int number = (i * extents[1] + j) * extents[2] + k;
    x[static_cast<std::size_t>(number)] += 10 + number;
  }
};

TEST_F(TasksTest, ParallelForOfExtents)
{
  dash::Array<int> array(24 * dash::size());
  dash::fill(array.begin(), array.end(), 1);
  array.barrier();
  const std::array extents{2, 3, 4};
  dash::tasks::parallel_for(extents, inout(array.local), Number{extents}).wait();
  const auto values = contents(array);
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(11 + static_cast<int>(i % 24), values[i]);
  }
}

TEST_F(TasksTest, EitherBody)
{
  auto array = numbered();
  const auto never = [](dash::tasks::Stream, Span<int>) { FAIL() << "there is no CUDA here"; };
  if (dart_gpu_backend() == DART_GPU_CUDA) GTEST_SKIP() << "for runs without CUDA";
  dash::async(inout(array.local), dash::tasks::on_either(Add{2}, never)).wait();
  EXPECT_EQ(contents(array), numbers_from(2, array.size()));
  EXPECT_THROW(
      dash::async(inout(array.local), dash::tasks::on_gpu(never)), dash::exception::RuntimeError);
}

/* ---- order ----------------------------------------------------------------------------------- */

/// Replaces each element by a function of itself; different such functions do not commute.
struct Digit {
  int digit;

  void operator()(Span<int> x) const { x[0] = (10 * x[0] + digit) % 1000000; }
};

TEST_F(TasksTest, ConflictingTasksKeepTheirOrder)
{
  dash::Array<int> words(dash::size());
  dash::fill(words.begin(), words.end(), 0);
  words.barrier();
  dash::tasks::task_group group;
  for (int round = 0; round < 50; ++round) {
    for (int digit = 1; digit <= 6; ++digit) {
      group += dash::async(inout(words[next()]), Digit{digit});
    }
  }
  group.wait();
  EXPECT_EQ(123456, static_cast<int>(words[next()]));
  words.barrier();
}

TEST_F(TasksTest, ChainThroughAllUnits)
{
  dash::Array<int> words(dash::size());
  dash::fill(words.begin(), words.end(), 0);
  words.barrier();
  if (me() == 0) {
    dash::tasks::task_group group;
    group += dash::async(out(words[0]), [](Span<int> x) { x[0] = 1; });
    for (std::size_t unit = 1; unit < dash::size(); ++unit) {
      group += dash::async(
          in(words[unit - 1]), out(words[unit]),
          [](Span<const int> from, Span<int> to) { to[0] = from[0] + 1; });
    }
    group.wait();
  }
  words.barrier();
  EXPECT_EQ(static_cast<int>(me()) + 1, static_cast<int>(words[me()]));
  words.barrier();
}

/* ---- options --------------------------------------------------------------------------------- */

TEST_F(TasksTest, ExecutesAtTheUnitThatIsNamed)
{
  const auto where = [] { return dash::myid().id; };
  for (std::size_t unit = 0; unit < dash::size(); ++unit) {
    dart_unit_kind_t kind;
    ASSERT_EQ(DART_OK, dart_unit_kind(global(unit), &kind));
    if (kind != DART_UNIT_CPU || !is_here(unit)) continue;
    const Options there{.affinity = dash::tasks::at(global(unit))};
    EXPECT_EQ(static_cast<int>(unit), dash::async(there, where).get());
  }
}

TEST_F(TasksTest, RefusedOptions)
{
  const auto nothing = [] {};
  EXPECT_THROW(
      dash::async(Options{.priority = dash::tasks::highest_priority + 1}, nothing),
      dash::exception::RuntimeError);
  EXPECT_THROW(
      dash::async(Options{.affinity = dash::tasks::at(global(dash::size()))}, nothing),
      dash::exception::RuntimeError);
  EXPECT_THROW(
      dash::async(Options{.priority = dash::tasks::lowest_priority - 1}, [] { return 1; }),
      dash::exception::RuntimeError);
  const Options good{.affinity = dash::tasks::anywhere, .priority = dash::tasks::highest_priority};
  EXPECT_NO_THROW(dash::async(good, nothing).wait());
}

/* ---- errors ---------------------------------------------------------------------------------- */

struct Throw {
  int code;

  void operator()(Span<int>) const { throw std::runtime_error("code " + std::to_string(code)); }
};

TEST_F(TasksTest, ErrorsReachWhoeverWaits)
{
  auto array = numbered();
  auto failed = dash::async(inout(array.local), Throw{77});
  expect_refused<dash::exception::RuntimeError>([&] { failed.wait(); }, {"code 77"});
  expect_refused<dash::exception::RuntimeError>([&] { failed.test(); }, {"code 77"});
  auto dependent = dash::async(inout(array.local), Add{1});
  expect_refused<dash::exception::RuntimeError>([&] { dependent.wait(); }, {"it depends on task"});
  const auto sync = [&] { dash::async(dash::launch::sync, in(array.local), Sum{}); };
  expect_refused<dash::exception::RuntimeError>(sync, {"it depends on task"});
  failed = {};
  dependent = {};
  EXPECT_NO_THROW(dash::async(inout(array.local), Add{1}).wait());
  EXPECT_EQ(contents(array), numbers_from(1, array.size()));
}

TEST_F(TasksTest, ResultOfAFailedTask)
{
  auto failed = dash::async([]() -> int { throw std::runtime_error("no number"); });
  expect_refused<dash::exception::RuntimeError>([&] { failed.get(); }, {"no number"});
}

/* ---- several tasks --------------------------------------------------------------------------- */

TEST_F(TasksTest, GroupThrowsTheFirstError)
{
  dash::Array<int> words(2 * dash::size());
  dash::fill(words.begin(), words.end(), 0);
  dash::tasks::task_group group;
  EXPECT_TRUE(group.empty());
  group += dash::async(inout(words.local.begin(), words.local.begin() + 1), Throw{1});
  group += dash::async(inout(words.local.begin() + 1, words.local.end()), Add{4});
  group += dash::async(inout(words.local.begin(), words.local.begin() + 1), Throw{2});
  expect_refused<dash::exception::RuntimeError>([&] { group.wait(); }, {"code 1"});
  EXPECT_TRUE(group.empty());
  EXPECT_EQ((std::vector{0, 4}), dash::test::local_values(words));
  group += dash::async(inout(words.local), Add{1});
  EXPECT_NO_THROW(group.wait());
  EXPECT_EQ((std::vector{1, 5}), dash::test::local_values(words));
}

TEST_F(TasksTest, WhenAllOfResults)
{
  auto both = dash::when_all(dash::async([] { return 4; }), dash::async([] { return 2.5; }));
  EXPECT_EQ((std::tuple(4, 2.5)), both.get());
  std::vector<dash::Future<int>> futures;
  for (int i = 0; i < 5; ++i) futures.push_back(dash::async([i] { return i * i; }));
  auto all = dash::when_all(std::move(futures));
  while (!all.test()) {
  }
  EXPECT_EQ((std::vector{0, 1, 4, 9, 16}), all.get());
}

TEST_F(TasksTest, ContinuationsSeeWhatTasksHaveWritten)
{
  auto array = numbered();
  const auto first = begin_of(array, next());
  const auto last = end_of(array, next());
  // Execute on the GPU where next() leads one, but the continuations are code of this unit.
  int seen = 0;
  const auto sum = [&] {
    seen = first[1];
    return dash::async(in(first, last), Sum{}).then([](long sum) { return 2 * sum; });
  };
  dash::Future<long> twice = dash::tasks::parallel_for(part, out(first, last), Scaled{3}).then(sum);
  EXPECT_EQ(3 * static_cast<long>(part * (part - 1)), twice.get());
  EXPECT_EQ(3, seen);
  array.barrier();
}

TEST_F(TasksTest, FailedTasksAreNotContinued)
{
  bool called = false;
  auto array = numbered();
  {
    dash::Future<void> next =
        dash::async(inout(array.local), Throw{5}).then([&] { called = true; });
    expect_refused<dash::exception::RuntimeError>([&] { next.wait(); }, {"code 5"});
    EXPECT_FALSE(called);
  }
  // The failed task is forgotten with its last future.
  dash::async(inout(array.local), Add{1}).then([&] { called = true; }).wait();
  EXPECT_TRUE(called);
  array.barrier();
}

TEST_F(TasksTest, WhenAllWithErrors)
{
  auto array = numbered();
  auto all = dash::when_all(
      dash::async([] {}), dash::async(inout(array.local), Throw{5}), dash::async([] {}));
  expect_refused<dash::exception::RuntimeError>([&] { all.wait(); }, {"code 5"});
  auto none = dash::when_all(std::vector<dash::Future<void>>());
  EXPECT_TRUE(none.test());
  array.barrier();
}

}  // namespace
